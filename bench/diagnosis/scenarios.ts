import type { ServerId } from '../../scripts/servers/index.ts';
import type { Load, Scenario } from './scenario.ts';

/** A server that is set up sensibly for small data: what is wrong in a scenario is what it adds. */
export function commonOptions(server: ServerId): Record<string, string | number | boolean> {
  const common = { innodb_buffer_pool_size: '256M', innodb_io_capacity: 2000, innodb_io_capacity_max: 4000 };
  if (server === 'mysql97') return { ...common, innodb_redo_log_capacity: '512M' };
  if (server === 'mysql56') return { ...common, innodb_log_file_size: '128M', innodb_flush_neighbors: 0 };
  return { ...common, innodb_log_file_size: '256M', innodb_flush_neighbors: 0, performance_schema: 'ON' };
}

const small = { tables: 2, rows: 5000 };
/** About 28 MB. */
const large = { tables: 4, rows: 30_000 };
const uniform = ['--rand-type=uniform'];
const mixed: Load = { sysbench: 'oltp_read_write', threads: 4, args: ['--rate=60'] };
const writes: Load = { sysbench: 'oltp_update_index', threads: 8 };
const manyTables = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `CREATE TABLE many${index} (id INT PRIMARY KEY, v INT)`);
const readMany = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `SELECT v FROM many${index} WHERE id = {n}`);
/** In one session, for statement after statement. */
const steady = (sql: string, sessions = 2, pauseMs = 20): Load => ({ repeat: [sql], sessions, pauseMs });

const memoryAndRedo: Scenario[] = [
  {
    id: 'pool-small-56',
    server: 'mysql56',
    options: { innodb_buffer_pool_size: '12M' },
    data: large,
    load: [{ sysbench: 'oltp_read_only', threads: 4, args: uniform }],
    planted: { rules: ['buffer-pool-too-small'], variable: 'innodb_buffer_pool_size', direction: 'up' },
  },
  {
    id: 'pool-small-118',
    server: 'mariadb118',
    options: { innodb_buffer_pool_size: '12M' },
    data: large,
    load: [{ sysbench: 'oltp_read_only', threads: 4, args: uniform }],
    planted: { rules: ['buffer-pool-too-small'], variable: 'innodb_buffer_pool_size', direction: 'up' },
  },
  {
    id: 'redo-small-97',
    server: 'mysql97',
    options: { innodb_redo_log_capacity: '8M' },
    data: large,
    load: [{ ...writes, args: uniform }],
    warmUp: 6,
    planted: { rules: ['redo-log-too-small'], variable: 'innodb_redo_log_capacity', direction: 'up' },
  },
  {
    id: 'redo-small-1011',
    server: 'mariadb1011',
    options: { innodb_log_file_size: '4M' },
    data: large,
    load: [{ ...writes, args: uniform }],
    warmUp: 6,
    planted: { rules: ['redo-log-too-small'], variable: 'innodb_log_file_size', direction: 'up' },
  },
  {
    id: 'redo-small-56',
    server: 'mysql56',
    options: { innodb_log_file_size: '2M' },
    data: large,
    load: [{ ...writes, args: uniform }],
    warmUp: 6,
    planted: { rules: ['redo-log-too-small'], variable: 'innodb_log_file_size', direction: 'up' },
  },
  {
    id: 'log-buffer-small-56',
    server: 'mysql56',
    options: { innodb_log_buffer_size: '256K', max_allowed_packet: '16M' },
    prepare: ['CREATE TABLE blobs (id INT PRIMARY KEY, b LONGBLOB)'],
    load: [{ repeat: ["REPLACE INTO blobs VALUES ({session}, REPEAT('x', 400000 + {n}))"], sessions: 4 }],
    planted: { rules: ['log-buffer-waits'], variable: 'innodb_log_buffer_size', direction: 'up' },
  },
  {
    id: 'log-buffer-small-97',
    server: 'mysql97',
    options: { innodb_log_buffer_size: '256K' },
    prepare: ['CREATE TABLE blobs (id INT PRIMARY KEY, b LONGBLOB)'],
    load: [{ repeat: ["REPLACE INTO blobs VALUES ({session}, REPEAT('x', 400000 + {n}))"], sessions: 4 }],
    planted: { rules: ['log-buffer-waits'], variable: 'innodb_log_buffer_size', direction: 'up' },
  },
  {
    id: 'chunk-surprise-97',
    server: 'mysql97',
    options: { innodb_buffer_pool_size: '1100M', innodb_buffer_pool_instances: 8 },
    data: small,
    load: [mixed],
    planted: { rules: ['buffer-pool-step-coarse'], variable: null, direction: null, isRemark: true },
  },
];

