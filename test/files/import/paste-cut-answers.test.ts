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

test('sessions counted by their state alone', async () => {
  const { findings, headline } =
    await judged(`mysql> select state, count(*) from information_schema.processlist group by 1 order by 2 desc;
+---------------------------------+----------+
| state                           | count(*) |
+---------------------------------+----------+
| Waiting for global read lock    |      212 |
|                                 |       31 |
| Sending data                    |        2 |
+---------------------------------+----------+`);
  expect(headline.ruleId).toBe('metadata-lock-queue');
  expect(findings[0]?.impact.text).toMatch(/^212 sessions wait for the global read lock[^,]*\.$/);
});

test('orders counted by their state are no sessions', async () => {
  const { snapshot } = await judged(`max_connections = 500
+-----------+----------+
| state     | count(*) |
+-----------+----------+
| open      |      212 |
| delivered |       31 |
+-----------+----------+`);
  expect(sectionRows(snapshot, 'processlist')).toEqual([]);
});

test('lock waits of sys without transactions', async () => {
  const { findings } = await judged(`*************************** 1. row ***************************
                wait_started: 2024-02-02 10:00:01
                    wait_age: 00:00:48
                locked_table: \`shop\`.\`stock\`
                 waiting_pid: 5512
               waiting_query: UPDATE stock SET qty = qty - 1 WHERE sku = 'A1'
                blocking_pid: 5401
              blocking_query: NULL
            blocking_trx_age: 01:00:05`);
  expect(findings[0]?.impact.text).toContain('5401');
});

test('the clock of the server in an answer without a frame: a transaction has its age', async () => {
  const { headline } = await judged(`*************************** 1. row ***************************
                    trx_id: 8841002
                 trx_state: RUNNING
               trx_started: 2024-02-02 07:00:00
       trx_mysql_thread_id: 5401
                 trx_query: NULL
         trx_rows_locked: 812345
       trx_rows_modified: 1
mysql> select now();
2024-02-02 10:12:33`);
  expect(headline.text).toContain('connection 5401 has had a transaction open for 3 h 13 min');
});

test.each([
  ['2', '/sys/fs/cgroup/system.slice/mysql.service/memory', 'max', 'current'],
  ['1', '/sys/fs/cgroup/memory/system.slice/mysqld.service/memory', 'limit_in_bytes', 'usage_in_bytes'],
])('the files of a control group, version %s', async (_, path, limit, used) => {
  const { host, findings } = await judged(`$ cat ${path}.${limit}
2147483648
$ cat ${path}.${used}
2140012544
$ cat ${path}.events
low 0
high 0
max 91233
oom 12
oom_kill 12
innodb_buffer_pool_size = 1536M`);
  expect(host).toMatchObject({ memoryBytes: 2 ** 31, memoryAvailableBytes: 2 ** 31 - 2_140_012_544 });
  expect(findings[0]?.ruleId).toBe('server-killed-for-memory');
});

test('a control group without a limit, and numbers of something else', async () => {
  const { host } = await judged(`max_connections = 500
$ cat /sys/fs/cgroup/memory/memory.limit_in_bytes
9223372036854771712
$ cat /proc/sys/fs/file-max
2147483648`);
  expect(host).toEqual({});
});

test('the report of pt-duplicate-key-checker', async () => {
  const { snapshot } =
    await judged(`# ########################################################################
# shop.orders
# ########################################################################

# idx_cust is a left-prefix of idx_cust_date
# Key definitions:
#   KEY \`idx_cust\` (\`customer_id\`),
#   KEY \`idx_cust_date\` (\`customer_id\`,\`created_at\`),
# Column types:
#	  \`customer_id\` int(11) default null
# To remove this duplicate index, execute:
ALTER TABLE \`shop\`.\`orders\` DROP INDEX \`idx_cust\`;`);
  expect(sectionRows(snapshot, 'redundant-indexes')).toEqual([
    expect.objectContaining({
      table_schema: 'shop',
      table_name: 'orders',
      index_name: 'idx_cust',
      index_columns: 'customer_id',
      covered_by: 'idx_cust_date',
      covered_by_columns: 'customer_id, created_at',
    }),
  ]);
});

test('the buffer pool of an InnoDB status alone: its averages stand for the rates that nobody gave', async () => {
  const { findings, headline } = await judged(`----------------------
BUFFER POOL AND MEMORY
----------------------
Buffer pool size   8191
Free buffers       0
Database pages     8100
Modified db pages  812
Pages read 912345678, created 8123, written 912345
2311.12 reads/s, 0.11 creates/s, 21.00 writes/s
Buffer pool hit rate 812 / 1000, young-making rate 12 / 1000 not 0 / 1000`);
  expect(findings[0]?.ruleId).toBe('buffer-pool-too-small');
  expect(headline.text).toContain('2,311 pages a second');
});

