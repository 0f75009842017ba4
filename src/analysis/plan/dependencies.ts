import type { Setting } from '../../shared/plan';
import { compareVersions, type VersionTriple } from '../../shared/server';
import type { ServerKind } from '../rules/server-range';
import { tableCacheBound } from '../sizing/machine';
import { roundedUp } from '../sizing/round';

/** What a dependency looks at: the value that a variable has once the plan is carried out. */
export interface PlannedServer {
  server: ServerKind;
  /** undefined: the server has no such variable. */
  value(name: string): Setting | undefined;
  /** The same as a number; 0 where it is none. */
  number(name: string): number;
  /** What the server makes of a request with the other planned values in force; undefined: it cannot be determined. */
  stored(name: string, requested: Setting): Setting | undefined;
}

/** A change that is worth nothing, or less, without another one. */
export interface Dependency {
  of: string;
  needs: string;
  /** Whether it matters here; absent: on every server that has both. */
  applies?: (planned: PlannedServer) => boolean;
  /** The least value of `needs` that will do; null: any. `exact`: the only one. */
  least: (planned: PlannedServer) => Setting;
  exact?: true;
  /** The value to plan where the present one will not do; absent: `least`. */
  propose?: (planned: PlannedServer) => Setting;
  /** What becomes of `of` where `needs` must stay: the server lowers it by itself, or it is left out. */
  otherwise: 'clamped' | 'left out';
  /**
   * The largest value of `of` that the present `needs` carries: set until the restart that `needs` takes, and all that is
   * planned where `needs` must stay. Absent: `of` is worth nothing, or less, without it.
   */
  carried?: (planned: PlannedServer) => number;
  reason: string;
  source: string;
}

const before = ({ server }: PlannedServer, flavour: 'mariadb' | 'mysql', version: VersionTriple) =>
  (server.flavour === 'mariadb') === (flavour === 'mariadb') && compareVersions(server.version, version) < 0;
const isOff = (value: Setting | undefined) => ['off', '0', 'false', ''].includes(String(value).toLowerCase());
const poolSize = 'innodb_buffer_pool_size';

const files = ({ number }: PlannedServer) =>
  Math.max(
    10 + number('max_connections') + number('extra_max_connections') + 2 * number('table_open_cache'),
    5 * number('max_connections'),
  );
const openFiles = {
  needs: 'open_files_limit',
  least: files,
  // Servers that differ by some connections get the same value.
  propose: (planned: PlannedServer) => roundedUp(files(planned), 'count'),
  otherwise: 'left out',
  reason:
    'a start asks for 10 + max_connections + 2 x table_open_cache files (at least 5 x max_connections) and lowers both where it does not get them; the limit of the operating system (LimitNOFILE of systemd) must allow as many',
  source: 'mysqld.cc adjust_open_files_limit, adjust_max_connections, adjust_table_cache_size',
} as const;
const roundedPool = {
  needs: poolSize,
  least: ({ stored, value }: PlannedServer) => stored(poolSize, value(poolSize) ?? null) ?? null,
  exact: true,
  otherwise: 'left out',
  reason: 'the pool is a multiple of chunk size x instances, so a start rounds its size up',
  source: 'MySQL manual, "Configuring InnoDB Buffer Pool Size"',
} as const;
const parallelType = {
  needs: 'slave_parallel_type',
  applies: (planned: PlannedServer) => before(planned, 'mysql', [8, 0, 27]),
  least: () => 'LOGICAL_CLOCK',
  exact: true,
  otherwise: 'left out',
  reason: 'with DATABASE, the default before 8.0.27, workers only share the work of several databases',
  source: 'MySQL manual, "slave_parallel_type"',
} as const;

