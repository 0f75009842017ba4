import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type GaleraCluster,
  galeraAvailability,
  startGaleraCluster,
  untilSynced,
} from '../../../scripts/servers/topology/galera.ts';
import { runStatements, untilRows } from '../../../scripts/servers/topology/statements.ts';
import { answerLate, Load, under } from './load.ts';
import { judge, snapshotOf } from './verdicts.ts';

// Every rule on Galera, firing and silent on a real cluster, but two: galera-unsafe-work-allowed is about Percona XtraDB
// Cluster, and galera-needs-rows cannot fire here, since this server takes no other format while it is a node.

const marker = randomUUID();
const found = await galeraAvailability();
if (!found.available && process.env.CI) throw new Error(found.reason);
const title = found.available ? 'Galera' : `Galera (not available: ${found.reason})`;
let row = 1000;

describe.skipIf(!found.available)(title, () => {
  let cluster: GaleraCluster;
  beforeAll(async () => {
    cluster = await startGaleraCluster({
      nodes: [{}, { innodb_autoinc_lock_mode: 1 }],
      options: { performance_schema: 'ON' },
      // The mean latency is that of the last two seconds, rather than of the last minute.
      provider: { 'evs.stats_report_period': 'PT2S' },
      env: { LATCHKEY_CLUSTER: marker },
    });
    await runStatements(cluster.member(0), [
      'CREATE DATABASE shop',
      'CREATE TABLE shop.orders (id INT PRIMARY KEY, made INT) ENGINE = InnoDB',
      'INSERT INTO shop.orders VALUES (1, 0), (2, 0)',
      'CREATE TABLE shop.large (id INT AUTO_INCREMENT PRIMARY KEY, content LONGBLOB) ENGINE = InnoDB',
      // Without a key each changed row is looked for in the whole table, on the applying node alone.
      'CREATE TABLE shop.loose (made INT, pad CHAR(200)) ENGINE = InnoDB',
      "INSERT INTO shop.loose SELECT 0, REPEAT('x', 200) FROM shop.seq_1_to_40000",
    ]);
  });
  afterAll(() => cluster?.stop());
  const order = () => {
    row += 1;
    return `INSERT INTO shop.orders VALUES (${row}, 0)`;
  };

  // A reading just after a report period of the group began finds no message in it.
  const withLatency = async () => {
    const judged = judge(await snapshotOf(cluster.member(0), 3));
    expect(judged.of('galera-group-latency-high')).not.toMatch(/^not-checked/);
    return judged;
  };

  test('two healthy nodes with a few writes: only what is so by set-up is reported', async () => {
    const load = new Load().add(cluster.member(0), 1, order, 100);
    const first = await under(load, () => vi.waitFor(withLatency, { timeout: 60_000 }));
    expect(first.all('galera')).toEqual({
      'galera-appliers-few': 'silent',
      'galera-autoinc-lock-mode': 'silent',
      'galera-cache-too-small': 'silent',
      'galera-cluster-too-small': 'fires',
      'galera-conflicts': 'silent',
      'galera-donor-blocked': 'fires',
      'galera-flow-control-pauses': 'silent',
      'galera-group-latency-high': 'silent',
      'galera-needs-rows': 'silent',
      'galera-node-not-synced': 'silent',
      'galera-reads-wait': 'silent',
      'galera-schema-changes-alone': 'silent',
      'galera-send-queue': 'silent',
      'galera-unsafe-work-allowed': 'not-applicable',
    });
    expect(first.of('replica-writable')).toBe('not-applicable');
  });

  test('a node with unfit settings, taken out of flow control by hand', async () => {
    const node = cluster.member(1);
    await runStatements(node, [
      'SET GLOBAL wsrep_sync_wait = 1',
      "SET GLOBAL wsrep_OSU_method = 'RSU'",
      "SET GLOBAL wsrep_sst_method = 'mariabackup'",
      'SET GLOBAL wsrep_desync = ON',
    ]);
    const second = judge(await snapshotOf(node));
    await runStatements(node, [
      'SET GLOBAL wsrep_sync_wait = 0',
      "SET GLOBAL wsrep_OSU_method = 'TOI'",
      "SET GLOBAL wsrep_sst_method = 'rsync'",
      'SET GLOBAL wsrep_desync = OFF',
    ]);
    await untilSynced(node);
    expect(second.all('galera')).toMatchObject({
      'galera-autoinc-lock-mode': 'fires',
      'galera-donor-blocked': 'silent',
      'galera-node-not-synced': 'fires',
      'galera-reads-wait': 'fires',
      'galera-schema-changes-alone': 'fires',
    });
    expect(second.finding('galera-node-not-synced')).toMatchObject({ severity: 'warning' });
    expect(second.finding('galera-node-not-synced').explanation).toContain('SET GLOBAL wsrep_desync = OFF');
    expect(judge(await snapshotOf(node)).of('galera-node-not-synced')).toBe('silent');
  });

  test('a node takes no other format than rows, so the rule on it is for older servers', async () => {
    const change = runStatements(cluster.member(1), ["SET GLOBAL binlog_format = 'MIXED'"]);
    await expect(change).rejects.toThrow(/can't be set/);
  });

  test('the same row changed on both nodes: the node that loses says so', async () => {
    const change = () => 'UPDATE shop.orders SET made = made + 1 WHERE id = 1';
    const load = new Load().add(cluster.member(0), 3, change).add(cluster.member(1), 3, change);
    const both = await under(load, async () =>
      Promise.all(cluster.members.map(async (node) => judge(await snapshotOf(node, 3)))),
    );
    expect(both.map((one) => one.of('galera-conflicts'))).toContain('fires');
  });

  test('a node that applies slowly pauses the cluster, and each node says which one it is', async () => {
    const load = new Load().add(cluster.member(0), 4, () => 'UPDATE shop.loose SET made = made + 1 LIMIT 60');
    const [fast, slow] = await under(load, async () => {
      await untilRows(
        cluster.member(1),
        "SHOW STATUS LIKE 'wsrep_local_recv_queue'",
        (rows) => Number(rows[0]?.Value) > 10,
      );
      // On a busy machine the load pauses the cluster in some windows only.
      const both = vi.waitFor(
        async () => {
          const pair = await Promise.all(
            cluster.members.map(async (node) => judge(await snapshotOf(node, 3))),
          );
          for (const one of pair) expect(one.of('galera-flow-control-pauses')).toBe('fires');
          return pair;
        },
        { timeout: 120_000, interval: 50 },
      );
      // The queue of one moment may just have been worked off.
      const queued = async () => judge(await snapshotOf(cluster.member(1))).of('galera-appliers-few');
      await vi.waitFor(async () => expect(await queued()).toBe('fires'), { timeout: 60_000, interval: 50 });
      return both;
    });
    expect(fast?.finding('galera-flow-control-pauses').explanation).toMatch(
      /This node sends (none|hardly any):/,
    );
    expect(fast?.of('galera-appliers-few')).toBe('silent');
    // What waits there waits for the pause to end, not for the network.
    expect(fast?.of('galera-send-queue')).toBe('silent');
    expect(fast?.of('galera-cache-too-small')).toBe('fires');
    expect(slow?.finding('galera-flow-control-pauses').explanation).toContain('This node sends such pauses');
  });

  test('when the pauses are over nobody says that the cluster stands still', async () => {
    await untilRows(
      cluster.member(1),
      "SHOW STATUS LIKE 'wsrep_local_recv_queue'",
      (rows) => Number(rows[0]?.Value) === 0,
    );
    expect(judge(await snapshotOf(cluster.member(0))).of('galera-flow-control-pauses')).toMatch(
      /^not-checked/,
    );
    expect(judge(await snapshotOf(cluster.member(0), 2)).of('galera-flow-control-pauses')).toBe('silent');
  });

  test('a node that answers late: the latency of the group and the send queue show it', async () => {
    const first = cluster.member(0);
    const fires = (ruleId: string) =>
      vi.waitFor(async () => expect(judge(await snapshotOf(first)).of(ruleId)).toBe('fires'), {
        timeout: 60_000,
        interval: 10,
      });
    // Or else flow control, which the next node asks for with its first burst, explains the queue.
    await runStatements(cluster.member(1), ["SET GLOBAL wsrep_provider_options = 'gcs.fc_limit=100000'"]);
    const stopLate = answerLate(cluster.member(1).pid);
    try {
      await under(new Load().add(first, 1, order, 50), () => fires('galera-group-latency-high'));
      const large = () => "INSERT INTO shop.large (content) VALUES (REPEAT('x', 1000000))";
      await under(new Load().add(first, 16, large), () => fires('galera-send-queue'));
    } finally {
      await stopLate();
    }
  });

  test('a donor is read while it stands still, and three nodes are enough', async () => {
    const joining = cluster.join();
    const transfer = await vi.waitFor(() => donorScript(), { timeout: 60_000, interval: 5 });
    process.kill(transfer, 'SIGSTOP');
    const donor = cluster.member(0);
    try {
      await untilRows(
        donor,
        "SHOW STATUS LIKE 'wsrep_local_state_comment'",
        (rows) => rows[0]?.Value === 'Donor/Desynced',
      );
      const seen = judge(await snapshotOf(donor));
      expect(seen.finding('galera-node-not-synced')).toMatchObject({ severity: 'warning' });
      expect(seen.finding('galera-node-not-synced').explanation).toContain('rejoins by itself');
    } finally {
      process.kill(transfer, 'SIGCONT');
    }
    await joining;
    await untilSynced(donor);
    expect(judge(await snapshotOf(donor)).of('galera-cluster-too-small')).toBe('silent');
  });

  test('a node that has lost the others refuses statements, and is read all the same', async () => {
    await Promise.all([cluster.member(1).kill(), cluster.member(2).kill()]);
    const left = cluster.member(0);
    const isCutOff = (rows: Record<string, unknown>[]) => rows[0]?.Value === 'non-Primary';
    await untilRows(left, "SHOW STATUS LIKE 'wsrep_cluster_status'", isCutOff);
    const snapshot = await snapshotOf(left);
    const alone = judge(snapshot);
    expect(alone.finding('galera-node-not-synced')).toMatchObject({ severity: 'critical' });
    expect(alone.of('galera-cluster-too-small')).toBe('not-applicable');
  });
});

/** The script that sends the data of a node of this cluster to another one. */
function donorScript(): number {
  const script = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      if (!command.some((part) => part.endsWith('/wsrep_sst_rsync')) || !command.includes('donor'))
        return false;
      return readFileSync(`/proc/${name}/environ`, 'utf8').includes(marker);
    } catch {
      // It has ended in the meantime.
      return false;
    }
  });
  if (script === undefined) throw new Error('no state transfer yet');
  return Number(script);
}