test('a deadlock alone was met by somebody; that of a whole status may be old', async () => {
  const deadlock = `LATEST DETECTED DEADLOCK
------------------------
2024-02-02 10:00:00 0x7f
*** (1) TRANSACTION:
TRANSACTION 8842149, ACTIVE 0 sec starting index read
UPDATE stock SET qty = qty - 1 WHERE sku = 'A1'
*** (2) TRANSACTION:
TRANSACTION 8842150, ACTIVE 0 sec starting index read
UPDATE stock SET qty = qty - 1 WHERE sku = 'B2'
*** WE ROLL BACK TRANSACTION (1)`;
  expect((await judged(deadlock)).findings[0]?.ruleId).toBe('deadlocks-quoted');
  const whole = `${deadlock}
------------
TRANSACTIONS
------------
Trx id counter 8842190
History list length 12`;
  expect((await judged(whole)).ids).not.toContain('deadlocks-quoted');
});

test.each([
  ['free-pages-not-found', 'Difficult to find free blocks in the buffer pool (338 search iterations)!'],
  ['storage-returns-errors', 'Error in system call pread(). The operating system error number is 5.'],
])('a message of the error log: %s', async (rule, message) => {
  const { ids } = await judged(`2024-03-01T02:10:11.123456Z 7 [Warning] InnoDB: ${message}`);
  expect(ids).toContain(rule);
});

test('active sessions by wait in percent of what a line before says', async () => {
  const { findings } = await judged(`db.r6g.xlarge, average active sessions 24.1 (4 vCPU)
wait/io/redo_log_flush  62%
wait/synch/mutex/innodb/trx_sys_mutex 4%
CPU 11%`);
  expect(findings[0]?.ruleId).toBe('waits-mostly-on-one-object');
});

test('files by their time stand for the waits that nobody gave', async () => {
  const { findings, headline } = await judged(`mysql> select * from sys.io_global_by_file_by_latency limit 2;
+-----------------------------+--------+---------------+------------+--------------+-------------+---------------+------------+--------------+
| file                        | total  | total_latency | count_read | read_latency | count_write | write_latency | count_misc | misc_latency |
+-----------------------------+--------+---------------+------------+--------------+-------------+---------------+------------+--------------+
| @@datadir/mysql-bin.000812  | 912311 | 5.11 h        |          0 | 0 ps         |      301231 | 2.11 m        |     611080 | 5.07 h       |
| @@datadir/shop/orders.ibd   | 112311 | 3.11 m        |     101231 | 3.01 m       |       11080 | 6.07 s        |          0 | 0 ps         |
+-----------------------------+--------+---------------+------------+--------------+-------------+---------------+------------+--------------+`);
  expect(findings[0]?.ruleId).toBe('waits-mostly-on-one-object');
  expect(headline.text.toLowerCase()).toContain('binary log');
});

test('metrics of InnoDB that somebody selected', async () => {
  const { findings } =
    await judged(`mysql> select name, count from information_schema.innodb_metrics where name like 'trx%' or name like 'log%';
+-----------------------+----------+
| name                  | count    |
+-----------------------+----------+
| trx_rseg_history_len  | 41231231 |
| log_waits             |        0 |
+-----------------------+----------+`);
  expect(findings[0]?.ruleId).toBe('history-list-growing');
});

test.each([
  ['redo', 'log-buffer-waited', 'Innodb_log_waits 88123\ninnodb_log_buffer_size 1048576'],
  [
    'joins',
    'scans-in-most-selects',
    'Com_select: 12,111,222\nSelect_full_join: 9,123,123\nSelect_scan: 10,123,000\nUptime: 1,728,000',
  ],
  [
    'binary log',
    'binary-log-cache-on-disk',
    'Binlog_cache_disk_use | 911231\nBinlog_cache_use | 921231\nbinlog_cache_size | 32768',
  ],
])('totals without a time, of %s', async (_, rule, text) => {
  const { ids } = await judged(text);
  expect(ids).toContain(rule);
});

test('a setting with what somebody says of the machine behind it', async () => {
  const { host, findings } = await judged('innodb_buffer_pool_size=128M, data 40 GB, RAM 32 GB');
  expect(host).toMatchObject({ memoryBytes: 32 * 1024 ** 3 });
  expect(findings[0]?.ruleId).toBe('buffer-pool-far-below-need');
});

test('fields in the line protocol of InfluxDB', async () => {
  const { snapshot, ids } =
    await judged(`mysql,host=db1,server=127.0.0.1:3306 threads_connected=498i,max_used_connections=501i,connection_errors_max_connections=9123i,uptime=864000i 1700000000000000000
mysql_variables,host=db1,server=127.0.0.1:3306 max_connections=500i,innodb_buffer_pool_size=8589934592i 1700000000000000000`);
  expect(snapshot.server.uptimeSeconds).toBe(864_000);
  expect(ids.some((id) => id.startsWith('connections-'))).toBe(true);
});
