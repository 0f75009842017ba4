import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServerKind } from '../../knowledge/catalog/variable-catalog';
import type { ConnectionTarget } from '../../shared/connection';
import { completeTarget, readOptionFile, readPlanTarget, writeTextFile } from './option-files';
import { readOptionTree } from './option-tree';

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

test('the RSA key of the server is read as the mysql client has it', async () => {
  const text = '[client]\nserver-public-key-path=/keys/public_key.pem\nget-server-public-key\n';
  expect((await complete(text)).target).toEqual({
    serverPublicKeyPath: '/keys/public_key.pem',
    getServerPublicKey: true,
  });
  expect((await complete('[client]\nget_server_public_key=0\n')).target).toEqual({});
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
  await writeFile(join(folder, 'conf.d', 'b.cnf'), '[client]\nport=2\n');
  await writeFile(join(folder, 'conf.d', 'a.cnf'), '[client]\nport=1\n');
  await writeFile(join(folder, 'conf.d', 'c.cnf.bak'), '[client]\nport=3\n');
  await writeFile(join(folder, 'one.cnf'), '[client]\nuser=one\n');
  const text = `[client]\nuser=first\nhost=db1\n!include ${folder}/one.cnf\n!includedir ${folder}/conf.d\nhost=db2\n`;
  expect(await complete(text)).toMatchObject({
    target: { user: 'one', host: 'db2', port: 2 },
    warnings: [],
  });
  const relative = await complete('!include one.cnf\n');
  expect(relative.target).toEqual({ user: 'one' });
  expect(relative.warnings).toEqual([
    `${file}, line 1 has a relative path, which a server takes from the folder where it is started; here it is taken from ${folder}.`,
  ]);
});

test('a file that includes itself is read, as is one with an include that is not there; both with a warning', async () => {
  await writeFile(join(folder, 'loop.cnf'), `[client]\nuser=a\n!include ${file}\n`);
  const loop = await complete(`!include ${folder}/loop.cnf\n[client]\nport=5\n`);
  expect(loop).toMatchObject({ target: { user: 'a', port: 5 } });
  expect(loop.warnings).toEqual([
    `${folder}/loop.cnf, line 3 includes ${file} again, from which it is itself included; a server reads it 11 times.`,
  ]);
  const missing = await complete(`[client]\n!include ${folder}/none.cnf\nuser=b\n`);
  expect(missing).toMatchObject({
    target: { user: 'b' },
    warnings: [`${file}, line 2 is ignored by servers: There is no option file ${folder}/none.cnf.`],
  });
});

test('an included folder that is not there, an option before any group, an open bracket end the reading', async () => {
  for (const [text, message] of [
    [
      `[client]\n!includedir ${folder}/none\n`,
      'line 2 stops every program that reads it: There is no folder',
    ],
    ['user=a\n', 'line 1 is an option before any [group]; servers stop reading the file here.'],
    ['[client]\nuser=a\n[mysqld\n', 'line 3 begins a group without "]"; servers stop'],
    ['[client]\n!include\n', 'line 2 includes nothing: the path is missing'],
  ] as const) {
    await expect(complete(text)).rejects.toMatchObject({
      code: 'file-unreadable',
      message: expect.stringContaining(`${file}, ${message}`),
    });
  }
});

test('a password in a file that others can read gives a warning', async () => {
  await writeFile(file, '[client]\npassword=x\n');
  await chmod(file, 0o644);
  const { warnings } = await completeTarget({ defaultsFile: file }, {});
  expect(warnings).toEqual([
    `The option file ${file} can be read by others and may hold a password: chmod 600 ${file}`,
  ]);
});

