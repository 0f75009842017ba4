import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession, type Session } from '../../src/server';
import { openJournal } from '../../src/server/change';
import { runArms } from '../../src/server/change/run';
import { describeEachServer } from '../server/real-server.ts';

await describeEachServer("the dead man's switch of a server with a binary log", (id) => {
  let server: RunningServer;
  let folder: string;
  let watcher: Session;
  beforeAll(async () => {
    const gtids = id === 'mysql97' ? { gtid_mode: 'ON', enforce_gtid_consistency: 'ON' } : {};
    const options = { event_scheduler: 'ON', log_bin: 'binlog', server_id: 7, ...gtids };
    server = await startServer(id, { options });
    folder = await mkdtemp(join(tmpdir(), 'latchkey-switch-'));
    watcher = await openSession({ socket: server.socket, user: 'root' }, {});
  });
  afterAll(async () => {
    await watcher?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const value = async (name: string) =>
    String((await watcher.query(`SELECT @@GLOBAL.${name}`)).rows[0]?.[0] ?? '');
  const binaryLog = async () => {
    const statements: string[] = [];
    for (const [name] of (await watcher.query('SHOW BINARY LOGS')).rows) {
      const { rows } = await watcher.query(`SHOW BINLOG EVENTS IN '${name}'`);
      statements.push(...rows.map((row) => String(row[5])));
    }
    return statements;
  };

  test('it puts back what it holds and goes, and replicas hear of no event that they never had', async () => {
    const before = await value('innodb_io_capacity');
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    try {
      const run = await runArms(
        session,
        openJournal(folder, { pid: process.pid, bootId: 'test', now: () => new Date() }),
        {
          arms: [{ name: 'more', settings: [{ variable: 'innodb_io_capacity', value: 300 }] }],
          ownSchema: 'latchkey_probe',
          // Nobody puts it off. Between its last renewal and the SET it must not go off: then nobody would put back.
          deadMansSwitchSeconds: 3,
          signal: new AbortController().signal,
        },
        async ({ plan: { risks } }) => {
          expect(/errant/.test(risks.join(' '))).toBe(id !== 'mysql56');
          return true;
        },
        async (control) => {
          await control.enter('more', new AbortController().signal);
          await vi.waitFor(
            async () => {
              expect(await value('innodb_io_capacity')).toBe(before);
              const events = await watcher.query('SHOW EVENTS FROM latchkey_probe');
              expect(events.rows).toEqual([]);
            },
            { timeout: 30_000, interval: 100 },
          );
        },
      );
      expect(run).toMatchObject({
        status: 'failed',
        error: { code: 'change-refused', message: expect.stringContaining('went off') },
        restore: { remaining: [] },
      });
    } finally {
      await session.close();
    }
    const logged = await binaryLog();
    expect(logged.filter((sql) => /DATABASE/.test(sql))).toHaveLength(2);
    expect(logged.filter((sql) => /EVENT/.test(sql))).toEqual([]);
  });

  test('what somebody else has set meanwhile is left alone, and the rest is put back', async () => {
    const names = [
      'max_connections',
      'table_definition_cache',
      'innodb_old_blocks_time',
      'innodb_adaptive_flushing',
    ];
    const before = new Map<string, string>();
    const found: (string | undefined)[] = [];
    for (const name of names) before.set(name, await value(name));
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    const somebody = await openSession({ socket: server.socket, user: 'root' }, {});
    try {
      await somebody.query('SET SESSION TRANSACTION READ WRITE');
      await runArms(
        session,
        // Its entry stays: what somebody else has set is for a person to decide.
        openJournal(join(folder, 'meanwhile'), { pid: process.pid, bootId: 'test', now: () => new Date() }),
        {
          arms: [
            {
              name: 'other',
              settings: [
                { variable: 'max_connections', value: 77 },
                { variable: 'table_definition_cache', value: 777 },
                { variable: 'innodb_old_blocks_time', value: 1234 },
                { variable: 'innodb_adaptive_flushing', value: false },
              ],
            },
          ],
          ownSchema: 'latchkey_probe',
          deadMansSwitchSeconds: 3,
          signal: new AbortController().signal,
        },
        async () => true,
        async (control) => {
          await control.enter('other', new AbortController().signal);
          const change = await value('max_connections');
          await somebody.query('SET GLOBAL max_connections = 99');
          await somebody.query('SET GLOBAL table_definition_cache = 999');
          await vi.waitFor(
            async () => {
              const events = await watcher.query('SHOW EVENTS FROM latchkey_probe');
              expect(events.rows).toEqual([]);
            },
            { timeout: 30_000, interval: 100 },
          );
          // What the event did, before Latchkey itself puts anything back.
          found.push(change, ...(await Promise.all(names.map(value))));
        },
      );
      expect(found).toEqual([
        '77',
        '99',
        '999',
        before.get('innodb_old_blocks_time'),
        before.get('innodb_adaptive_flushing'),
      ]);
      for (const name of names) await somebody.query(`SET GLOBAL ${name} = ${before.get(name)}`);
    } finally {
      await somebody.close();
      await session.close();
    }
  });
});
