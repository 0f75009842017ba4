import { expect, test } from 'vitest';
import type { Snapshot } from '../../../src/shared/snapshot';
import { judged } from './judged-paste';

// Screens and metrics of monitors, and answers without a frame, as people copy them into a question.

function values(snapshot: Snapshot, section: 'variables' | 'status'): Record<string, unknown> {
  const found = snapshot.sections[section];
  const rows = found?.status === 'ok' ? (found.data?.end ?? found.data?.start)?.table?.rows : undefined;
  return Object.fromEntries((rows ?? []).map(([name, value]) => [String(name), value]));
}

test('the screen of mytop: time since start, statements by kind, threads and sessions', async () => {
  const { snapshot } = await judged(`our shop is slow, mytop says

MySQL on localhost (5.7.33-log)                                   up 12+03:44:21 [10:15:33]
 Queries: 1.2G    qps: 1205 Slow:     3.1M         Se/In/Up/De(%):    45/12/30/01
 Sorts:    15 qps now: 2100 Slow qps: 45.3  Threads:  150 ( 120/   8) 55/10/25/01
 Key Efficiency: 99.0%  Bps in/out: 300.0k/ 2.1M   Now in/out: 500.0k/ 3.1M

      Id      User         Host/IP         DB       Time    Cmd    State Query
      --      ----         -------         --       ----    ---    ----- ----------
   12345       app         10.0.0.5      shop         12  Query   Sending SELECT * FROM orders WHERE a = 'x'
   12346       app         10.0.0.6      shop          3  Sleep`);
  expect(snapshot.server).toMatchObject({ version: [5, 7, 33], uptimeSeconds: 1_050_261 });
  expect(values(snapshot, 'status')).toMatchObject({
    Questions: '1200000000',
    Slow_queries: '3100000',
    Threads_connected: '150',
    Threads_running: '120',
    Com_select: '540000000',
    Com_delete: '12000000',
  });
  const sessions = snapshot.sections.processlist;
  const rows = sessions?.status === 'ok' ? (sessions.data?.end?.table?.rows ?? []) : [];
  expect(rows.map((row) => row.slice(0, 7))).toEqual([
    ['12345', 'app', '10.0.0.5', 'shop', 'Query', '12', 'Sending'],
    ['12346', 'app', '10.0.0.6', 'shop', 'Sleep', '3', ''],
  ]);
});

test('answers to SELECT @@name without a frame: below it, behind an arrow, several', async () => {
  const { snapshot } = await judged(`MySQL 8.0.34
mysql> select @@innodb_buffer_pool_size;
134217728
mysql> select @@innodb_flush_log_at_trx_commit, @@global.sync_binlog;
-> 2, 100
SELECT @@innodb_io_capacity => 150
select @@max_connections, @@table_open_cache;
500
how many do we need?`);
  expect(values(snapshot, 'variables')).toMatchObject({
    innodb_buffer_pool_size: '134217728',
    innodb_flush_log_at_trx_commit: '2',
    sync_binlog: '100',
    innodb_io_capacity: '150',
  });
  // One value is not the answer to two names.
  expect(values(snapshot, 'variables')).not.toHaveProperty('max_connections');
});

test('metrics by their dotted names: counters are averages a second, the others stand', async () => {
  const { headline, snapshot } = await judged(`mysql.performance.threads_running: 48
mysql.innodb.buffer_pool_read_requests: 120000
avg:mysql.innodb.buffer_pool_reads{host:db1} 4.5k
mysql.performance.com_select | 2,100
mysql.net.max_connections 300
mysql.innodb.buffer_pool_total: 8589934592
version 8.0.33`);
  const status = values(snapshot, 'status');
  expect(status).toMatchObject({ Threads_running: '48', Max_used_connections: '300' });
  expect(Number(status.Innodb_buffer_pool_reads) / Number(status.Com_select)).toBeCloseTo(4500 / 2100, 3);
  expect(headline.text).toMatch(/^The buffer pool is too small: 4,500 pages a second/);
});

