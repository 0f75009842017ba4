import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession, type Session } from '../../src/server';
import { describeEachVersion } from './real-server.ts';

const expected = {
  mysql56: { flavour: 'mysql', major: 5, minor: 6, performanceSchema: true },
  mysql57: { flavour: 'mysql', major: 5, minor: 7, performanceSchema: true },
  mysql80: { flavour: 'mysql', major: 8, minor: 0, performanceSchema: true },
  mysql97: { flavour: 'mysql', major: 9, minor: 7, performanceSchema: true },
  mariadb102: { flavour: 'mariadb', major: 10, minor: 2, performanceSchema: false },
  mariadb1011: { flavour: 'mariadb', major: 10, minor: 11, performanceSchema: false },
  mariadb114: { flavour: 'mariadb', major: 11, minor: 4, performanceSchema: false },
  mariadb118: { flavour: 'mariadb', major: 11, minor: 8, performanceSchema: false },
} as const;

const many = 'information_schema.COLLATIONS';
const endless = `SELECT COUNT(*) AS endless FROM ${many} a JOIN ${many} b JOIN ${many} c JOIN ${many} d JOIN ${many} e`;

/** Passes bytes on, each way after so many milliseconds, as a server on another continent. */
async function distant(port: number, ms: number): Promise<Server> {
  const server = createServer((client) => {
    const backend = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, backend],
      [backend, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('data', (data) => setTimeout(() => to.write(data), ms));
      from.on('end', () => setTimeout(() => to.end(), ms));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

await describeEachVersion('identify', (id) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(id);
  });
  afterAll(() => server?.stop());

  test('over the socket: flavour, version, hosting, privileges, uptime, key', async () => {
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    const { identity } = session;
    expect(identity.flavour).toBe(expected[id].flavour);
    expect(identity.version.slice(0, 2)).toEqual([expected[id].major, expected[id].minor]);
    expect(identity.hosting).toBe('self');
    expect(identity.performanceSchema).toBe(expected[id].performanceSchema);
    expect(identity.privileges).toEqual(
      expect.arrayContaining([id === 'mysql80' || id === 'mysql97' ? 'SELECT' : 'ALL PRIVILEGES']),
    );
    expect(identity.uptimeSeconds).toBeGreaterThanOrEqual(0);
    expect(session.tls).toBeNull();
    const again = await openSession({ host: '127.0.0.1', port: server.port, user: 'root' }, {});
    expect(again.identity.serverKey).toBe(identity.serverKey);
    const apart = Date.parse(await session.startedAt()) - Date.parse(await again.startedAt());
    expect(Math.abs(apart)).toBeLessThanOrEqual(2000);
    await session.close();
    await again.close();
  });

  test('the session cannot write data and stops its statements in time', async () => {
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    await expect(session.query('CREATE TABLE mysql.latchkey_probe (a INT)')).rejects.toMatchObject({
      code: 'query-failed',
    });
    await expect(session.query(endless, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout' });
    const answer = await session.query('SELECT 18446744073709551615, 9007199254740993, 7, 1.50, NULL');
    expect(answer.rows).toEqual([['18446744073709551615', '9007199254740993', 7, '1.50', null]]);
    expect(session.statements.at(-1)).toMatchObject({ rows: 1 });
    await session.close();
    await expect(session.query('SELECT 1')).rejects.toMatchObject({ code: 'connection-lost' });
  });

  const isRunning = async (watcher: Session) => {
    const list = await watcher.query('SHOW PROCESSLIST');
    return list.rows.some((row) => row.some((cell) => String(cell).startsWith('SELECT COUNT(*) AS endless')));
  };

  test.each(['near', 'distant'])(
    'a cancelled statement of a %s server stops and leaves the session usable',
    async (where) => {
      const way = where === 'near' ? null : await distant(server.port, 75);
      const port = (way?.address() as AddressInfo | undefined)?.port ?? server.port;
      const session = await openSession({ host: '127.0.0.1', port, user: 'root' }, {});
      const cancel = new AbortController();
      const running = session.query(endless, { signal: cancel.signal, timeoutMs: 100_000 });
      const stopped = expect(running).rejects.toMatchObject({ code: 'cancelled' });
      const watcher = await openSession({ socket: server.socket, user: 'root' }, {});
      await expect.poll(() => isRunning(watcher)).toBe(true);
      cancel.abort();
      await stopped;
      await expect.poll(() => isRunning(watcher), { timeout: 10_000 }).toBe(false);
      await expect(session.query('SELECT 1')).resolves.toMatchObject({ rows: [[1]] });
      await session.close();
      await watcher.close();
      way?.close();
    },
  );
});
