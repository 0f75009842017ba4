import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleSnapshot } from '../files/example-snapshot';
import { buildLatchkey, latchkey } from './latchkey.ts';

// Enough files for two threads, where there are two processors.
const files = 205;
const damaged = 7;
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
let folder: string;
beforeAll(async () => {
  buildLatchkey();
  folder = await mkdtemp(join(tmpdir(), 'latchkey-many-'));
  for (let index = 0; index < files; index += 1) {
    const packed = gzipSync(JSON.stringify(exampleSnapshot({ id: idOf(index) })));
    const name = `${String(index).padStart(3, '0')}.lks`;
    await writeFile(join(folder, name), index === damaged ? packed.subarray(0, 200) : packed);
  }
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

const linesOf = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a folder is judged in the order of its names, as each file is by itself, around a damaged one', async () => {
  const { code, out, err } = await latchkey(['analyze', folder, '--json']);
  expect(code).toBe(2);
  const lines = linesOf(out);
  expect(lines.map((line) => line.snapshot?.id ?? line.error.code)).toEqual(
    Array.from({ length: files }, (_, index) => (index === damaged ? 'snapshot-truncated' : idOf(index))),
  );
  expect(lines[damaged]).toMatchObject({ schema: 'latchkey/analysis-failure/1' });
  expect(err).toContain('is truncated at byte 200');
  const [alone] = linesOf((await latchkey(['analyze', join(folder, '100.lks'), '--json'])).out);
  expect(lines[100]).toEqual(alone);
});

test('a rule folder that is not there is named for every file, and no thread hangs on it', async () => {
  const rules = join(folder, 'none');
  const { code, out } = await latchkey(['analyze', folder, '--json', '--rules', rules]);
  expect(code).toBe(2);
  expect(new Set(linesOf(out).map(({ error }) => error.message))).toEqual(
    new Set([`There is no rule folder ${rules}.`]),
  );
});
