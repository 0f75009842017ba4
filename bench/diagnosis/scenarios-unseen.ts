import { cause, type Fault, type Load, onEachServer, type Scenario, setting } from './scenario.ts';

// Written before anything was judged by them: the commonest faults on servers without Performance Schema (as MariaDB is
// shipped), and what applications do wrong besides those of `scenarios-statements.ts`.

const small = { tables: 2, rows: 5000 };
const larger = { tables: 2, rows: 20_000 };
const large = { tables: 4, rows: 30_000 };
const uniform = ['--rand-type=uniform'];
const unseen = { performance_schema: 'OFF' };
const many = Array.from({ length: 60 }, (_, index) => `many${index}`);
const background: Load = { sysbench: 'oltp_read_write', threads: 2, args: ['--rate=20'] };

const planted: Readonly<Record<string, Fault>> = {
  'missing-index-unseen': {
    servers: ['mariadb114', 'mysql57'],
    options: unseen,
    data: large,
    load: [{ repeat: ["SELECT id FROM sbtest1 WHERE pad = '{n}'"], sessions: 4 }],
    planted: cause('missing-index', 'full-scans', 'rows-scanned-unseen', 'scans-in-most-selects'),
  },
  'pool-small-unseen': {
    servers: ['mariadb114', 'mysql57'],
    options: { ...unseen, innodb_buffer_pool_size: '12M' },
    data: large,
    load: [{ sysbench: 'oltp_read_only', threads: 4, args: uniform }],
    planted: setting(['buffer-pool-too-small'], 'innodb_buffer_pool_size', 'up'),
  },
  'redo-small-unseen': {
    servers: ['mariadb114', 'mysql57'],
    options: { ...unseen, innodb_log_file_size: '4M' },
    data: large,
    load: [{ sysbench: 'oltp_update_index', threads: 8, args: uniform }],
    warmUp: 6,
    planted: setting(
      ['redo-log-too-small', 'redo-log-full', 'redo-log-fills-in-a-minute'],
      'innodb_log_file_size',
      'up',
    ),
  },
  'hot-row-unseen': {
    servers: ['mariadb114', 'mysql57'],
    options: unseen,
    data: small,
    load: [
      {
        repeat: [
          'START TRANSACTION',
          'UPDATE sbtest1 SET k = k + 1 WHERE id = 1',
          'SELECT SLEEP(0.02)',
          'COMMIT',
        ],
        sessions: 10,
      },
    ],
    planted: cause('row-lock-waits', 'transaction-blocks-others', 'row-lock-queue-now'),
  },
  'sorts-spill-unseen': {
    servers: ['mariadb102', 'mysql57'],
    options: { ...unseen, sort_buffer_size: '32K' },
    data: larger,
    load: [
      { repeat: ['SELECT id, pad FROM sbtest1 WHERE id > {n} ORDER BY pad, c LIMIT 5000'], sessions: 4 },
    ],
    planted: setting(['sort-merge-passes', 'sorts-mostly-merged'], 'sort_buffer_size', 'up'),
  },
  'temporary-on-disk-unseen': {
    servers: ['mariadb114', 'mariadb102'],
    options: { ...unseen, tmp_table_size: '64K', max_heap_table_size: '64K' },
    data: larger,
    load: [{ repeat: ['SELECT c, COUNT(*) n FROM sbtest1 GROUP BY c ORDER BY n LIMIT 5'], sessions: 3 }],
    planted: setting(['temporary-tables-on-disk', 'temporary-tables-mostly-on-disk'], 'tmp_table_size', 'up'),
  },
  'table-cache-unseen': {
    servers: ['mariadb114', 'mysql57'],
    options: { ...unseen, table_open_cache: 20, table_definition_cache: 400 },
    prepare: many.map((name) => `CREATE TABLE ${name} (id INT PRIMARY KEY, v INT)`),
    load: [{ repeat: many.map((name) => `SELECT v FROM ${name} WHERE id = {n}`), sessions: 4 }],
    planted: setting(['table-cache-overflow', 'table-cache-tiny'], 'table_open_cache', 'up'),
  },
  'thread-cache-unseen': {
    servers: ['mariadb114'],
    options: { ...unseen, thread_cache_size: 0 },
    data: small,
    load: [{ repeat: ['SELECT c FROM sbtest1 WHERE id = {n}'], sessions: 6, reconnect: true }],
    planted: setting(
      ['thread-cache-off', 'thread-cache-too-small', 'connections-short-lived'],
      'thread_cache_size',
      'up',
    ),
  },
  'long-transaction-unseen': {
    servers: ['mariadb114', 'mysql57'],
    options: unseen,
    data: small,
    load: [
      { once: ['START TRANSACTION WITH CONSISTENT SNAPSHOT', 'SELECT COUNT(*) FROM sbtest1'], sessions: 1 },
      { sysbench: 'oltp_update_index', threads: 4 },
    ],
    warmUp: 10,
    planted: cause('old-open-transaction', 'history-list-growing', 'transaction-idle'),
  },
  'packets-too-large': {
    servers: ['mysql80', 'mariadb114'],
    options: { max_allowed_packet: 16_384 },
    prepare: ['CREATE TABLE letters (id INT AUTO_INCREMENT PRIMARY KEY, body MEDIUMTEXT)'],
    load: [
      {
        repeat: [`INSERT INTO letters (body) VALUES ('${'x'.repeat(40_000)}')`],
        sessions: 3,
        reconnect: true,
        pauseMs: 20,
      },
      background,
    ],
    data: small,
    planted: setting(
      ['packets-refused', 'max-allowed-packet-small', 'aborted-connections'],
      'max_allowed_packet',
      'up',
    ),
  },
  'memory-table-full': {
    servers: ['mysql57', 'mariadb102', 'mysql80'],
    options: { max_heap_table_size: 16_384 },
    prepare: ['CREATE TABLE sessions (id INT AUTO_INCREMENT PRIMARY KEY, who CHAR(200)) ENGINE=MEMORY'],
    load: [{ repeat: ["INSERT INTO sessions (who) VALUES ('{n}')"], sessions: 3, pauseMs: 5 }],
    planted: setting(['tables-full', 'statements-fail'], 'max_heap_table_size', 'up'),
  },
  'increment-used-up': {
    servers: ['mysql80', 'mariadb114'],
    prepare: [
      'CREATE TABLE queue (id TINYINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, what CHAR(20))',
      'INSERT INTO queue (id) VALUES (254)',
    ],
    load: [{ repeat: ["INSERT INTO queue (what) VALUES ('{n}')"], sessions: 3, pauseMs: 10 }],
    planted: cause('auto-increment-near-end', 'statements-fail'),
  },
  'prepared-transaction-left': {
    servers: ['mysql80', 'mariadb114'],
    data: small,
    load: [
      {
        once: [
          "XA START 'left'",
          'UPDATE sbtest1 SET k = k + 1 WHERE id < 50',
          "XA END 'left'",
          "XA PREPARE 'left'",
        ],
        sessions: 1,
      },
      { repeat: ['UPDATE sbtest1 SET k = k + 1 WHERE id = 7'], sessions: 4 },
      { repeat: ['SELECT c FROM sbtest2 WHERE id = {n}'], sessions: 2, pauseMs: 20 },
    ],
    warmUp: 6,
    planted: cause('prepared-transactions-left', 'transaction-blocks-others', 'row-lock-waits'),
  },
  'event-does-the-work': {
    servers: ['mysql80', 'mariadb1011'],
    options: { event_scheduler: 'ON' },
    data: large,
    prepare: [
      'CREATE EVENT report ON SCHEDULE EVERY 1 SECOND DO SELECT COUNT(*) INTO @n FROM sbtest1 a JOIN sbtest2 b ON a.pad = b.pad WHERE a.id < 120',
    ],
    load: [{ sysbench: 'oltp_point_select', threads: 2, args: ['--rate=100'] }],
    planted: cause('full-scans', 'missing-index', 'joins-without-index', 'one-statement-dominates'),
  },
  'date-inside-function': {
    servers: ['mysql80', 'mysql57'],
    data: larger,
    prepare: [
      'CREATE TABLE visits (id INT AUTO_INCREMENT PRIMARY KEY, at DATETIME, KEY (at))',
      'INSERT INTO visits (at) SELECT NOW() - INTERVAL id MINUTE FROM sbtest1',
    ],
    load: [{ repeat: ['SELECT COUNT(*) FROM visits WHERE DATE(at) = CURDATE()'], sessions: 4 }],
    planted: cause(
      'full-scans',
      'indexes-scanned-unseen',
      'statements-read-too-much',
      'missing-index',
      'one-statement-dominates',
    ),
  },
  'random-order': {
    servers: ['mysql80', 'mariadb114'],
    data: larger,
    load: [{ repeat: ['SELECT id, c FROM sbtest1 ORDER BY RAND() LIMIT 1'], sessions: 3 }],
    planted: cause('full-scans', 'statements-read-too-much', 'one-statement-dominates', 'missing-index'),
  },
  'everything-to-the-client': {
    servers: ['mysql80', 'mysql57'],
    data: large,
    load: [{ repeat: ['SELECT * FROM sbtest1'], sessions: 4 }],
    planted: cause('full-scans', 'one-statement-dominates'),
  },
  'tables-locked-by-hand': {
    servers: ['mysql80', 'mariadb114'],
    data: small,
    load: [
      { repeat: ['LOCK TABLES sbtest1 WRITE', 'SELECT SLEEP(0.3)', 'UNLOCK TABLES'], sessions: 2 },
      { repeat: ['SELECT c FROM sbtest1 WHERE id = {n}'], sessions: 8 },
    ],
    planted: cause('metadata-lock-queue', 'table-lock-waits', 'statements-wait-for-locks'),
  },
  'healthy-unseen': {
    servers: ['mariadb114', 'mysql57'],
    options: unseen,
    data: small,
    load: [{ sysbench: 'oltp_read_write', threads: 4, args: ['--rate=30'] }],
    planted: null,
  },
};

export const unseenScenarios: Scenario[] = onEachServer(planted);