test('bytes that are not UTF-8, CRLF, a byte-order mark and NUL come back as they were', async () => {
  const bytes = Buffer.concat([
    Buffer.from([0xef, 0xbb, 0xbf]),
    Buffer.from('# gr\u00f6\u00dfer\r\n', 'latin1'),
    Buffer.from('[mysqld]\r\n# gr\u00f6\u00dfer \u{1f600}\n\0a=1', 'utf8'),
  ]);
  await writeFile(file, bytes);
  const text = await readOptionFile(file);
  await writeTextFile(join(folder, 'copy.cnf'), text);
  expect(await readFile(join(folder, 'copy.cnf'))).toEqual(bytes);
  await expect(readOptionFile(join(folder, 'none.cnf'))).rejects.toMatchObject({ code: 'file-not-found' });
  await expect(readOptionFile(folder)).rejects.toMatchObject({
    code: 'file-unreadable',
    message: `Cannot read the option file ${folder}: it is a folder.`,
  });
});

test('a file that somebody changed in between is not overwritten', async () => {
  await writeFile(file, 'theirs');
  await expect(writeTextFile(file, 'mine', 'as read')).rejects.toMatchObject({
    code: 'write-failed',
    message: `The option file ${file} has changed since it was read; nothing was written.`,
  });
  expect(await readFile(file, 'utf8')).toBe('theirs');
  expect(await writeTextFile(file, 'mine', 'theirs')).toBe(`${file}.bak`);
  expect(await readFile(file, 'utf8')).toBe('mine');
});

test('a link is followed, its file and not the link gets copy and content; a link to nothing is refused', async () => {
  await mkdir(join(folder, 'real'));
  await writeFile(join(folder, 'real', 'server.cnf'), 'one');
  await symlink('real/server.cnf', file);
  expect(await writeTextFile(file, 'two')).toBe(join(folder, 'real', 'server.cnf.bak'));
  expect(await readlink(file)).toBe('real/server.cnf');
  expect(await readFile(join(folder, 'real', 'server.cnf'), 'utf8')).toBe('two');
  const nowhere = join(folder, 'nowhere.cnf');
  await symlink('gone.cnf', nowhere);
  await expect(writeTextFile(nowhere, 'two')).rejects.toMatchObject({
    code: 'write-failed',
    message: `Cannot write the option file ${nowhere}: it is a link to gone.cnf, which is not there.`,
  });
  expect(await readlink(nowhere)).toBe('gone.cnf');
});

/** Runs as another account than root, whom no permission stops. */
const asNobody = async (body: () => Promise<void>) => {
  const root = process.getuid?.() === 0;
  if (root) process.seteuid?.(65_534);
  try {
    await body();
  } finally {
    if (root) process.seteuid?.(0);
  }
};

test.skipIf(process.getuid?.() !== 0)(
  'without permission the file stays as it was and another path is offered; also where it would change its owner',
  async () => {
    await writeFile(file, 'one');
    await chmod(folder, 0o755);
    await asNobody(async () => {
      await expect(writeTextFile(file, 'two')).rejects.toMatchObject({
        code: 'write-failed',
        message: expect.stringContaining('permission denied'),
        hint: expect.stringContaining(`my.cnf, and put it in place as root: cp `),
      });
    });
    await chmod(folder, 0o777);
    await asNobody(async () => {
      await expect(writeTextFile(file, 'two')).rejects.toMatchObject({ code: 'write-failed' });
    });
    expect(await readFile(file, 'utf8')).toBe('one');
    expect(await readdir(folder)).toEqual(['my.cnf']);
  },
);

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

