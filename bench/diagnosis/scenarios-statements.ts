import { cause, type Fault, type Load, onEachServer, type Scenario, setting } from './scenario.ts';

// Written before anything was judged by them: what applications and their administrators do wrong, as it is met in the field.

const small = { tables: 2, rows: 5000 };
const larger = { tables: 2, rows: 20_000 };
const background: Load = { sysbench: 'oltp_read_write', threads: 2, args: ['--rate=20'] };

const planted: Readonly<Record<string, Fault>> = {
  'auto-increment-by-statement': {
    servers: ['mysql57', 'mariadb102'],
    options: { innodb_autoinc_lock_mode: 0 },
    data: small,
    prepare: ['CREATE TABLE inbox (id INT AUTO_INCREMENT PRIMARY KEY, c CHAR(120), k INT)'],
    load: [{ repeat: ['INSERT INTO inbox (c, k) SELECT c, k FROM sbtest1 LIMIT 2000'], sessions: 8 }],
    planted: setting(['auto-increment-lock'], 'innodb_autoinc_lock_mode', 'up'),
  },
  'alter-waits-for-reader': {
    servers: ['mysql80', 'mysql57', 'mariadb114'],
    data: small,
    warmUp: 5,
    load: [
      { once: ['START TRANSACTION', 'SELECT COUNT(*) FROM sbtest1'], sessions: 1 },
      { once: ['ALTER TABLE sbtest1 ADD COLUMN later INT'], sessions: 1 },
      { once: ['SELECT c FROM sbtest1 WHERE id = 5'], sessions: 10 },
      { repeat: ['SELECT c FROM sbtest2 WHERE id = {n}'], sessions: 2, pauseMs: 20 },
    ],
    planted: cause('metadata-lock-queue'),
  },
  'one-hot-row': {
    servers: ['mysql80', 'mariadb114'],
    data: small,
    load: [
      {
        repeat: [
          'START TRANSACTION',
          'UPDATE sbtest1 SET k = k + 1 WHERE id = 1',
          'SELECT SLEEP(0.02)',
          'COMMIT',
        ],
        sessions: 12,
      },
    ],
    planted: cause('row-lock-waits', 'transaction-blocks-others'),
  },
  'update-without-index': {
    servers: ['mysql80', 'mysql57'],
    data: larger,
    load: [{ repeat: ["UPDATE sbtest1 SET k = k + 1 WHERE c = '{n}'"], sessions: 8 }],
    planted: cause('missing-index', 'full-scans', 'statements-read-too-much', 'row-lock-waits'),
  },
  'join-of-unlike-sets': {
    servers: ['mysql80', 'mariadb114'],
    data: small,
    prepare: [
      'CREATE TABLE people (id INT PRIMARY KEY, code VARCHAR(40) CHARACTER SET latin1, KEY (code))',
      'CREATE TABLE orders (id INT PRIMARY KEY, code VARCHAR(40) CHARACTER SET utf8mb4, KEY (code))',
      'INSERT INTO people SELECT id, CONCAT("p", id) FROM sbtest1',
      'INSERT INTO orders SELECT id, CONCAT("p", id) FROM sbtest2',
    ],
    load: [
      {
        repeat: [
          'SELECT COUNT(*) FROM orders o STRAIGHT_JOIN people p ON p.code = o.code WHERE o.id BETWEEN {n} AND {n} + 20',
        ],
        sessions: 4,
      },
    ],
    planted: cause('joins-of-unlike-columns', 'full-scans', 'missing-index', 'statements-read-too-much'),
  },
  'number-for-text': {
    servers: ['mysql57', 'mariadb102'],
    data: small,
    prepare: [
      'CREATE TABLE people (id INT PRIMARY KEY, code VARCHAR(40), KEY (code))',
      'INSERT INTO people SELECT id, id FROM sbtest1',
    ],
    load: [{ repeat: ['SELECT id FROM people WHERE code = {n}'], sessions: 6 }],
    planted: cause(
      'full-scans',
      'statements-read-too-much',
      'missing-index',
      'rows-scanned-unseen',
      'indexes-scanned-unseen',
    ),
  },
  'deep-pages': {
    servers: ['mysql80', 'mariadb1011'],
    data: larger,
    load: [{ repeat: ['SELECT id, c FROM sbtest1 ORDER BY id LIMIT 19000, 10'], sessions: 6 }],
    planted: cause(
      'statements-read-too-much',
      'full-scans',
      'one-statement-dominates',
      'rows-scanned-unseen',
    ),
  },
  'count-all-again': {
    servers: ['mysql80', 'mysql57'],
    data: larger,
    load: [{ repeat: ['SELECT COUNT(*) FROM sbtest1'], sessions: 6 }],
    planted: cause(
      'full-scans',
      'statements-read-too-much',
      'one-statement-dominates',
      'rows-scanned-unseen',
    ),
  },
  'prepared-never-closed': {
    servers: ['mysql80', 'mariadb114'],
    options: { max_prepared_stmt_count: 300 },
    data: small,
    load: [
      { repeat: ["PREPARE s{n} FROM 'SELECT c FROM sbtest1 WHERE id = ?'"], sessions: 3, pauseMs: 5 },
      background,
    ],
    planted: cause('prepared-statements-near-limit', 'statements-fail'),
  },
  'gap-deadlocks': {
    servers: ['mysql80', 'mariadb1011'],
    data: small,
    load: [
      {
        repeat: [
          'START TRANSACTION',
          'SELECT id FROM sbtest1 WHERE k BETWEEN {n} AND {n} + 50 FOR UPDATE',
          'UPDATE sbtest1 SET k = k + 1 WHERE id = 1 + {n} % 20',
          'UPDATE sbtest1 SET k = k + 1 WHERE id = 1 + {n} % 20',
          'COMMIT',
        ],
        sessions: 8,
      },
    ],
    planted: cause('deadlocks', 'row-lock-waits'),
  },
  'log-in-table': {
    servers: ['mysql57', 'mariadb114'],
    options: { slow_query_log: 'ON', long_query_time: 0, log_output: 'TABLE' },
    data: small,
    load: [{ sysbench: 'oltp_point_select', threads: 4 }],
    planted: setting(['query-log-in-table', 'slow-log-flood'], 'long_query_time', 'up'),
  },
  'read-lock-held': {
    servers: ['mysql57', 'mysql80'],
    data: small,
    warmUp: 5,
    load: [
      { once: ['FLUSH TABLES WITH READ LOCK'], sessions: 1 },
      { once: ['UPDATE sbtest1 SET k = k + 1 WHERE id = 5'], sessions: 8 },
      { repeat: ['SELECT c FROM sbtest2 WHERE id = {n}'], sessions: 2, pauseMs: 20 },
    ],
    planted: cause('metadata-lock-queue', 'sessions-pile-up', 'user-lock-queue'),
  },
  'new-connection-each': {
    servers: ['mysql80', 'mariadb102'],
    options: { thread_cache_size: 0 },
    data: small,
    load: [{ repeat: ['SELECT c FROM sbtest1 WHERE id = {n}'], sessions: 8, reconnect: true }],
    planted: setting(
      ['connections-short-lived', 'thread-cache-off', 'thread-cache-too-small'],
      'thread_cache_size',
      'up',
    ),
  },
  'connections-refused': {
    servers: ['mysql57', 'mysql80'],
    options: { max_connections: 12 },
    data: small,
    load: [
      { once: ['SELECT 1'], sessions: 9 },
      {
        repeat: ['SELECT c FROM sbtest1 WHERE id = {n}', 'SELECT SLEEP(0.05)'],
        sessions: 8,
        reconnect: true,
      },
    ],
    planted: cause('connections-near-limit', 'connections-limit-reached', 'idle-connections-held'),
  },
  'forgotten-snapshot': {
    servers: ['mysql57', 'mariadb114'],
    data: small,
    warmUp: 12,
    load: [
      { once: ['START TRANSACTION WITH CONSISTENT SNAPSHOT', 'SELECT COUNT(*) FROM sbtest1'], sessions: 1 },
      { sysbench: 'oltp_update_index', threads: 8 },
    ],
    planted: cause('history-list-growing', 'old-open-transaction', 'transaction-idle'),
  },
  'cache-of-results': {
    servers: ['mysql57', 'mariadb102'],
    options: { query_cache_type: 1, query_cache_size: '256M' },
    data: small,
    load: [
      { sysbench: 'oltp_point_select', threads: 6 },
      { sysbench: 'oltp_update_index', threads: 2 },
    ],
    planted: setting(
      ['query-cache-on', 'query-cache-lock', 'query-cache-too-large', 'query-cache-seldom-hit'],
      'query_cache_size',
      'down',
    ),
  },
  'groups-on-disk': {
    servers: ['mysql57', 'mariadb102'],
    options: { tmp_table_size: '16K', max_heap_table_size: '16K' },
    data: larger,
    load: [
      { repeat: ['SELECT k, COUNT(*) FROM sbtest1 WHERE id < 4000 GROUP BY k ORDER BY NULL'], sessions: 4 },
    ],
    planted: setting(['temporary-tables-on-disk', 'temporary-tables-mostly-on-disk'], 'tmp_table_size', 'up'),
  },
  'sorts-merged': {
    servers: ['mysql80', 'mariadb114'],
    options: { sort_buffer_size: '32K' },
    data: larger,
    load: [{ repeat: ['SELECT c FROM sbtest1 WHERE id > {n} ORDER BY c LIMIT 4000'], sessions: 4 }],
    planted: setting(['sort-merge-passes', 'sorts-mostly-merged'], 'sort_buffer_size', 'up'),
  },
  'large-transactions': {
    servers: ['mysql57', 'mysql80'],
    options: { 'log-bin': 'binlog', 'server-id': 7, binlog_cache_size: 4096 },
    data: larger,
    load: [{ repeat: ['UPDATE sbtest1 SET c = REVERSE(c) WHERE id BETWEEN {n} AND {n} + 300'], sessions: 3 }],
    planted: setting(['binary-log-cache-on-disk'], 'binlog_cache_size', 'up'),
  },
  'healthy-small-shop': {
    servers: ['mysql57', 'mysql80', 'mariadb102', 'mariadb114'],
    data: larger,
    load: [
      { sysbench: 'oltp_read_write', threads: 4, args: ['--rate=30'] },
      { once: ['SELECT 1'], sessions: 15 },
    ],
    planted: null,
  },
};

export const statementScenarios: Scenario[] = onEachServer(planted);
