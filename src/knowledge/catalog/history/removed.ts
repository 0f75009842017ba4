import type { Flavour } from '../../../shared/server';

/** Variables that a version took away; what stands in for one, where something does. */
export interface Removal {
  flavour: Exclude<Flavour, 'percona'>;
  /** First version without it. */
  version: string;
  /** Separated by white space. */
  names: string;
  instead?: string;
}

/**
 * Removals without a mere renaming (`renames`), for MySQL 5.0 to 9.7 and MariaDB 10.2 to 11.8. Where only the series is
 * known, the version is the series' first.
 * Sources: "Options and Variables Introduced, Deprecated, or Removed in MySQL 5.6 ... 9.x", MariaDB release notes and
 * research on both source trees; the lists of the live servers contradict none (variable-lineage.test.ts).
 */
export const removals: readonly Removal[] = [
  { flavour: 'mysql', version: '5.5.0', names: 'innodb_file_io_threads', instead: 'innodb_read_io_threads' },
  {
    flavour: 'mysql',
    version: '5.6.1',
    names: 'engine_condition_pushdown',
    instead: 'optimizer_switch',
  },
  {
    flavour: 'mysql',
    version: '5.6.0',
    names: `have_csv have_innodb have_ndbcluster have_partitioning max_long_data_size
      rpl_recovery_rank bdb_cache_size bdb_log_buffer_size bdb_max_lock innodb_buffer_pool_awe_mem_mb
      innodb_adaptive_checkpoint innodb_extra_rsegments table_type`,
  },
  { flavour: 'mysql', version: '5.7.2', names: 'thread_concurrency' },
  { flavour: 'mysql', version: '5.7.4', names: 'innodb_additional_mem_pool_size innodb_use_sys_malloc' },
  { flavour: 'mysql', version: '5.7.2', names: 'innodb_mirrored_log_groups' },
  {
    flavour: 'mysql',
    version: '8.0.0',
    names: `innodb_file_format innodb_file_format_check innodb_file_format_max innodb_large_prefix
      innodb_locks_unsafe_for_binlog innodb_support_xa metadata_locks_cache_size metadata_locks_hash_instances
      sync_frm timed_mutexes`,
  },
  { flavour: 'mysql', version: '8.0.0', names: 'innodb_checksums', instead: 'innodb_checksum_algorithm' },
  {
    flavour: 'mysql',
    version: '8.0.3',
    names: `query_cache_limit query_cache_min_res_unit query_cache_size query_cache_type
      query_cache_wlock_invalidate ignore_builtin_innodb date_format datetime_format time_format
      max_tmp_tables multi_range_count secure_auth ignore_db_dirs ndbinfo_use_copying_table`,
  },
  { flavour: 'mysql', version: '8.0.11', names: 'old_passwords log_builtin_as_identified_by_password' },
  {
    flavour: 'mysql',
    version: '8.0.16',
    names: 'internal_tmp_disk_storage_engine',
  },
  {
    flavour: 'mysql',
    version: '8.3.0',
    names: 'slave_rows_search_algorithms transaction_write_set_extraction',
  },
  { flavour: 'mysql', version: '8.4.0', names: 'expire_logs_days', instead: 'binlog_expire_logs_seconds' },
  {
    flavour: 'mysql',
    version: '8.4.0',
    names: 'default_authentication_plugin',
    instead: 'authentication_policy',
  },
  {
    flavour: 'mysql',
    version: '8.4.0',
    names: `avoid_temporal_upgrade show_old_temporals have_openssl have_ssl master_info_repository
      relay_log_info_repository binlog_transaction_dependency_tracking`,
  },
  // Some 9.x before 9.7: only that 9.7 has none is known.
  { flavour: 'mysql', version: '9.7.0', names: 'slave_parallel_type replica_parallel_type' },
  { flavour: 'mysql', version: '9.7.0', names: 'temptable_use_mmap', instead: 'temptable_max_mmap' },
  {
    flavour: 'mysql',
    version: '9.7.0',
    names: 'innodb_log_file_size innodb_log_files_in_group',
    instead: 'innodb_redo_log_capacity',
  },
  {
    flavour: 'mariadb',
    version: '10.5.0',
    names: 'thread_concurrency timed_mutexes innodb_locks_unsafe_for_binlog',
  },
  {
    flavour: 'mariadb',
    version: '10.5.0',
    names: 'innodb_stats_sample_pages',
    instead: 'innodb_stats_transient_sample_pages',
  },
  {
    flavour: 'mariadb',
    version: '10.5.0',
    names: 'innodb_idle_flush_pct innodb_doublewrite_batch_size innodb_rollback_segments',
  },
  {
    flavour: 'mariadb',
    version: '10.6.0',
    names: `innodb_adaptive_max_sleep_delay innodb_buffer_pool_instances innodb_commit_concurrency
      innodb_concurrency_tickets innodb_file_format innodb_large_prefix innodb_log_compressed_pages
      innodb_log_files_in_group innodb_page_cleaners innodb_replication_delay innodb_scrub_log innodb_scrub_log_speed
      innodb_sync_array_size innodb_thread_concurrency innodb_thread_sleep_delay innodb_undo_logs
      innodb_log_optimize_ddl innodb_background_scrub_data_check_interval innodb_background_scrub_data_compressed`,
  },
  { flavour: 'mariadb', version: '10.6.0', names: 'innodb_checksums', instead: 'innodb_checksum_algorithm' },
  { flavour: 'mariadb', version: '11.0.0', names: 'innodb_change_buffering innodb_change_buffer_max_size' },
  {
    flavour: 'mariadb',
    version: '11.1.0',
    names: `innodb_defragment innodb_defragment_fill_factor innodb_defragment_fill_factor_n_recs
      innodb_defragment_frequency innodb_defragment_n_pages innodb_defragment_stats_accuracy`,
  },
  { flavour: 'mariadb', version: '11.3.0', names: 'date_format datetime_format time_format max_tmp_tables' },
];
