import type { Flavour, VersionTriple } from '../../../shared/server';

/**
 * Variables that were there with the same meaning, scope and way to be set before the oldest version of the tables, and
 * the first MySQL version of which that holds; defaults and bounds differ and are not said. MariaDB 5.1 to 10.1 took
 * them over. Sources: MySQL 5.0, 5.1 and 5.5 reference manuals, "Server System Variables" and "InnoDB Startup Options and
 * System Variables"; MariaDB, "Server System Variables" and "InnoDB System Variables".
 */
const stable: readonly { since: VersionTriple; names: string }[] = [
  {
    since: [5, 0, 0],
    names: `max_connections max_connect_errors max_allowed_packet back_log wait_timeout interactive_timeout thread_cache_size
      sort_buffer_size join_buffer_size read_buffer_size read_rnd_buffer_size key_buffer_size tmp_table_size
      max_heap_table_size query_cache_size query_cache_limit sync_binlog binlog_cache_size innodb_buffer_pool_size
      innodb_log_file_size innodb_log_files_in_group innodb_log_buffer_size innodb_flush_log_at_trx_commit
      innodb_thread_concurrency innodb_lock_wait_timeout innodb_open_files open_files_limit net_buffer_length
      bulk_insert_buffer_size query_cache_type query_cache_min_res_unit query_cache_wlock_invalidate expire_logs_days
      max_binlog_size slave_net_timeout delay_key_write read_only optimizer_prune_level flush log_warnings
      innodb_max_dirty_pages_pct innodb_flush_method innodb_doublewrite innodb_fast_shutdown innodb_support_xa
      innodb_sync_spin_loops innodb_max_purge_lag innodb_checksums innodb_locks_unsafe_for_binlog`,
  },
  {
    since: [5, 1, 30],
    names: `slow_query_log table_open_cache table_definition_cache general_log log_output long_query_time binlog_format
      log_queries_not_using_indexes innodb_autoinc_lock_mode max_prepared_stmt_count aria_pagecache_buffer_size`,
  },
  {
    since: [5, 5, 16],
    names: `innodb_io_capacity innodb_file_per_table innodb_old_blocks_time innodb_old_blocks_pct
      innodb_stats_on_metadata innodb_adaptive_hash_index
      innodb_adaptive_flushing innodb_read_ahead_threshold innodb_random_read_ahead innodb_spin_wait_delay
      innodb_use_native_aio innodb_buffer_pool_instances innodb_strict_mode innodb_change_buffering performance_schema
      binlog_stmt_cache_size sync_relay_log concurrent_insert default_storage_engine`,
  },
];

/** Those that a SET changes from the oldest tabled version of MariaDB on, and not before. */
const laterDynamic: ReadonlySet<string> = new Set(['innodb_buffer_pool_size']);

/** Whether a variable was on that old version what it was on the first one of the tables. */
export function isStableBefore(name: string, version: VersionTriple): boolean {
  const entry = stable.find(({ names }) => names.trim().split(/\s+/).includes(name));
  return entry !== undefined && !isBelow(version, entry.since);
}

/** Whether it needs a restart before the tables begin, whatever it needs in their first version. */
export function isStartOnlyBefore(name: string, flavour: Flavour): boolean {
  return flavour === 'mariadb' && laterDynamic.has(name);
}

function isBelow(a: VersionTriple, b: VersionTriple): boolean {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}
