import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { analyze } from '../../src/analysis';
import { openSession } from '../../src/server';
import { describeEachServer } from '../server/real-server.ts';
import { type Client, connectClient, takeSnapshot } from '../server/take-snapshot.ts';
import { productRules } from './rule-files';

const rules = productRules();

await describeEachServer(
  'what limits of the server refuse',
  (id) => {
    let server: RunningServer;
    let root: Client;

    beforeAll(async () => {
      server = await startServer(id, {
        options: { log_bin: 'bin', server_id: 1, max_allowed_packet: 65_536 },
      });
      root = connectClient(server.socket);
      for (const sql of [
        'CREATE DATABASE shop',
        'CREATE TABLE shop.notes (id INT AUTO_INCREMENT PRIMARY KEY, body TEXT) ENGINE=InnoDB',
        "INSERT INTO shop.notes (body) VALUES (REPEAT('x', 40000)), (REPEAT('y', 40000)), (REPEAT('z', 40000))",
        'CREATE TABLE shop.basket (body VARCHAR(8000)) ENGINE=MEMORY CHARACTER SET latin1 MAX_ROWS=2',
        'SET GLOBAL max_binlog_cache_size = 4096, max_prepared_stmt_count = 0',
      ])
        await root.query(sql);
    });

    afterAll(async () => {
      root?.end();
      await server?.stop();
    });

    /** Statements that each meet one limit, with the rule that names it. */
    const limits: [rule: string, sql: string[]][] = [
      ['packets-refused', ["SELECT REPEAT('x', 100000)"]],
      [
        'sort-memory-refuses',
        ['SET SESSION sort_buffer_size = 32768', 'SELECT body FROM shop.notes ORDER BY body'],
      ],
      [
        'transaction-cache-full',
        ["INSERT INTO shop.notes (body) SELECT REPEAT('b', 30000) FROM shop.notes LIMIT 3"],
      ],
      [
        'time-limit-ends-statements',
        [
          'SELECT /*+ MAX_EXECUTION_TIME(1) */ COUNT(*) FROM information_schema.COLLATIONS a, information_schema.COLLATIONS b, information_schema.COLLATIONS c WHERE a.ID + b.ID + c.ID = 7',
        ],
      ],
      [
        'join-size-refuses',
        ['SET SESSION max_join_size = 1, sql_big_selects = 0', 'SELECT * FROM shop.notes a, shop.notes b'],
      ],
      ['tables-full', ["INSERT INTO shop.basket VALUES (REPEAT('x', 8000))"]],
      ['prepared-statements-refused', ["PREPARE p FROM 'SELECT 1'"]],
    ];

    test('each is named by its rule, and what nothing refused by none', async () => {
      const session = await openSession({ socket: server.socket, user: 'root' }, {});
      let isOver = false;
      const clients = limits.map(async ([, statements]) => {
        const client = connectClient(server.socket);
        await client.query('SET SESSION max_heap_table_size = 16384');
        while (!isOver) for (const sql of statements) await client.query(sql).catch(() => undefined);
        client.end();
      });
      const snapshot = await takeSnapshot(session, { windowSeconds: 3 });
      isOver = true;
      await Promise.all(clients);
      await session.close();
      const { findings } = analyze(snapshot, rules, { path: null });
      const fired = findings.map(({ ruleId }) => ruleId);
      expect(fired).toEqual(expect.arrayContaining(limits.map(([rule]) => rule)));
      for (const rule of [
        'user-limit-refuses',
        'writes-refused-read-only',
        'disk-refuses-writes',
        'thread-stack-overrun',
      ])
        expect(fired).not.toContain(rule);
    });
  },
  ['mysql80', 'mysql97'],
);
