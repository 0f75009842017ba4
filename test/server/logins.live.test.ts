import { existsSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, type ServerId, startServer } from '../../scripts/servers/index.ts';
import { inCache } from '../../scripts/setup/cache.mjs';
import { openSession } from '../../src/server';
import type { ConnectionTarget } from '../../src/shared/connection';
import { describeEachVersion } from './real-server.ts';
import { type Client, connectClient } from './take-snapshot.ts';
import { has } from './traits.ts';

/** Those whose packages hold authentication plugins. */
const packaged: readonly ServerId[] = ['mariadb1011', 'mariadb118'];
const password = 'Pa55-wörd of €uro';

/** Where set-up put MariaDB's authentication plugins; undefined: the server brings its own, or they are not there. */
function pluginFolder(id: ServerId): string | undefined {
  const folder = inCache('login-plugins', id);
  return existsSync(folder) ? folder : undefined;
}

await describeEachVersion('logins', (id) => {
  const plugins = pluginFolder(id);
  if (packaged.includes(id) && plugins === undefined && process.env.CI)
    throw new Error('no login plugins: npm run setup -- test');
  const when = (condition: boolean) => (condition ? test : test.skip);
  let server: RunningServer;
  let root: Client;
  beforeAll(async () => {
    server = await startServer(id, {
      args: plugins === undefined ? [] : [`--plugin-dir=${plugins}`],
      options: { max_connect_errors: 1, ...(id === 'mysql56' ? { secure_auth: false } : {}) },
    });
    root = connectClient(server.socket);
    await root.query('SET NAMES utf8mb4');
  });
  afterAll(async () => {
    root?.end();
    await server?.stop();
  });
  const tcp = (user: string, more: Partial<ConnectionTarget> = {}): ConnectionTarget => ({
    host: '127.0.0.1',
    port: server.port,
    user,
    ...more,
  });
  const login = async (target: ConnectionTarget, secret = password) => {
    const session = await openSession(target, { password: secret });
    const account = await session.query('SELECT CURRENT_USER()');
    const { tls } = session;
    await session.close();
    return { account: account.rows[0]?.[0], encrypted: tls !== null };
  };
  /** By TLS where the server has it, by plain TCP and by the socket; each wrong password is refused as such. */
  const everyWay = async (user: string, forget = '', plain: Partial<ConnectionTarget> = {}) => {
    const ways: ConnectionTarget[] = [
      ...(has('ownCertificates', id) ? [tcp(user, { sslMode: 'required' })] : []),
      tcp(user, { sslMode: 'disabled', ...plain }),
      { socket: server.socket, user },
    ];
    for (const target of ways) {
      if (forget !== '') await root.query(forget);
      expect(await login(target)).toEqual({ account: `${user}@%`, encrypted: target.sslMode === 'required' });
      await expect(login(target, 'not it')).rejects.toMatchObject({
        code: 'access-denied',
        hint: expect.stringContaining('the password or the user name is wrong'),
      });
    }
  };

  when(has('nativePassword', id))('the native password', async () => {
    await root.query(
      `CREATE USER native@'%' IDENTIFIED ${id === 'mysql80' ? 'WITH mysql_native_password ' : ''}BY '${password}'`,
    );
    await everyWay('native');
  });

  when(has('cachingSha2', id))(
    'caching_sha2_password, from the cache and with its key exchange',
    async () => {
      await root.query(`CREATE USER sha2@'%' IDENTIFIED WITH caching_sha2_password BY '${password}'`);
      const plain = { getServerPublicKey: true };
      await everyWay('sha2', 'FLUSH PRIVILEGES', plain);
      await everyWay('sha2', '', plain);
    },
  );

  /** What is neither sent in clear nor under a key that nobody vouches for. */
  const held = { code: 'tls-required', hint: expect.stringContaining('--server-public-key-path') };

  when(has('cachingSha2', id))(
    'a full password crosses plain TCP only with a key that was named or agreed to',
    async () => {
      const named = {
        sslMode: 'disabled',
        serverPublicKeyPath: join(server.dir, 'data', 'public_key.pem'),
      } as const;
      for (const plugin of ['caching_sha2_password', 'sha256_password']) {
        const user = `keyed_${plugin.slice(0, 4)}`;
        await root.query(`CREATE USER ${user}@'%' IDENTIFIED WITH ${plugin} BY '${password}'`);
        await expect(login(tcp(user, { sslMode: 'disabled' }))).rejects.toMatchObject(held);
        expect(await login(tcp(user, named))).toEqual({ account: `${user}@%`, encrypted: false });
        await expect(login(tcp(user, named), 'not it')).rejects.toMatchObject({ code: 'access-denied' });
        await root.query('FLUSH PRIVILEGES');
        await expect(login(tcp(user, { sslMode: 'disabled' }))).rejects.toMatchObject(held);
      }
      // What the cache of the server knows needs no full password; a wrong one would.
      const cached = tcp('keyed_cach', { sslMode: 'disabled' });
      await login(tcp('keyed_cach', { sslMode: 'required' }));
      expect(await login(cached)).toEqual({ account: 'keyed_cach@%', encrypted: false });
      await expect(login(cached, 'not it')).rejects.toMatchObject(held);
      for (const serverPublicKeyPath of [join(server.dir, 'data', 'private_key.pem'), import.meta.filename]) {
        await expect(
          login(tcp('keyed_cach', { sslMode: 'disabled', serverPublicKeyPath })),
        ).rejects.toMatchObject({
          code: 'usage',
        });
      }
    },
  );

  when(has('cachingSha2', id))('accounts without a password need no key', async () => {
    for (const plugin of ['caching_sha2_password', 'sha256_password']) {
      const user = `open_${plugin.slice(0, 4)}`;
      await root.query(`CREATE USER ${user}@'%' IDENTIFIED WITH ${plugin}`);
      expect(await login(tcp(user, { sslMode: 'disabled' }), '')).toMatchObject({ account: `${user}@%` });
    }
  });

  when(has('cachingSha2', id))('sha256_password', async () => {
    await root.query(`CREATE USER sha256@'%' IDENTIFIED WITH sha256_password BY '${password}'`);
    await everyWay('sha256', '', { getServerPublicKey: true });
  });

  when(id === 'mysql97')('auth_socket lets in the login name over the socket only', async () => {
    await root.query("INSTALL PLUGIN auth_socket SONAME 'auth_socket.so'");
    await root.query(`CREATE USER peer@'%' IDENTIFIED WITH auth_socket AS '${userInfo().username}'`);
    expect(await login({ socket: server.socket, user: 'peer' }, '')).toMatchObject({ account: 'peer@%' });
    await expect(login(tcp('peer'), '')).rejects.toMatchObject({ code: 'access-denied' });
  });

  when(has('unixSocket', id))('unix_socket lets in the login name over the socket only', async () => {
    const user = userInfo().username;
    await root.query(`CREATE USER IF NOT EXISTS '${user}'@'%' IDENTIFIED VIA unix_socket`);
    await root.query(`ALTER USER '${user}'@'localhost' IDENTIFIED VIA unix_socket`).catch(() => undefined);
    expect(await login({ socket: server.socket, user }, '')).toMatchObject({ account: `${user}@localhost` });
  });

  when(plugins !== undefined)('ed25519', async () => {
    await root.query("INSTALL SONAME 'auth_ed25519'");
    await root.query(`CREATE USER ed@'%' IDENTIFIED VIA ed25519 USING PASSWORD('${password}')`);
    await everyWay('ed');
    await root
      .query("CREATE USER long@'%' IDENTIFIED VIA ed25519 USING PASSWORD(REPEAT('x', 100))")
      .catch(() => undefined);
  });

  when(id === 'mariadb118' && plugins !== undefined)('parsec', async () => {
    await root.query("INSTALL SONAME 'auth_parsec'");
    await root.query(`CREATE USER ps@'%' IDENTIFIED VIA parsec USING PASSWORD('${password}')`);
    await everyWay('ps');
  });

  when(id === 'mysql56')(
    'the password of before 4.1 is refused, and how to replace it is reported',
    async () => {
      await root.query("CREATE USER old@'%' IDENTIFIED WITH mysql_old_password");
      await root.query('SET SESSION old_passwords = 1');
      await root.query("SET PASSWORD FOR old@'%' = OLD_PASSWORD('x')");
      await root.query('SET SESSION old_passwords = 0');
      await expect(login(tcp('old'), 'x')).rejects.toMatchObject({
        code: 'access-denied',
        message: expect.stringContaining('mysql_old_password'),
        hint: expect.stringContaining('SET PASSWORD'),
      });
    },
  );

  when(id === 'mysql56')('sha256_password without TLS or a key on the server', async () => {
    await root.query("CREATE USER sha256@'%' IDENTIFIED WITH sha256_password");
    await root.query('SET SESSION old_passwords = 2');
    await root.query("SET PASSWORD FOR sha256@'%' = PASSWORD('x')");
    await root.query('SET SESSION old_passwords = 0');
    await expect(login(tcp('sha256'), 'x')).rejects.toMatchObject({
      code: 'tls-required',
      hint: expect.stringContaining('TLS'),
    });
  });

  when(has('passwordExpiry', id))('an expired password, at the login or at the first statement', async () => {
    await root.query(`CREATE USER expired@'%' IDENTIFIED BY '${password}'`);
    await root.query("ALTER USER expired@'%' PASSWORD EXPIRE");
    await expect(login(tcp('expired'))).rejects.toMatchObject({
      code: 'access-denied',
      message: 'The password of the account has expired.',
      hint: expect.stringMatching(/ALTER USER.*SET PASSWORD/),
    });
  });

  when(has('accountLock', id))('a locked account', async () => {
    await root.query(`CREATE USER locked@'%' IDENTIFIED BY '${password}' ACCOUNT LOCK`);
    await expect(login(tcp('locked'))).rejects.toMatchObject({
      code: 'access-denied',
      message: 'The account is locked.',
    });
  });

  test('a host that was blocked after interrupted logins', async () => {
    await root.query(`CREATE USER anyone@'%' IDENTIFIED BY '${password}'`);
    // Connections from 127.0.0.1 are never counted (sql/hostname.cc); those from another loopback address are.
    const proxy = await proxyFrom('127.0.0.2', server.port);
    try {
      const target = { ...tcp('anyone'), port: proxy.port };
      await expect
        .poll(async () => {
          await proxy.interruptLogin();
          return login(target).then(
            () => 'open',
            (error: { message: string; hint: string }) => `${error.message} ${error.hint}`,
          );
        })
        .toMatch(/has blocked this host.*FLUSH HOSTS/s);
    } finally {
      proxy.server.close();
      await root.query('FLUSH HOSTS').catch(() => root.query('TRUNCATE TABLE performance_schema.host_cache'));
    }
  });
});

/** Passes TCP on to the port of 127.0.0.1, coming from the given address. */
async function proxyFrom(localAddress: string, port: number) {
  const reach = () => connect({ host: '127.0.0.1', port, localAddress });
  const server = createServer((socket) => {
    const onward = reach();
    socket.pipe(onward).pipe(socket);
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: portOf(server), interruptLogin: () => interrupt(reach()) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Hangs up on the greeting, or on the refusal in its place. */
function interrupt(socket: ReturnType<typeof connect>): Promise<void> {
  return new Promise((resolve) => {
    socket.once('data', () => socket.destroy());
    socket.once('error', () => undefined);
    socket.once('close', () => resolve());
  });
}
