import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type RunningServer,
  type ServerId,
  serverAvailability,
  startServer,
} from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import { sectionRows } from '../../src/shared/snapshot';
import { type Client, connectClient, takeSnapshot } from './take-snapshot.ts';

const patient = { interval: 200, timeout: 20_000 };

const setUp: Partial<Record<ServerId, (port: number) => { user: string[]; follow: string[] }>> = {
  mysql97: (port) => ({
    user: [
      "CREATE USER 'repl'@'%' IDENTIFIED BY 'r3pl-secret'",
      "GRANT REPLICATION SLAVE ON *.* TO 'repl'@'%'",
    ],
    follow: [
      `CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = ${port}, SOURCE_USER = 'repl', SOURCE_PASSWORD = 'r3pl-secret', GET_SOURCE_PUBLIC_KEY = 1 FOR CHANNEL 'east'`,
      "CHANGE REPLICATION FILTER REPLICATE_IGNORE_DB = (scratch) FOR CHANNEL 'east'",
      "START REPLICA FOR CHANNEL 'east'",
    ],
  }),
  mariadb1011: (port) => ({
    user: [
      "CREATE USER 'repl'@'%' IDENTIFIED BY 'r3pl-secret'",
      "GRANT REPLICATION SLAVE ON *.* TO 'repl'@'%'",
    ],
    follow: [
      `CHANGE MASTER 'east' TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port}, MASTER_USER = 'repl', MASTER_PASSWORD = 'r3pl-secret', MASTER_USE_GTID = slave_pos`,
      "SET GLOBAL east.replicate_ignore_db = 'scratch'",
      "START SLAVE 'east'",
    ],
  }),
};

for (const id of ['mysql97', 'mariadb1011'] as const) {
  const found = await serverAvailability(id);
  if (!found.available && process.env.CI) throw new Error(`${id} is not available: ${found.reason}`);
  describe.skipIf(!found.available)(`a source and its replica: ${id}`, () => {
    let source: RunningServer;
    let replica: RunningServer;
    let onSource: Client;
    let onReplica: Client;
    beforeAll(async () => {
      const performance_schema = true;
      source = await startServer(id, { options: { performance_schema, server_id: 1, log_bin: 'bin' } });
      replica = await startServer(id, { options: { performance_schema, server_id: 2 } });
      onSource = connectClient(source.socket);
      onReplica = connectClient(replica.socket);
      const { user, follow } = setUp[id]?.(source.port) ?? { user: [], follow: [] };
      for (const sql of user) await onSource.query(sql);
      for (const sql of follow) await onReplica.query(sql);
      await onSource.query('CREATE DATABASE shop');
    });
    afterAll(async () => {
      onSource?.end();
      onReplica?.end();
      await replica?.stop();
      await source?.stop();
    });
    const snapshotOf = async (server: RunningServer) => {
      const session = await openSession({ socket: server.socket, user: 'root' }, {});
      try {
        return await takeSnapshot(session);
      } finally {
        await session.close();
      }
    };

    test('the replica shows its channel, filters and workers; an error of it without the values', async () => {
      const schemas = async () => JSON.stringify(await onReplica.query("SHOW DATABASES LIKE 'shop'"));
      await expect.poll(schemas, patient).toContain('shop');
      const snapshot = await snapshotOf(replica);
      const [channel] = sectionRows(snapshot, 'replication');
      expect(JSON.stringify(channel)).toContain('east');
      expect(JSON.stringify(channel)).toContain('scratch');
      expect(channel?.slave_sql_running ?? channel?.replica_sql_running).toBe('Yes');
      expect(snapshot.sections['replication-workers']?.status).toBe('ok');
      // MariaDB lists workers only of a replica that applies in parallel.
      if (id === 'mysql97') expect(sectionRows(snapshot, 'replication-workers')).not.toEqual([]);
      if (id === 'mysql97') {
        expect(sectionRows(snapshot, 'replication-filters')).toContainEqual(
          expect.objectContaining({
            channel_name: 'east',
            filter_name: 'REPLICATE_IGNORE_DB',
            filter_rule: 'scratch',
          }),
        );
      }
      expect(JSON.stringify(snapshot)).not.toContain('r3pl-secret');
      await onReplica.query('CREATE TABLE shop.t (id INT PRIMARY KEY, name VARCHAR(40)) ENGINE=InnoDB');
      await onReplica.query("INSERT INTO shop.t VALUES (1, 'here-private')");
      await onSource.query(
        'CREATE TABLE IF NOT EXISTS shop.t (id INT PRIMARY KEY, name VARCHAR(40)) ENGINE=InnoDB',
      );
      await onSource.query("INSERT INTO shop.t VALUES (1, 'there-private')");
      const broken = async () => {
        const [row] = sectionRows(await snapshotOf(replica), 'replication');
        return Number(row?.last_sql_errno);
      };
      await expect.poll(broken, patient).toBeGreaterThan(0);
      expect(JSON.stringify(await snapshotOf(replica))).not.toContain('-private');
    });

    test('the source shows its binary logs and who fetches them', async () => {
      const snapshot = await snapshotOf(source);
      expect(sectionRows(snapshot, 'binary-logs')[0]?.log_name).toMatch(/^bin(log)?\.0+1$/);
      expect(sectionRows(snapshot, 'binary-log-status')[0]?.position).toBeGreaterThan(100);
      expect(sectionRows(snapshot, 'replicas')).toEqual([
        expect.objectContaining({ user: 'repl', command: 'Binlog Dump' }),
      ]);
    });
  });
}
