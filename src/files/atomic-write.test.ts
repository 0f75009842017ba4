import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFileAtomic } from './atomic-write';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the content is written and an existing file keeps its permissions', async () => {
  const file = join(folder, 'my.cnf');
  await writeFile(file, 'old');
  await chmod(file, 0o640);
  await writeFileAtomic(file, 'new', { mode: 0o600 });
  expect(await readFile(file, 'utf8')).toBe('new');
  expect((await stat(file)).mode & 0o777).toBe(0o640);
  expect(await readdir(folder)).toEqual(['my.cnf']);
});

test('a symbolic link stays a link; what it points to is replaced', async () => {
  await mkdir(join(folder, 'etc'));
  await writeFile(join(folder, 'etc', 'real.cnf'), 'old');
  await symlink('etc/real.cnf', join(folder, 'my.cnf'));
  await writeFileAtomic(join(folder, 'my.cnf'), 'new');
  expect(await readlink(join(folder, 'my.cnf'))).toBe('etc/real.cnf');
  expect(await readFile(join(folder, 'etc', 'real.cnf'), 'utf8')).toBe('new');
});

test('a missing folder, a folder in place of a file and a file in place of a folder are distinguished', async () => {
  await expect(writeFileAtomic(join(folder, 'no', 'x'), '', { what: 'snapshot' })).rejects.toMatchObject({
    code: 'write-failed',
    message: `Cannot write the snapshot ${folder}/no/x: there is no folder ${folder}/no.`,
    hint: 'Create the folder first, or choose another.',
  });
  await expect(writeFileAtomic(folder, '')).rejects.toMatchObject({
    code: 'write-failed',
    message: `Cannot write the file ${folder}: it is a folder.`,
  });
  await writeFile(join(folder, 'f'), '');
  await expect(writeFileAtomic(join(folder, 'f', 'x'), '')).rejects.toMatchObject({
    code: 'write-failed',
    message: `Cannot write the file ${folder}/f/x: ${folder}/f is not a folder.`,
  });
});

test('a name as long as the file system allows can be written', async () => {
  const file = join(folder, `${'n'.repeat(251)}.lks`);
  await writeFileAtomic(file, 'x');
  expect(await readFile(file, 'utf8')).toBe('x');
});

test.skipIf(process.platform !== 'linux')('a full device gives disk-full and stays a device', async () => {
  await expect(writeFileAtomic('/dev/full', 'x')).rejects.toMatchObject({ code: 'disk-full' });
  expect((await stat('/dev/full')).isCharacterDevice()).toBe(true);
});

test.skipIf(process.getuid?.() === 0)('a folder without write permission is named in the hint', async () => {
  await chmod(folder, 0o500);
  await expect(writeFileAtomic(join(folder, 'x'), '')).rejects.toMatchObject({
    code: 'write-failed',
    hint: `Your account needs write permission in ${folder}.`,
  });
  await chmod(folder, 0o700);
});
