import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sysbenchLoad, sysbenchRefusal } from './sysbench';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-sysbench-'));
  vi.stubEnv('TMPDIR', join(folder, 'tmp'));
  await mkdir(join(folder, 'tmp'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Notes its arguments and its option file, then does as sysbench does. */
const program = () => `#!/bin/sh
NOTES='${folder}'
env >> "$NOTES/environment"
echo "$@" >> "$NOTES/arguments"
cat "\${1#--config-file=}" >> "$NOTES/options"
ls -l "\${1#--config-file=}" | cut -c 1-10 >> "$NOTES/modes"
echo 'sysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)'
case "$*" in *prepare) echo "Creating table 'sbtest1'..."; exit 0;; esac
echo 'Threads started!'
trap 'exit 0' TERM
while :; do echo '[ 1s ] thds: 2 tps: 1.00 qps: 1.00 (r/w/o: 1/0/0) lat (ms,95%): 1.00 err/s: 2.00 reconn/s: 0.00'; sleep 0.05; done
`;

// Claim, Passwords: sysbench gets a password by a file that only the user can read, and that is gone once it was read.
test.skipIf(process.platform === 'win32')(
  'the password is in no argument, and its file is there only until sysbench has read it: a kill leaves none',
  async () => {
    const path = join(folder, 'sysbench');
    await writeFile(path, program(), { mode: 0o755 });
    const load = sysbenchLoad({
      program: { path, version: 'sysbench 1.0.20' },
      workload: { kind: 'sysbench', preset: 'point-select', threads: 2, tables: 1, rows: 100 },
      target: { host: 'db.example', port: 3307, user: 'prober' },
      secrets: { password: 'top secret' },
      limitSeconds: 60,
      environment: { ...process.env, LATCHKEY_PASSWORD: 'top secret', MYSQL_PWD: 'top secret' },
      cpuSecondsOf: async () => 1,
      createSchema: async () => undefined,
    });
    const files = async () =>
      (await readdir(join(folder, 'tmp'), { recursive: true })).filter((name) => name.endsWith('.cnf'));
    const { signal } = new AbortController();
    await load.start(signal, () => undefined);
    expect(await files()).toEqual([]);
    await load.reconnect(signal);
    expect(await files()).toEqual([]);
    await vi.waitFor(() => expect(load.errors()).toBeGreaterThan(0));
    expect(load.failure()).toBeNull();
    await load.stop();
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
    const options = await readFile(join(folder, 'options'), 'utf8');
    expect(options.match(/^mysql-password='top secret'$/gm)).toHaveLength(3);
    expect(options).toContain('mysql-host=db.example\nmysql-port=3307\n');
    const modes = await readFile(join(folder, 'modes'), 'utf8');
    expect(new Set(modes.trim().split('\n'))).toEqual(new Set(['-rw-------']));
    const given = await readFile(join(folder, 'arguments'), 'utf8');
    expect(given).not.toContain('secret');
    expect(await readFile(join(folder, 'environment'), 'utf8')).not.toContain('secret');
    expect(
      given
        .trim()
        .split('\n')
        .map((line) => line.split(' ').at(-1)),
    ).toEqual(['prepare', 'run', 'run']);
  },
);

test.skipIf(process.platform === 'win32').each([
  ["it's, a #secret", 'mysql-password="it\'s, a #secret"\n'],
  ['#1 "secret"', `mysql-password='#1 "secret"'\n`],
])(
  'with a port, localhost is an address and no socket, as for Latchkey itself; the password %j arrives whole',
  async (password, line) => {
    const path = join(folder, 'sysbench');
    await writeFile(path, program(), { mode: 0o755 });
    const load = sysbenchLoad({
      program: { path, version: 'sysbench 1.0.20' },
      workload: { kind: 'sysbench', preset: 'point-select', threads: 2, tables: 1, rows: 100 },
      target: { host: 'localhost', port: 3307 },
      secrets: { password },
      limitSeconds: 60,
      environment: { ...process.env, LATCHKEY_PASSWORD: 'top secret', MYSQL_PWD: 'top secret' },
      cpuSecondsOf: async () => 1,
      createSchema: async () => undefined,
    });
    await load.start(new AbortController().signal, () => undefined);
    await load.stop();
    const options = await readFile(join(folder, 'options'), 'utf8');
    expect(options).toContain(`mysql-host=127.0.0.1\nmysql-port=3307\nmysql-user=${userInfo().username}\n`);
    expect(options).toContain(line);
  },
);

test('sysbench connects only where nobody on the network is between', () => {
  const way = { target: {}, statedSslMode: undefined, loopback: false };
  expect(sysbenchRefusal({ ...way, target: { socket: '/s' } })).toBeNull();
  expect(sysbenchRefusal({ ...way, loopback: true })).toBeNull();
  expect(sysbenchRefusal({ ...way, loopback: true, statedSslMode: 'preferred' })).toBeNull();
  for (const statedSslMode of ['required', 'verify-ca', 'verify-identity'] as const) {
    expect(sysbenchRefusal({ ...way, loopback: true, statedSslMode })).toContain('cannot be held to TLS');
  }
  for (const statedSslMode of [undefined, 'preferred', 'disabled'] as const) {
    expect(sysbenchRefusal({ ...way, statedSslMode })).toContain("whoever answers in the server's place");
  }
  const agreed = { target: { getServerPublicKey: true }, loopback: false };
  expect(sysbenchRefusal({ ...agreed, statedSslMode: 'disabled' })).toBeNull();
  expect(sysbenchRefusal({ ...agreed, statedSslMode: 'preferred' })).not.toBeNull();
  const ssh = { host: 'jump' };
  expect(sysbenchRefusal({ ...way, target: { ssh }, loopback: true })).toContain('SSH');
});
