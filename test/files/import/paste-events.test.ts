import { expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';

import { importPaste } from './pasted';

// What a text shows to have happened: kills, blocked hosts, files of the binary log, transactions by the server's clock.

const frame = 'max_connections = 500\n';

test.each([
  ['the kernel', 'kernel: Out of memory: Killed process 3774 (mysqld) total-vm:1824kB, anon-rss:900kB', 1],
  [
    'the kernel of systemd',
    'oom-kill:constraint=CONSTRAINT_NONE,task_memcg=/x.service,task=mariadbd,pid=3774,uid=1001',
    1,
  ],
  [
    'both lines of one kill',
    'oom-kill:constraint=CONSTRAINT_NONE,task=mysqld,pid=7,uid=1\nOut of memory: Killed process 7 (mysqld) total-vm:1',
    1,
  ],
  ['Kubernetes', 'shop-mysql-0      0/4     OOMKilled         0          16s', 1],
])('a server that was killed for its memory, by %s', async (_name, text, kills) => {
  const { snapshot } = await importPaste(`${text}\n`);
  expect(snapshot.host.oomKills?.value).toBe(kills);
});

test.each([
  'Out of memory: Killed process 3774 (java) total-vm:1824kB',
  'Out of memory: Killed process 3774 (mysqld_exporter) total-vm:1824kB',
  'mysqld invoked oom-killer: gfp_mask=0x100cca, order=0, oom_score_adj=0',
  'oom-kill:constraint=CONSTRAINT_NONE,task=php,pid=3774,uid=1001',
  'mysqld-exporter-7f9c      0/1     OOMKilled         0          16s',
  'mysql-operator-0      0/1     OOMKilled         0          16s',
  'shop-web-0      0/1     OOMKilled         0          16s',
  'shop-mysql-0      1/1     Running         0          16s',
])('another program that was killed, or none: %s', async (line) => {
  const { snapshot } = await importPaste(`${line}\n${frame}`);
  expect(snapshot.host.oomKills?.value).toBeUndefined();
});

test('a host that a client hears to be blocked', async () => {
  const { snapshot } = await importPaste(
    `ERROR 1129 (HY000): Host '10.0.0.9' is blocked because of many connection errors; unblock with 'mysqladmin flush-hosts'\n${frame}`,
  );
  expect(sectionRows(snapshot, 'host-errors')).toHaveLength(1);
});

test('a host that something else blocks is none', async () => {
  const { snapshot } = await importPaste(`Host '10.0.0.9' is blocked by fail2ban\n${frame}`);
  expect(sectionRows(snapshot, 'host-errors')).toEqual([]);
});

test('binary logs that a folder lists', async () => {
  const { snapshot } = await importPaste(
    [
      'total 3791324',
      '-rw-rw---- 1 mysql adm        8192 Sep 24 22:53 error.log',
      '-rw-rw---- 1 mysql mysql 104857887 Sep  8 00:40 mysql-bin.000001',
      '-rw-r----- 1 mysql mysql       455 2026-09-08 01:09 /var/lib/mysql/binlog.000002',
      '-rw-rw---- 1 mysql mysql 104857716 Sep  8 01:37 host-relay-bin.000003',
      '-rw-rw---- 1 mysql mysql        96 Sep  8 01:37 mysql-bin.index',
      frame,
    ].join('\n'),
  );
  expect(sectionRows(snapshot, 'binary-logs')).toMatchObject([
    { log_name: expect.anything(), file_size: '104857887' },
    { file_size: '455' },
  ]);
  expect(sectionRows(snapshot, 'variables').find(({ name }) => name === 'log_bin')?.value).toBe('ON');
});

const transactions = [
  '+--------+-----------+---------------------+---------------------+',
  '| trx_id | trx_state | trx_started         | trx_mysql_thread_id |',
  '+--------+-----------+---------------------+---------------------+',
  '| 42     | RUNNING   | 2026-05-06 21:41:09 | 88                  |',
  '+--------+-----------+---------------------+---------------------+',
];
const now = [
  '+---------------------+',
  '| now()               |',
  '+---------------------+',
  '| 2026-05-07 06:04:00 |',
  '+---------------------+',
];

test('transactions are as old as the clock of the server says', async () => {
  const { snapshot } = await importPaste([...transactions, '', ...now, ''].join('\n'));
  expect(sectionRows(snapshot, 'transactions')[0]?.age_seconds).toBe(30_171);
});

test('without a clock nobody knows how old they are', async () => {
  const { snapshot } = await importPaste([...transactions, ''].join('\n'));
  expect(sectionRows(snapshot, 'transactions')[0]?.age_seconds ?? null).toBeNull();
});

test.each([
  '2026-11-21 07:18:10 4242 [ERROR] upload failed: no space left on device /mnt/uploads',
  '2026-11-21 07:18:10 4242 [ERROR] worker died: out of memory',
])(
  'a line of an application with a number before its level is no message of the server: %s',
  async (line) => {
    const { snapshot } = await importPaste(`${line}\n${frame}`);
    expect(sectionRows(snapshot, 'error-log')).toEqual([]);
  },
);

test.each([
  '2026-11-21 07:18:10 4242 [Warning] IP address could not be resolved',
  '2026-11-21 07:18:10 4242 [ERROR] InnoDB: Cannot allocate memory for the buffer pool',
  '2026-11-21 07:18:10 4242 [ERROR] Event Scheduler: [root@%][shop.nightly] Lock wait timeout exceeded',
])('a message of the server is one, alone and with others: %s', async (line) => {
  const other = '2026-11-21 07:18:11 4242 [ERROR] something that only this server says';
  const alone = await importPaste(`${line}\n${frame}`);
  expect(sectionRows(alone.snapshot, 'error-log')).toHaveLength(1);
  const both = await importPaste(`${line}\n${other}\n${frame}`);
  expect(sectionRows(both.snapshot, 'error-log')).toHaveLength(2);
});

test.each([
  'mysql_variables=\n{\n    threads=4\n    max_connections=2048\n    wait_timeout=28800000\n    long_query_time=1000\n}',
  'mysql_variables = { threads=4 max_connections=2048 wait_timeout=28800000 }',
  'mysql_servers =\n(\n  { address="10.0.0.1" , port=3306 , max_connections=200, max_replication_lag = 1 },\n  { address="10.0.0.2", max_connections=300 }\n)',
])('the groups of proxysql.cnf are none of the server: %s', async (text) => {
  const { snapshot } = await importPaste(`${text}\n\nthread_cache_size = 9\n`);
  const found = sectionRows(snapshot, 'variables').map(({ name }) => name);
  expect(found).toEqual(['thread_cache_size']);
});

test('a word of prose opens no group of a proxy', async () => {
  const { snapshot } = await importPaste(
    'mysql_variables: see below\n\nmax_connections = 500\nmysql_users=\nthread_cache_size = 9\n',
  );
  expect(sectionRows(snapshot, 'variables').map(({ name }) => name)).toEqual([
    'max_connections',
    'thread_cache_size',
  ]);
});

const plan = (rows: Record<string, unknown>) => ({ table_name: 'orders', ...rows });
test.each([
  [
    'a table',
    '+----+-------------+--------+------+---------------+------+---------+------+---------+-------------+\n| id | select_type | table  | type | possible_keys | key  | key_len | ref  | rows    | Extra       |\n+----+-------------+--------+------+---------------+------+---------+------+---------+-------------+\n|  1 | SIMPLE      | orders | ALL  | NULL          | NULL | NULL    | NULL | 4432792 | Using where |\n+----+-------------+--------+------+---------------+------+---------+------+---------+-------------+',
    plan({ access_type: 'ALL', rows_estimated: '4432792' }),
  ],
  [
    'vertical',
    '*************************** 1. row ***************************\n           id: 1\n  select_type: SIMPLE\n        table: orders\n         type: range\npossible_keys: a,b\n          key: a\n      key_len: 4\n          ref: NULL\n         rows: 4432792\n        Extra: Using where\n1 row in set (0.00 sec)',
    plan({ access_type: 'range', index_name: 'a', rows_estimated: '4432792' }),
  ],
  [
    'a tree',
    'EXPLAIN: -> Limit: 1 row(s)  (cost=451221 rows=1)\n    -> Filter: (orders.a = 1)  (cost=451221 rows=443)\n        -> Index scan on orders using b  (cost=451221 rows=4.43e+6)',
    plan({ access_type: 'index', index_name: 'b', rows_estimated: 4_430_000 }),
  ],
  [
    'JSON',
    '{\n  "query_block": {\n    "select_id": 1,\n    "table": {\n      "table_name": "orders",\n      "access_type": "ALL",\n      "rows_examined_per_scan": 4432792,\n      "filtered": "10.00"\n    }\n  }\n}',
    plan({ access_type: 'ALL', rows_estimated: 4_432_792 }),
  ],
])('a plan of EXPLAIN as %s', async (_name, text, row) => {
  const { snapshot } = await importPaste(`${text}\n`);
  expect(sectionRows(snapshot, 'explains')).toMatchObject([row]);
});

test.each([
  '| id | table | type | rows |\n| 1 | orders | ALL | 4432792 |',
  '{\n  "table_name": "orders",\n  "access_type": "ALL",\n  "rows": 4432792\n}',
  '  -> Table scan on the rows of the site takes long (rows=many)',
  'We see a Table scan on orders (rows=4432792)',
])('what looks like a plan and is none: %s', async (text) => {
  const { snapshot } = await importPaste(`${text}\n\n${frame}`);
  expect(sectionRows(snapshot, 'explains')).toEqual([]);
});
