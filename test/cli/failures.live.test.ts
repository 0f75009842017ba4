import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/servers/free-port.ts';
import { type RunningServer, serverAvailability, startServer } from '../../scripts/servers/index.ts';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { buildLatchkey, errorDocument, latchkey, startLatchkey } from './latchkey.ts';

const found = await serverAvailability('mysql97');
if (!found.available && process.env.CI) throw new Error(`mysql97 is not available: ${found.reason}`);
const title = found.available ? 'failures' : `failures (mysql97 is not available: ${found.reason})`;

let folder: string;
let file: string;
beforeAll(buildLatchkey);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-failures-'));
  file = join(folder, 'x.lks');
});
afterEach(() => rm(folder, { recursive: true }));

describe.skipIf(!found.available && process.env.CI !== 'true')(title, () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer('mysql97', { options: { max_connections: 5 } });
    await asRoot(async (root) => {
      await root.query("CREATE USER 'locked'@'%' IDENTIFIED BY 'sesame'");
      await root.query("CREATE USER 'nobody'@'%' IDENTIFIED BY 'sesame'");
    });
  });
  afterAll(() => server?.stop());

  async function asRoot(body: (root: mysql.Connection) => Promise<void>): Promise<void> {
    const root = await mysql.createConnection({ socketPath: server.socket, user: 'root' });
    try {
      await body(root);
    } finally {
      await root.end();
    }
  }
  const overTcp = (user: string) => ['-h', '127.0.0.1', '-P', String(server.port), '-u', user];
  const moment = ['--for', '0', '--json'];

  test('a wrong password is access-denied, exit code 3, and no file is written', async () => {
    const outcome = await latchkey(
      ['snapshot', ...overTcp('locked'), '--password-stdin', '-o', file, ...moment],
      {
        input: 'wrong\n',
      },
    );
    expect(outcome).toMatchObject({ code: 3, out: '' });
    expect(errorDocument(outcome)).toMatchObject({
      code: 'access-denied',
      message: expect.stringContaining("Access denied for user 'locked'"),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test('the password is taken from stdin, the environment and an option file', async () => {
    const options = join(folder, 'my.cnf');
    await writeFile(options, '[client]\nuser=locked\npassword="sesame"\n', { mode: 0o600 });
    const base = ['snapshot', '-o', file, '--force', ...moment];
    const runs = [
      await latchkey([...base, ...overTcp('locked'), '--password-stdin'], { input: 'sesame\n' }),
      await latchkey([...base, ...overTcp('locked')], { environment: { LATCHKEY_PASSWORD: 'sesame' } }),
      await latchkey([...base, ...overTcp('locked')], { environment: { MYSQL_PWD: 'sesame' } }),
      await latchkey([...base, '-h', '127.0.0.1', '-P', String(server.port), '--defaults-file', options]),
      await latchkey([...base, `mysql://locked@127.0.0.1:${server.port}`, '--password-stdin'], {
        input: 'sesame',
      }),
    ];
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect((await readFile(file)).includes('sesame')).toBe(false);
  });

  test('a host that is not there is server-unreachable, exit code 3', async () => {
    const outcome = await latchkey([
      'snapshot',
      '-h',
      '127.0.0.1',
      '-P',
      String(await freePort()),
      '-o',
      file,
      ...moment,
    ]);
    expect(outcome).toMatchObject({ code: 3, out: '' });
    expect(errorDocument(outcome)).toMatchObject({ code: 'server-unreachable', hint: expect.any(String) });
    const socket = await latchkey(['snapshot', '-S', join(folder, 'none.sock'), '-o', file, ...moment]);
    expect(socket).toMatchObject({ code: 3, out: '' });
    expect(errorDocument(socket)).toMatchObject({ code: 'server-unreachable' });
  });

  test('an account with USAGE only gives a snapshot that says what it could not read', async () => {
    const outcome = await latchkey(
      ['snapshot', ...overTcp('nobody'), '--password-stdin', '-o', file, '--for', '1s'],
      {
        input: 'sesame',
      },
    );
    expect(outcome).toMatchObject({ code: 0, err: '' });
    const { sections, complete } = await readSnapshot(file);
    expect(complete).toBe(true);
    const withoutRight = Object.entries(sections)
      // No GRANT is to open the hashes of all passwords.
      .filter(([id, { reason }]) => reason?.code === 'privilege' && id !== 'accounts-without-password')
      .map(([, section]) => section);
    expect(withoutRight.length).toBeGreaterThan(0);
    for (const { reason } of withoutRight) expect(reason?.remedy).toContain('GRANT');
    expect(Object.values(sections).filter(({ status }) => status === 'failed')).toEqual([]);
    expect([0, 1]).toContain((await latchkey(['analyze', file])).code);
  });

  test('when all connections are taken it is too-many-connections, exit code 3', async () => {
    const held: mysql.Connection[] = [];
    try {
      const options = { host: '127.0.0.1', port: server.port, user: 'nobody', password: 'sesame' };
      for (let number = 0; number < 5; number += 1) held.push(await mysql.createConnection(options));
      const outcome = await latchkey(
        ['snapshot', ...overTcp('nobody'), '--password-stdin', '-o', file, ...moment],
        {
          input: 'sesame',
        },
      );
      expect(outcome).toMatchObject({ code: 3, out: '' });
      expect(errorDocument(outcome)).toMatchObject({ code: 'too-many-connections' });
    } finally {
      for (const connection of held) await connection.end();
    }
  });

  test('one free connection is enough', async () => {
    const held: mysql.Connection[] = [];
    try {
      const options = { host: '127.0.0.1', port: server.port, user: 'nobody', password: 'sesame' };
      for (let number = 0; number < 4; number += 1) held.push(await mysql.createConnection(options));
      const outcome = await latchkey(
        ['snapshot', ...overTcp('nobody'), '--password-stdin', '-o', file, '--for', '1s', '--json'],
        { input: 'sesame' },
      );
      expect(outcome.code).toBe(0);
    } finally {
      for (const connection of held) await connection.end();
    }
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s keeps what was gathered, exit code 130', async (signal) => {
    const run = startLatchkey([
      'snapshot',
      '-S',
      server.socket,
      '-u',
      'root',
      '--for',
      '10m',
      '-o',
      file,
      '--json',
    ]);
    await run.progress(({ done }) => done >= 2);
    run.child.kill(signal);
    const outcome = await run.done;
    expect(outcome.code).toBe(130);
    expect(errorDocument(outcome)).toEqual({
      code: 'cancelled',
      message: `Cancelled. What was gathered until then is in ${file}.`,
    });
    expect(await readSnapshot(file)).toMatchObject({ complete: false, incomplete: { code: 'cancelled' } });
    expect([0, 1]).toContain((await latchkey(['analyze', file])).code);
  });

  test('a full disk is disk-full, exit code 2; an older file stays and nothing is left', async () => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk], { encoding: 'utf8' });
    const mounted = mount.status === 0;
    const target = mounted ? join(disk, 'old.lks') : '/dev/full';
    const older = '{"schema":"latchkey/snapshot/1"}';
    try {
      if (mounted) await writeFile(target, older);
      const outcome = await latchkey([
        'snapshot',
        '-S',
        server.socket,
        '-u',
        'root',
        '-o',
        target,
        '--force',
        ...moment,
      ]);
      expect(outcome).toMatchObject({ code: 2, out: '' });
      expect(errorDocument(outcome)).toMatchObject({
        code: 'disk-full',
        message: `No space left on the device while writing the snapshot ${target}.`,
      });
      if (mounted) {
        expect(await readdir(disk)).toEqual(['old.lks']);
        expect(await readFile(target, 'utf8')).toBe(older);
      }
    } finally {
      if (mounted) spawnSync('umount', [disk]);
    }
  });

  test('a server killed in mid-snapshot leaves a partial snapshot, exit code 3', async () => {
    const victim = await startServer('mysql97');
    try {
      const run = startLatchkey([
        'snapshot',
        '-S',
        victim.socket,
        '-u',
        'root',
        '--for',
        '10m',
        '-o',
        file,
        '--json',
      ]);
      await run.progress(({ done }) => done >= 2);
      await victim.kill();
      const outcome = await run.done;
      expect(outcome.code).toBe(3);
      expect(errorDocument(outcome)).toMatchObject({
        code: 'connection-lost',
        hint: `What was gathered until then is in ${file}.`,
      });
      expect((await readSnapshot(file)).complete).toBe(false);
      expect([0, 1]).toContain((await latchkey(['analyze', file])).code);
    } finally {
      await victim.stop();
    }
  });

  test('TLS that is required of a server without it is named, exit code 3', async () => {
    const plain = await startServer('mysql97', { options: { tls_version: '' } });
    try {
      const outcome = await latchkey([
        ...['snapshot', '-h', '127.0.0.1', '-P', String(plain.port), '-u', 'root'],
        ...['--ssl-mode', 'REQUIRED', '-o', file, ...moment],
      ]);
      expect(outcome).toMatchObject({ code: 3, out: '' });
      expect(errorDocument(outcome)).toMatchObject({
        code: 'tls-failed',
        message: expect.stringContaining('TLS'),
        hint: expect.any(String),
      });
    } finally {
      await plain.stop();
    }
  });

  test('a server that requires TLS of a client with TLS off is named, exit code 3', async () => {
    const setTransport = (value: number) =>
      asRoot((root) => root.query(`SET GLOBAL require_secure_transport = ${value}`).then(() => {}));
    await setTransport(1);
    try {
      const outcome = await latchkey(
        [
          'snapshot',
          ...overTcp('nobody'),
          '--password-stdin',
          '--ssl-mode',
          'disabled',
          '-o',
          file,
          ...moment,
        ],
        { input: 'sesame' },
      );
      expect(outcome).toMatchObject({ code: 3, out: '' });
      expect(errorDocument(outcome)).toMatchObject({ code: 'tls-required' });
    } finally {
      await setTransport(0);
    }
  });

  test('files that are no snapshots: exit code 2 and what is wrong', async () => {
    await latchkey(['snapshot', '-S', server.socket, '-u', 'root', '-o', file, ...moment]);
    const whole = await readFile(file);
    const corrupt = Buffer.from(whole);
    corrupt.fill(0xff, 2000, 2100);
    const cases: [Buffer | string, string, string][] = [
      ['', 'not-a-snapshot', 'the file is empty'],
      ['hello', 'not-a-snapshot', 'neither gzip nor JSON'],
      [whole.subarray(0, 3000), 'snapshot-truncated', 'truncated at byte 3000'],
      [corrupt, 'snapshot-corrupt', 'is corrupt'],
      ['{"schema":"latchkey/snapshot/2"}', 'snapshot-newer', 'newer version'],
    ];
    for (const [content, code, message] of cases) {
      await writeFile(file, content);
      const outcome = await latchkey(['analyze', file, '--json']);
      expect(outcome).toMatchObject({ code: 2, out: '' });
      expect(errorDocument(outcome)).toMatchObject({ code, message: expect.stringContaining(message) });
    }
    expect((await latchkey(['analyze', join(folder, 'none.lks')])).code).toBe(2);
  });
});

