import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recentFiles } from './recent-files';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-recent-'));
  path = join(folder, 'recent.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the newest stands first, each once, ten at most, also after a new start', async () => {
  const changed = vi.fn();
  const recent = recentFiles(path, changed);
  for (let index = 1; index <= 12; index += 1) recent.add(`/s/${index}.lks`);
  recent.add('/s/5.lks');
  recent.add('/s/5.lks');
  expect(changed).toHaveBeenCalledTimes(13);
  expect(recent.list()).toHaveLength(10);
  expect(recent.list().slice(0, 3)).toEqual(['/s/5.lks', '/s/12.lks', '/s/11.lks']);
  await expect.poll(() => recentFiles(path, changed).list()).toEqual(recent.list());
  recent.clear();
  expect(recent.list()).toEqual([]);
  // Written before the folder goes.
  await expect.poll(() => recentFiles(path, changed).list()).toEqual([]);
});

test('a damaged list is an empty one', () => {
  writeFileSync(path, '[1, 2');
  expect(recentFiles(path, () => {}).list()).toEqual([]);
  writeFileSync(path, '[1, 2]');
  expect(recentFiles(path, () => {}).list()).toEqual([]);
});