export const dependencies: readonly Dependency[] = [
  {
    of: 'tmp_table_size',
    needs: 'max_heap_table_size',
    applies: (planned) =>
      planned.server.flavour === 'mariadb' ||
      before(planned, 'mysql', [8, 0, 2]) ||
      String(planned.value('internal_tmp_mem_storage_engine')).toLowerCase() === 'memory',
    least: ({ number }) => number('tmp_table_size'),
    otherwise: 'left out',
    reason: 'a temporary table in the MEMORY engine may only grow to the lesser of the two',
    source: 'MySQL manual, "Internal Temporary Table Use in MySQL"',
  },
  {
    of: 'tmp_table_size',
    needs: 'temptable_max_ram',
    applies: (planned) => String(planned.value('internal_tmp_mem_storage_engine')).toLowerCase() !== 'memory',
    least: ({ number }) => number('tmp_table_size'),
    // Its default, where that is more: all sessions share it.
    propose: ({ number }) => Math.max(1024 ** 3, 2 * number('tmp_table_size')),
    otherwise: 'left out',
    reason: 'all temporary tables of the TempTable engine share this much memory',
    source: 'MySQL manual, "Internal Temporary Table Use in MySQL"',
  },
  {
    of: 'innodb_io_capacity',
    needs: 'innodb_io_capacity_max',
    least: ({ number }) => number('innodb_io_capacity'),
    propose: ({ number }) => 2 * number('innodb_io_capacity'),
    otherwise: 'clamped',
    reason:
      'the server holds innodb_io_capacity at or below its maximum; twice as much is what it chooses itself',
    source: 'ha_innodb.cc innodb_io_capacity_update; MySQL manual, "innodb_io_capacity_max"',
  },
  { of: 'max_connections', ...openFiles },
  {
    of: 'table_open_cache',
    ...openFiles,
    carried: ({ number }) =>
      tableCacheBound({ openFiles: number('open_files_limit'), connections: number('max_connections') }),
  },
  { of: 'innodb_buffer_pool_instances', ...roundedPool },
  { of: 'innodb_buffer_pool_chunk_size', ...roundedPool },
  {
    of: 'binlog_cache_size',
    needs: 'max_binlog_cache_size',
    least: ({ number }) => number('binlog_cache_size'),
    otherwise: 'clamped',
    reason: 'the cache is never larger than its limit',
    source: 'sys_vars.cc fix_binlog_cache_size',
  },
  {
    of: 'query_cache_type',
    needs: 'query_cache_size',
    applies: ({ value }) => isOff(value('query_cache_type')),
    least: () => 0,
    exact: true,
    otherwise: 'clamped',
    reason: 'a query cache that is off keeps its memory until its size is 0',
    source: 'MySQL 5.7 manual, "Query Cache Configuration"',
  },
  { of: 'slave_parallel_workers', ...parallelType },
  { of: 'replica_parallel_workers', ...parallelType },
];

/** A value that has no effect, or with which the server does not start, beyond a bound that other settings make. */
export interface Bound {
  of: string;
  /** Absent: on every server. */
  applies?: (server: ServerKind) => boolean;
  /** null: no bound here. */
  highest?: (number: (name: string) => number) => number | null;
  lowest?: (number: (name: string) => number) => number | null;
  reason: string;
  source: string;
}

/** log0log.cc log_calc_max_ages of MySQL 5.6 and 5.7: what threads may write must fit half of 90 % of the redo log. */
const logForThreads = {
  applies: ({ flavour, version }: ServerKind) =>
    flavour !== 'mariadb' && compareVersions(version, [8, 0, 0]) < 0,
  reason:
    'each thread inside InnoDB may need 4 pages of redo log before it can wait for a checkpoint; with a log that is too small for them the server does not start',
  source: 'log0log.cc log_calc_max_ages; tried: MySQL 5.6.24 does not start with 1000 threads and 96 MiB',
};
const fileHeader = 2048;
const pagesForThreads = (threads: number) => 4 * (10 + threads) + 8;

export const bounds: readonly Bound[] = [
  {
    of: 'innodb_thread_concurrency',
    ...logForThreads,
    highest: (number) => {
      const log = (number('innodb_log_file_size') - fileHeader) * number('innodb_log_files_in_group');
      const pages = (0.45 * log) / (number('innodb_page_size') || 16_384);
      return log > 0 ? Math.max(0, Math.ceil((pages - 8) / 4 - 10) - 1) : null;
    },
  },
  {
    of: 'innodb_log_file_size',
    ...logForThreads,
    lowest: (number) => {
      const page = number('innodb_page_size') || 16_384;
      const log = (pagesForThreads(number('innodb_thread_concurrency')) * page) / 0.45;
      const mebibyte = 1024 ** 2;
      return (
        mebibyte *
        (1 + Math.floor((log / (number('innodb_log_files_in_group') || 2) + fileHeader) / mebibyte))
      );
    },
  },
  {
    of: 'thread_cache_size',
    applies: ({ flavour }) => flavour === 'mariadb',
    highest: (number) => number('max_connections') || null,
    reason: 'no more threads are kept than connections are allowed: a start lowers it to max_connections',
    source: 'tried: MariaDB 10.11.18 and 11.8.6 started with 16000 show 151',
  },
  {
    of: 'innodb_page_cleaners',
    highest: (number) => number('innodb_buffer_pool_instances') || null,
    reason: 'there is no more than one page cleaner for each buffer pool instance',
    source: 'MySQL manual, "innodb_page_cleaners"',
  },
  {
    of: 'innodb_open_files',
    highest: (number) => number('open_files_limit') || null,
    reason: 'InnoDB cannot keep more files open than the server may (open_files_limit)',
    source: 'ha_innodb.cc innodb_init_params',
  },
  {
    of: 'innodb_log_file_size',
    highest: (number) => {
      const count = number('innodb_log_files_in_group');
      return count > 0 ? Math.floor((512 * 1024 ** 3 - 1) / count) : null;
    },
    reason: 'all redo log files together stay below 512 GiB',
    source: 'MySQL 5.7 manual, "innodb_log_file_size"',
  },
];