test('commands that need no SQLite do not load it', async () => {
  const hook = join(folder, 'hook.cjs');
  await writeFile(
    hook,
    `const Module = require('node:module');
const load = Module._load;
Module._load = function (request, ...rest) {
  if (request.includes('better-sqlite3')) { console.error('SQLite was loaded'); process.exit(99); }
  return load.call(this, request, ...rest);
};
`,
  );
  for (const args of [
    ['--help'],
    ['rules', 'list'],
    ['analyze', join(folder, 'none.lks')],
    ['restore', '--list'],
  ]) {
    const outcome = await latchkey(args, { node: ['--require', hook] });
    expect(outcome.err).not.toContain('SQLite');
    expect([0, 2]).toContain(outcome.code);
  }
});

const ownNode = (process.env.PATH ?? '')
  .split(':')
  .filter((place) => place !== '' && !place.includes('node_modules'))
  .map((place) => join(place, 'node'))
  .find((path) => existsSync(path));

test.skipIf(ownNode === undefined)('the launcher runs on the Node of the machine', async () => {
  const { launcher } = await import('./latchkey.ts');
  const result = spawnSync(launcher, ['rules', 'list', '--json'], {
    encoding: 'utf8',
    env: { ...process.env, LATCHKEY_NODE: ownNode },
  });
  expect(result).toMatchObject({ status: 0, stderr: '' });
});
