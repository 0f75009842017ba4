import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../../src/shared/snapshot';
import { judged } from './judged-paste';
import { importPaste } from './pasted';

// Settings and states as people say them, answers without rows, and queues of a group that were read apart from its members.

function valuesOf(snapshot: Snapshot, section: 'variables' | 'status') {
  return Object.fromEntries(
    (snapshot.sections[section]?.data?.end?.table?.rows ?? []).map(([name, value]) => [name, value]),
  );
}
const variablesOf = async (text: string) => valuesOf((await judged(text)).snapshot, 'variables');

const gib = 1024 ** 3;

describe('settings in the words of people', () => {
  test.each([
    ['MySQL 8.0.36 with a 48G buffer pool.', { innodb_buffer_pool_size: String(48 * gib) }],
    ['MySQL 8.0.36. The InnoDB buffer pool is set to 12 GB.', { innodb_buffer_pool_size: String(12 * gib) }],
    [
      'MySQL 8.0.36, redo log capacity still at the default of 100MB, io capacity 200',
      { innodb_redo_log_capacity: String(100 * 1024 ** 2), innodb_io_capacity: '200' },
    ],
    [
      'MySQL 8.0.36: max connections = 151, flush log at trx commit 1',
      { max_connections: '151', innodb_flush_log_at_trx_commit: '1' },
    ],
    [
      'MySQL 8.0.36. innodb_redo_log_capacity is left at its default 100MB.',
      { innodb_redo_log_capacity: String(100 * 1024 ** 2) },
    ],
    [
      'MariaDB 10.6.12: query cache size is 64 MB and join buffer 256K',
      { query_cache_size: String(64 * 1024 ** 2), join_buffer_size: '262144' },
    ],
  ])('%s', async (text, expected) => {
    expect(await variablesOf(text)).toMatchObject(expected);
  });

  test.each([
    'MySQL 8.0.36. Should I raise the buffer pool to 48G?\nmax_connections = 200',
    'MySQL 8.0.36. With a buffer pool of 48G it would not read so much.\nmax_connections = 200',
    'MySQL 8.0.36. The buffer pool hit rate is 99 %.\nmax_connections = 200',
    'MySQL 8.0.36. Our old server had a 48G buffer pool.\nmax_connections = 200',
    'MySQL 8.0.36. We changed the buffer pool from 12G to 24G.\nmax_connections = 200',
    'MySQL 8.0.36. You need a buffer pool of 80 % of memory, e.g. 12G.\nmax_connections = 200',
  ])('no setting: %s', async (text) => {
    expect(await variablesOf(text)).not.toHaveProperty('innodb_buffer_pool_size');
  });

  test('the setting with its own name counts more', async () => {
    const variables = await variablesOf(
      'MySQL 8.0.36 with a 48G buffer pool.\ninnodb_buffer_pool_size = 32G',
    );
    expect(variables.innodb_buffer_pool_size).toBe(String(32 * gib));
  });

  test('a checkpoint age that a sentence gives shows a full redo log', async () => {
    const { ids, plan } = await judged(
      'Percona Server 8.0.36, redo log capacity at its default of 100 MB with a 20G buffer pool and 64 GB RAM. The checkpoint age is always around 84 MB when it stalls.',
    );
    expect(ids[0]).toBe('redo-log-full');
    expect(plan.changes.map(({ variable }) => variable)).toContain('innodb_redo_log_capacity');
  });

  test('a remark behind a value is none of it', async () => {
    const variables = await variablesOf(
      'table_open_cache: 2048 ### Previous value : 2000\nmax_connections = 300 # was 151\nmysql 8.0.36',
    );
    expect(variables).toMatchObject({ table_open_cache: '2048', max_connections: '300' });
  });
});

describe('groups', () => {
  const stats = `+--------------------------------------+----------------------------+-------------+
| member_id                            | count_transactions_in_queue | applier_queue |
+--------------------------------------+----------------------------+-------------+
| aaaaaaaa-0000-11ee-8c99-0242ac120002 |                          3 |           0 |
| bbbbbbbb-0000-11ee-8c99-0242ac120003 |                          0 |       91234 |
+--------------------------------------+----------------------------+-------------+`;
  const settings =
    'group_replication_flow_control_applier_threshold 25000\ngroup_replication_flow_control_certifier_threshold 25000\nreplica_parallel_workers 1';
  test('queues alone say who is behind, and nothing of states', async () => {
    const { ids, plan } = await judged(`InnoDB Cluster 8.0.36\n${stats}\n${settings}`);
    expect(ids[0]).toBe('group-queues-long');
    expect(ids).not.toContain('group-member-not-online');
    expect(plan.changes.map(({ variable }) => variable)).toContain('replica_parallel_workers');
  });

  test('queues and members are one table', async () => {
    const { snapshot } = await judged(`MySQL 8.0.36
+--------------------------------------+-------------+--------------+
| member_id                            | member_host | member_state |
+--------------------------------------+-------------+--------------+
| aaaaaaaa-0000-11ee-8c99-0242ac120002 | db1         | ONLINE       |
| bbbbbbbb-0000-11ee-8c99-0242ac120003 | db2         | ONLINE       |
+--------------------------------------+-------------+--------------+
${stats}`);
    const table = snapshot.sections['group-replication']?.data?.end?.table;
    const at = table?.columns.indexOf('COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE') ?? -1;
    expect(table?.rows.map((row) => row[at])).toEqual(['0', '91234']);
    expect(table?.columns).toContain('MEMBER_STATE');
  });
});

