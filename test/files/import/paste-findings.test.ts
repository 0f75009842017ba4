import { expect, test } from 'vitest';
import { analyze } from '../../../src/analysis';
import { productRules } from '../../analysis/rule-files';
import { importPaste } from './pasted';

// Which finding leads where a text holds little more than a message or a few figures.

const rules = productRules();

async function leading(text: string): Promise<string | null> {
  const { snapshot } = await importPaste(`${text}\n`);
  const { findings } = analyze(snapshot, rules, { path: null });
  return findings.find(({ severity }) => severity !== 'notice')?.ruleId ?? null;
}

test.each([
  [
    'a lookup in a log of docker compose',
    "db_1 | 2015-03-04 14:40:37 1 [Warning] IP address '172.17.0.15' could not be resolved: Temporary failure in name resolution",
    'client-names-not-resolved',
  ],
  [
    'a lookup in a log of MySQL 8.0',
    "2024-01-05T10:00:01.123456Z 12 [Warning] [MY-010055] [Server] IP address '10.0.3.7' could not be resolved: Name or service not known",
    'client-names-not-resolved',
  ],
  [
    'a name that belongs to another address',
    "2024-01-05 10:00:01 12 [Warning] Hostname 'app.example' does not resolve to '10.0.3.7'.",
    'client-names-not-resolved',
  ],
  [
    'a dump that is taken too slowly',
    "2020-11-04T02:41:07.118311Z 482 [Note] Aborted connection 482 to db: 'matomo' user: 'root' host: '172.18.0.4' (Got timeout writing communication packets)",
    'results-not-fetched',
  ],
  [
    'the same on MariaDB',
    "2023-02-11  3:12:11 912 [Warning] Aborted connection 912 to db: 'shop' user: 'backup' host: 'localhost' (Got timeout writing communication packets)",
    'results-not-fetched',
  ],
  [
    'BLOBs above a tenth of the redo log',
    'ERROR 1118 (42000) at line 11645: The size of BLOB/TEXT data inserted in one transaction is greater than 10% of redo log size. Increase the redo log size using innodb_log_file_size.',
    'redo-log-refuses-blobs',
  ],
  [
    'the same from a program',
    'PDOException: SQLSTATE[42000]: Syntax error or access violation: 1118 The size of BLOB/TEXT data inserted in one transaction is greater than 10% of redo log size.',
    'redo-log-refuses-blobs',
  ],
  [
    'a connection that the server had ended after hours',
    "MySQL 5.7.40, wait_timeout = 28800\nCommunicationsException: Communications link failure\nThe last packet successfully received from the server was 28,801,024 milliseconds ago. is longer than the server configured value of 'wait_timeout'.",
    'idle-connections-ended',
  ],
  [
    'limits that the server made of 1,024 files',
    'version 5.7.44\nopen_files_limit 1024\nmax_connections 214\ntable_open_cache 400\ntable_definition_cache 600',
    'open-files-limit-cuts',
  ],
  [
    'limits that it made of 2,048',
    'version 8.0.36\nopen_files_limit 2048\nmax_connections 1238\ntable_open_cache 400\ntable_definition_cache 600',
    'open-files-limit-cuts',
  ],
  [
    'a checkpoint age near what is printed as its limit',
    'Percona Server 5.7.38-41, 128GB RAM\nLog sequence number 91823749182374\nLog flushed up to   91823749101123\nLast checkpoint at  91823651928374\nMax checkpoint age    101005312\nCheckpoint age        97254000\n\ninnodb_log_file_size = 64M\ninnodb_log_files_in_group = 2\ninnodb_buffer_pool_size = 96G',
    'redo-log-full',
  ],
  [
    'row locks that are waited for now',
    'MariaDB 10.5.23, 4 cores, 8 GB RAM\nInnodb_row_lock_time_avg 18234\nInnodb_row_lock_waits 88123\nInnodb_row_lock_current_waits 41\nThreads_running 47\nUptime 512340',
    'row-lock-queue-now',
  ],
  [
    'a queue in front of InnoDB within a sentence',
    'MySQL 8.0.32, 32 vCPU / 128 GB\ninnodb_thread_concurrency=2\nSHOW ENGINE INNODB STATUS says: "2 queries inside InnoDB, 187 queries in queue"',
    'thread-concurrency-too-low',
  ],
  [
    'an applier that ended, in a log of MySQL 8.0',
    "2024-04-18T08:12:31.442134Z 8123 [ERROR] [MY-010584] [Repl] Slave SQL for channel '': Worker 3 failed executing transaction 'b2c3d4e5-1111-2222-3333-444455556666:918234' at master log mysql-bin.000812, end_log_pos 81234; Could not execute Write_rows event on table shop.orders; Duplicate entry '8812331' for key 'orders.PRIMARY', Error_code: 1062; handler error HA_ERR_FOUND_DUPP_KEY; Error_code: MY-001062",
    'replica-stopped',
  ],
  [
    'a receiver whose source has purged its logs',
    "2023-05-05 10:00:01 12 [ERROR] Slave I/O for channel '': Got fatal error 1236 from master when reading data from binary log: 'Could not find first log file name in binary log index file', Error_code: 1236",
    'replica-stopped',
  ],
  [
    'an applier of MariaDB',
    "2023-05-05 10:00:01 12 [ERROR] Slave SQL: Could not execute Delete_rows_v1 event on table shop.cart; Can't find record in 'cart', Error_code: 1032; handler error HA_ERR_KEY_NOT_FOUND; the event's master log mysqld-bin.000009, end_log_pos 441, Gtid 0-1-99, Internal MariaDB error code: 1032",
    'replica-stopped',
  ],
  [
    'sorts that are merged, where not all kinds of sorts were read',
    'Sort_merge_passes\t9812345\nSort_scan\t912345\nUptime\t259200\nsort_buffer_size\t262144\nversion\t5.7.42-log',
    'sort-merge-passes',
  ],
  [
    'the end of an INT',
    "SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '2147483647' for key 'PRIMARY'",
    'auto-increment-used-up-quoted',
  ],
  [
    'the end of a column, in words of the server',
    'ERROR 1467 (HY000): Failed to read auto-increment value from storage engine',
    'auto-increment-used-up-quoted',
  ],
  [
    'a kill in words of people',
    'MariaDB 10.11 on a 2 vCPU / 4 GB droplet. OOM killer takes mariadbd every day.\ninnodb_buffer_pool_size = 3G\nmax_connections = 400',
    'server-killed-for-memory',
  ],
  [
    'the same the other way round',
    'MySQL 8.0.36, 8 GB RAM. mysqld gets OOM-killed twice a week\ninnodb_buffer_pool_size = 7G\nmax_connections = 400',
    'server-killed-for-memory',
  ],
  [
    'of a server with its version and its machine between',
    'MySQL 8.0.36 on a VM with 8 GB RAM gets OOM killed.\ninnodb_buffer_pool_size = 4G\nmax_connections = 400',
    'server-killed-for-memory',
  ],
  [
    'a pool of a twentieth of the data beside idle memory',
    '[!!] InnoDB buffer pool / data size: 1.0G / 22.4G\n[--] Up for: 12d 4h 2m 1s (512M q [487.2 qps], 9M conn, TX: 1023G, RX: 88G)\n[--] Physical Memory     : 31.2G\n[--] Currently running supported MySQL version 8.0.35',
    'buffer-pool-far-below-need',
  ],
])('%s', async (_name, text, rule) => {
  expect(await leading(text)).toBe(rule);
});