describe('what is wrong with files is said with file and line', () => {
  const problems = async (
    text: string | Buffer,
    server: ServerKind = { flavour: 'mariadb', version: [10, 11, 8] },
  ) => {
    await writeFile(file, text);
    const { tree } = await readPlanTarget(file, server);
    return { ...tree, said: tree.problems.map(({ message }) => message.replaceAll(folder, '')) };
  };

  test('a world-writable included file is ignored, as servers do', async () => {
    await writeFile(join(folder, 'open.cnf'), '[mysqld]\nflush=1\n');
    await chmod(join(folder, 'open.cnf'), 0o666);
    const { said, files } = await problems(`[mysqld]\n!include ${folder}/open.cnf\n`);
    expect(said).toEqual([
      'The option file /open.cnf is ignored by servers because everyone may write to it: chmod o-w it.',
    ]);
    expect([...files.keys()]).toEqual([file]);
  });

  test('a long line falls into pieces for MariaDB, and is whole for MySQL 8.4', async () => {
    const text = `[mysqld]\na=${'x'.repeat(5000)}\nb=1\n`;
    const said = [
      '/my.cnf, line 2 is longer than 4094 bytes: MariaDB, and MySQL until a release between 5.7.22 and 8.0.27, read the rest as lines of their own.',
    ];
    const old = await problems(text);
    expect(old.said).toEqual(said);
    expect(old.files.get(file)?.lines).toHaveLength(4);
    const modern = await problems(text, { flavour: 'mysql', version: [8, 4, 8] });
    expect(modern.said).toEqual(said);
    expect(modern.files.get(file)?.lines).toHaveLength(3);
  });

  test('NUL, a byte-order mark, an include at the very end', async () => {
    expect((await problems('[mysqld]\na=1\0\n')).said).toEqual([
      '/my.cnf, line 2 holds a NUL byte: MariaDB and MySQL 5.7 ignore the rest of the line, MySQL from a release between 5.7.22 and 8.0.27 on glues the next line to it.',
    ]);
    const marked = await problems('\u{feff}[mysqld]\na=1\n');
    expect(marked.refused).toBe(true);
    expect(marked.said[0]).toBe(
      '/my.cnf, line 1 begins with a byte-order mark, which servers take for the name of an option; save the file without it.',
    );
    await writeFile(join(folder, 'last.cnf'), '[mysqld]\n');
    const last = await problems(`[mysqld]\n!include ${folder}/last.cnf`);
    expect(last.said[0]).toContain('/my.cnf, line 2 is the end of the file, without a line feed');
    expect(last.said[1]).toBe('/my.cnf, line 2 is ignored by servers: There is no option file /last.cn.');
  });
});

test('option files that include without end are refused: many files, many bytes, many includes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-tree-'));
  try {
    const root = join(folder, 'root.cnf');
    const read = () => readOptionTree([{ path: root, required: true }]);
    const refusal = { code: 'file-unreadable', message: expect.stringContaining('include more than') };
    for (let n = 0; n < 600; n += 1) await writeFile(join(folder, `f${n}.cnf`), '[mysqld]\n');
    await writeFile(root, `!includedir ${folder}\n`);
    await expect(read()).rejects.toMatchObject(refusal);
    await writeFile(root, `!include ${join(folder, 'none')}\n`.repeat(6000));
    await expect(read()).rejects.toMatchObject(refusal);
    for (let n = 0; n < 10; n += 1) await writeFile(join(folder, `f${n}.cnf`), '#'.repeat(1_000_000));
    await writeFile(
      root,
      Array.from({ length: 10 }, (_, n) => `!include ${join(folder, `f${n}.cnf`)}\n`).join(''),
    );
    await expect(read()).rejects.toMatchObject(refusal);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('what an option file says of TLS and Latchkey does not use is said', async () => {
  const file = join(folder, 'tls.cnf');
  await writeFile(
    file,
    '[client]\nssl-capath=/etc/ssl\nloose-ssl-crl = a.pem\nssl_crlpath=/crl\ntls-version=TLSv1.3\nssl-ca=/ca.pem\n',
    { mode: 0o600 },
  );
  const { target, warnings } = await completeTarget({ defaultsFile: file }, {});
  expect(target.sslCa).toBe('/ca.pem');
  expect(warnings.map((text) => /sets (\S+),/.exec(text)?.[1])).toEqual([
    'ssl-capath',
    'ssl-crl',
    'ssl-crlpath',
    'tls-version',
  ]);
});
