import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { analyze } from '../../src/analysis';
import { openSession, type Session } from '../../src/server';
import type { Analysis } from '../../src/shared/analysis';
import { describeEachVersion } from '../server/real-server.ts';
import { type Client, connectClient, takeSnapshot } from '../server/take-snapshot.ts';
import { productRules } from './rule-files';

// One forgotten transaction, one row and one table that others want, one statement without its index: the server is
// asked, and what the user reads must name the right connection and an index that the server then uses.

const rules = productRules();

await describeEachVersion('who blocks whom, and the missing index', (id) => {
  let server: RunningServer;
  let session: Session;
  const clients: Client[] = [];
  const client = () => {
    const one = connectClient(server.socket);
    clients.push(one);
    return one;
  };
  const number = async (one: Client, sql: string) => {
    const rows = await one.query(sql);
    const [first] = Array.isArray(rows) ? rows : [];
    return String(Object.values(first ?? {})[0]);
  };

  beforeAll(async () => {
    server = await startServer(id, { options: { performance_schema: 'ON' } });
    session = await openSession({ socket: server.socket, user: 'root' }, {});
    const setup = client();
    await setup.query('CREATE DATABASE shop');
    await setup.query(
      'CREATE TABLE shop.orders (id INT AUTO_INCREMENT PRIMARY KEY, customer INT NOT NULL, made INT NOT NULL, note CHAR(100) NOT NULL) ENGINE = InnoDB',
    );
    await setup.query("INSERT INTO shop.orders (customer, made, note) VALUES (1, 1, 'x')");
    for (let doubling = 0; doubling < 14; doubling += 1) {
      await setup.query(
        'INSERT INTO shop.orders (customer, made, note) SELECT id * 7 % 3001, id * 13 % 997, note FROM shop.orders',
      );
    }
    await setup.query('CREATE TABLE shop.copied LIKE shop.orders');
    await setup.query('INSERT INTO shop.copied SELECT * FROM shop.orders');
    await setup.query('ANALYZE TABLE shop.copied');
    await setup.query('CREATE TABLE shop.loose (a INT) ENGINE = InnoDB');
  });

  afterAll(async () => {
    for (const one of clients) one.end();
    await session?.close();
    await server?.stop();
  });

  test('are named, with the KILL and the CREATE INDEX to copy', async () => {
    const [forgotten, row, ddl, reader] = [client(), client(), client(), client()];
    const holder = await number(forgotten, 'SELECT CONNECTION_ID()');
    await forgotten.query('BEGIN');
    await forgotten.query('UPDATE shop.orders SET made = made + 1 WHERE id = 1');
    const blocked = [row.query('UPDATE shop.orders SET made = made + 2 WHERE id = 1').catch(() => undefined)];
    // DDL that comes first would hold the UPDATE up before it gets to the row.
    const waiting = "SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'";
    await vi.waitUntil(async () => (await number(reader, waiting)) === '1', {
      timeout: 20_000,
      // InnoDB does not refresh the table for those who read it more often than every 100 ms.
      interval: 250,
    });
    blocked.push(ddl.query('ALTER TABLE shop.orders ADD COLUMN more INT').catch(() => undefined));
    await reader.query('USE shop');
    let reading = true;
    const scans = (async () => {
      // Behind the ALTER nobody gets at the table, so the scans read a copy that is as large.
      while (reading) await reader.query('SELECT note FROM copied WHERE made > 990 AND customer = 17');
    })();
    scans.catch(() => undefined);
    try {
      const snapshot = await takeSnapshot(session, { windowSeconds: 7 });
      reading = false;
      await scans;
      const analysis: Analysis = analyze(snapshot, rules, { path: null });
      const found = (ruleId: string) => analysis.findings.find((one) => one.ruleId === ruleId);

      expect(found('transaction-blocks-others')?.actions.join('\n')).toContain(`KILL ${holder};`);
      expect(found('metadata-lock-queue')?.actions.join('\n')).toContain(`KILL ${holder};`);
      expect(found('metadata-lock-queue')?.explanation).toMatch(/ALTER TABLE/i);
      expect(found('tables-without-primary-key')?.explanation ?? '').not.toBe('');

      if (id === 'mariadb102') {
        expect(analysis.notChecked.find(({ ruleId }) => ruleId === 'missing-index')).toMatchObject({
          reasons: expect.arrayContaining([
            expect.objectContaining({ text: expect.stringContaining('counts no rows examined') }),
          ]),
        });
        return;
      }
      const [create = ''] = found('missing-index')?.actions ?? [];
      expect(create).toMatch(/^CREATE INDEX `ix_customer_made` ON `shop`\.`copied` \(`customer`, `made`\);/);
      await reader.query(create.slice(0, create.indexOf(';')));
      const plan = await reader.query(
        'EXPLAIN FORMAT = JSON SELECT note FROM copied WHERE made > 990 AND customer = 17',
      );
      expect(JSON.stringify(plan)).toMatch(/(key|index_name)[\\\\]*"\s*:\s*[\\\\]*"ix_customer_made/);
    } finally {
      reading = false;
      await forgotten.query('ROLLBACK');
      await Promise.all(blocked);
    }
  });

  test('locks of the whole server and of the application are distinguished, with who holds them where that is shown', async () => {
    const [backup, taker, ...others] = Array.from({ length: 6 }, client);
    if (backup === undefined || taker === undefined) throw new Error('too few clients');
    const ids = [
      await number(backup, 'SELECT CONNECTION_ID()'),
      await number(taker, 'SELECT CONNECTION_ID()'),
    ];
    await taker.query("SELECT GET_LOCK('the job', 10)");
    const waiting = others.map((one, at) =>
      one
        .query(
          at < 2
            ? "SELECT GET_LOCK('the job', 60)"
            : `UPDATE shop.copied SET made = made + 1 WHERE id = ${at}`,
        )
        .catch(() => undefined),
    );
    await Promise.all(waiting.slice(2));
    await backup.query('FLUSH TABLES WITH READ LOCK');
    const stopped = others
      .slice(2)
      .map((one, at) =>
        one.query(`UPDATE shop.copied SET made = made + 1 WHERE id = ${at + 9}`).catch(() => undefined),
      );
    try {
      const seen = await vi.waitUntil(
        async () => {
          const { findings } = analyze(await takeSnapshot(session), rules, { path: null });
          const both = ['metadata-lock-queue', 'user-lock-queue'].flatMap(
            (rule) => findings.find(({ ruleId }) => ruleId === rule) ?? [],
          );
          return both.length === 2 ? both : null;
        },
        { timeout: 30_000, interval: 1000 },
      );
      const [queue, user] = seen;
      // From MariaDB 10.4 on FLUSH TABLES WITH READ LOCK takes the backup lock (MDEV-5336).
      const isBackupLock = id.startsWith('mariadb') && id !== 'mariadb102';
      expect(queue?.impact.text).toContain(isBackupLock ? 'the backup lock' : 'the global read lock');
      expect(user?.impact.text).toContain('2 sessions wait in GET_LOCK');
      // As shipped, metadata locks are instrumented from MySQL 8.0 on.
      if (id === 'mysql80' || id === 'mysql97') {
        expect(queue?.actions.join()).toContain(`KILL ${ids[0]};`);
        expect(user?.actions.join()).toContain(`connection ${ids[1]} `);
      }
    } finally {
      await backup.query('UNLOCK TABLES');
      await taker.query("SELECT RELEASE_LOCK('the job')");
      // Which of the two that wait for it gets the lock, is the server's choice.
      await Promise.all([...stopped, Promise.race(waiting.slice(0, 2))]);
    }
  });
});
