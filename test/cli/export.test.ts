import { copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { redactionPreviewSchema } from '../../src/shared/redaction';
import { buildLatchkey, errorDocument, latchkey } from './latchkey.ts';

const sample = join(import.meta.dirname, '../../samples/mysql-5.6-benchmark-2013.lks');
let folder: string;
let file: string;
beforeAll(buildLatchkey, 120_000);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-export-'));
  file = join(folder, 'copy.lks');
});
afterEach(() => rm(folder, { recursive: true }));

test('a copy has the same findings, and none of the names of the original', async () => {
  const { code, out } = await latchkey(['export', sample, '-o', file, '--json']);
  expect(code).toBe(0);
  const { replaced } = redactionPreviewSchema.parse(JSON.parse(out));
  expect(replaced.length).toBeGreaterThan(3);
  const text = gunzipSync(await readFile(file))
    .toString()
    .toLowerCase();
  for (const { original } of replaced.filter(({ class: kind }) => kind !== 'names')) {
    expect(text).not.toMatch(new RegExp(`(?<!\\w)${original.replace(/[^\w]/g, '\\$&')}(?!\\w)`));
  }
  const findings = async (path: string) => {
    const { findings } = JSON.parse((await latchkey(['analyze', path, '--json'])).out);
    return findings.map(({ ruleId, severity }: { ruleId: string; severity: string }) => [ruleId, severity]);
  };
  expect(await findings(file)).toEqual(await findings(sample));
});

test('a preview writes nothing, and says what would be replaced', async () => {
  const { code, out } = await latchkey(['export', sample, '--redact', 'names', '--preview', '-o', file]);
  expect(code).toBe(0);
  expect(out).toMatch(/^Would be taken out:\n {2}name_1: /);
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test.each([
  [['--redact', 'everything', '-o', 'x.lks'], /hosts, users, names, statements/],
  [[], /-o, or --preview/],
])('%j is a usage error', async (args, message) => {
  const outcome = await latchkey(['export', sample, ...args]);
  expect(outcome.code).toBe(2);
  expect(outcome.err).toMatch(message);
});

test('what is no snapshot is refused as such', async () => {
  await copyFile(join(import.meta.dirname, 'export.test.ts'), join(folder, 'x.lks'));
  const outcome = await latchkey(['export', join(folder, 'x.lks'), '-o', file, '--json']);
  expect(outcome.code).toBe(2);
  expect(errorDocument(outcome)).toMatchObject({ code: 'not-a-snapshot' });
});
