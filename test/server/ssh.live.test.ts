import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import {
  type RunningSshd,
  runSshTool,
  sshdAvailability,
  sshTool,
  startSshd,
} from '../../scripts/servers/sshd.ts';
import { openSession } from '../../src/server';
import type { SshSurroundings } from '../../src/server/connect/ssh/login';
import { openSshConnection } from '../../src/server/connect/ssh/ssh-connection';
import type { ConnectionTarget, SshTarget } from '../../src/shared/connection';

const available = sshdAvailability();
if (!available.available && process.env.CI) throw new Error(available.reason);

describe.skipIf(!available.available)('through SSH', () => {
  let server: RunningServer;
  let sshd: RunningSshd;
  let surroundings: SshSurroundings;
  beforeAll(async () => {
    [server, sshd] = await Promise.all([startServer('mysql97'), startSshd()]);
    writeFileSync(join(sshd.dir, 'known'), sshd.knownHosts.plain);
    surroundings = { home: join(sshd.dir, 'no-home'), user: 'nobody', agent: undefined };
  });
  afterAll(async () => {
    await server?.stop();
    await sshd?.stop();
  });

  const file = (name: string, text: string) => {
    const path = join(sshd.dir, name);
    writeFileSync(path, text);
    return path;
  };
  const via = (more: Partial<SshTarget> = {}): SshTarget => ({
    host: '127.0.0.1',
    port: sshd.port,
    user: sshd.user,
    key: sshd.keys.plain,
    knownHosts: join(sshd.dir, 'known'),
    ...more,
  });
  const target = (more: Partial<ConnectionTarget> = {}): ConnectionTarget => ({
    host: '127.0.0.1',
    port: server.port,
    user: 'root',
    ssh: via(),
    ...more,
  });
  const open = (more: Partial<ConnectionTarget> = {}, sshPassword?: string, around = surroundings) =>
    openSession(target(more), sshPassword === undefined ? {} : { sshPassword }, { sshSurroundings: around });
  const withoutKey = (): SshTarget => {
    const { key: _key, ...rest } = via();
    return rest;
  };
  const forwards = () => sshd.log().split('Accepted ').length;

  test('a plain key; the statements travel through the host, with TLS inside', async () => {
    const before = forwards();
    const session = await open();
    expect(session.identity.version[0]).toBe(9);
    expect(session.tls).toMatch(/^TLSv1/);
    expect((await session.query('SELECT 1')).rows).toEqual([[1]]);
    expect(forwards()).toBeGreaterThan(before);
    await session.close();
  });

  test('an encrypted key with its passphrase; without or with a wrong one the reason is reported', async () => {
    const ssh = via({ key: sshd.keys.encrypted });
    const session = await open({ ssh }, sshd.keys.passphrase);
    await session.close();
    await expect(open({ ssh })).rejects.toMatchObject({
      code: 'access-denied',
      message: expect.stringContaining('is encrypted, and no passphrase was given'),
      hint: expect.stringContaining('--ssh-password'),
    });
    await expect(open({ ssh }, 'wrong')).rejects.toMatchObject({
      code: 'access-denied',
      message: expect.stringContaining('passphrase'),
    });
  });

  test('a password', async () => {
    const session = await open({ ssh: withoutKey() }, sshd.password);
    await session.close();
    await expect(open({ ssh: withoutKey() }, 'Wrong-ssh-pass')).rejects.toSatisfy((error: Error) => {
      expect(error).toMatchObject({
        code: 'access-denied',
        message: expect.stringMatching(/tried: the password\. It takes: publickey, password\./),
      });
      expect(JSON.stringify(error) + error.stack).not.toContain('Wrong-ssh-pass');
      return true;
    });
  });

  test('a key that is not allowed in; nothing to log in with; a public key', async () => {
    await expect(open({ ssh: via({ key: sshd.strangerKey }) })).rejects.toMatchObject({
      code: 'access-denied',
      message: expect.stringContaining(`tried: the key ${sshd.strangerKey}`),
    });
    await expect(open({ ssh: withoutKey() })).rejects.toMatchObject({
      code: 'access-denied',
      message: expect.stringContaining('there is no SSH agent, no usable key in ~/.ssh and no password'),
    });
    await expect(open({ ssh: via({ key: `${sshd.keys.plain}.pub` }) })).rejects.toMatchObject({
      code: 'file-unreadable',
      message: expect.stringContaining('public SSH key'),
    });
    await expect(open({ ssh: via({ key: '/none/key' }) })).rejects.toMatchObject({ code: 'file-not-found' });
  });

  test('the agent, also for an encrypted key file without a passphrase', async () => {
    const agent = join(sshd.dir, 'agent');
    const [program = '', ...first] = sshTool('ssh-agent');
    const process = spawn(program, [...first, '-D', '-a', agent], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await new Promise((resolve) => process.stdout?.once('data', resolve));
      runSshTool('ssh-add', ['-q', sshd.strangerKey, sshd.keys.plain], { SSH_AUTH_SOCK: agent });
      const around = { ...surroundings, agent };
      for (const ssh of [withoutKey(), via({ key: sshd.keys.encrypted })]) {
        const session = await open({ ssh }, undefined, around);
        await session.close();
      }
    } finally {
      process.kill();
    }
    const gone = { ...surroundings, agent: join(sshd.dir, 'no-agent') };
    const session = await open({ ssh: withoutKey() }, sshd.password, gone);
    await session.close();
  });

  test('a hashed line and a bare wildcard are known; an unknown host is refused with its fingerprint', async () => {
    const hashed = file('hashed-only', sshd.knownHosts.hashed);
    await (await open({ ssh: via({ knownHosts: hashed }) })).close();
    const wild = file('wild', sshd.knownHosts.plain.replace(/^\S+/, '127.0.0.*'));
    await (await open({ ssh: via({ knownHosts: wild }) })).close();
    const empty = file('empty', '# nobody\n');
    const logins = forwards();
    await expect(open({ ssh: via({ knownHosts: empty }) })).rejects.toMatchObject({
      code: 'host-key-refused',
      message: expect.stringContaining(sshd.fingerprint),
      hint: expect.stringContaining(sshd.knownHosts.plain.trim()),
    });
    await expect(open({ ssh: via({ knownHosts: '/none/known' }) })).rejects.toMatchObject({
      code: 'file-not-found',
    });
    expect(forwards()).toBe(logins);
  });

  test('a changed or revoked key is refused, and reported where it stands', async () => {
    const stranger = readFileSync(`${sshd.strangerKey}.pub`, 'utf8').split(' ');
    const changed = file('changed', `# a comment\n[127.0.0.1]:${sshd.port} ${stranger[0]} ${stranger[1]}\n`);
    await expect(open({ ssh: via({ knownHosts: changed }) })).rejects.toMatchObject({
      code: 'host-key-refused',
      message: expect.stringMatching(/has changed.*line 2 of /),
      hint: expect.stringContaining('ssh-keygen -R'),
    });
    const revoked = file(
      'revoked',
      `${sshd.knownHosts.plain}@revoked * ${sshd.knownHosts.plain.split(' ').slice(1).join(' ')}`,
    );
    await expect(open({ ssh: via({ knownHosts: revoked }) })).rejects.toMatchObject({
      code: 'host-key-refused',
      message: expect.stringContaining('revoked'),
    });
  });

  test("the server's socket on the host", async () => {
    const session = await openSession({ socket: server.socket, user: 'root', ssh: via() }, {});
    expect(session.tls).toBeNull();
    expect(session.identity.hosting).toBe('self');
    await session.close();
    await expect(openSession({ socket: '/none/mysqld.sock', ssh: via() }, {})).rejects.toMatchObject({
      code: 'server-unreachable',
      message: expect.stringContaining('gets no connection to /none/mysqld.sock'),
    });
  });

  test('nothing listens behind the host; forwarding is not allowed; no SSH server', async () => {
    await expect(open({ port: 1 })).rejects.toMatchObject({
      code: 'server-unreachable',
      message: expect.stringMatching(/gets no connection to 127\.0\.0\.1:1: Connection refused/),
    });
    const strict = await startSshd(['AllowTcpForwarding no']);
    try {
      const knownHosts = file('strict', strict.knownHosts.plain);
      await expect(
        open({ ssh: via({ port: strict.port, knownHosts, key: strict.keys.plain }) }),
      ).rejects.toMatchObject({
        code: 'server-unreachable',
        message: expect.stringContaining('does not forward'),
        hint: expect.stringContaining('AllowTcpForwarding'),
      });
    } finally {
      await strict.stop();
    }
    await expect(open({ ssh: via({ port: 1 }) })).rejects.toMatchObject({
      code: 'server-unreachable',
      message: expect.stringContaining('Nothing listens at the SSH host'),
    });
    await expect(open({ ssh: via({ port: server.port }), connectTimeoutMs: 2000 })).rejects.toMatchObject({
      code: 'server-unreachable',
    });
  });

  test('a statement too long is stopped by KILL QUERY over the same SSH connection', async () => {
    const session = await open();
    const logins = forwards();
    await expect(session.query('DO SLEEP(30)', { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'timeout',
    });
    expect((await session.query('SELECT 2')).rows).toEqual([[2]]);
    expect(session.statements.map(({ sql }) => sql)).toContainEqual(expect.stringMatching(/^KILL QUERY/));
    expect(forwards()).toBe(logins);
    await session.close();
  });

  test('commands run on the host, within a time limit and a size', async () => {
    const session = await open();
    const ssh = session.ssh;
    if (ssh === null) throw new Error('no SSH connection');
    expect(await ssh.exec('echo out; echo err >&2; exit 3')).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 3,
      truncated: false,
    });
    const long = await ssh.exec('yes | head -c 100000', { maxBytes: 1000 });
    expect([long.stdout.length, long.truncated]).toEqual([1000, true]);
    await expect(ssh.exec('sleep 60', { timeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout' });
    const cancel = new AbortController();
    const running = ssh.exec('sleep 60', { signal: cancel.signal });
    cancel.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect((await ssh.exec('cat; echo end')).stdout).toBe('end\n');
    expect((await session.query('SELECT 3')).rows).toEqual([[3]]);
    await session.close();
  });

  test('a lost SSH connection is reported as such, to statements and commands', async () => {
    const session = await open();
    const running = session.query('DO SLEEP(30)').catch((error: unknown) => error);
    const command = session.ssh?.exec('sleep 30').catch((error: unknown) => error);
    await expect.poll(() => sshd.log()).toContain('Starting session: command for tunnel');
    sshd.dropConnections();
    const lost = { code: 'connection-lost', message: expect.stringContaining('SSH connection to tunnel@') };
    expect(await running).toMatchObject(lost);
    expect(await command).toMatchObject(lost);
    await expect(session.query('SELECT 1')).rejects.toMatchObject(lost);
    await session.close();
    await (await open()).close();
  });

  test('a host that falls silent: keep-alives notice, and nothing waits for ever', async () => {
    const connection = await openSshConnection(via(), undefined, {
      timeoutMs: 5000,
      surroundings,
      keepAliveMs: 200,
    });
    sshd.freezeConnections();
    await expect(connection.open({ port: server.port }, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'server-unreachable',
      message: expect.stringContaining('no answer within 0.05 s'),
    });
    const cancel = new AbortController();
    const opening = connection.open({ port: server.port }, { timeoutMs: 60_000, signal: cancel.signal });
    cancel.abort();
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
    await expect(connection.exec('true', { timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'connection-lost',
      message: expect.stringContaining('Keepalive timeout'),
    });
    await connection.close();
    sshd.dropConnections();
  });

  test('cancelling while connecting', async () => {
    const cancel = new AbortController();
    const opening = openSshConnection(via(), undefined, {
      signal: cancel.signal,
      timeoutMs: 5000,
      surroundings,
    });
    cancel.abort();
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  });
});
