import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import { applyChange, type ChangeSession, openJournal, restoreEntry } from '../../src/server/change';
import { readGlobals } from '../../src/server/change/session/global-variables';
import { describeEachServer } from '../server/real-server.ts';

const settings = [{ variable: 'join_buffer_size', value: 300_032 }];
const yes = async () => true;
const signal = new AbortController().signal;

/** Passes bytes on, each connection to the next server in turn, as HAProxy in TCP mode. */
async function forwarder(ports: () => number[]): Promise<Server> {
  let turn = 0;
  const server = createServer((client) => {
    const all = ports();
    const backend = connect(all[turn++ % all.length] ?? 0, '127.0.0.1');
    for (const [from, to] of [
      [client, backend],
      [backend, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

await describeEachServer(
  'behind a proxy',
  (id) => {
    let one: RunningServer;
    let other: RunningServer;
    let folder: string;
    beforeAll(async () => {
      [one, other] = await Promise.all([startServer(id), startServer(id)]);
    });
    afterAll(async () => {
      await one?.stop();
      await other?.stop();
    });
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'latchkey-proxy-'));
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    const journal = () => openJournal(folder, { pid: process.pid, bootId: 'test', now: () => new Date() });
    const through = (port: number) =>
      openSession({ host: '127.0.0.1', port, user: 'root', sslMode: 'disabled' }, {});
    const values = async () =>
      Promise.all(
        [one, other].map(async ({ socket }) => {
          const session = await openSession({ socket, user: 'root' }, {});
          const globals = await readGlobals(session);
          await session.close();
          return new Map([...globals].filter(([name]) => !name.startsWith('gtid_')));
        }),
      );
    const direct = ({ socket }: RunningServer) => openSession({ socket, user: 'root' }, {});
    const refuses = async (session: ChangeSession, reason: RegExp) => {
      const before = await values();
      const run = applyChange(session, journal(), { settings, signal }, yes);
      await expect(run).rejects.toMatchObject({
        code: 'change-refused',
        message: expect.stringMatching(reason),
      });
      expect(await values()).toEqual(before);
      expect(await readdir(folder)).toEqual([]);
    };

    // Claim, What a person on the network can do: A change over a connection whose statements reach several servers is refused.
    test('statements that go to two servers in turn, or reading elsewhere than the rest, are refused', async () => {
      const [first, second] = await Promise.all([direct(one), direct(other)]);
      let turn = 0;
      const seen = { identity: first.identity, target: first.target };
      await refuses(
        { ...seen, query: (sql, options) => (turn++ % 2 === 0 ? first : second).query(sql, options) },
        /different servers/,
      );
      await refuses(
        { ...seen, query: (sql, options) => (/^SELECT/i.test(sql) ? second : first).query(sql, options) },
        /different servers/,
      );
      // As with a pool before one server.
      const pooled = await direct(one);
      await refuses(
        { ...seen, query: (sql, options) => (turn++ % 3 === 0 ? pooled : first).query(sql, options) },
        /different servers/,
      );
      for (const session of [first, second, pooled]) await session.close();
    });

    test('what greets with a number or a name of its own is refused', async () => {
      const session = await direct(one);
      const { identity, target, greeted } = session;
      const shown = { identity, target, query: session.query.bind(session) };
      await refuses({ ...shown, greeted: { ...greeted, connectionId: 4_000_000_000 } }, /a proxy/);
      await refuses({ ...shown, greeted: { ...greeted, version: '8.0.40-router' } }, /MySQL Router/);
      await refuses({ ...shown, greeted: { ...greeted, version: '5.5.30 (ProxySQL)' } }, /ProxySQL/);
      await refuses(
        {
          ...shown,
          greeted,
          query: (sql, options) =>
            session.query(sql === 'select @@version_comment limit 1' ? "SELECT '(ProxySQL)'" : sql, options),
        },
        /ProxySQL/,
      );
      await session.close();
    });

    test('through a forwarder to one server everything works; one that takes turns is no way to restore another server', async () => {
      let ports = [one.port];
      const plain = await forwarder(() => ports);
      const { port } = plain.address() as AddressInfo;
      try {
        const before = await values();
        const session = await through(port);
        const run = await applyChange(session, journal(), { settings, signal }, yes);
        if (run.status === 'failed') throw run.error;
        await session.close();
        ports = [other.port];
        const wrong = await through(port);
        await expect(restoreEntry(wrong, journal(), run.applied.entryId)).rejects.toMatchObject({
          code: 'change-refused',
        });
        await wrong.close();
        expect(await journal().kept()).toHaveLength(1);
        ports = [one.port];
        const right = await through(port);
        expect(await restoreEntry(right, journal(), run.applied.entryId)).toMatchObject({
          status: 'restored',
        });
        await right.close();
        expect(await values()).toEqual(before);
      } finally {
        plain.close();
      }
    });

    // Claim, What a person on the network can do: KILL QUERY is sent only over a second connection that reached the same server.
    test('KILL QUERY is not sent where the second connection reaches another server', async () => {
      const plain = await forwarder(() => [one.port, other.port]);
      const { port } = plain.address() as AddressInfo;
      const bystander = await openSession({ socket: other.socket, user: 'root' }, {});
      try {
        const session = await through(port);
        const cancel = new AbortController();
        const asleep = session.query('SELECT SLEEP(8)', { signal: cancel.signal, timeoutMs: 20_000 });
        const rejected = expect(asleep).rejects.toMatchObject({ code: 'cancelled' });
        const running = "SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT SLEEP%'";
        const witness = await openSession({ socket: one.socket, user: 'root' }, {});
        await expect.poll(async () => (await witness.query(running)).rows.length, { timeout: 7000 }).toBe(1);
        await witness.close();
        cancel.abort();
        await rejected;
        expect(session.statements.filter(({ sql }) => sql.startsWith('KILL'))).toEqual([]);
        const { rows } = await bystander.query("SHOW GLOBAL STATUS LIKE 'Com_kill'");
        expect(Number(rows[0]?.[1])).toBe(0);
        await session.close();
      } finally {
        await bystander.close();
        plain.close();
      }
    });
  },
  ['mysql97', 'mariadb118'],
);