const flushing: Scenario[] = [
  {
    id: 'io-capacity-low-56',
    server: 'mysql56',
    options: {
      innodb_io_capacity: 100,
      innodb_io_capacity_max: 100,
      innodb_buffer_pool_size: '32M',
      innodb_lru_scan_depth: 256,
    },
    data: large,
    load: [{ ...writes, args: uniform }],
    warmUp: 12,
    planted: { rules: ['io-capacity-low'], variable: 'innodb_io_capacity', direction: 'up' },
  },
  {
    id: 'dirty-limit-low-118',
    server: 'mariadb118',
    options: { innodb_max_dirty_pages_pct: 2, innodb_max_dirty_pages_pct_lwm: 0 },
    data: large,
    load: [{ ...writes, args: uniform }],
    planted: { rules: ['dirty-page-limit-low'], variable: 'innodb_max_dirty_pages_pct', direction: 'up' },
  },
];

const connections: Scenario[] = [
  ...(['mysql56', 'mariadb118'] as const).map(
    (server): Scenario => ({
      id: `thread-cache-off-${server}`,
      server,
      options: { thread_cache_size: 0 },
      data: small,
      load: [{ repeat: ['SELECT c FROM sbtest1 WHERE id = {n}'], sessions: 4, reconnect: true, pauseMs: 20 }],
      planted: {
        rules: ['thread-cache-off', 'thread-cache-too-small'],
        variable: 'thread_cache_size',
        direction: 'up',
      },
    }),
  ),
  ...(['mysql56', 'mariadb118', 'mysql97'] as const).map(
    (server): Scenario => ({
      id: `connections-near-limit-${server}`,
      server,
      options: { max_connections: 24 },
      data: small,
      load: [{ once: ['SELECT 1'], sessions: 17 }, steady('SELECT c FROM sbtest1 WHERE id = {n}', 4)],
      planted: { rules: ['connections-near-limit'], variable: 'max_connections', direction: 'up' },
    }),
  ),
  {
    id: 'thread-concurrency-one-56',
    server: 'mysql56',
    options: { innodb_thread_concurrency: 1 },
    data: small,
    load: [{ sysbench: 'oltp_read_only', threads: 12 }],
    planted: {
      rules: ['thread-concurrency-too-low'],
      variable: 'innodb_thread_concurrency',
      direction: 'down',
    },
  },
  ...(['mysql56', 'mysql97'] as const).map(
    (server): Scenario => ({
      id: `spin-delay-absurd-${server}`,
      server,
      options: { innodb_spin_wait_delay: 5000 },
      data: small,
      load: [{ sysbench: 'oltp_read_write', threads: 8 }],
      planted: { rules: ['spin-wait-delay-absurd'], variable: 'innodb_spin_wait_delay', direction: 'down' },
    }),
  ),
];

/**
 * In MySQL 5.6 one latch guards the hash of all indexes. A consistent read that looks rows up by primary key keeps it
 * shared from row to row (trx->has_search_latch in row_search_for_mysql, row0sel.cc), also while it waits for a
 * processor; an update of an indexed column waits for all of them, and whoever comes next waits behind the update.
 */