test.each([
  [
    'a client that left',
    "2024-01-05T10:00:01.123456Z 482 [Note] [MY-010914] [Server] Aborted connection 482 to db: 'a' user: 'b' host: 'c' (Got an error reading communication packets).",
  ],
  [
    'an applier that ended and began again',
    "2023-05-05 10:00:01 12 [ERROR] Slave SQL: Could not execute Delete_rows_v1 event on table shop.cart; Error_code: 1032; Internal MariaDB error code: 1032\n2023-05-05 10:05:00 14 [Note] Slave SQL thread initialized, starting replication in log 'mysqld-bin.000009' at position 441, relay log './relay.000002' position: 4",
  ],
  [
    'a few row locks of a busy server',
    'MySQL 8.0.36\nInnodb_row_lock_current_waits 3\nThreads_running 47\nUptime 512340',
  ],
  [
    'a small table cache with files to spare',
    'version 8.0.36\nopen_files_limit 10000\nmax_connections 214\ntable_open_cache 400',
  ],
  [
    'half of the data in the pool',
    '[OK] InnoDB buffer pool / data size: 16.0G / 32.4G\n[--] Up for: 12d 4h 2m 1s (512M q [487.2 qps], 9M conn, TX: 1023G, RX: 88G)\n[--] Physical Memory     : 62.2G\n[--] Currently running supported MySQL version 8.0.35',
  ],
])('nothing above a notice: %s', async (_name, text) => {
  expect(await leading(text)).toBeNull();
});