test('a row of sys is no list of status variables, though a column has the name of one', async () => {
  const { headline, snapshot } = await judged(`mysql> select * from sys.statements_with_sorting limit 1\\G
*************************** 1. row ***************************
            query: SELECT * FROM \`orders\` ORDER BY \`created\` DESC
               db: shop
       exec_count: 15023
    total_latency: 3.2 h
sort_merge_passes: 450300
  avg_sort_merges: 30
sorts_using_scans: 15023
      rows_sorted: 900000000

mysql> select @@sort_buffer_size;
262144
mysql> select version();
8.0.32`);
  expect(values(snapshot, 'status')).toEqual({});
  expect(headline.ruleId).toBe('sort-merge-passes');
});

test('time of files by instrument, as sys gives it', async () => {
  const { headline } = await judged(`mysql 8.0.30 with 16 GB RAM, innodb_buffer_pool_size = 1G
mysql> select event_name, total, total_latency, read_latency, write_latency from sys.io_global_by_wait_by_latency;
+-------------------------+---------+---------------+--------------+---------------+
| event_name              | total   | total_latency | read_latency | write_latency |
+-------------------------+---------+---------------+--------------+---------------+
| innodb/innodb_data_file | 9000000 | 12.3 h        | 11.2 h       | 1.1 h         |
| innodb/innodb_log_file  |  300000 | 20.3 m        | 0 ps         | 1 m           |
+-------------------------+---------+---------------+--------------+---------------+`);
  expect(headline.text).toMatch(/InnoDB data files/);
});

test('the size of the data folder, and of no other', async () => {
  const { host } = await judged(
    'MySQL 8.0.31\ninnodb_buffer_pool_size 134217728\n412G    /var/lib/mysql\n900G /var/log/mysql\n2T /backup/mysql',
  );
  expect(host.dataBytes).toBe(412 * 1024 ** 3);
});

test('a stack that is used up, with its limit', async () => {
  const { findings, headline, plan } = await judged(
    "Error: Thread stack overrun:  246144 bytes used of a 262144 byte stack, and 20000 bytes needed.  Use 'mysqld --thread_stack=#' to specify a bigger stack.\nMySQL 5.7.29",
  );
  expect(headline.text).toMatch(/^thread_stack of 256 KiB is too small/);
  expect(findings[0]?.impact.text).toMatch(/^1 quoted statement fails because/);
  expect(plan.changes.map(({ variable }) => variable)).toContain('thread_stack');
});

test('a printed pt-mysql-summary: the version is that of the server, not of InnoDB, and the averages are since the start', async () => {
  const { snapshot } = await judged(`# Report On Port 3306 ########################################
                     Time | 2012-03-30 22:33:19 (ART)
                  Version | 5.1.61rel13.2-log Percona Server with XtraDB (GPL), Release rel13.2, Revision 430
                  Started | 2012-03-30 21:45 (up 2+00:48:00)
# Status Counters (Wait 10 Seconds) ##########################
Variable                                Per day  Per second     11 secs
Bytes_received                        100000000        1250        3000
Com_select                              2500000          30          45
Questions                               4000000          45          60
Uptime                                    90000           1           1
# InnoDB #####################################################
                  Version | 1.0.17-13.2
         Buffer Pool Size | 32.0M
            Log File Size | 2 * 5.0M = 10.0M`);
  expect(snapshot.server).toMatchObject({ flavour: 'percona', version: [5, 1, 61], uptimeSeconds: 175_680 });
  expect(values(snapshot, 'variables')).toMatchObject({
    innodb_version: '1.0.17-13.2',
    innodb_buffer_pool_size: '33554432',
  });
  expect(Number(values(snapshot, 'status').Questions)).toBeCloseTo((4_000_000 / 86_400) * 175_680, -1);
});
