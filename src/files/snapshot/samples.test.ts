import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listSamples } from './samples';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-samples-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('samples carry title and description of the index, or their own name', async () => {
  await writeFile(join(folder, 'b.lks'), '');
  await writeFile(join(folder, 'a.lks'), '');
  await writeFile(
    join(folder, 'index.json'),
    JSON.stringify({ b: { title: 'Full redo log', description: 'd' } }),
  );
  expect(await listSamples(folder)).toEqual([
    { name: 'a', title: 'a', description: '', path: join(folder, 'a.lks') },
    { name: 'b', title: 'Full redo log', description: 'd', path: join(folder, 'b.lks') },
  ]);
});

test('a missing folder holds no samples; a broken index is named', async () => {
  expect(await listSamples(join(folder, 'none'))).toEqual([]);
  await writeFile(join(folder, 'a.lks'), '');
  await writeFile(join(folder, 'index.json'), '{"a": 1}');
  await expect(listSamples(folder)).rejects.toMatchObject({
    code: 'file-unreadable',
    message: `The list of samples ${folder}/index.json is not valid.`,
  });
});
