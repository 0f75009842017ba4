import type { ServerIdentity } from '../../shared/server';
import type { HostFactName } from '../../shared/snapshot';
import type { FactValue } from '../facts/inputs/fact-value';
import type { RowsOrReason } from '../facts/inputs/row-delta';
import type { Interval } from '../facts/inputs/window';

/** Variables that the memory budget is made of. */
export const memorySettings = [
  'aria_pagecache_buffer_size',
  'binlog_cache_size',
  'binlog_stmt_cache_size',
  'extra_max_connections',
  'group_replication_group_name',
  'group_replication_message_cache_size',
  'innodb_buffer_pool_size',
  'innodb_log_buffer_size',
  'internal_tmp_mem_storage_engine',
  'join_buffer_size',
  'key_buffer_size',
  'log_bin',
  'max_connections',
  'max_heap_table_size',
  'mrr_buffer_size',
  'net_buffer_length',
  'optimizer_switch',
  'performance_schema',
  'query_cache_size',
  'query_cache_type',
  'read_buffer_size',
  'read_rnd_buffer_size',
  'replica_parallel_workers',
  'replica_pending_jobs_size_max',
  'rocksdb_block_cache_size',
  'rocksdb_db_write_buffer_size',
  'slave_parallel_max_queued',
  'slave_parallel_threads',
  'slave_parallel_workers',
  'slave_pending_jobs_size_max',
  'sort_buffer_size',
  'temptable_max_ram',
  'thread_handling',
  'thread_pool_max_threads',
  'thread_stack',
  'tmp_table_size',
] as const;
export type MemorySetting = (typeof memorySettings)[number];

/** Status variables that tell how the server is used. */
export const memoryCounters = [
  'Aria_pagecache_blocks_used',
  'Created_tmp_tables',
  'Innodb_buffer_pool_bytes_data',
  'Key_blocks_used',
  'Max_used_connections',
  'Select_full_join',
  'Select_range_check',
  'Select_scan',
  'Sort_range',
  'Sort_scan',
  'Threads_cached',
  'Threads_connected',
  'Threads_running',
] as const;
export type MemoryCounter = (typeof memoryCounters)[number];

export const memoryHostFacts = [
  'memoryBytes',
  'cgroupMemoryBytes',
] as const satisfies readonly HostFactName[];

/** What the memory budget reads of a snapshot: nothing else can be in it. */
export interface MemoryEvidence {
  readonly server: Pick<ServerIdentity, 'flavour' | 'version' | 'performanceSchema'>;
  readonly intervals: readonly Interval[];
  variable(name: MemorySetting): FactValue;
  /** What this version takes for a variable that nobody read; null: it has none, or it is not known. */
  defaultOf(name: MemorySetting): number | null;
  status(name: MemoryCounter): FactValue;
  rate(name: MemoryCounter): FactValue<number>;
  levelInIntervals(name: MemoryCounter): (number | null)[] | null;
  /** The largest step of a series in the history of the snapshot; null: it holds none. */
  mostInHistory(name: MemoryCounter): number | null;
  rows(section: 'memory-pfs'): RowsOrReason<'memory-pfs'>;
  host(name: (typeof memoryHostFacts)[number]): FactValue<number | string>;
}