const contention: Scenario[] = [
  {
    id: 'adaptive-hash-latch-56',
    server: 'mysql56',
    options: { performance_schema_instrument: 'wait/synch/rwlock/innodb/btr_search_latch=ON' },
    data: { tables: 2, rows: 30_000 },
    load: [
      {
        repeat: [
          'SELECT COUNT(b.pad) FROM sbtest1 a STRAIGHT_JOIN sbtest2 b ON b.id = a.k WHERE a.id BETWEEN {n} AND {n} + 10000',
        ],
        sessions: 16,
      },
      {
        repeat: ['UPDATE sbtest2 SET k = k + 1 WHERE id BETWEEN 3000 * {session} AND 3000 * {session} + 200'],
        sessions: 4,
      },
    ],
    planted: { rules: ['adaptive-hash-latch'], variable: 'innodb_adaptive_hash_index', direction: 'off' },
  },
];

const tables: Scenario[] = [
  ...(['mysql97', 'mariadb1011'] as const).map(
    (server): Scenario => ({
      id: `table-cache-small-${server}`,
      server,
      options: { table_open_cache: 20, table_open_cache_instances: 1 },
      prepare: manyTables(60),
      load: [{ repeat: readMany(60), sessions: 2, pauseMs: 50 }],
      planted: { rules: ['table-cache-overflow'], variable: 'table_open_cache', direction: 'up' },
    }),
  ),
  {
    id: 'definition-cache-small-56',
    server: 'mysql56',
    options: { table_definition_cache: 400, table_open_cache: 300 },
    prepare: manyTables(480),
    load: [{ repeat: readMany(480), sessions: 1, pauseMs: 50 }],
    planted: { rules: ['table-definition-cache-full'], variable: 'table_definition_cache', direction: 'up' },
  },
  {
    id: 'statistics-on-metadata-56',
    server: 'mysql56',
    options: { innodb_stats_on_metadata: 'ON' },
    data: small,
    load: [mixed, steady('SHOW TABLE STATUS', 2, 100)],
    planted: { rules: ['statistics-on-metadata'], variable: 'innodb_stats_on_metadata', direction: 'off' },
  },
  {
    id: 'myisam-key-cache-1011',
    server: 'mariadb1011',
    options: { key_buffer_size: '16K' },
    data: { tables: 1, rows: 40_000 },
    prepare: [
      'CREATE TABLE mi (id INT PRIMARY KEY, k INT, KEY (k)) ENGINE = MyISAM SELECT id, k FROM sbtest1',
    ],
    load: [
      steady('SELECT id FROM mi WHERE id IN ({n}, {n}, {n}, {n} + 10000, {n} + 20000, {n} + 30000)', 4, 2),
    ],
    planted: { rules: ['myisam-key-cache-too-small'], variable: 'key_buffer_size', direction: 'up' },
  },
  {
    id: 'aria-page-cache-118',
    server: 'mariadb118',
    options: { aria_pagecache_buffer_size: '128K' },
    data: { tables: 1, rows: 40_000 },
    prepare: [
      'CREATE TABLE ar (id INT PRIMARY KEY, k INT, c CHAR(120)) ENGINE = Aria SELECT id, k, c FROM sbtest1',
    ],
    load: [
      steady('SELECT c FROM ar WHERE id IN ({n}, {n}, {n}, {n} + 10000, {n} + 20000, {n} + 30000)', 4, 2),
    ],
    planted: {
      rules: ['aria-page-cache-too-small'],
      variable: 'aria_pagecache_buffer_size',
      direction: 'up',
    },
  },
  {
    id: 'table-locks-myisam-56',
    server: 'mysql56',
    data: small,
    prepare: ['CREATE TABLE mi (id INT PRIMARY KEY, k INT) ENGINE = MyISAM SELECT id, k FROM sbtest1'],
    load: [steady('UPDATE mi SET k = k + 1', 2, 10), steady('SELECT k FROM mi WHERE id = {n}', 4, 5)],
    planted: { rules: ['table-lock-waits'], variable: null, direction: null },
  },
];

