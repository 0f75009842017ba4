import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/servers/free-port.ts';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import { LatchkeyError } from '../../src/shared/base/error';
import { describeEachVersion } from './real-server.ts';
import { type Client, connectClient, sectionStates, takeSnapshot } from './take-snapshot.ts';
import { has } from './traits.ts';

const secret = 'Wr0ng-pass-word';

/** The error that opening ends with, as it would be shown; never with the password in it. */
async function refusal(...args: Parameters<typeof openSession>) {
  const outcome = await openSession(...args).catch((error: unknown) => error);
  if (!(outcome instanceof LatchkeyError)) throw new Error(`expected a refusal, got ${String(outcome)}`);
  const document = outcome.toDocument();
  expect(JSON.stringify(document) + String(outcome.stack)).not.toContain(secret);
  expect(document.hint ?? '').not.toBe('');
  return document;
}

await describeEachVersion('refused', (id) => {
  let server: RunningServer;
  let root: Client;
  beforeAll(async () => {
    server = await startServer(id, { options: { max_connections: 10 } });
    root = connectClient(server.socket);
  });
  afterAll(async () => {
    root?.end();
    await server?.stop();
  });
  const tcp = (more: object = {}) => ({ host: '127.0.0.1', port: server.port, user: 'root', ...more });

  test('wrong password', async () => {
    const error = await refusal(tcp(), { password: secret });
    expect(error.code).toBe('access-denied');
    expect(error.message).toContain("'root'@");
    expect(error.hint).toContain('password');
  });

  test('no such account, over the socket', async () => {
    const error = await refusal({ socket: server.socket, user: 'nobody' }, {});
    expect(error).toMatchObject({
      code: 'access-denied',
      message: expect.stringContaining("'nobody'@'localhost'"),
    });
  });

  test('nothing listens; no socket; no such host', async () => {
    const port = await freePort();
    expect(await refusal(tcp({ port }), {})).toMatchObject({
      code: 'server-unreachable',
      message: expect.stringContaining(`127.0.0.1:${port}`),
    });
    const socket = join(server.dir, 'none.sock');
    expect(await refusal({ socket, user: 'root' }, {})).toMatchObject({
      code: 'server-unreachable',
      message: `There is no socket ${socket}.`,
    });
    expect(await refusal({ host: 'no-such-host.invalid', user: 'root' }, {})).toMatchObject({
      code: 'server-unreachable',
      message: 'The host name no-such-host.invalid is not known.',
    });
  });

  test('the account has no connection left', async () => {
    await root.query('CREATE USER one@localhost');
    await root.query(
      id.startsWith('mariadb') || !has('accountOptions', id)
        ? 'GRANT USAGE ON *.* TO one@localhost WITH MAX_USER_CONNECTIONS 1'
        : 'ALTER USER one@localhost WITH MAX_USER_CONNECTIONS 1',
    );
    const first = await openSession({ socket: server.socket, user: 'one' }, {});
    expect(await refusal({ socket: server.socket, user: 'one' }, {})).toMatchObject({
      code: 'too-many-connections',
    });
    await first.close();
  });

  test('connections exhausted: refused without, and a full snapshot with the one extra connection', async () => {
    await root.query('CREATE USER plain@localhost');
    const others: Client[] = [];
    const taken = async () => {
      const client = connectClient(server.socket, 'plain');
      others.push(client);
      return client.query('SELECT 1').then(
        () => true,
        () => false,
      );
    };
    // root holds one; an ordinary account takes the rest.
    while (await taken());
    expect(await refusal({ socket: server.socket, user: 'plain' }, {})).toMatchObject({
      code: 'too-many-connections',
      hint: expect.stringContaining('SUPER'),
    });
    for (const target of [{ socket: server.socket, user: 'root' }, tcp()]) {
      // The server counts the refused and the closed connection for a moment longer.
      const open = () => openSession(target, {}).catch((error: unknown) => error);
      let session = await open();
      await expect
        .poll(async () => {
          if (session instanceof Error) session = await open();
          return session instanceof Error ? session.message : 'open';
        })
        .toBe('open');
      if (!session || session instanceof Error || typeof session !== 'object' || !('query' in session))
        throw session;
      const usable = session as Awaited<ReturnType<typeof openSession>>;
      const snapshot = await takeSnapshot(usable, { windowSeconds: 1, intervalMs: 500 });
      expect(snapshot.complete).toBe(true);
      expect(Object.values(sectionStates(snapshot)).filter((state) => state.startsWith('failed'))).toEqual(
        [],
      );
      await usable.close();
    }
    for (const client of others) client.end();
    // They too are counted for a moment longer, which the next test would meet.
    await expect
      .poll(() =>
        openSession({ socket: server.socket, user: 'plain' }, {}).then(
          (session) => session.close().then(() => 'open'),
          (error: Error) => error.message,
        ),
      )
      .toBe('open');
  });

  test.skipIf(!has('requireTls', id))('TLS required by the server while it is off here', async () => {
    await root.query('SET GLOBAL require_secure_transport = ON').catch(() => undefined);
    const error = await refusal(tcp({ sslMode: 'disabled' }), {});
    if (has('ownCertificates', id)) {
      expect(error.code).toBe('tls-required');
      const session = await openSession(tcp({ sslMode: 'required' }), {});
      expect(session.tls).toMatch(/^TLSv1\.[23] /);
      await session.close();
    } else {
      // Some of these answer like to a wrong password, so the hint has to do.
      expect(`${error.code} ${error.hint}`).toMatch(/tls-required|require_secure_transport/);
      expect(await refusal(tcp({ sslMode: 'required' }), {})).toMatchObject({ code: 'tls-failed' });
    }
    await root.query('SET GLOBAL require_secure_transport = OFF');
  });

  test('an account that requires TLS, without it: the hint says so', async () => {
    await root.query(
      has('accountOptions', id)
        ? 'CREATE USER safe@localhost REQUIRE SSL'
        : 'GRANT USAGE ON *.* TO safe@localhost REQUIRE SSL',
    );
    const error = await refusal(tcp({ user: 'safe', host: 'localhost', sslMode: 'disabled' }), {});
    expect(error).toMatchObject({ code: 'access-denied', hint: expect.stringContaining('TLS') });
  });

  test('a password login works over TCP without TLS and with what the server offers', async () => {
    await root.query("CREATE USER 'app'@'%' IDENTIFIED BY 'Right-pass-word'");
    if (has('cachingSha2', id)) {
      expect(
        await refusal(tcp({ user: 'app', sslMode: 'disabled' }), { password: 'Right-pass-word' }),
      ).toMatchObject({ code: 'tls-required', message: expect.stringContaining('was not sent') });
    }
    // With TLS first: what the server then has in its cache is enough without.
    for (const sslMode of ['preferred', 'disabled'] as const) {
      const session = await openSession(tcp({ user: 'app', sslMode }), { password: 'Right-pass-word' });
      expect(session.identity.privileges).toEqual([]);
      expect(session.tls === null).toBe(sslMode === 'disabled' || !has('ownCertificates', id));
      await session.close();
    }
  });
});

