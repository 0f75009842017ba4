import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtRuleKey, withBuiltRules } from './built-rules';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-built-'));
});
afterEach(() => rm(folder, { recursive: true }));

const files = [
  { path: 'a.yaml', text: 'id: a' },
  { path: 'b.yaml', text: 'id: changed-since' },
];
const rules = { [builtRuleKey('id: a')]: { id: 'a' }, [builtRuleKey('id: b')]: { id: 'b' } };

test('only a rule whose text is the one of the build takes what the build made of it', async () => {
  const file = join(folder, 'rules.json');
  await writeFile(file, JSON.stringify({ build: 'this', rules }));
  expect(await withBuiltRules(files, file, 'this')).toEqual([{ ...files[0], built: { id: 'a' } }, files[1]]);
});

test.each(['another', null])('to %s build they are as they were written', async (build) => {
  const file = join(folder, 'rules.json');
  await writeFile(file, JSON.stringify({ build: 'this', rules }));
  expect(await withBuiltRules(files, file, build)).toEqual(files);
});

test.each(['no file', '', '[', '[1]', 'null', '{"build":"this"}'])(
  'without a sound file of the build (%s) too',
  async (text) => {
    const file = join(folder, 'rules.json');
    if (text !== 'no file') await writeFile(file, text);
    expect(await withBuiltRules(files, file, 'this')).toEqual(files);
  },
);
