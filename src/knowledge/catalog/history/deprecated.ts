import type { ServerKind } from '../variable-facts';
import { inVersionRange } from '../versions/version-range';

/**
 * Variables of which a server says, when they are set, that they are deprecated. By setting every dynamic variable of
 * MySQL 5.6.24 and 9.7.4, MariaDB 10.11.18 and 11.8.6 to its own and other values, of MySQL 5.7.22 and 8.0.31, MariaDB
 * 10.2.11 and 11.4.5 to its own; since when, for MySQL by the manuals, else since the first of these servers that says so.
 */
const deprecated: readonly { flavour: 'mysql' | 'mariadb'; since: string; names: string }[] = [
  {
    flavour: 'mysql',
    since: '5.6',
    names: `avoid_temporal_upgrade binlogging_impossible_mode delayed_insert_limit delayed_insert_timeout
      delayed_queue_size innodb_stats_sample_pages max_delayed_threads max_insert_delayed_threads max_tmp_tables
      multi_range_count profiling profiling_history_size secure_auth show_old_temporals storage_engine timed_mutexes
      explicit_defaults_for_timestamp sql_mode`,
  },
  {
    flavour: 'mysql',
    since: '5.7.9',
    names: 'character_set_database collation_database binlog_max_flush_queue_time',
  },
  {
    flavour: 'mysql',
    since: '5.7.22',
    names: `date_format datetime_format time_format innodb_file_format innodb_file_format_max innodb_large_prefix
      innodb_undo_logs log_warnings old_passwords query_cache_min_res_unit query_cache_wlock_invalidate sync_frm
      tx_isolation tx_read_only`,
  },
  { flavour: 'mysql', since: '8.0.11', names: 'default_collation_for_utf8mb4' },
  { flavour: 'mysql', since: '8.0.20', names: 'max_length_for_sort_data' },
  {
    flavour: 'mysql',
    since: '8.0.26',
    names: `init_slave log_slave_updates skip_slave_start slave_skip_errors slave_load_tmpdir log_slow_slave_statements master_verify_checksum rpl_stop_slave_timeout slave_allow_batching
      slave_checkpoint_group slave_checkpoint_period slave_compressed_protocol slave_exec_mode
      slave_max_allowed_packet slave_net_timeout slave_parallel_workers slave_parallel_type
      slave_pending_jobs_size_max slave_preserve_commit_order slave_sql_verify_checksum slave_transaction_retries
      slave_type_conversions sql_slave_skip_counter sync_master_info terminology_use_previous`,
  },
  { flavour: 'mysql', since: '8.0.29', names: 'query_prealloc_size transaction_prealloc_size' },
  {
    flavour: 'mysql',
    since: '8.0.31',
    names: `default_authentication_plugin expire_logs_days log_bin_use_v1_row_events master_info_repository
      relay_log_info_file relay_log_info_repository replica_parallel_type slave_rows_search_algorithms
      temptable_use_mmap transaction_write_set_extraction`,
  },
  {
    flavour: 'mysql',
    since: '8.0.34',
    names: `ssl_fips_mode log_bin_trust_function_creators log_statements_unsafe_for_binlog sync_relay_log_info
      performance_schema_show_processlist`,
  },
  { flavour: 'mysql', since: '8.4', names: 'restrict_fk_on_non_standard_key' },
  { flavour: 'mysql', since: '9.7', names: 'enable_cascade_triggers' },
  {
    flavour: 'mariadb',
    since: '10.2',
    names: `innodb_file_format innodb_file_format_max innodb_instrument_semaphores innodb_large_prefix
      innodb_log_checksum_algorithm innodb_stats_sample_pages innodb_use_trim max_tmp_tables multi_range_count
      thread_concurrency timed_mutexes wsrep_causal_reads`,
  },
  {
    flavour: 'mariadb',
    since: '10.11',
    names: `big_tables old old_alter_table secure_auth storage_engine wsrep_load_data_splitting wsrep_slave_fk_checks innodb_lru_flush_size innodb_prefix_index_cluster_optimization`,
  },
  {
    flavour: 'mariadb',
    since: '11.4',
    names: `explicit_defaults_for_timestamp keep_files_on_create log_slow_admin_statements
      optimizer_adjust_secondary_key_costs sql_notes tx_isolation tx_read_only`,
  },
  { flavour: 'mariadb', since: '11.8', names: 'old_mode' },
];

/** MariaDB 11.8.6: warning 4200, "is ignored; it only exists for compatibility with old installations". */
const ignored = new Set(
  `alter_algorithm innodb_lru_flush_size innodb_prefix_index_cluster_optimization
  innodb_purge_rseg_truncate_frequency optimizer_adjust_secondary_key_costs`.split(/\s+/),
);

const sinceByName: ReadonlyMap<string, string> = new Map(
  deprecated.flatMap(({ flavour, since, names }) =>
    names.split(/\s+/).map((name): [string, string] => [`${flavour} ${name}`, since]),
  ),
);

export function isDeprecated(name: string, { flavour, version }: ServerKind): boolean {
  const since = sinceByName.get(`${flavour === 'percona' ? 'mysql' : flavour} ${name}`);
  return since !== undefined && inVersionRange(version, `${since}..`);
}

/** Whether the server takes a value and does nothing with it. */
export function isIgnored(name: string, { flavour, version }: ServerKind): boolean {
  return flavour === 'mariadb' && ignored.has(name) && inVersionRange(version, '11.8..');
}

/** MariaDB 10.2 keeps what XtraDB added as names: SET warns (131) and changes nothing (ha_innodb.cc, xtradb_compat.h). */
const emptyNames: ReadonlySet<string> = new Set(
  `innodb_cleaner_lsn_age_factor innodb_empty_free_list_algorithm innodb_corrupt_table_action innodb_fake_changes
    innodb_foreground_preflush innodb_kill_idle_transaction innodb_locking_fake_changes innodb_log_arch_expire_sec
    innodb_log_archive innodb_max_bitmap_file_size innodb_max_changed_pages innodb_sched_priority_cleaner
    innodb_show_locks_held innodb_show_verbose_locks innodb_track_redo_log_now
    innodb_use_global_flush_log_at_trx_commit`.split(/\s+/),
);

/** Whether SET goes through and leaves the variable as it is. */
export function isEmptyName(name: string, { flavour, version }: ServerKind): boolean {
  return flavour === 'mariadb' && emptyNames.has(name) && inVersionRange(version, '..10.2');
}
