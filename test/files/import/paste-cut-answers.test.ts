import { expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';
import { judged } from './judged-paste';

// Answers of which people left something out: a border, columns, the version; and values that a sentence tells.

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
