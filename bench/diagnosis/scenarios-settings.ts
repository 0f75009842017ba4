import { cause, type Fault, type Load, onEachServer, type Scenario, setting } from './scenario.ts';

// Written before anything was judged by them: settings that are seldom set wrong, and what slows a server besides.

const small = { tables: 2, rows: 5000 };
const large = { tables: 4, rows: 30_000 };
const uniform = ['--rand-type=uniform'];
const updates: Load = { sysbench: 'oltp_update_index', threads: 4, args: uniform };
const many = Array.from({ length: 60 }, (_, index) => `many${index}`);

const planted: Readonly<Record<string, Fault>> = {
  'group-commit-delayed': {
    servers: ['mysql80', 'mysql57'],
    options: { log_bin: 'binlog', server_id: 1, sync_binlog: 1, binlog_group_commit_sync_delay: 50_000 },
    data: small,
    load: [updates],
    planted: setting(
      ['group-commit-delay-alone', 'commits-wait-for-binary-log'],
      'binlog_group_commit_sync_delay',
      'down',
    ),
  },
  'commits-wait-for-others': {
    servers: ['mariadb114', 'mariadb1011'],
    options: {
      ...{ log_bin: 'binlog', server_id: 1, sync_binlog: 1 },
      ...{ binlog_commit_wait_usec: 50_000, binlog_commit_wait_count: 100 },
    },
    data: small,
    load: [updates],
    planted: setting(['commit-wait-set', 'group-commit-delay-alone'], 'binlog_commit_wait_count', 'down'),
  },
  'thread-pool-of-two': {
    servers: ['mariadb114'],
    options: { thread_handling: 'pool-of-threads', thread_pool_size: 1, thread_pool_max_threads: 4 },
    data: small,
    load: [
      { repeat: ['SELECT SLEEP(0.4)'], sessions: 8 },
      { repeat: ['SELECT c FROM sbtest1 WHERE id = {n}'], sessions: 8 },
    ],
    planted: setting(['thread-pool-full'], 'thread_pool_max_threads', 'up'),
  },
  'temporary-tables-big': {
    servers: ['mysql57', 'mariadb102'],
    options: { big_tables: 'ON' },
    data: small,
    load: [{ repeat: ['SELECT k, COUNT(*) n FROM sbtest1 GROUP BY k ORDER BY n LIMIT 5'], sessions: 4 }],
    planted: setting(['big-tables-on', 'temporary-tables-on-disk'], 'big_tables', 'off'),
  },
  'tables-flushed-each-second': {
    servers: ['mysql57', 'mariadb114'],
    options: { flush_time: 1 },
    prepare: many.map((name) => `CREATE TABLE ${name} (id INT PRIMARY KEY, v INT)`),
    load: [{ repeat: many.map((name) => `SELECT v FROM ${name} WHERE id = {n}`), sessions: 6 }],
    planted: setting(['tables-flushed-often'], 'flush_time', 'down'),
  },
  'tables-flushed-by-a-script': {
    servers: ['mariadb1011', 'mysql80'],
    prepare: many.map((name) => `CREATE TABLE ${name} (id INT PRIMARY KEY, v INT)`),
    load: [
      { repeat: ['FLUSH TABLES'], sessions: 1, pauseMs: 100 },
      { repeat: many.map((name) => `SELECT v FROM ${name} WHERE id = {n}`), sessions: 6 },
    ],
    planted: cause('tables-flushed-often'),
  },
  'tables-flushed-after-writes': {
    servers: ['mariadb102'],
    options: { flush: 'ON' },
    prepare: ['CREATE TABLE journal (id INT AUTO_INCREMENT PRIMARY KEY, c CHAR(120)) ENGINE=MyISAM'],
    load: [{ repeat: ["INSERT INTO journal (c) VALUES ('{n}')"], sessions: 4 }],
    planted: setting(['tables-flushed-after-each-statement'], 'flush', 'off'),
  },
  'inserts-not-concurrent': {
    servers: ['mysql57'],
    options: { concurrent_insert: 'NEVER' },
    prepare: [
      'CREATE TABLE journal (id INT AUTO_INCREMENT PRIMARY KEY, c CHAR(120)) ENGINE=MyISAM',
      `INSERT INTO journal (c) VALUES ${Array.from({ length: 3000 }, (_, index) => `('${index}')`).join()}`,
    ],
    load: [
      { repeat: ["INSERT INTO journal (c) VALUES ('{n}')"], sessions: 4 },
      { repeat: ["SELECT COUNT(*) FROM journal WHERE c > '5'"], sessions: 4 },
    ],
    planted: cause('concurrent-insert-off', 'table-lock-waits'),
  },
  'join-buffer-of-bytes': {
    servers: ['mysql57', 'mariadb114'],
    options: { join_buffer_size: 128 },
    data: small,
    load: [
      {
        repeat: ['SELECT COUNT(*) FROM sbtest1 a JOIN sbtest2 b ON a.pad = b.pad WHERE a.id < 200'],
        sessions: 3,
      },
    ],
    planted: cause('joins-without-index', 'missing-index', 'full-scans', 'statements-read-too-much'),
  },
  'everything-serializable': {
    servers: ['mysql80', 'mariadb1011'],
    options: { transaction_isolation: 'SERIALIZABLE' },
    data: { tables: 1, rows: 300 },
    load: [{ sysbench: 'oltp_read_write', threads: 8 }],
    planted: cause('serializable-by-default'),
  },
  'deadlocks-not-detected': {
    servers: ['mysql80', 'mariadb114'],
    options: { innodb_deadlock_detect: 'OFF', innodb_lock_wait_timeout: 3 },
    data: { tables: 1, rows: 200 },
    load: [
      {
        repeat: [
          'START TRANSACTION',
          'UPDATE sbtest1 SET k = k + 1 WHERE id = 1 + {n} % 7',
          'UPDATE sbtest1 SET k = k + 1 WHERE id = 1 + {n} % 7',
          'COMMIT',
        ],
        sessions: 6,
      },
    ],
    planted: setting(['deadlock-detection-off'], 'innodb_deadlock_detect', 'on'),
  },
  'nobody-commits': {
    servers: ['mariadb1011', 'mysql97'],
    options: { autocommit: 'OFF' },
    data: small,
    load: [
      { once: ['UPDATE sbtest1 SET k = k + 1 WHERE id < 50'], sessions: 1 },
      { once: ['UPDATE sbtest1 SET k = k + 1 WHERE id < 50'], sessions: 6 },
      { repeat: ['SELECT c FROM sbtest2 WHERE id = {n}'], sessions: 2, pauseMs: 20 },
    ],
    planted: setting(['autocommit-off', 'transaction-blocks-others', 'transaction-idle'], 'autocommit', 'on'),
  },
  'time-limit-cuts': {
    servers: ['mysql80'],
    options: { max_execution_time: 20 },
    data: large,
    load: [{ repeat: ["SELECT COUNT(*) FROM sbtest1 WHERE pad LIKE '%5%' OR k = {n}"], sessions: 4 }],
    planted: setting(['time-limit-ends-statements'], 'max_execution_time', 'down'),
  },
  'time-limit-cuts-too': {
    servers: ['mariadb114'],
    options: { max_statement_time: 0.02 },
    data: large,
    load: [{ repeat: ["SELECT COUNT(*) FROM sbtest1 WHERE pad LIKE '%5%' OR k = {n}"], sessions: 4 }],
    planted: setting(['time-limit-ends-statements'], 'max_statement_time', 'down'),
  },
  'range-memory-of-bytes': {
    servers: ['mysql80', 'mysql57'],
    options: { range_optimizer_max_mem_size: 3000 },
    data: large,
    load: [
      {
        repeat: [
          `SELECT SUM(k) FROM sbtest1 WHERE id IN (${Array.from({ length: 300 }, (_, i) => i * 90 + 1).join()})`,
        ],
        sessions: 4,
      },
    ],
    planted: setting(['range-limit-exceeded'], 'range_optimizer_max_mem_size', 'up'),
  },
  'join-orders-all-tried': {
    servers: ['mysql57', 'mariadb114'],
    options: { optimizer_prune_level: 0, optimizer_search_depth: 62 },
    data: small,
    load: [
      {
        repeat: [
          `SELECT COUNT(*) FROM ${'abcdefgh'
            .split('')
            .map((one, index) => `sbtest${1 + (index % 2)} ${one}`)
            .join(', ')} WHERE ${'bcdefgh'
            .split('')
            .map((one) => `a.k = ${one}.id`)
            .join(' AND ')} AND a.id = {n}`,
        ],
        sessions: 3,
      },
    ],
    planted: setting(['join-orders-not-pruned'], 'optimizer_prune_level', 'up'),
  },
  'binary-log-compressed-hard': {
    servers: ['mysql80'],
    options: { binlog_transaction_compression: 'ON', binlog_transaction_compression_level_zstd: 22 },
    data: large,
    load: [{ repeat: ['UPDATE sbtest1 SET k = k + 1 WHERE id BETWEEN {n} AND {n} + 200'], sessions: 4 }],
    planted: setting(['binary-log-compressed-hard'], 'binlog_transaction_compression_level_zstd', 'down'),
  },
  'one-commit-at-a-time': {
    servers: ['mysql57', 'mysql80'],
    options: { innodb_commit_concurrency: 1 },
    data: small,
    load: [{ sysbench: 'oltp_update_index', threads: 12 }],
    planted: cause('commit-concurrency-limited'),
  },
  'monitoring-asks-too-much': {
    servers: ['mysql57', 'mysql80'],
    prepare: Array.from(
      { length: 300 },
      (_, index) => `CREATE TABLE watched${index} (id INT PRIMARY KEY, v INT)`,
    ),
    load: [
      {
        repeat: [
          'SELECT table_schema, SUM(data_length + index_length) FROM information_schema.tables GROUP BY table_schema',
          'SHOW GLOBAL STATUS',
        ],
        sessions: 4,
      },
    ],
    planted: cause('watching-is-the-load'),
  },
  'function-for-each-row': {
    servers: ['mysql80', 'mariadb114'],
    data: small,
    prepare: [
      'CREATE FUNCTION owner_of(n INT) RETURNS INT DETERMINISTIC READS SQL DATA RETURN (SELECT COUNT(*) FROM sbtest2 WHERE k = n)',
    ],
    load: [{ repeat: ['SELECT SUM(owner_of(k)) FROM sbtest1 WHERE id < 2000'], sessions: 3 }],
    planted: cause('one-statement-dominates', 'statements-read-too-much', 'full-scans'),
  },
  'work-rolled-back': {
    servers: ['mysql80', 'mariadb114'],
    data: small,
    load: [
      {
        repeat: ['START TRANSACTION', 'UPDATE sbtest{session} SET k = k + 1 WHERE id < 2000', 'ROLLBACK'],
        sessions: 2,
      },
    ],
    planted: cause('work-rolled-back'),
  },
  'join-without-buffer': {
    servers: ['mysql80'],
    options: { optimizer_switch: 'block_nested_loop=off,hash_join=off' },
    data: small,
    load: [
      {
        repeat: ['SELECT COUNT(*) FROM sbtest1 a JOIN sbtest2 b ON a.pad = b.pad WHERE a.id < 60'],
        sessions: 3,
      },
    ],
    planted: cause('optimizer-switches-off', 'joins-without-index', 'missing-index', 'full-scans'),
  },
  'temporary-tables-of-a-kilobyte': {
    servers: ['mariadb118'],
    options: { tmp_table_size: 1024, max_heap_table_size: 16_384 },
    data: small,
    load: [{ repeat: ['SELECT k, COUNT(*) n FROM sbtest1 GROUP BY k ORDER BY n LIMIT 5'], sessions: 4 }],
    planted: setting(['temporary-tables-on-disk', 'temporary-tables-mostly-on-disk'], 'tmp_table_size', 'up'),
  },
  'scans-wash-the-pool': {
    servers: ['mysql80', 'mariadb114'],
    options: { innodb_old_blocks_time: 0, innodb_buffer_pool_size: '24M' },
    data: { tables: 4, rows: 40_000 },
    load: [
      {
        repeat: [
          "SELECT COUNT(*) FROM sbtest1 WHERE pad LIKE '%q5%'",
          "SELECT COUNT(*) FROM sbtest2 WHERE pad LIKE '%q5%'",
        ],
        sessions: 2,
      },
      { sysbench: 'oltp_point_select', threads: 4, args: ['--rate=800'] },
    ],
    planted: cause('scan-resistance-off', 'buffer-pool-too-small', 'full-scans', 'missing-index'),
  },
};

export const settingScenarios: Scenario[] = onEachServer(planted);
