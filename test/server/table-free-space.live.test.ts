import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, type ServerId, startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import { sectionRows } from '../../src/shared/snapshot';
import { describeEachServer, isFull } from './real-server.ts';
import { type Client, connectClient, takeSnapshot } from './take-snapshot.ts';

const ids: readonly ServerId[] = isFull
  ? ['mysql57', 'mysql80', 'mysql97', 'mariadb102', 'mariadb1011', 'mariadb114', 'mariadb118']
  : ['mysql57', 'mariadb114'];

const MiB = 1024 ** 2;

await describeEachServer(
  'what deletes leave free in a file',
  (id) => {
    let server: RunningServer;
    let root: Client;
    beforeAll(async () => {
      server = await startServer(id, {
        options: { innodb_buffer_pool_size: '192M', innodb_flush_log_at_trx_commit: 0 },
      });
      root = connectClient(server.socket);
      await root.query('CREATE DATABASE `the-shop`');
      await root.query(
        'CREATE TABLE `the-shop`.`old-events` (id INT AUTO_INCREMENT PRIMARY KEY, a VARCHAR(8000)) ENGINE=InnoDB CHARACTER SET latin1',
      );
      const values = Array.from({ length: 8 }, () => "(REPEAT('x', 8000))").join(', ');
      await root.query(`INSERT INTO \`the-shop\`.\`old-events\` (a) VALUES ${values}`);
      for (let n = 0; n < 10; n += 1)
        await root.query('INSERT INTO `the-shop`.`old-events` (a) SELECT a FROM `the-shop`.`old-events`');
      await root.query('DELETE FROM `the-shop`.`old-events` WHERE id > 100');
    });
    afterAll(async () => {
      root?.end();
      await server?.stop();
    });

    test('the table is named with its free space, once the purge has released the extents', async () => {
      const session = await openSession({ socket: server.socket, user: 'root' }, {});
      const found = await vi.waitFor(
        async () => {
          const snapshot = await takeSnapshot(session);
          const rows = sectionRows(snapshot, 'table-free-space');
          expect(Number(rows[0]?.data_free)).toBeGreaterThan(64 * MiB);
          return rows;
        },
        { timeout: 120_000, interval: 1_000 },
      );
      await session.close();
      expect(found).toMatchObject([{ table_schema: 'the-shop', table_name: 'old-events' }]);
      expect(Number(found[0]?.file_size)).toBeGreaterThan(Number(found[0]?.data_free));
    });
  },
  ids,
);