const statements: Scenario[] = [
  {
    id: 'temporary-disk-56',
    server: 'mysql56',
    options: { tmp_table_size: '16K', max_heap_table_size: '16K' },
    data: small,
    load: [steady('SELECT c, COUNT(*) FROM sbtest1 WHERE id < 2000 GROUP BY c LIMIT 1')],
    planted: { rules: ['temporary-tables-on-disk'], variable: 'tmp_table_size', direction: 'up' },
  },
  {
    id: 'temporary-disk-118',
    server: 'mariadb118',
    options: { tmp_table_size: '16K', max_heap_table_size: '16K' },
    data: small,
    load: [steady('SELECT c, COUNT(*) FROM sbtest1 WHERE id < 2000 GROUP BY c LIMIT 1')],
    planted: { rules: ['temporary-tables-on-disk'], variable: 'tmp_table_size', direction: 'up' },
  },
  {
    id: 'temptable-full-97',
    server: 'mysql97',
    options: { temptable_max_ram: '2M', temptable_max_mmap: 0 },
    data: { tables: 2, rows: 6000 },
    load: [steady('SELECT CONCAT(c, c, c, c) g, COUNT(*) FROM sbtest1 GROUP BY g LIMIT 1', 4)],
    planted: {
      rules: ['temptable-memory-full', 'temporary-tables-on-disk'],
      variable: 'temptable_max_ram',
      direction: 'up',
    },
  },
  ...(['mysql56', 'mariadb118', 'mysql97'] as const).map(
    (server): Scenario => ({
      id: `sort-buffer-small-${server}`,
      server,
      options: { sort_buffer_size: '32K' },
      data: { tables: 2, rows: 10_000 },
      load: [steady('SELECT id, pad FROM sbtest1 WHERE id < 5000 ORDER BY pad LIMIT 4000, 5')],
      planted: { rules: ['sort-merge-passes'], variable: 'sort_buffer_size', direction: 'up' },
    }),
  ),
  ...(['mysql97', 'mariadb1011'] as const).map(
    (server): Scenario => ({
      id: `join-without-index-${server}`,
      server,
      data: small,
      load: [steady('SELECT COUNT(*) FROM sbtest1 a JOIN sbtest2 b ON a.pad = b.c WHERE a.id < 500')],
      planted: { rules: ['joins-without-index', 'missing-index'], variable: null, direction: null },
    }),
  ),
  ...(['mysql56', 'mysql97', 'mariadb118'] as const).map(
    (server): Scenario => ({
      id: `missing-index-${server}`,
      server,
      data: { tables: 2, rows: 20_000 },
      load: [steady("SELECT id FROM sbtest1 WHERE pad = 'x{n}'"), mixed],
      planted: {
        rules: ['rows-scanned-unseen', 'missing-index', 'statements-read-too-much', 'full-scans'],
        variable: null,
        direction: null,
      },
    }),
  ),
  ...(['mysql56', 'mariadb1011'] as const).map(
    (server): Scenario => ({
      id: `query-cache-${server}`,
      server,
      options: { query_cache_type: 1, query_cache_size: '32M' },
      data: small,
      load: [
        steady('SELECT c FROM sbtest1 WHERE id = {n}', 4, 5),
        steady('UPDATE sbtest1 SET k = k + 1 WHERE id = {n}', 1, 10),
      ],
      planted: {
        rules: ['query-cache-on', 'query-cache-lock'],
        variable: 'query_cache_type',
        direction: 'off',
      },
    }),
  ),
  {
    id: 'slow-log-flood-118',
    server: 'mariadb118',
    options: { slow_query_log: 'ON', long_query_time: 0 },
    data: small,
    load: [mixed],
    planted: { rules: ['slow-log-flood'], variable: 'long_query_time', direction: 'up' },
  },
  {
    id: 'general-log-97',
    server: 'mysql97',
    options: { general_log: 'ON' },
    data: small,
    load: [mixed],
    planted: { rules: ['general-log-on'], variable: 'general_log', direction: 'off' },
  },
  {
    id: 'instruments-all-97',
    server: 'mysql97',
    options: { performance_schema_instrument: '%=ON' },
    data: small,
    load: [{ sysbench: 'oltp_point_select', threads: 4 }],
    planted: { rules: ['latches-all-instrumented'], variable: null, direction: null },
  },
];

