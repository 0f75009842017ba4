import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, serverAvailability, startServer } from '../../scripts/servers/index.ts';
import { type RunningSshd, sshdAvailability, startSshd } from '../../scripts/servers/sshd.ts';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { connectClient } from '../server/take-snapshot.ts';
import { buildLatchkey, errorDocument, latchkey } from './latchkey.ts';

const server97 = await serverAvailability('mysql97');
const ssh = sshdAvailability();
const available = server97.available && ssh.available;
if (!available && process.env.CI) throw new Error('server or sshd not set up: npm run setup -- test');

/** A login path file as mysql_config_editor writes it (its own are in src/files/options/login-path.test.ts). */
function loginFile(lines: string[]): Buffer {
  const material = randomBytes(20);
  const key = Buffer.alloc(16);
  for (const [index, byte] of material.entries())
    key.writeUInt8(key.readUInt8(index % 16) ^ byte, index % 16);
  const chunks = lines.map((line) => {
    const cipher = createCipheriv('aes-128-ecb', key, null);
    const text = Buffer.concat([cipher.update(`${line}\n`), cipher.final()]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return Buffer.concat([length, text]);
  });
  return Buffer.concat([Buffer.alloc(4), material, ...chunks]);
}

describe.skipIf(!available)('connections of the command line', () => {
  let server: RunningServer;
  let sshd: RunningSshd;
  let home: string;
  beforeAll(async () => {
    buildLatchkey();
    [server, sshd] = await Promise.all([startServer('mysql97'), startSshd()]);
    home = mkdtempSync(join(tmpdir(), 'latchkey-home-'));
    writeFileSync(join(sshd.dir, 'known'), sshd.knownHosts.hashed);
    const root = connectClient(server.socket);
    await root.query("CREATE USER app@'%' IDENTIFIED BY 'Right-pass-word'");
    root.end();
  });
  afterAll(async () => {
    await server?.stop();
    await sshd?.stop();
    rmSync(home, { recursive: true, force: true });
  });
  const file = (name: string, text: string | Buffer) => {
    const path = join(home, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const snapshot = (args: string[], input = '', environment: Record<string, string> = {}) =>
    latchkey(['snapshot', ...args, '--for', '0s', '--json', '--force', '-o', join(home, 'x.lks')], {
      input,
      environment: { HOME: home, LATCHKEY_HOME: home, ...environment },
    });
  const tunnel = (key: string) => [
    ...['--ssh', `${sshd.user}@127.0.0.1:${sshd.port}`, '--ssh-key', key],
    ...['--ssh-known-hosts', join(sshd.dir, 'known')],
  ];
  const target = async () => (await readSnapshot(join(home, 'x.lks'))).origin;

  // Claim, What a person on the network can do: A session over TCP without encryption is said to be one, on standard error, in the snapshot and in its reports.
  test('a connection that is not encrypted is warned of, and the snapshot says so', async () => {
    const at = `mysql://app@127.0.0.1:${server.port}/`;
    const secret = 'Right-pass-word';
    const encrypted = await snapshot([at, '--password-stdin'], secret);
    expect([encrypted.code, encrypted.err]).toEqual([0, expect.not.stringContaining('not encrypted')]);
    expect(await target()).toMatchObject({
      transport: { kind: 'tls', cipher: expect.stringMatching(/^TLSv1/) },
    });
    const plain = await snapshot([at, '--password-stdin', '--ssl-mode=disabled'], secret);
    expect([plain.code, plain.err]).toEqual([
      0,
      expect.stringMatching(/^\{"warning":"The connection is not encrypted\..*"\}$/m),
    ]);
    expect(await target()).toMatchObject({ transport: { kind: 'loopback' } });
    const report = await latchkey(['report', join(home, 'x.lks'), '--format', 'markdown']);
    expect(report.out).toContain('The connection is not encrypted.');
    const socket = await snapshot(['--socket', server.socket, '--user', 'root']);
    expect([socket.code, socket.err]).toEqual([0, expect.not.stringContaining('warning')]);
    expect(await target()).toMatchObject({ transport: { kind: 'socket' } });
  });

  test('through SSH, both passwords from standard input; none of them in the file', async () => {
    const url = `mysql://app@127.0.0.1:${server.port}/?ssl-mode=required`;
    const secrets = `Right-pass-word\n${sshd.keys.passphrase}\n`;
    const done = await snapshot(
      [url, '--password-stdin', '--ssh-password-stdin', ...tunnel(sshd.keys.encrypted)],
      secrets,
    );
    expect([done.code, done.err]).toEqual([0, expect.not.stringContaining('"code"')]);
    expect(await target()).toMatchObject({
      target: `app@127.0.0.1:${server.port} through SSH ${sshd.user}@127.0.0.1:${sshd.port}`,
    });
    const text = JSON.stringify(await readSnapshot(join(home, 'x.lks')));
    expect(text).not.toContain('Right-pass-word');
    expect(text).not.toContain(sshd.keys.passphrase);
  });

  test('an unknown SSH host ends with exit code 3 and its fingerprint', async () => {
    const known = file('nobody', '');
    const args = [...tunnel(sshd.keys.plain).slice(0, -1), known, '--socket', server.socket];
    const done = await snapshot(args);
    expect(done.code).toBe(3);
    expect(errorDocument(done)).toMatchObject({
      code: 'host-key-refused',
      message: expect.stringContaining(sshd.fingerprint),
    });
  });

  test('a login path, with the group suffix of another port; ~/.my.cnf fills the rest', async () => {
    const lines = ['[client]', 'user = "app"', '[here]', 'password = "Right-pass-word"', 'port = 1'];
    file('.mylogin.cnf', loginFile([...lines, '[here_two]', `port = ${server.port}`]));
    file('.my.cnf', '[client]\nhost = 127.0.0.1\nuser = nobody\npassword = wrong\nssl-mode = REQUIRED\n');
    const done = await snapshot(['--login-path', 'here', '--defaults-group-suffix', '_two']);
    expect([done.code, done.err]).toEqual([0, expect.anything()]);
    expect(await target()).toMatchObject({ target: `app@127.0.0.1:${server.port}` });
    const address = ['--host', '127.0.0.1', '--port', String(server.port), '--user', 'app'];
    const denied = async (...more: string[]) => errorDocument(await snapshot([...address, ...more]));
    expect(await denied()).toMatchObject({ message: expect.stringContaining('using password: YES') });
    expect(await denied('--no-defaults')).toMatchObject({
      message: expect.stringContaining('using password: NO'),
    });
  });

  test('an empty socket is a usage error', async () => {
    const done = await snapshot(['--socket', '']);
    expect(done.code).toBe(2);
    expect(errorDocument(done)).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('--socket'),
    });
  });
});
