import { cause, type Fault, type Load, onEachServer, type Scenario, setting } from './scenario.ts';

// Written before anything was judged by them: settings that no rule names, by the list of all variables, and sessions that
// wait for what is seldom waited for. Plants that did not start were corrected after the first run.

const small = { tables: 2, rows: 5000 };
const large = { tables: 4, rows: 30_000 };
const updates: Load = { sysbench: 'oltp_update_index', threads: 4, args: ['--rand-type=uniform'] };

const planted: Readonly<Record<string, Fault>> = {
  'results-buffered': {
    servers: ['mysql57', 'mysql80', 'mariadb114'],
    data: small,
    // No option: it is only set while the server runs.
    prepare: ['SET GLOBAL sql_buffer_result = ON'],
    load: [{ repeat: ['SELECT c FROM sbtest1 WHERE id BETWEEN {n} AND {n} + 300'], sessions: 4 }],
    planted: setting(['results-buffered'], 'sql_buffer_result', 'off'),
  },
  'binary-log-read-slowly': {
    servers: ['mariadb114'],
    source: { log_bin: 'log', server_id: 1 },
    options: { server_id: 2, read_binlog_speed_limit: 100 },
    data: { tables: 1, rows: 300 },
    load: [updates],
    warmUp: 12,
    planted: setting(['binary-log-read-slowly'], 'read_binlog_speed_limit', 'down'),
  },
  'sort-keys-of-megabytes': {
    servers: ['mysql57', 'mariadb1011'],
    options: { max_sort_length: 4_000_000 },
    prepare: [
      'CREATE TABLE notes (id INT AUTO_INCREMENT PRIMARY KEY, note TEXT)',
      `INSERT INTO notes (note) VALUES ${Array.from({ length: 400 }, (_, index) => `(REPEAT('${index}-', 100))`).join()}`,
    ],
    load: [{ repeat: ['SELECT id FROM notes ORDER BY note LIMIT 5'], sessions: 3 }],
    planted: setting(['sort-keys-long'], 'max_sort_length', 'down'),
  },
  'redo-written-through': {
    servers: ['mariadb114'],
    options: { innodb_flush_log_at_trx_commit: 2, innodb_log_file_write_through: 'ON' },
    data: small,
    load: [updates],
    planted: setting(['files-written-through'], 'innodb_log_file_write_through', 'off'),
  },
  'pages-written-through': {
    servers: ['mariadb118'],
    options: { innodb_data_file_write_through: 'ON', innodb_buffer_pool_size: '24M' },
    data: large,
    load: [updates],
    planted: setting(['files-written-through'], 'innodb_data_file_write_through', 'off'),
  },
  'purge-of-one-page': {
    servers: ['mysql80', 'mariadb1011'],
    options: { innodb_purge_batch_size: 1, innodb_purge_threads: 1 },
    data: small,
    load: [{ sysbench: 'oltp_update_index', threads: 8 }],
    planted: setting(['history-list-growing', 'purge-batches-small'], 'innodb_purge_batch_size', 'up'),
  },
  'old-blocks-everywhere': {
    servers: ['mysql80', 'mariadb114'],
    options: { innodb_old_blocks_pct: 95, innodb_buffer_pool_size: '24M' },
    data: { tables: 4, rows: 40_000 },
    load: [{ sysbench: 'oltp_point_select', threads: 6 }],
    planted: cause('scan-resistance-off', 'old-blocks-extreme', 'buffer-pool-too-small'),
  },
  'session-memory-limited': {
    servers: ['mariadb114'],
    data: large,
    // The data would not be loaded with it.
    prepare: ['SET GLOBAL max_session_mem_used = 2000000'],
    load: [{ repeat: ['SELECT c, pad FROM sbtest1 ORDER BY c DESC, pad LIMIT 20000'], sessions: 3 }],
    planted: cause('session-memory-limited', 'statements-fail'),
  },
  'temporary-space-limited': {
    servers: ['mariadb118'],
    options: { max_tmp_session_space_usage: 65_536, tmp_table_size: 1024 },
    data: large,
    load: [{ repeat: ['SELECT c, COUNT(*) n FROM sbtest1 GROUP BY c ORDER BY n LIMIT 5'], sessions: 3 }],
    planted: cause('temporary-space-limited', 'tables-full'),
  },
  'temporary-tables-on-disk-limited': {
    servers: ['mariadb1011'],
    options: { tmp_disk_table_size: 1_048_576, tmp_table_size: 1024 },
    data: large,
    load: [{ repeat: ['SELECT c, COUNT(*) n FROM sbtest1 GROUP BY c ORDER BY n LIMIT 5'], sessions: 3 }],
    planted: cause('temporary-space-limited', 'tables-full'),
  },
  'writers-starve': {
    servers: ['mysql57'],
    options: { low_priority_updates: 'ON', concurrent_insert: 'AUTO' },
    prepare: [
      'CREATE TABLE journal (id INT AUTO_INCREMENT PRIMARY KEY, k INT, c CHAR(200)) ENGINE=MyISAM',
      `INSERT INTO journal (k, c) VALUES ${Array.from({ length: 3000 }, (_, index) => `(${index}, '${index}')`).join()}`,
    ],
    load: [
      { repeat: ["SELECT COUNT(*) FROM journal WHERE c > '5'"], sessions: 5 },
      { repeat: ['UPDATE journal SET k = k + 1 WHERE id = {n}'], sessions: 3 },
    ],
    planted: cause('table-lock-waits', 'updates-wait-for-reads'),
  },
  'pages-hard-to-compress': {
    servers: ['mysql57', 'mysql80'],
    options: { innodb_compression_level: 9, innodb_compression_failure_threshold_pct: 0 },
    prepare: [
      'CREATE TABLE packed (id INT AUTO_INCREMENT PRIMARY KEY, k INT, c VARBINARY(2000), KEY (k)) ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=4',
    ],
    load: [
      {
        repeat: ['INSERT INTO packed (k, c) VALUES ({n}, RANDOM_BYTES(800))'],
        sessions: 4,
      },
    ],
    planted: cause('compression-fails', 'compressed-pages-costly'),
  },
  'statements-wait-for-flush': {
    servers: ['mysql57', 'mysql80', 'mariadb114'],
    data: small,
    load: [
      { once: ['SELECT SLEEP(60) FROM sbtest1 LIMIT 1'], sessions: 1 },
      { repeat: ['SELECT SLEEP(0.3)', 'FLUSH TABLES sbtest1'], sessions: 1 },
      { repeat: ['SELECT c FROM sbtest1 WHERE id = {n}'], sessions: 6 },
    ],
    planted: cause('statements-wait-for-flush', 'statements-wait-for-locks', 'metadata-lock-queue'),
  },
  'commits-wait-for-backup': {
    servers: ['mariadb114'],
    data: small,
    load: [
      {
        once: [
          'BACKUP STAGE START',
          'BACKUP STAGE FLUSH',
          'BACKUP STAGE BLOCK_DDL',
          'BACKUP STAGE BLOCK_COMMIT',
        ],
        sessions: 1,
      },
      { repeat: ['UPDATE sbtest1 SET k = k + 1 WHERE id = {n}'], sessions: 5 },
      { repeat: ['SELECT c FROM sbtest2 WHERE id = {n}'], sessions: 2, pauseMs: 20 },
    ],
    planted: cause('statements-wait-for-locks', 'metadata-lock-queue', 'metadata-locks-pending'),
  },
  'rows-changed-since-read': {
    servers: ['mariadb118'],
    data: { tables: 1, rows: 300 },
    load: [
      {
        repeat: [
          'START TRANSACTION',
          'SELECT COUNT(*) FROM sbtest1',
          'UPDATE sbtest1 SET k = k + 1 WHERE id = 1 + {n} % 5',
          'COMMIT',
        ],
        sessions: 6,
      },
    ],
    planted: cause('rows-changed-since-read', 'statements-fail'),
  },
  'optimizer-traced': {
    servers: ['mysql80'],
    options: { optimizer_trace: 'enabled=on' },
    data: small,
    load: [{ sysbench: 'oltp_point_select', threads: 6 }],
    planted: cause('diagnostics-left-on'),
  },
  'one-rollback-segment': {
    servers: ['mysql57'],
    options: { innodb_rollback_segments: 1 },
    data: small,
    load: [{ sysbench: 'oltp_update_index', threads: 12 }],
    planted: setting(['rollback-segments-few'], 'innodb_rollback_segments', 'up'),
  },
  'tickets-of-one-row': {
    servers: ['mysql57'],
    options: { innodb_thread_concurrency: 2, innodb_concurrency_tickets: 1 },
    data: small,
    load: [{ repeat: ['SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN 1 AND 2000'], sessions: 8 }],
    planted: cause('concurrency-tickets-few', 'thread-concurrency-too-low'),
  },
  'rows-read-twice': {
    servers: ['mysql57', 'mariadb1011'],
    options: { max_length_for_sort_data: 4, innodb_buffer_pool_size: '24M' },
    data: { tables: 4, rows: 40_000 },
    load: [
      { repeat: ['SELECT id, k, c, pad FROM sbtest1 WHERE k > {n} ORDER BY c LIMIT 1000'], sessions: 3 },
    ],
    planted: setting(['sorts-read-rows-twice'], 'max_length_for_sort_data', 'up'),
  },
  'joins-without-buffers': {
    servers: ['mariadb1011'],
    options: { join_cache_level: 0 },
    data: small,
    load: [
      {
        repeat: ['SELECT COUNT(*) FROM sbtest1 a JOIN sbtest2 b ON a.pad = b.pad WHERE a.id < 60'],
        sessions: 3,
      },
    ],
    planted: cause('join-buffers-off', 'joins-without-index', 'missing-index'),
  },
  'statistics-of-everything': {
    servers: ['mysql80'],
    options: { innodb_stats_persistent_sample_pages: 100_000 },
    data: large,
    load: [
      { repeat: ['UPDATE sbtest{session} SET k = k + 1 WHERE id BETWEEN {n} AND {n} + 2000'], sessions: 3 },
    ],
    planted: cause('statistics-sample-extreme'),
  },
  'dictionary-statistics-not-kept': {
    servers: ['mysql80'],
    options: { information_schema_stats_expiry: 0 },
    prepare: Array.from(
      { length: 300 },
      (_, index) => `CREATE TABLE watched${index} (id INT PRIMARY KEY, v INT)`,
    ),
    load: [
      {
        repeat: [
          'SELECT table_name, table_rows, data_length FROM information_schema.tables WHERE table_schema = DATABASE()',
        ],
        sessions: 4,
      },
    ],
    planted: cause('watching-is-the-load', 'dictionary-statistics-not-kept'),
  },
  'replica-scans-for-rows': {
    servers: ['mysql57'],
    source: { log_bin: 'log', server_id: 1, binlog_format: 'ROW' },
    options: { server_id: 2, slave_rows_search_algorithms: 'TABLE_SCAN,INDEX_SCAN' },
    prepare: [
      'CREATE TABLE keyless (k INT, c CHAR(200))',
      `INSERT INTO keyless VALUES ${Array.from({ length: 5000 }, (_, index) => `(${index}, '${index}')`).join()}`,
    ],
    load: [
      { repeat: ['UPDATE keyless SET c = {n} WHERE k BETWEEN {n} % 5000 AND {n} % 5000 + 20'], sessions: 3 },
    ],
    warmUp: 8,
    planted: cause('replica-searches-rows', 'tables-without-primary-key'),
  },
  'event-each-second': {
    servers: ['mysql80'],
    options: { event_scheduler: 'ON' },
    data: large,
    prepare: [
      'CREATE TABLE totals (id INT AUTO_INCREMENT PRIMARY KEY, n BIGINT)',
      'CREATE EVENT count_all ON SCHEDULE EVERY 1 SECOND DO INSERT INTO totals (n) SELECT COUNT(*) FROM sbtest1 a JOIN sbtest2 b ON a.c > b.c WHERE a.id < 12',
    ],
    load: [{ repeat: ['SELECT c FROM sbtest3 WHERE id = {n}'], sessions: 2, pauseMs: 20 }],
    planted: cause('joins-without-index', 'one-statement-dominates', 'full-scans', 'missing-index'),
  },
  'trigger-counts-all': {
    servers: ['mariadb114', 'mysql80'],
    data: small,
    prepare: [
      'CREATE TABLE booked (id INT AUTO_INCREMENT PRIMARY KEY, k INT, c CHAR(200))',
      'CREATE TABLE totals (id INT PRIMARY KEY, n BIGINT)',
      'INSERT INTO totals VALUES (1, 0), (2, 0), (3, 0)',
      'CREATE TRIGGER count_all AFTER INSERT ON booked FOR EACH ROW UPDATE totals SET n = (SELECT COUNT(*) FROM sbtest1 WHERE pad > NEW.c) WHERE id = 1 + NEW.k % 3',
    ],
    load: [{ repeat: ["INSERT INTO booked (k, c) VALUES ({n}, REPEAT('{n}-', 40))"], sessions: 4 }],
    planted: cause(
      'one-statement-dominates',
      'full-scans',
      'missing-index',
      'statements-read-too-much',
      'row-lock-waits',
    ),
  },
};

export const cornerScenarios: Scenario[] = onEachServer(planted);