test('what is no MySQL server is called so', async () => {
  const listen = (greeting: string) =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        if (greeting !== '') socket.write(greeting);
      });
      server.listen(0, '127.0.0.1', () => resolve(server));
    });
  const target = (server: Server) => {
    const address = server.address();
    return {
      host: '127.0.0.1',
      port: typeof address === 'object' ? (address?.port ?? 0) : 0,
      connectTimeoutMs: 300,
    };
  };
  const ssh = await listen('SSH-2.0-OpenSSH_9.2\r\n');
  expect(await refusal(target(ssh), {})).toMatchObject({
    code: 'unsupported-server',
    message: expect.stringContaining('SSH-2.0-OpenSSH_9.2'),
  });
  ssh.close();
  const silent = await listen('');
  expect(await refusal(target(silent), {})).toMatchObject({
    code: 'server-unreachable',
    message: expect.stringContaining('did not greet'),
  });
  silent.close();
});

test('a host name is needed to compare a certificate with, and TLS files must be readable', async () => {
  expect(await refusal({ host: '127.0.0.1', sslMode: 'verify-identity' }, {})).toMatchObject({
    code: 'usage',
  });
  await expect(
    openSession({ host: 'localhost', sslMode: 'verify-ca', sslCa: '/none/ca.pem' }, {}),
  ).rejects.toMatchObject({
    code: 'file-not-found',
  });
});
