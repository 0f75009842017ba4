import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import { planChange } from '../../src/server/change';
import { describeEachServer } from '../server/real-server.ts';
import { type Client, connectClient } from '../server/take-snapshot.ts';

// What rules/durability/redo-checksums-off.yaml and the gate say of the switch.

await describeEachServer(
  'checksums of the redo log',
  (id) => {
    let server: RunningServer;
    let client: Client;
    beforeAll(async () => {
      server = await startServer(id);
      client = connectClient(server.socket);
      await client.query('CREATE DATABASE shop');
      await client.query('CREATE TABLE shop.orders (id INT PRIMARY KEY) ENGINE = InnoDB');
    });
    afterAll(async () => {
      client?.end();
      await server?.stop();
    });

    const insert = async (from: number) => {
      const rows = Array.from({ length: 50 }, (_, at) => `(${from + at})`);
      await client.query(`INSERT INTO shop.orders VALUES ${rows.join(',')}`);
    };
    const count = async () => {
      const rows = await client.query('SELECT COUNT(*) AS rows_found FROM shop.orders');
      return Number(Array.isArray(rows) ? Object.values(rows[0] ?? {})[0] : Number.NaN);
    };
    const again = async (how: 'killed' | 'clean') => {
      client.end();
      if (how === 'killed') await server.kill();
      await server.restart();
      client = connectClient(server.socket);
    };

    test('the gate refuses to switch them, and says how it is done', async () => {
      const session = await openSession({ socket: server.socket, user: 'root' }, {});
      const change = planChange(session, 'apply', [{ variable: 'innodb_log_checksums', value: false }]);
      await expect(change).rejects.toMatchObject({
        code: 'change-refused',
        message: expect.stringContaining('shut down cleanly and start at once'),
      });
      await session.close();
    });

    test('enabled by SET GLOBAL and then shut down cleanly, they lose nothing; killed instead, the server loses what was committed, or does not start', async () => {
      for (const [round, how] of (['clean', 'killed'] as const).entries()) {
        await client.query('SET GLOBAL innodb_log_checksums = OFF');
        const before = await count();
        await insert(round * 1000);
        await client.query('SET GLOBAL innodb_log_checksums = ON');
        await insert(round * 1000 + 500);
        // Where the checkpoint itself is among the blocks without checksums, the server does not start.
        const after = await again(how).then(count, () => 0);
        if (how === 'clean') expect(after).toBe(before + 100);
        else expect(after).toBeLessThan(before + 100);
      }
    });
  },
  ['mysql57', 'mysql80', 'mariadb102'],
);