describe('answers without rows', () => {
  const server = 'MariaDB 11.4.5\nlog_bin ON\nexpire_logs_days 10\nslave_connections_needed_for_purge 1\n';
  test('no replica: binary logs are kept for ever', async () => {
    const { ids, plan } = await judged(`${server}MariaDB [(none)]> show slave hosts;\nEmpty set (0.000 sec)`);
    expect(ids[0]).toBe('binary-log-waits-for-replica');
    expect(plan.changes.map(({ variable }) => variable)).toEqual(['slave_connections_needed_for_purge']);
  });

  test('another statement was answered so', async () => {
    const { ids } = await judged(`${server}MariaDB [(none)]> show warnings;\nEmpty set (0.000 sec)`);
    expect(ids).not.toContain('binary-log-waits-for-replica');
  });
});

test.each([
  ['container RSS | 14.2 GB', 14.2],
  ['mysqld has an RSS of 14.2 GiB', 14.2],
  ['resident memory: 14.2G', 14.2],
])('memory of the process: %s', async (line, gibibytes) => {
  const { snapshot, ids } = await judged(`MySQL 8.0.40\ninnodb_buffer_pool_size = 8G\n${line}`);
  expect(snapshot.host.serverRss?.value).toBe(Math.round(gibibytes * gib));
  expect(ids).toContain('allocator-keeps-memory');
});

test('releases that were withdrawn are named, those with the fix are not', async () => {
  expect((await judged('MySQL 8.0.29\nUptime 86400')).ids[0]).toBe('release-withdrawn');
  expect((await judged('MySQL 8.4.1\nUptime 86400')).ids[0]).toBe('release-withdrawn');
  for (const version of ['8.0.30', '8.0.39', '8.4.2'])
    expect((await judged(`MySQL ${version}\nUptime 86400`)).ids).not.toContain('release-withdrawn');
});

test('a table of metrics by time gives what is left at last', async () => {
  const { snapshot } = await judged(`RDS MySQL 8.0.36
time      BurstBalance  ReadIOPS
13:00     40            900
13:05     2             880
13:10     0             150`);
  expect(snapshot.host.storageBurst?.value).toBe(0);
  expect(snapshot.host.diskReads?.value).toBe(150);
});

describe('sessions that somebody counted by their state', () => {
  test.each([
    ['numbers first', ' 212 waiting for handler commit\n  31 updating\n   9 Sending data'],
    ['numbers behind', 'waiting for handler commit | 212\nupdating | 31\nSending data | 9'],
    [
      'with a heading',
      '+----+---+\n| 212 | waiting for handler commit |\n| 31 | updating |\n| 9 | Sending data |',
    ],
  ])('%s', async (_, text) => {
    const { snapshot, ids } = await judged(
      `MySQL 8.0.40 at the moment of a stall:\n${text}\nmax_connections = 900`,
    );
    expect(snapshot.sections.processlist?.data?.end?.table?.rows).toHaveLength(252);
    expect(ids).toContain('sessions-in-one-state');
  });

  test.each([
    '12 apples\n 40 pears',
    ' 3 init\n 4 starting',
    'The team has 40 sorting machines.\nThe other has 30 statistics.',
  ])('no states: %s', async (text) => {
    const { snapshot } = await judged(`MySQL 8.0.40\nmax_connections = 900\n${text}`);
    expect(snapshot.sections.processlist?.status).toBe('skipped');
  });
});

test.each([
  ['states', `${' 99999 updating\n'.repeat(20_000)} 99999 query end\n`],
  ['commands', `command,count(*)\n${'Sleep,999999\n'.repeat(20_000)}`],
])('counted %s beyond all measure become a list of bounded length', async (_, text) => {
  const { snapshot } = await importPaste(`MySQL 8.0.40\nmax_connections = 900\n\n${text}`);
  expect(snapshot.sections.processlist?.data?.end?.table?.rows.length ?? 0).toBeLessThanOrEqual(20_000);
});

