import type { ServerId } from '../../scripts/servers/index.ts';
import { cause, type Planted, type Scenario } from './scenario.ts';

/** The core pair, and the version that is met most of those that are out of support. */
const versions = ['mysql57', 'mysql80', 'mariadb114'] as const satisfies readonly ServerId[];
type Version = (typeof versions)[number];

const small = { tables: 2, rows: 5000 };
const uniform = ['--rand-type=uniform'];
const tables = Array.from({ length: 60 }, (_, index) => `many${index}`);

const settings = (rules: string[], variable: string): Planted => ({ rules, variable, direction: 'up' });

/** One cause that brings several symptoms, two faults at once, and what looks worse than it is. */
const planted: Readonly<Record<string, (version: Version) => Omit<Scenario, 'id' | 'server'>>> = {
  'scan-spills-and-piles': () => ({
    options: {
      tmp_table_size: '64K',
      max_heap_table_size: '64K',
      sort_buffer_size: '32K',
      max_connections: 24,
    },
    data: { tables: 2, rows: 20_000 },
    load: [
      { once: ['SELECT 1'], sessions: 6 },
      {
        repeat: ["SELECT k, COUNT(*) n FROM sbtest1 WHERE pad > 'x' OR c = '{n}' GROUP BY k ORDER BY n"],
        sessions: 10,
      },
    ],
    planted: cause('missing-index', 'full-scans', 'statements-read-too-much', 'rows-scanned-unseen'),
  }),
  'idle-transaction-blocks': () => ({
    options: { max_connections: 24, innodb_lock_wait_timeout: 30 },
    data: small,
    warmUp: 6,
    load: [
      { once: ['START TRANSACTION', 'UPDATE sbtest1 SET k = k + 1 WHERE id = 7'], sessions: 1 },
      { once: ['UPDATE sbtest1 SET k = k + 1 WHERE id = 7'], sessions: 12 },
      { repeat: ['SELECT c FROM sbtest1 WHERE id = {n}'], sessions: 3, pauseMs: 20 },
    ],
    planted: cause('transaction-blocks-others', 'transaction-idle', 'row-lock-waits'),
  }),
  'pool-and-table-cache': () => ({
    options: { innodb_buffer_pool_size: '12M', table_open_cache: 20, table_open_cache_instances: 1 },
    data: { tables: 4, rows: 30_000 },
    prepare: tables.map((name) => `CREATE TABLE ${name} (id INT PRIMARY KEY, v INT)`),
    load: [
      { sysbench: 'oltp_read_only', threads: 4, args: uniform },
      { repeat: tables.map((name) => `SELECT v FROM ${name} WHERE id = {n}`), sessions: 2, pauseMs: 50 },
    ],
    planted: settings(['buffer-pool-too-small', 'table-cache-overflow'], 'innodb_buffer_pool_size'),
  }),
  'redo-small-beside-reads': (version) => ({
    options: version === 'mysql80' ? { innodb_redo_log_capacity: '8M' } : { innodb_log_file_size: '4M' },
    data: { tables: 4, rows: 30_000 },
    load: [
      { sysbench: 'oltp_update_index', threads: 8, args: uniform },
      { sysbench: 'oltp_read_only', threads: 2, args: ['--rate=20'] },
    ],
    warmUp: 6,
    planted: settings(
      ['redo-log-too-small'],
      version === 'mysql80' ? 'innodb_redo_log_capacity' : 'innodb_log_file_size',
    ),
  }),
  'healthy-report-beside': () => ({
    data: small,
    load: [
      { sysbench: 'oltp_read_write', threads: 4, args: ['--rate=40'] },
      { repeat: ['SELECT k % 10 d, SUM(id) FROM sbtest1 GROUP BY d'], sessions: 1, pauseMs: 2000 },
      { once: ['SELECT 1'], sessions: 20 },
    ],
    planted: null,
  }),
};

export const combinedScenarios: Scenario[] = versions.flatMap((server) =>
  Object.entries(planted).map(
    ([name, make]): Scenario => ({ id: `${name}-${server}`, server, ...make(server) }),
  ),
);
