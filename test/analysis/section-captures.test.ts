import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectors } from '../../src/server/collect/registry';

const facts = join(import.meta.dirname, '..', '..', 'src', 'analysis', 'facts');

/** Sections whose increase within the window a fact reads, by the file that does. */
function increasingSections(): [string, string][] {
  const files = readdirSync(facts, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[^t]\.ts$/.test(name),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(facts, file), 'utf8');
    const calls = text.matchAll(/(?:sectionDeltas\(\s*read,|\.sectionSeconds\()\s*'([a-z-]+)'/g);
    const starts = text.matchAll(/\.rows(?:OrReason)?\(\s*'([a-z-]+)',\s*'start'/g);
    return [...calls, ...starts].map((match): [string, string] => [match[1] ?? '', file]);
  });
}

test('a section whose increase a fact reads is read at the start of the window too', () => {
  const found = increasingSections();
  expect(found.map(([section]) => section)).toContain('group-replication');
  const once = found.filter(([section]) => collectors.find(({ id }) => id === section)?.when !== 'start+end');
  expect(once).toEqual([]);
});
