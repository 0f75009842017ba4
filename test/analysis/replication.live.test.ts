import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type RunningServer,
  type ServerId,
  serverAvailability,
  startServer,
} from '../../scripts/servers/index.ts';
import { analyze } from '../../src/analysis';
import { factCatalog } from '../../src/analysis/facts/catalog';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { openSession } from '../../src/server';
import type { Snapshot } from '../../src/shared/snapshot';
import { type Client, connectClient, takeSnapshot } from '../server/take-snapshot.ts';
import { productRules } from './rule-files';

// A real pair of source and replica, healthy first, then broken by a row that is there already.

const rules = productRules();
const common = { log_bin: 'log', binlog_format: 'ROW', sync_binlog: 0, innodb_flush_log_at_trx_commit: 2 };
const follow: Partial<Record<ServerId, (port: number) => string[]>> = {
  mysql97: (port) => [
    `CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = ${port}, SOURCE_USER = 'root', SOURCE_LOG_FILE = 'log.000001', SOURCE_LOG_POS = 4`,
    'START REPLICA',
  ],
  mariadb1011: (port) => [
    `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port}, MASTER_USER = 'root', MASTER_LOG_FILE = 'log.000001', MASTER_LOG_POS = 4`,
    'START SLAVE',
  ],
};

for (const [id, statements] of Object.entries(follow) as [ServerId, (port: number) => string[]][]) {
  const found = await serverAvailability(id);
  if (!found.available && process.env.CI) throw new Error(`${id} is not available: ${found.reason}`);
  describe.skipIf(!found.available)(`replication: ${id}`, () => {
    let source: RunningServer;
    let replica: RunningServer;
    let onSource: Client;
    let onReplica: Client;
    beforeAll(async () => {
      source = await startServer(id, { options: { ...common, server_id: 101 } });
      replica = await startServer(id, {
        options: { ...common, server_id: 102, binlog_expire_logs_seconds: 0 },
      });
      onSource = connectClient(source.socket);
      onReplica = connectClient(replica.socket);
      for (const sql of statements(source.port)) await onReplica.query(sql);
      await onSource.query('CREATE DATABASE shop');
      await onSource.query('CREATE TABLE shop.orders (id INT PRIMARY KEY) ENGINE = InnoDB');
      await vi.waitFor(() => onReplica.query('SELECT 1 FROM shop.orders LIMIT 1'), {
        timeout: 30_000,
        interval: 100,
      });
    });
    afterAll(async () => {
      onSource?.end();
      onReplica?.end();
      await replica?.stop();
      await source?.stop();
    });

    test('a replica that runs is known as one, judged by its settings, and not said to lag', async () => {
      const snapshot = await momentOf(replica);
      expect(factsOf(snapshot, 'is_replica', 'replica_threads_stopped', 'replica_channels')).toEqual([
        true,
        0,
        1,
      ]);
      expect(factsOf(snapshot, 'replica_by_gtid', 'replica_filtered', 'replica_shares_server_id')).toEqual([
        false,
        false,
        false,
      ]);
      expect(factsOf(snapshot, 'replica_timeout', 'binlog_expires_after', 'relay_log_recovered')).toEqual([
        60,
        0,
        false,
      ]);
      const fired = findingsOf(snapshot);
      for (const expected of [
        'replica-writable',
        'relay-log-not-recovered',
        'binary-log-never-expires',
        'gtid-not-used',
      ]) {
        expect(fired).toContain(expected);
      }
      expect(fired).not.toContain('replica-stopped');
      expect(fired).not.toContain('replica-lagging');
    });

    test('the source sees its replica, and is none itself', async () => {
      const snapshot = await momentOf(source);
      expect(factsOf(snapshot, 'is_replica', 'replicas_connected')).toEqual([false, 1]);
      expect(findingsOf(snapshot).filter((ruleId) => /^(replica|relay)-/.test(ruleId))).toEqual([]);
    });

    test('a row that is there already stops the applier, which is reported with the number of its error', async () => {
      await onReplica.query('INSERT INTO shop.orders VALUES (1)');
      await onSource.query('INSERT INTO shop.orders VALUES (1)');
      const snapshot = await vi.waitFor(
        async () => {
          const taken = await momentOf(replica);
          expect(factsOf(taken, 'replica_threads_stopped')).toEqual([1]);
          return taken;
        },
        { timeout: 30_000, interval: 200 },
      );
      const { findings, notChecked } = analyze(snapshot, rules, { path: null });
      const stopped = findings.find(({ ruleId }) => ruleId === 'replica-stopped');
      expect(stopped).toMatchObject({ severity: 'critical' });
      expect(stopped?.explanation).toContain('error 1062 of the applier');
      expect(stopped?.confidence.level).toBe('high');
      expect(stopped?.actions.join('\n')).toContain('something wrote to this replica');
      // Without a running applier the lag is NULL: not judged, and not taken for 0.
      expect(notChecked.map(({ ruleId }) => ruleId)).toContain('replica-lagging');
    });
  });
}

async function momentOf({ socket }: RunningServer): Promise<Snapshot> {
  const session = await openSession({ socket, user: 'root' }, {});
  try {
    return await takeSnapshot(session);
  } finally {
    await session.close();
  }
}

function factsOf(snapshot: Snapshot, ...ids: string[]) {
  const facts = new FactSet(new Observed(snapshot), factCatalog());
  return ids.map((id) => {
    const reading = facts.reading(id);
    return reading.known ? reading.value : reading.reason.text;
  });
}

function findingsOf(snapshot: Snapshot): string[] {
  return analyze(snapshot, rules, { path: null }).findings.map(({ ruleId }) => ruleId);
}
