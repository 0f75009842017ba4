import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConnectionTarget } from '../shared/connection';
import { completeTarget, readOptionFile, writeTextFile } from './option-files';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-options-'));
  file = join(folder, 'my.cnf');
});
afterEach(() => rm(folder, { recursive: true }));

async function complete(text: string, given: ConnectionTarget = {}, password?: string) {
  await writeFile(file, text, { mode: 0o600 });
  const { target, secrets, warnings } = await completeTarget(
    { defaultsFile: file, ...given },
    password === undefined ? {} : { password },
  );
  const { defaultsFile: _file, ...rest } = target;
  return { target: rest, secrets, warnings };
}

test.each(['/dev/zero', '/dev/null'])('a device (%s) is refused, not read to no end', async (device) => {
  await expect(readOptionFile(device)).rejects.toMatchObject({ code: 'file-unreadable' });
});

test('a named pipe is refused, not waited for', async () => {
  execFileSync('mkfifo', [file]);
  await expect(readOptionFile(file)).rejects.toMatchObject({
    code: 'file-unreadable',
    message: `The option file ${file} is not a regular file.`,
  });
});

test('[client] and [latchkey] fill what is not given; what is given wins', async () => {
  const text =
    '[client]\nuser = "monitor"\npassword = \'s#t\'\nhost=db1\nport=3307\n[mysqld]\nport=1\n[latchkey]\nssl-mode=VERIFY_CA\nssl_ca=/ca.pem\nconnect-timeout=5\n';
  expect(await complete(text)).toEqual({
    target: {
      user: 'monitor',
      host: 'db1',
      port: 3307,
      sslMode: 'verify-ca',
      sslCa: '/ca.pem',
      connectTimeoutMs: 5000,
    },
    secrets: { password: 's#t' },
    warnings: [],
  });
  const given = await complete(text, { user: 'root', host: 'db2' }, 'typed');
  expect(given.target).toMatchObject({ user: 'root', host: 'db2', port: 3307 });
  expect(given.secrets).toEqual({ password: 'typed' });
});

test('groups with the suffix are read too', async () => {
  const text = '[client]\nuser=a\n[client_prod]\nuser=b\n[latchkey_prod]\nhost=db9\n';
  expect((await complete(text)).target).toEqual({ user: 'a' });
  expect((await complete(text, { defaultsGroupSuffix: '_prod' })).target).toMatchObject({
    user: 'b',
    host: 'db9',
  });
});

test('socket and address do not mix', async () => {
  const both = '[client]\nsocket=/s.sock\nport=3307\n';
  expect((await complete(both)).target).toEqual({ socket: '/s.sock', port: 3307 });
  expect((await complete(both, { host: 'db2' })).target).toEqual({ host: 'db2', port: 3307 });
  expect((await complete(both, { socket: '/t.sock' })).target).toEqual({ socket: '/t.sock' });
  expect((await complete(`${both}host=db1\n`)).target).toEqual({ host: 'db1', port: 3307 });
  expect((await complete(`${both}protocol=TCP\n`)).target).toEqual({ port: 3307 });
});

test('TLS options of MariaDB are understood', async () => {
  expect((await complete('[client]\nssl\n')).target).toEqual({ sslMode: 'required' });
  expect((await complete('[client]\nskip-ssl\n')).target).toEqual({ sslMode: 'disabled' });
  expect((await complete('[client]\nssl-verify-server-cert\n')).target).toEqual({
    sslMode: 'verify-identity',
  });
});

test('a value that cannot be used is named with its file', async () => {
  for (const line of ['port=70000', 'port=x', 'ssl-mode=maybe']) {
    await expect(complete(`[client]\n${line}\n`)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`The option file ${file} sets ${line.split('=')[0]} to `),
    });
  }
});

test('included files and folders are read in place, the last setting wins', async () => {
  await mkdir(join(folder, 'conf.d'));
  await writeFile(join(folder, 'one.cnf'), 'user=lost\n[client]\nuser=one\n');
  await writeFile(join(folder, 'conf.d', 'b.cnf'), '[client]\nport=2\n');
  await writeFile(join(folder, 'conf.d', 'a.cnf'), '[client]\nport=1\n');
  await writeFile(join(folder, 'conf.d', 'c.cnf.bak'), '[client]\nport=3\n');
  const text = '[client]\nuser=first\nhost=db1\n!include one.cnf\n!includedir conf.d\nhost=db2\n';
  expect((await complete(text)).target).toEqual({ user: 'one', host: 'db2', port: 2 });
});

test('a file that includes itself, or one that is not there, is refused', async () => {
  await writeFile(join(folder, 'loop.cnf'), '!include my.cnf\n');
  await expect(complete('!include loop.cnf\n')).rejects.toMatchObject({
    code: 'file-unreadable',
    message: `Cannot read the option file ${file}: it includes itself through ${folder}/loop.cnf.`,
  });
  await expect(complete('!include none.cnf\n')).rejects.toMatchObject({ code: 'file-not-found' });
  await expect(complete('!includedir none\n')).rejects.toMatchObject({ code: 'file-not-found' });
});

test('a password in a file that others can read gives a warning', async () => {
  await writeFile(file, '[client]\npassword=x\n');
  await chmod(file, 0o644);
  const { warnings } = await completeTarget({ defaultsFile: file }, {});
  expect(warnings).toEqual([
    `The option file ${file} can be read by others and may hold a password: chmod 600 ${file}`,
  ]);
});

test('an option file is read only when it can be written back unchanged', async () => {
  await writeFile(file, '[mysqld]\n# gr\u00f6\u00dfer\n');
  expect(await readOptionFile(file)).toBe('[mysqld]\n# gr\u00f6\u00dfer\n');
  await writeFile(file, Buffer.from('[mysqld]\n# gr\u00f6\u00dfer\n', 'latin1'));
  await expect(readOptionFile(file)).rejects.toMatchObject({
    code: 'file-unreadable',
    message: `The option file ${file} is not UTF-8 text.`,
  });
  await expect(readOptionFile(join(folder, 'none.cnf'))).rejects.toMatchObject({ code: 'file-not-found' });
});

test('overwriting an option file keeps a copy of each older content, and its permissions', async () => {
  await writeTextFile(file, 'one');
  await chmod(file, 0o640);
  for (const text of ['one', 'two', 'three']) await writeTextFile(file, text);
  expect((await readdir(folder)).sort()).toEqual(['my.cnf', 'my.cnf.bak', 'my.cnf.bak2']);
  expect(await readFile(join(folder, 'my.cnf.bak'), 'utf8')).toBe('one');
  expect(await readFile(join(folder, 'my.cnf.bak2'), 'utf8')).toBe('two');
  expect(await readFile(file, 'utf8')).toBe('three');
  expect((await stat(file)).mode & 0o777).toBe(0o640);
});

test('a report is overwritten without a copy', async () => {
  const report = join(folder, 'report.html');
  await writeTextFile(report, 'one');
  await writeTextFile(report, 'two');
  expect(await readdir(folder)).toEqual(['report.html']);
});

test.skipIf(process.getuid?.() !== 0)('root leaves the file with its owner', async () => {
  await writeFile(file, 'one');
  await chown(file, 12_345, 12_346);
  await writeTextFile(file, 'two');
  expect(await stat(file)).toMatchObject({ uid: 12_345, gid: 12_346 });
});
