import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseInnodbStatus } from '.';
import { outlineInnodbStatus } from './outline';

const outline = (text: string) =>
  new Map(
    outlineInnodbStatus(parseInnodbStatus(text)).map(({ title, rows }) => [
      title,
      new Map(rows.map(({ name, value }) => [name, value])),
    ]),
  );
const captured = (name: string) =>
  readFileSync(new URL(`../../../test/knowledge/texts/${name}.txt`, import.meta.url), 'utf8');

test('the sections stand in the order of the text, their fields with units', () => {
  const parts = outline(captured('mysql97-loaded'));
  expect([...parts.keys()]).toEqual([
    'Printed',
    'Background thread',
    'Semaphores',
    'Transactions',
    'File I/O',
    'Insert buffer',
    'Adaptive hash index',
    'Log',
    'Buffer pool and memory',
    'Row operations',
  ]);
  expect(parts.get('Printed')?.get('averaged over seconds')).toMatch(/^\d+ s$/);
  expect(parts.get('Log')?.get('checkpoint age')).toMatch(/ [KM]?i?B$/);
  expect(parts.get('File I/O')?.get('writes')).toMatch(/^\d/);
  expect(parts.get('Buffer pool and memory')?.get('pending LRU writes')).toBe('0');
  expect(parts.get('Buffer pool and memory')?.get('instances #2 size')).toMatch(/^\d+$/);
});

test('a deadlock shows both transactions, their locks, and which was rolled back', () => {
  const rows = outline(captured('mysql97-deadlock')).get('Latest detected deadlock');
  expect(rows?.get('search given up')).toBe('no');
  expect(rows?.get('transactions #2 waits for #1 table')).toMatch(/`/);
});

test('a text that is none has only lines of no known form, a cut one says where', () => {
  expect([...outline('free words\nof nobody\n\n').keys()]).toEqual(['Printed', 'Lines of no known form']);
  const cut = captured('mysql97-loaded').slice(0, 2_000);
  expect(outline(cut).get('Printed')?.get('cut off at')).toBe('end');
});

test('of a long list the first are shown, and how many there are beyond', () => {
  const many = Array.from(
    { length: 60 },
    (_, index) => `---TRANSACTION ${index + 1}, not started\n0 lock struct(s), heap size 1128, 0 row lock(s)`,
  );
  const rows = outline(
    `------------\nTRANSACTIONS\n------------\nTrx id counter 99\n${many.join('\n')}\n--------\nFILE I/O\n--------\n`,
  ).get('Transactions');
  expect(rows?.get('list')).toBe('20 more');
});
