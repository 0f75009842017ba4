import { expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';
import { judged } from './judged-paste';

// Answers of which people left something out: a border, columns, the version; and values within a sentence.

test('a process list without its upper border and with columns left out', async () => {
  const { snapshot, findings } = await judged(`The upgrade hangs:

| Id   | ... | ... | db       | ... | Time | State                           | Info                               | ... |
+------+-----+-----+----------+-----+------+---------------------------------+------------------------------------+-----+
| 1475 | ... | ... | icingadb | ... | 1222 | Waiting for table metadata lock | INSERT INTO "notification_history" | ... |
| 1485 | ... | ... | icingadb | ... | 1262 | Creating sort index             | SELECT history.id, history....     | ... |
| 1494 | ... | ... | icingadb | ... | 1224 | Waiting for table metadata lock | ALTER TABLE history ADD INDEX ...  | ... |
+------+-----+-----+----------+-----+------+---------------------------------+------------------------------------+-----+
39 rows in set (0.001 sec)`);
  expect(sectionRows(snapshot, 'processlist')).toHaveLength(3);
  expect(findings[0]?.ruleId).toBe('metadata-lock-queue');
});

test('settings below a heading without an upper border', async () => {
  const { snapshot } = await judged(`| Variable_name           | Value     |
+-------------------------+-----------+
| innodb_buffer_pool_size | 134217728 |
| max_connections         | 151       |
+-------------------------+-----------+`);
  const found = snapshot.sections.variables;
  const rows = found?.status === 'ok' ? (found.data?.end ?? found.data?.start)?.table?.rows : undefined;
  expect(rows?.map((row) => row.slice(0, 2))).toEqual([
    ['innodb_buffer_pool_size', '134217728'],
    ['max_connections', '151'],
  ]);
});

test('counters of Galera alone are of MariaDB or Percona, whichever of their versions', async () => {
  const { findings } = await judged(`| Variable_name             | Value    |
| wsrep_flow_control_paused | 0.184353 |
| wsrep_local_recv_queue_avg | 3.348452 |`);
  expect(findings[0]?.ruleId).toBe('galera-flow-control-pauses');
});

test('a sentence in which a counter reached a number', async () => {
  const { findings } = await judged(
    '`max_connections=60` was exhausted in production: `Max_used_connections` reached 61 on a box of 2 GB.',
  );
  expect(findings[0]?.ruleId).toBe('connections-limit-reached');
});

test('a plan between the headings of a slow log of MariaDB is no part of the statement', async () => {
  const { snapshot } = await judged(`# User@Host: app[app] @ localhost [127.0.0.1]
# Thread_id: 6597950  Schema: app  QC_hit: No
# Query_time: 12.428718  Lock_time: 0.000302  Rows_sent: 3  Rows_examined: 39211
# Rows_affected: 0  Bytes_sent: 775
#
# explain: id	select_type	table	type	possible_keys	key	key_len	ref	rows	r_rows	filtered	r_filtered	Extra
# explain: 1	SIMPLE	r1	ref	gameid	gameid	34	const	258	413.00	100.00	68.04	Using where; Using temporary
#
SET timestamp=1696915112;
select r1.id from r1 where r1.gameid = 'x' group by r1.id;`);
  expect(sectionRows(snapshot, 'statement-digests').map(({ digest_text }) => digest_text)).toEqual([
    'select r1.id from r1 where r1.gameid = ? group by r1.id',
  ]);
});

test.each([
  ['delete from history where itemid = 37078 limit 5000', false],
  ['insert into archive select * from history where clock < 5', false],
  ['update history set value = 1 where clock < 5 limit 5000', false],
  ['update history set value = 1 where ref = 5', true],
])('a slow log that does not say how many rows a statement changed: %s', async (sql, isTooMuch) => {
  const { ids } = await judged(`# Time: 2020-08-26T02:34:56.354162Z
# User@Host: zabbix[zabbix] @ localhost [] Id: 345463
# Query_time: 213.832335 Lock_time: 0.000088 Rows_sent: 0 Rows_examined: 5000
SET timestamp=1598409282;
${sql};`);
  expect(ids.includes('statements-read-too-much')).toBe(isTooMuch);
});

test.each([
  'InnoDB: Fatal error: cannot allocate memory for the buffer pool',
  '2024-01-05T10:00:00.000000Z 1 [ERROR] [MY-012956] [InnoDB] Cannot allocate memory for the buffer pool',
])('a server that gets no memory for its buffer pool does not start: %s', async (line) => {
  const { findings } = await judged(`150305 23:19:49 InnoDB: Initializing buffer pool, size = 512.0M
${line.startsWith('2') ? line : `150305 23:19:49 ${line}`}
150305 23:19:49 [ERROR] Aborting`);
  expect(findings[0]).toMatchObject({ ruleId: 'start-refused-by-pool', severity: 'critical' });
});

test.each([
  ['SELECT @@innodb_buffer_pool_size/1024/1024/1024;\n-> 0.125', 0.125 * 1024 ** 3],
  ['SELECT ROUND(@@innodb_buffer_pool_size / POW(1024, 3), 2) AS gb;\n2.00', 2 * 1024 ** 3],
  ['select @@innodb_buffer_pool_size >> 20;\n512', 512 * 1024 ** 2],
  ['SELECT FORMAT(@@innodb_buffer_pool_size / 1024, 0);\n1,048,576', 1024 ** 3],
  ['SELECT @@innodb_buffer_pool_size * 2;\n512', null],
  ['SELECT @@innodb_buffer_pool_size / @@innodb_buffer_pool_instances;\n134217728', null],
])('a setting that is divided before it is shown: %s', async (text, bytes) => {
  const { snapshot } = await judged(`max_connections = 500\n${text}`);
  const found = snapshot.sections.variables;
  const rows = found?.status === 'ok' ? (found.data?.end ?? found.data?.start)?.table?.rows : undefined;
  const value = rows?.find(([name]) => name === 'innodb_buffer_pool_size')?.[1] ?? null;
  expect(value === null ? null : Number(value)).toBe(bytes);
});

test.each([
  ['RAM is 64 GB', 64],
  ['64 GB RAM, database size 45 GB', 64],
  ['buffer pool size is 8 GB', null],
  ['MySQL memory is 8 GB', null],
])('the memory of the machine, and of nothing else: %s', async (text, gib) => {
  const { host } = await judged(`max_connections = 500\n${text}`);
  expect(host.memoryBytes).toBe(gib === null ? undefined : gib * 1024 ** 3);
});

test('one line of mysqladmin status: so many opened, so few open', async () => {
  const { findings } = await judged(
    'Uptime: 345600  Threads: 38  Questions: 34567890  Slow queries: 345  Opens: 987654  Flush tables: 1  Open tables: 64  Queries per second avg: 100.022',
  );
  expect(findings[0]?.ruleId).toBe('table-cache-churned');
});

test('misses of the table cache stand for the tables that were opened', async () => {
  const { findings } = await judged(`Table_open_cache_hits 1822
Table_open_cache_misses 91234567
Table_open_cache_overflows 91231111
table_open_cache = 400`);
  expect(findings[0]?.ruleId).toBe('table-cache-churned');
});

test('the statement that all sessions run is the cause of the load, not the processors', async () => {
  const rows = [22, 21, 19, 18].map(
    (seconds, index) =>
      `| 88${index} | app | 10.0.0.2:441${index} | shop | Query | ${seconds} | Sending data | SELECT * FROM products p JOIN prices x ON x.sku = p.sku WHERE p.cat = ${index} |`,
  );
  const { headline } = await judged(
    `%Cpu(s): 96.1 us,  2.9 sy,  0.0 ni,  0.8 id,  0.1 wa,  0.0 hi,  0.1 si,  0.0 st\n${rows.join('\n')}`,
  );
  expect(headline.text).toMatch(
    /^The CPUs are 99.1 % busy, and 4 of 4 active sessions read rows .* products p JOIN/,
  );
});

test('binary logs that are never purged fill the file system', async () => {
  const { findings } = await judged(`mysql> show binary logs;
+------------------+------------+
| Log_name         | File_size  |
+------------------+------------+
| mysql-bin.000811 | 1073742111 |
| mysql-bin.000812 | 1073742001 |
| mysql-bin.000813 | 1073742001 |
+------------------+------------+
mysql> select @@expire_logs_days;
+--------------------+
| @@expire_logs_days |
+--------------------+
|                  0 |
+--------------------+
Filesystem      Size  Used Avail Use% Mounted on
/dev/sdb1       500G  489G   11G  98% /var/lib/mysql`);
  expect(findings[0]?.ruleId).toBe('binary-log-never-expires');
});

test('a worker of the applier that failed: replication has stopped, with its error', async () => {
  const { findings, headline } = await judged(`*************************** 1. row ***************************
           CHANNEL_NAME:
              WORKER_ID: 1
              THREAD_ID: NULL
          SERVICE_STATE: OFF
      LAST_ERROR_NUMBER: 1062
     LAST_ERROR_MESSAGE: Worker 1 failed executing transaction 'a1:99' at source log binlog.000021, end_log_pos 9912; Could not execute Write_rows event on table shop.orders; Duplicate entry '99' for key 'orders.PRIMARY', Error_code: 1062
   LAST_ERROR_TIMESTAMP: 2024-02-02 10:00:00.000000`);
  expect(findings[0]?.ruleId).toBe('replica-stopped');
  expect(headline.text).toContain('error 1062 of the applier');
});

test('workers that run show no fault, and no stopped receiver', async () => {
  const { ids } = await judged(`*************************** 1. row ***************************
           CHANNEL_NAME:
              WORKER_ID: 1
              THREAD_ID: 77
          SERVICE_STATE: ON
      LAST_ERROR_NUMBER: 0
     LAST_ERROR_MESSAGE:`);
  expect(ids).not.toContain('replica-stopped');
});
