import type { MemoryTerm } from '../../shared/plan';
import { compareVersions } from '../../shared/server';
import type { Usage } from './memory-usage';

const off = ['off', '0', 'false', 'no', ''];

/** What the server takes once, however many sessions there are. */
export function sharedTerms(usage: Usage): MemoryTerm[] {
  const { setting, text, level } = usage;
  const pool = setting('innodb_buffer_pool_size');
  const filled = Math.min(pool, level('Innodb_buffer_pool_bytes_data') ?? pool);
  const keyBuffer = setting('key_buffer_size');
  const keyUsed = Math.min(keyBuffer, (level('Key_blocks_used') ?? 0) * 1024);
  const aria = setting('aria_pagecache_buffer_size');
  const ariaUsed = Math.min(aria, (level('Aria_pagecache_blocks_used') ?? 0) * 8192);
  const queryCache = off.includes(text('query_cache_type')) ? 0 : setting('query_cache_size');
  return [
    {
      name: 'InnoDB buffer pool',
      low: filled,
      likely: pool * 1.03,
      worst: pool * 1.1,
      how: 'filled pages; innodb_buffer_pool_size + 3 %; + 10 % for control structures (MySQL 5.7 manual, "InnoDB Buffer Pool")',
    },
    flat('InnoDB log buffer', setting('innodb_log_buffer_size'), 'innodb_log_buffer_size'),
    {
      name: 'MyISAM key buffer',
      low: keyUsed,
      likely: keyUsed,
      worst: keyBuffer,
      how: 'blocks in use x 1 KiB; key_buffer_size at worst',
    },
    {
      name: 'Aria page cache',
      low: ariaUsed,
      likely: ariaUsed,
      worst: aria,
      how: 'blocks in use x 8 KiB; aria_pagecache_buffer_size at worst',
    },
    flat('Query cache', queryCache, 'query_cache_size while query_cache_type is on'),
    ...myRocksTerms(usage),
    performanceSchemaTerm(usage),
    tempTableTerm(usage),
    ...replicationTerms(usage),
    tableCacheTerm(usage),
  ];
}

export function flat(name: string, bytes: number, how: string): MemoryTerm {
  return { name, low: bytes, likely: bytes, worst: bytes, how };
}

/** As measured: rows `memory/performance_schema/%` of the PFS memory summary; not counted where there are none. */
function performanceSchemaTerm({ evidence, measured, text, has }: Usage): MemoryTerm {
  const name = 'Performance Schema';
  if (has('performance_schema') && off.includes(text('performance_schema'))) {
    return flat(name, 0, 'not counted: off');
  }
  const counted = measured(/^memory\/performance_schema\//);
  if (counted !== null) {
    return flat(
      name,
      counted.current,
      'CURRENT_NUMBER_OF_BYTES_USED of memory/performance_schema/% as measured',
    );
  }
  const found = evidence.rows('memory-pfs');
  const reason =
    evidence.server.performanceSchema === false
      ? 'it is off now, and what it takes is only known once it runs'
      : 'reason' in found
        ? `only memory_summary_global_by_event_name shows it. ${found.reason.text}`
        : 'the memory summary has no rows of it';
  return flat(name, 0, `not counted: ${reason}`);
}

/** One pool for all sessions from MySQL 8.0 with the TempTable engine; before, and in MariaDB, a term per session. */
function tempTableTerm(usage: Usage): MemoryTerm {
  const limit = usesTempTable(usage) ? usage.setting('temptable_max_ram') : 0;
  const counted = usage.measured(/^memory\/temptable\/physical_ram$/);
  const inUse = usage.rate('Created_tmp_tables') > 0 ? usage.busy * usage.setting('tmp_table_size') : 0;
  const low = Math.min(limit, counted?.current ?? 0);
  return {
    name: 'TempTable storage, shared by all sessions',
    low,
    likely: Math.max(low, Math.min(limit, counted?.high ?? inUse)),
    worst: limit,
    how: `${counted === null ? `tmp_table_size x sessions busy at ${usage.busyAt}` : 'most ever in use, as measured'}, at most temptable_max_ram`,
  };
}

export function usesTempTable({ evidence, text, has }: Usage): boolean {
  const { flavour, version } = evidence.server;
  if (flavour === 'mariadb' || compareVersions(version, [8, 0, 2]) < 0) return false;
  return has('temptable_max_ram') && text('internal_tmp_mem_storage_engine') !== 'memory';
}

/** MyRocks: block cache and memtables, which stand beside the InnoDB buffer pool. */
function myRocksTerms({ setting, has }: Usage): MemoryTerm[] {
  if (!has('rocksdb_block_cache_size')) return [];
  const memtables = setting('rocksdb_db_write_buffer_size');
  return [
    flat('MyRocks block cache', setting('rocksdb_block_cache_size'), 'rocksdb_block_cache_size'),
    {
      name: 'MyRocks memtables',
      low: 0,
      likely: memtables,
      worst: memtables,
      how: 'rocksdb_db_write_buffer_size; not counted where it is 0 (then each column family has its own)',
    },
  ];
}

/** Queues of a replica's workers, and the messages that a group keeps for members that lag. */
function replicationTerms({ setting, text, has, presentSetting }: Usage): MemoryTerm[] {
  const workers = Math.max(
    ...(['replica_parallel_workers', 'slave_parallel_workers', 'slave_parallel_threads'] as const).map(
      setting,
    ),
  );
  const queue =
    Math.max(setting('replica_pending_jobs_size_max'), setting('slave_pending_jobs_size_max')) ||
    setting('slave_parallel_max_queued') * workers;
  const inGroup = has('group_replication_group_name') && text('group_replication_group_name') !== '';
  const messages = inGroup ? presentSetting('group_replication_message_cache_size') : 0;
  return [
    {
      name: "Queue of a replica's workers",
      low: 0,
      likely: 0,
      worst: workers > 1 ? queue : 0,
      how: 'replica_pending_jobs_size_max; in MariaDB slave_parallel_max_queued x slave_parallel_threads; only while a replica lags',
    },
    {
      name: 'Group communication messages',
      low: 0,
      likely: messages,
      worst: messages,
      how: 'group_replication_message_cache_size',
    },
  ];
}

/** Open tables, their definitions and prepared statements: no setting limits their bytes, so only measured. */
function tableCacheTerm({ measured }: Usage): MemoryTerm {
  const counted = measured(/^memory\/sql\/(TABLE|TABLE_SHARE::mem_root|dd::.*|Prepared_statement::.*)$/);
  return {
    name: 'Open tables, definitions and prepared statements',
    low: counted?.current ?? 0,
    likely: counted?.current ?? 0,
    worst: counted?.high ?? 0,
    how:
      counted === null
        ? 'not counted: no setting limits it, and the memory summary does not report it here'
        : 'memory/sql/TABLE, TABLE_SHARE, dd and Prepared_statement as measured; most ever at worst',
  };
}