const transactions: Scenario[] = [
  {
    id: 'long-transaction-1011',
    server: 'mariadb1011',
    data: small,
    load: [
      {
        once: [
          'START TRANSACTION',
          'UPDATE sbtest1 SET pad = pad WHERE id = 1',
          'SELECT COUNT(*) FROM sbtest2',
        ],
        sessions: 1,
      },
      { ...writes, threads: 4 },
    ],
    warmUp: 26,
    planted: {
      rules: [
        'transaction-idle',
        'history-list-growing',
        'row-versions-slow-writes',
        'transaction-blocks-others',
        'old-open-transaction',
      ],
      variable: null,
      direction: null,
    },
  },
  {
    id: 'purge-lag-97',
    server: 'mysql97',
    options: { innodb_max_purge_lag: 500, innodb_max_purge_lag_delay: 5000 },
    data: small,
    load: [{ once: ['START TRANSACTION WITH CONSISTENT SNAPSHOT'], sessions: 1 }, writes],
    warmUp: 6,
    planted: { rules: ['purge-throttles-writers'], variable: 'innodb_max_purge_lag', direction: 'down' },
  },
  ...(['mysql56', 'mysql97', 'mariadb118'] as const).map(
    (server): Scenario => ({
      id: `hot-row-${server}`,
      server,
      data: small,
      load: [
        {
          repeat: [
            'START TRANSACTION',
            'UPDATE sbtest1 SET k = k + 1 WHERE id = 7',
            'SELECT SLEEP(0.02)',
            'COMMIT',
          ],
          sessions: 6,
        },
      ],
      planted: { rules: ['row-lock-waits', 'transaction-blocks-others'], variable: null, direction: null },
    }),
  ),
  ...(['mysql97', 'mariadb1011', 'mysql56'] as const).map(
    (server): Scenario => ({
      id: `metadata-lock-${server}`,
      server,
      data: small,
      load: [
        { once: ['START TRANSACTION', 'SELECT COUNT(*) FROM sbtest1'], sessions: 1 },
        { once: ['ALTER TABLE sbtest1 ADD COLUMN extra INT'], sessions: 1 },
        steady('SELECT c FROM sbtest1 WHERE id = {n}', 4),
      ],
      planted: { rules: ['metadata-lock-queue'], variable: null, direction: null },
    }),
  ),
  {
    id: 'deadlocks-1011',
    server: 'mariadb1011',
    data: small,
    load: [
      {
        repeat: [
          'START TRANSACTION',
          'UPDATE sbtest1 SET k = k + 1 WHERE id = 1',
          'DO SLEEP(0.02)',
          'UPDATE sbtest1 SET k = k + 1 WHERE id = 2',
          'COMMIT',
        ],
        sessions: 2,
      },
      {
        repeat: [
          'START TRANSACTION',
          'UPDATE sbtest1 SET k = k + 1 WHERE id = 2',
          'DO SLEEP(0.02)',
          'UPDATE sbtest1 SET k = k + 1 WHERE id = 1',
          'COMMIT',
        ],
        sessions: 2,
      },
    ],
    planted: { rules: ['deadlocks'], variable: null, direction: null },
  },
];

const durability: Scenario[] = [
  {
    id: 'commits-not-flushed-118',
    server: 'mariadb118',
    options: { innodb_flush_log_at_trx_commit: 0 },
    data: small,
    load: [mixed],
    planted: { rules: ['commits-not-flushed'], variable: 'innodb_flush_log_at_trx_commit', direction: 'up' },
  },
  {
    id: 'binary-log-not-synced-97',
    server: 'mysql97',
    options: { sync_binlog: 0 },
    data: small,
    load: [mixed],
    planted: { rules: ['binary-log-not-synced'], variable: 'sync_binlog', direction: 'up' },
  },
  {
    id: 'doublewrite-off-97',
    server: 'mysql97',
    options: { innodb_doublewrite: 'OFF' },
    data: small,
    load: [mixed],
    planted: { rules: ['doublewrite-off'], variable: 'innodb_doublewrite', direction: 'on' },
  },
  {
    id: 'binary-log-cache-118',
    server: 'mariadb118',
    options: {
      log_bin: 'log',
      server_id: 1,
      binlog_format: 'ROW',
      sync_binlog: 1,
      binlog_cache_size: 4096,
      binlog_expire_logs_seconds: 604800,
    },
    data: small,
    load: [steady('UPDATE sbtest{session} SET k = k + 1 WHERE id BETWEEN {n} - 5000 AND {n} - 4900', 2)],
    planted: { rules: ['binary-log-cache-on-disk'], variable: 'binlog_cache_size', direction: 'up' },
  },
];

