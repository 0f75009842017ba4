import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inWindowWords } from './window-words';

test.each([
  [
    'The memory of the host is not known. Declare it, for example --ram 64G.',
    'The memory of the host is not known. Declare it under Host hardware when you connect.',
  ],
  ['Declare it: --storage nvme', 'Declare its storage when you connect'],
  ['Nothing was set. --lock VARIABLE leaves one out.', 'Nothing was set. A locked variable is left out.'],
  ['Undo that one first: latchkey undo 4f-2', 'Undo that one first.'],
  [
    'Take the snapshot with --table-limit 20000.',
    'Take the snapshot with tables read one by one up to 20000.',
  ],
  ['innodb_redo_log_capacity -- 8M', 'innodb_redo_log_capacity -- 8M'],
])('%s', (text, words) => {
  expect(inWindowWords(text)).toBe(words);
});

test('no sample is shown with an option of the command line in it', () => {
  const folder = join(import.meta.dirname, '..', '..', '..', 'samples');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.analysis.json'))) {
    const { findings, notChecked, plan } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const texts: string[] = [
      plan.memoryCheck.text,
      ...findings.flatMap(({ actions, explanation }: { actions: string[]; explanation: string }) => [
        ...actions,
        explanation,
      ]),
      ...notChecked.flatMap(({ reasons }: { reasons: { text: string }[] }) =>
        reasons.map(({ text }) => text),
      ),
    ];
    for (const text of texts) expect(inWindowWords(text), name).not.toMatch(/(^|[\s(])--[a-z]/);
  }
});
