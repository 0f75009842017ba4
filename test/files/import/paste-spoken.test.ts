import { describe, expect, test } from 'vitest';
import { analyze } from '../../../src/analysis';
import { productRules } from '../../analysis/rule-files';
import { importPaste } from './pasted';

// Settings and states as people say them, answers without rows, and queues of a group that were read apart from its members.

const rules = productRules();
async function judged(text: string) {
  const { snapshot } = await importPaste(`${text}\n`);
  const { findings, plan } = analyze(snapshot, rules, { path: null });
  const values = (section: 'variables' | 'status') =>
    Object.fromEntries(
      (snapshot.sections[section]?.data?.end?.table?.rows ?? []).map(([name, value]) => [name, value]),
    );
  return {
    snapshot,
    plan,
    variables: values('variables'),
    status: values('status'),
    ids: findings.map(({ ruleId }) => ruleId),
  };
}

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
    expect((await judged(text)).variables).toMatchObject(expected);
  });

  test.each([
    'MySQL 8.0.36. Should I raise the buffer pool to 48G?\nmax_connections = 200',
    'MySQL 8.0.36. With a buffer pool of 48G it would not read so much.\nmax_connections = 200',
    'MySQL 8.0.36. The buffer pool hit rate is 99 %.\nmax_connections = 200',
    'MySQL 8.0.36. You need a buffer pool of 80 % of memory, e.g. 12G.\nmax_connections = 200',
  ])('no setting: %s', async (text) => {
    expect((await judged(text)).variables).not.toHaveProperty('innodb_buffer_pool_size');
  });

  test('the setting with its own name counts more', async () => {
    const { variables } = await judged('MySQL 8.0.36 with a 48G buffer pool.\ninnodb_buffer_pool_size = 32G');
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
    const { variables } = await judged(
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