describe('containers that are described', () => {
  test('the pod names the server where its image stands elsewhere', async () => {
    const { snapshot, ids } = await judged(`$ kubectl describe pod mariadb-galera-0
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
    Limits:
      cpu:     4
      memory:  8Gi
MariaDB 10.11.6
innodb_buffer_pool_size=7500M`);
    expect(snapshot.host.memoryBytes.value).toBe(8 * gib);
    expect(snapshot.host.serverOomKills?.value).toBe(1);
    expect(ids[0]).toBe('buffer-pool-above-memory');
  });

  test('the pod of something else says nothing of the server', async () => {
    const { snapshot } = await judged(`$ kubectl describe pod web-7f9c
      Reason:       OOMKilled
    Limits:
      memory:  1Gi
MariaDB 10.11.6
innodb_buffer_pool_size=7500M`);
    expect(snapshot.host.memoryBytes.value).toBeUndefined();
    expect(snapshot.host.serverOomKills?.value).toBeUndefined();
  });
});

test('settings in one line, with commas between them', async () => {
  const variables = await variablesOf(
    'MariaDB 10.6.18\ninnodb_buffer_pool_size=8G, innodb_log_file_size=512M, join_buffer_size=256K',
  );
  expect(variables).toMatchObject({
    innodb_buffer_pool_size: String(8 * gib),
    innodb_log_file_size: String(512 * 1024 ** 2),
    join_buffer_size: '262144',
  });
});

test('a machine in brackets within a sentence', async () => {
  const { snapshot } = await judged(
    'Our MySQL 8.0.40 (Debian, 32 GB RAM, 8 cores, SSD) has become very slow.\nmax_connections = 200',
  );
  expect(snapshot.host.memoryBytes.value).toBe(32 * gib);
  expect(snapshot.host.cpus.value).toBe(8);
});

test('an uptime in words', async () => {
  const { snapshot } = await judged('MariaDB 10.6.18, Uptime 40 days, 85 QPS\nThreads_connected 12');
  expect(valuesOf(snapshot, 'status').Uptime).toBe(String(40 * 86_400));
});

test('the latency of the storage that a sentence quotes from iostat', async () => {
  const { snapshot, ids } = await judged(
    'MySQL 8.0.40. iostat at that moment: w_await 180 ms (normally 1 ms), r_await 2 ms\nmax_connections = 200',
  );
  expect(snapshot.host.diskWriteLatency?.value).toBe(180);
  expect(ids).toContain('disk-saturated');
});

test('semi-synchronous replication between data centres, since the start', async () => {
  const { ids } = await judged(`MySQL 8.0.36
| Rpl_semi_sync_source_status | ON |
| Rpl_semi_sync_source_tx_avg_wait_time | 41200 |
| Rpl_semi_sync_source_tx_waits | 812344 |`);
  expect(ids[0]).toBe('semi-sync-commits-slow');
});

describe('plans that join', () => {
  const plan = (rows: string) =>
    `MySQL 8.0.33\nid\tselect_type\ttable\ttype\tpossible_keys\tkey\tkey_len\tref\trows\tExtra\n${rows}`;
  test('a table that is read whole for each row of the first', async () => {
    const { ids } = await judged(
      plan(
        '1\tSIMPLE\tc\tALL\tNULL\tNULL\tNULL\tNULL\t198234\tUsing temporary\n1\tSIMPLE\to\tALL\tNULL\tNULL\tNULL\tNULL\t412983\tUsing where; Using join buffer (hash join)',
      ),
    );
    expect(ids[0]).toBe('quoted-join-without-index');
  });

  test('a subquery for each row', async () => {
    const { ids } = await judged(
      plan(
        '1\tPRIMARY\tu\tALL\tNULL\tNULL\tNULL\tNULL\t9000\tUsing where\n2\tDEPENDENT SUBQUERY\tl\tALL\tNULL\tNULL\tNULL\tNULL\t120000\tUsing where',
      ),
    );
    expect(ids[0]).toBe('quoted-join-without-index');
  });

  test('a join with an index, and a union', async () => {
    const { ids } = await judged(
      plan(
        '1\tPRIMARY\tu\tALL\tNULL\tNULL\tNULL\tNULL\t9000\tUsing where\n1\tPRIMARY\tl\tref\tk\tk\t4\tu.id\t3\t\n2\tUNION\tx\tALL\tNULL\tNULL\tNULL\tNULL\t120000\tUsing where',
      ),
    );
    expect(ids).not.toContain('quoted-join-without-index');
  });
});
