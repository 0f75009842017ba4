import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { topSql } from '../../src/analysis';
import { openSession, type Session } from '../../src/server';
import type { Snapshot } from '../../src/shared/snapshot';
import { describeEachVersion } from '../server/real-server.ts';
import { type Client, connectClient, takeSnapshot } from '../server/take-snapshot.ts';

// One statement that scans among many that do not: it must lead the list, with its figures.

await describeEachVersion('Top SQL', (id) => {
  let server: RunningServer;
  let session: Session;
  let client: Client;
  let snapshot: Snapshot;

  beforeAll(async () => {
    server = await startServer(id, { options: { performance_schema: 'ON' } });
    session = await openSession({ socket: server.socket, user: 'root' }, {});
    client = connectClient(server.socket);
    await client.query('CREATE DATABASE shop');
    // The server keeps a digest by default schema, and without one nothing is explained.
    await client.query('USE shop');
    await client.query(
      'CREATE TABLE shop.orders (id INT AUTO_INCREMENT PRIMARY KEY, customer INT NOT NULL) ENGINE = InnoDB',
    );
    await client.query('INSERT INTO shop.orders (customer) VALUES (1)');
    for (let doubling = 0; doubling < 14; doubling += 1)
      await client.query('INSERT INTO shop.orders (customer) SELECT id * 7 % 3001 FROM shop.orders');
    // What is explained is known at the start of the window.
    for (let key = 1; key < 20; key += 1)
      await client.query(`SELECT COUNT(*) FROM shop.orders WHERE customer = ${key}`);
    let running = true;
    const load = (async () => {
      for (let key = 1; running; key += 1) {
        await client.query(`SELECT COUNT(*) FROM shop.orders WHERE customer = ${key % 3001}`);
        for (let light = 0; light < 5; light += 1)
          await client.query(`SELECT customer FROM shop.orders WHERE id = ${key + light}`);
      }
    })();
    try {
      snapshot = await takeSnapshot(session, { windowSeconds: 3, explain: true });
    } finally {
      running = false;
      await load;
    }
  }, 240_000);

  afterAll(async () => {
    client?.end();
    await session?.close();
    await server?.stop();
  });

  test('the statement that scans leads, with its rows, its mark, its table and what else uses that', () => {
    const top = topSql(snapshot, { path: null });
    const [heavy] = top.statements;
    expect(heavy?.text).toMatch(/COUNT.*WHERE `?customer`? = \?/i);
    expect(heavy?.share).toBeGreaterThan(0.5);
    expect(heavy?.rowsExaminedPerCall === null || (heavy?.rowsExaminedPerCall ?? 0) >= 16_000).toBe(true);
    expect(heavy?.marks).toContain('no-index');
    const light = top.statements.find(({ text }) => /WHERE `?id`? = \?/i.test(text));
    expect(light?.calls).toBeGreaterThan(heavy?.calls ?? 0);
    expect(heavy?.tables).toEqual([{ name: 'shop.orders', usedBy: [light?.key] }]);
    expect(top.totals.covered).toBeGreaterThan(0.5);
    expect(top.own.calls).toBeGreaterThan(5);
    for (const { text } of top.statements) expect(text).not.toMatch(/performance_schema/);
    if (heavy?.plan.nodes != null)
      expect(heavy.plan.nodes[0]?.children[0]).toMatchObject({ table: 'orders', access: 'ALL' });
    if (id === 'mysql80' || id === 'mysql97') {
      expect(heavy?.plan).toMatchObject({ reason: '' });
      expect(heavy?.p95Seconds).toBeGreaterThan(0);
    } else expect(heavy).toMatchObject({ p95Seconds: null });
  });
});
