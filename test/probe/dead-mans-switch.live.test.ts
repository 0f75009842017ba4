import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession, type Session } from '../../src/server';
import { openJournal } from '../../src/server/change';
import { runArms } from '../../src/server/change/run';
import { describeCorePair } from '../server/real-server.ts';

await describeCorePair("the dead man's switch of a server with a binary log", (id) => {
  let server: RunningServer;
  let folder: string;
  let watcher: Session;
  beforeAll(async () => {
    const hasGtids = !id.startsWith('mariadb') && id !== 'mysql56';
    const gtids = hasGtids ? { gtid_mode: 'ON', enforce_gtid_consistency: 'ON' } : {};
    const observed = id.startsWith('mariadb') ? { performance_schema: true } : {};
    const options = { event_scheduler: 'ON', log_bin: 'binlog', server_id: 7, ...gtids, ...observed };
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

  test('it restores what it holds and goes, and replicas hear of no event that they never had', async () => {
    const before = await value('innodb_io_capacity');
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    try {
      const run = await runArms(
        session,
        openJournal(folder, { pid: process.pid, bootId: 'test', now: () => new Date() }),
        {
          arms: [{ name: 'more', settings: [{ variable: 'innodb_io_capacity', value: 300 }] }],
          scratchSchema: 'latchkey_probe',
          // Nobody puts it off. Between its last renewal and the SET it must not go off: then nobody would restore.
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

  test('what someone else has set meanwhile is left alone, and the rest is restored', async () => {
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
        // Its entry stays: what someone else has set is for a person to decide.
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
          scratchSchema: 'latchkey_probe',
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
          // What the event did, before Latchkey itself restores anything.
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

  const instruments = ['wait/io/table/sql/handler', 'wait/lock/table/sql/handler', 'wait/io/file/sql/binlog'];
  const standing = async () =>
    new Map(
      (
        await watcher.query(
          `SELECT NAME, CONCAT(ENABLED, ' ', TIMED) FROM performance_schema.setup_instruments WHERE NAME IN (${instruments.map((name) => `'${name}'`).join(', ')})`,
        )
      ).rows.map(([name, state]) => [String(name), String(state)]),
    );

  test('set-up rows and lists that someone else has set meanwhile are left alone, and the rest is restored', async () => {
    const somebody = await openSession({ socket: server.socket, user: 'root' }, {});
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    const set = (sql: string) => somebody.query(sql);
    const switchTo = (name: string, enabled: string, timed: string) =>
      set(
        `UPDATE performance_schema.setup_instruments SET ENABLED = '${enabled}', TIMED = '${timed}' WHERE NAME = '${name}'`,
      );
    const lists = ['sql_mode', 'log_output', 'optimizer_switch'];
    const found: unknown[] = [];
    try {
      await set('SET SESSION TRANSACTION READ WRITE');
      for (const name of instruments) await switchTo(name, 'YES', 'YES');
      await set("SET GLOBAL sql_mode = 'NO_ENGINE_SUBSTITUTION'");
      await set("SET GLOBAL log_output = 'FILE'");
      await set("SET GLOBAL optimizer_switch = 'index_merge=on,mrr=on'");
      const before = await Promise.all(lists.map(value));
      const arm = (name: string, mode: string) => ({
        name,
        settings: [
          { variable: 'sql_mode', value: mode },
          { variable: 'log_output', value: 'table,file' },
          { variable: 'optimizer_switch', value: 'mrr=off,index_merge=off' },
        ],
        instruments: [{ group: 'setup_instruments' as const, names: instruments, position: 'OFF' as const }],
      });
      for (const interferes of [false, true]) {
        let theirs: string[] = [];
        await runArms(
          session,
          openJournal(join(folder, `lists-${interferes}`), {
            pid: process.pid,
            bootId: 'test',
            now: () => new Date(),
          }),
          {
            arms: [arm('first', 'ANSI_QUOTES,PIPES_AS_CONCAT'), arm('second', 'ansi_quotes')],
            scratchSchema: 'latchkey_probe',
            deadMansSwitchSeconds: 3,
            signal: new AbortController().signal,
          },
          async ({ plan: { risks } }) => {
            expect(risks.join(' ')).toMatch(/3 rows of setup_instruments back itself.* left alone/);
            expect(risks.join(' ')).not.toContain('not known beforehand');
            return true;
          },
          async (control) => {
            await control.enter('first', new AbortController().signal);
            expect([...(await standing()).values()]).toEqual(['NO NO', 'NO NO', 'NO NO']);
            if (interferes) {
              await switchTo('wait/io/file/sql/binlog', 'NO', 'YES');
              await set("SET GLOBAL sql_mode = 'ANSI_QUOTES,NO_ZERO_DATE'");
              await set("SET GLOBAL log_output = 'NONE'");
              await set("SET GLOBAL optimizer_switch = 'semijoin=off'");
            }
            theirs = await Promise.all(lists.map(value));
            await vi.waitFor(
              async () => {
                expect((await watcher.query('SHOW EVENTS FROM latchkey_probe')).rows).toEqual([]);
              },
              { timeout: 30_000, interval: 100 },
            );
            const now = await standing();
            found.push(instruments.map((name) => now.get(name)));
            const left = await Promise.all(lists.map(value));
            found.push(interferes ? left.map((text, index) => text === theirs[index]) : left);
          },
        ).catch(() => undefined);
        if (!interferes) expect(found).toEqual([['YES YES', 'YES YES', 'YES YES'], before]);
      }
      expect(found.slice(2)).toEqual([
        ['YES YES', 'YES YES', 'NO YES'],
        [true, true, true],
      ]);
    } finally {
      await somebody.close();
      await session.close();
    }
  });
});