/** The source writes to its redo log once a second; the replica syncs each commit, as a replica to be promoted must. */
const sourceOptions = { server_id: 1, log_bin: 'log', sync_binlog: 0, innodb_flush_log_at_trx_commit: 2 };
const replicaOptions = {
  server_id: 2,
  log_bin: 'log',
  sync_binlog: 1,
  binlog_expire_logs_seconds: 604800,
  read_only: 'ON',
  relay_log_recovery: 'ON',
};
const replication: Scenario[] = [
  {
    id: 'replica-one-worker-97',
    server: 'mysql97',
    source: sourceOptions,
    options: { ...replicaOptions, super_read_only: 'ON', replica_parallel_workers: 1 },
    data: small,
    load: [{ ...writes, threads: 16 }],
    warmUp: 30,
    planted: { rules: ['replica-one-worker'], variable: 'replica_parallel_workers', direction: 'up' },
  },
  ...(['mariadb1011', 'mariadb118'] as const).map(
    (server): Scenario => ({
      id: `replica-one-worker-${server}`,
      server,
      source: sourceOptions,
      options: { ...replicaOptions, log_slave_updates: 'ON', slave_parallel_threads: 0 },
      data: small,
      load: [{ ...writes, threads: 16 }],
      warmUp: 30,
      planted: { rules: ['replica-one-worker'], variable: 'slave_parallel_threads', direction: 'up' },
    }),
  ),
];

const healthy: Scenario[] = [
  {
    id: 'healthy-quiet-56',
    server: 'mysql56',
    data: small,
    load: [steady('SELECT c FROM sbtest1 WHERE id = {n}', 1, 500)],
    planted: null,
  },
  { id: 'healthy-busy-56', server: 'mysql56', data: small, load: [mixed], planted: null },
  { id: 'healthy-quiet-97', server: 'mysql97', load: [], planted: null },
  {
    id: 'healthy-busy-97',
    server: 'mysql97',
    data: small,
    load: [{ sysbench: 'oltp_point_select', threads: 2, args: ['--rate=800'] }],
    planted: null,
  },
  {
    id: 'healthy-writes-97',
    server: 'mysql97',
    data: large,
    load: [{ sysbench: 'oltp_update_index', threads: 4, args: ['--rate=100'] }],
    planted: null,
  },
  {
    id: 'healthy-large-pool-1011',
    server: 'mariadb1011',
    options: { innodb_buffer_pool_size: '1G' },
    data: large,
    load: [{ sysbench: 'oltp_read_only', threads: 4, args: ['--rate=60'] }],
    planted: null,
  },
  {
    id: 'healthy-replica-1011',
    server: 'mariadb1011',
    source: sourceOptions,
    options: { ...replicaOptions, log_slave_updates: 'ON', slave_parallel_threads: 4 },
    data: small,
    load: [{ ...writes, args: ['--rate=50'] }],
    planted: null,
  },
  { id: 'healthy-busy-118', server: 'mariadb118', data: small, load: [mixed], planted: null },
  {
    id: 'healthy-quiet-118',
    server: 'mariadb118',
    data: small,
    load: [steady('SELECT c FROM sbtest1 WHERE id = {n}', 1, 500)],
    planted: null,
  },
];

export const scenarios: Scenario[] = [
  ...healthy,
  ...memoryAndRedo,
  ...connections,
  ...contention,
  ...tables,
  ...statements,
  ...transactions,
  ...durability,
  ...flushing,
  ...replication,
];
