import type { ServerId } from '../../scripts/servers/index.ts';
import { cause, type Scenario, setting } from './scenario.ts';

/** Versions that the first scenarios left out. */
const versions = ['mysql57', 'mysql80', 'mariadb102', 'mariadb114'] as const satisfies readonly ServerId[];
type Version = (typeof versions)[number];

const small = { tables: 2, rows: 5000 };
/** About 28 MB. */
const large = { tables: 4, rows: 30_000 };
const uniform = ['--rand-type=uniform'];
const tables = Array.from({ length: 60 }, (_, index) => `many${index}`);

type Made = Omit<Scenario, 'id' | 'server'>;

/** What is planted, by the name that a scenario begins with. */
const planted: Readonly<Record<string, (version: Version) => Made>> = {
  'pool-small': () => ({
    options: { innodb_buffer_pool_size: '12M' },
    data: large,
    load: [{ sysbench: 'oltp_read_only', threads: 4, args: uniform }],
    planted: setting(['buffer-pool-too-small'], 'innodb_buffer_pool_size', 'up'),
  }),
  'redo-small': (version) => ({
    options: version === 'mysql80' ? { innodb_redo_log_capacity: '8M' } : { innodb_log_file_size: '4M' },
    data: large,
    load: [{ sysbench: 'oltp_update_index', threads: 8, args: uniform }],
    warmUp: 6,
    planted: setting(
      ['redo-log-too-small'],
      version === 'mysql80' ? 'innodb_redo_log_capacity' : 'innodb_log_file_size',
      'up',
    ),
  }),
  'thread-cache-off': () => ({
    options: { thread_cache_size: 0 },
    data: small,
    load: [{ repeat: ['SELECT c FROM sbtest1 WHERE id = {n}'], sessions: 4, reconnect: true, pauseMs: 20 }],
    planted: setting(['thread-cache-off', 'thread-cache-too-small'], 'thread_cache_size', 'up'),
  }),
  'connections-near-limit': () => ({
    options: { max_connections: 24 },
    data: small,
    load: [
      { once: ['SELECT 1'], sessions: 17 },
      { repeat: ['SELECT c FROM sbtest1 WHERE id = {n}'], sessions: 4, pauseMs: 20 },
    ],
    planted: setting(['connections-near-limit'], 'max_connections', 'up'),
  }),
  'table-cache-small': () => ({
    options: { table_open_cache: 20, table_open_cache_instances: 1 },
    prepare: tables.map((name) => `CREATE TABLE ${name} (id INT PRIMARY KEY, v INT)`),
    load: [
      { repeat: tables.map((name) => `SELECT v FROM ${name} WHERE id = {n}`), sessions: 2, pauseMs: 50 },
    ],
    planted: setting(['table-cache-overflow'], 'table_open_cache', 'up'),
  }),
  'temporary-disk': (version) => ({
    options: {
      tmp_table_size: '16K',
      max_heap_table_size: '16K',
      // TempTable of 8.0.31 kept these tables in memory whatever the limit.
      ...(version === 'mysql80' ? { internal_tmp_mem_storage_engine: 'MEMORY' } : {}),
    },
    data: { tables: 2, rows: 6000 },
    load: [
      {
        repeat: ['SELECT CONCAT(c, c, c, c) g, COUNT(*) FROM sbtest1 GROUP BY g LIMIT 1'],
        sessions: 2,
        pauseMs: 20,
      },
    ],
    planted: setting(['temporary-tables-on-disk'], 'tmp_table_size', 'up'),
  }),
  'sort-buffer-small': () => ({
    options: { sort_buffer_size: '32K' },
    data: { tables: 2, rows: 10_000 },
    load: [
      {
        repeat: ['SELECT id, pad FROM sbtest1 WHERE id < 5000 ORDER BY pad LIMIT 4000, 5'],
        sessions: 2,
        pauseMs: 20,
      },
    ],
    planted: setting(['sort-merge-passes'], 'sort_buffer_size', 'up'),
  }),
  'missing-index': () => ({
    data: { tables: 2, rows: 20_000 },
    load: [
      { repeat: ["SELECT id FROM sbtest1 WHERE pad = 'x{n}'"], sessions: 2, pauseMs: 20 },
      { sysbench: 'oltp_read_write', threads: 4, args: ['--rate=60'] },
    ],
    planted: cause(
      'rows-scanned-unseen',
      'scans-in-most-selects',
      'missing-index',
      'statements-read-too-much',
      'full-scans',
    ),
  }),
  'hot-row': () => ({
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
    planted: cause('row-lock-waits', 'transaction-blocks-others'),
  }),
  'metadata-lock': () => ({
    data: small,
    load: [
      { once: ['START TRANSACTION', 'SELECT COUNT(*) FROM sbtest1'], sessions: 1 },
      { once: ['ALTER TABLE sbtest1 ADD COLUMN extra INT'], sessions: 1 },
      { repeat: ['SELECT c FROM sbtest1 WHERE id = {n}'], sessions: 4, pauseMs: 20 },
    ],
    planted: cause('metadata-lock-queue'),
  }),
  'commits-not-flushed': () => ({
    options: { innodb_flush_log_at_trx_commit: 0 },
    data: small,
    load: [{ sysbench: 'oltp_read_write', threads: 4, args: ['--rate=60'] }],
    planted: setting(['commits-not-flushed'], 'innodb_flush_log_at_trx_commit', 'up'),
  }),
  'healthy-busy': () => ({
    data: small,
    load: [{ sysbench: 'oltp_read_write', threads: 4, args: ['--rate=60'] }],
    planted: null,
  }),
};

/** The commonest causes, and a healthy server, on each of these versions. */
export const versionScenarios: Scenario[] = versions.flatMap((server) =>
  Object.entries(planted).map(
    ([name, make]): Scenario => ({ id: `${name}-${server}`, server, ...make(server) }),
  ),
);
