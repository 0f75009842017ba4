import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRuleFiles } from './rule-files';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-rules-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('rule files are found in every folder below, by name, and nothing else is', async () => {
  await mkdir(join(folder, 'redo'));
  await mkdir(join(folder, 'memory'));
  await writeFile(join(folder, 'redo', 'b.yaml'), 'b');
  await writeFile(join(folder, 'redo', 'a.yml'), 'a');
  await writeFile(join(folder, 'redo', '.swap.yaml'), '');
  await writeFile(join(folder, 'memory', 'c.yaml'), 'c');
  await writeFile(join(folder, 'README.md'), '');
  expect(await readRuleFiles([folder])).toEqual([
    { path: join(folder, 'memory', 'c.yaml'), text: 'c' },
    { path: join(folder, 'redo', 'a.yml'), text: 'a' },
    { path: join(folder, 'redo', 'b.yaml'), text: 'b' },
  ]);
});

test('a rule folder that is not there, or empty, is an error, not an empty pack', async () => {
  await expect(readRuleFiles([join(folder, 'none')])).rejects.toMatchObject({
    code: 'file-not-found',
    message: `There is no rule folder ${folder}/none.`,
  });
  await expect(readRuleFiles([folder])).rejects.toMatchObject({
    code: 'file-not-found',
    message: `There is no rule (*.yaml) in the folder ${folder}.`,
  });
});
