import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parsedRuleKey, withParsedRules } from './parsed-rules';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-parsed-'));
});
afterEach(() => rm(folder, { recursive: true }));

const files = [
  { path: 'a.yaml', text: 'id: a' },
  { path: 'b.yaml', text: 'id: changed-since' },
];

test('only a rule whose text is the one of the build takes what the build read', async () => {
  const built = join(folder, 'rules.json');
  await writeFile(
    built,
    JSON.stringify({ [parsedRuleKey('id: a')]: { id: 'a' }, [parsedRuleKey('id: b')]: { id: 'b' } }),
  );
  expect(await withParsedRules(files, built)).toEqual([{ ...files[0], parsed: { id: 'a' } }, files[1]]);
});

test.each(['no file', '', '[', '[1]', 'null'])(
  'without a sound file of the build (%s) rules are read from YAML',
  async (text) => {
    const built = join(folder, 'rules.json');
    if (text !== 'no file') await writeFile(built, text);
    expect(await withParsedRules(files, built)).toEqual(files);
  },
);
