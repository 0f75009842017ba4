import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabases } from './databases';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-history-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a history that could not be opened is reported to whoever asks for it, not once more at the end', async () => {
  const place = join(folder, 'data');
  await writeFile(place, 'a file where the folder should be');
  const databases = openDatabases(place);
  await expect(databases.history()).rejects.toThrow();
  await expect(databases.recordings()).rejects.toThrow();
  await expect(databases.close()).resolves.toBeUndefined();
});

test('a history that could not be opened is tried again when the way is free', async () => {
  const place = join(folder, 'data');
  await writeFile(place, 'a file where the folder should be');
  const databases = openDatabases(place);
  await expect(databases.history()).rejects.toThrow();
  await rm(place);
  expect((await databases.history()).probes.list()).toEqual([]);
  await databases.close();
});
