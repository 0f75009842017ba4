import type { Flavour, Hosting } from '../../shared/server';

/**
 * Whether a managed service lets its customers set a variable: `settable` by parameter group or flag, `fixed` by the
 * service, `without effect` where it is taken and its storage does otherwise; `unknown`: not in the lists below.
 */
export type ManagedSetting = 'settable' | 'fixed' | 'without effect' | 'unknown';

export type Service = Exclude<Hosting, 'self' | 'unknown'>;

/** Prefixes of variables that only managed servers have. */
export const hostingPrefixes = ['aurora', 'rds', 'cloudsql', 'azure', 'aad'] as const;

interface ServiceRow {
  services: readonly Service[];
  setting: Exclude<ManagedSetting, 'unknown'>;
  names: string;
}

const all: readonly Service[] = ['rds', 'aurora', 'cloudsql', 'azure'];

/**
 * The first row that fits decides. Sources: AWS, "Parameters for MySQL DB instances" and "Aurora MySQL configuration
 * parameters" (tables of modifiable parameters and "MySQL parameters that don't apply to Aurora MySQL", which says that it
 * is not exhaustive: what else only the redo log, the doublewrite buffer or the flushing of pages has is added); Google Cloud,
 * "Configure database flags" (Cloud SQL for MySQL); Microsoft, "Server parameters in Azure Database for MySQL".
 */
const rows: readonly ServiceRow[] = [
  {
    // Paths, identity, and what the service's own replication and access rest on.
    services: all,
    setting: 'fixed',
    names: `basedir datadir tmpdir socket pid_file plugin_dir character_sets_dir lc_messages_dir log_error hostname
      server_id server_uuid innodb_data_home_dir innodb_data_file_path innodb_log_group_home_dir innodb_undo_directory
      innodb_temp_data_file_path skip_networking skip_grant_tables bind_address version secure_file_priv core_file
      innodb_page_size innodb_read_only innodb_force_recovery innodb_dedicated_server lower_case_file_system
      log_bin log_bin_basename log_bin_index relay_log relay_log_index report_host report_port`,
  },
  {
    // Storage of its own: no doublewrite, no redo files, no page flushing by the server, one pool without parts.
    services: ['aurora'],
    setting: 'without effect',
    names: `innodb_log_file_size innodb_log_files_in_group innodb_redo_log_capacity innodb_log_buffer_size
      innodb_log_writer_threads innodb_log_spin_cpu_abs_lwm innodb_log_spin_cpu_pct_hwm innodb_flush_log_at_timeout
      innodb_log_write_ahead_size innodb_log_checksums innodb_use_fdatasync
      innodb_io_capacity innodb_io_capacity_max innodb_flush_method innodb_flush_neighbors innodb_doublewrite
      innodb_doublewrite_files innodb_doublewrite_pages innodb_adaptive_flushing innodb_adaptive_flushing_lwm
      innodb_max_dirty_pages_pct innodb_max_dirty_pages_pct_lwm innodb_page_cleaners innodb_change_buffering
      innodb_checksum_algorithm innodb_use_native_aio innodb_write_io_threads innodb_buffer_pool_chunk_size
      innodb_buffer_pool_instances innodb_numa_interleave innodb_undo_log_truncate innodb_undo_tablespaces
      innodb_concurrency_tickets innodb_thread_sleep_delay`,
  },
  {
    services: ['aurora'],
    setting: 'fixed',
    names: `sync_binlog max_binlog_size thread_handling innodb_thread_concurrency innodb_read_io_threads flush
      innodb_buffer_pool_dump_at_shutdown innodb_buffer_pool_load_at_startup innodb_change_buffer_max_size
      innodb_flushing_avg_loops innodb_log_compressed_pages log_replica_updates log_slave_updates
      relay_log_recovery skip_name_resolve`,
  },
  { services: ['rds', 'aurora', 'azure'], setting: 'fixed', names: 'open_files_limit' },
  { services: ['rds', 'azure'], setting: 'fixed', names: 'innodb_doublewrite large_pages' },
  { services: ['rds'], setting: 'fixed', names: 'port' },
  {
    services: ['cloudsql'],
    setting: 'fixed',
    names: `innodb_doublewrite innodb_flush_method innodb_log_files_in_group innodb_use_native_aio port large_pages
      sync_binlog gtid_mode enforce_gtid_consistency binlog_format`,
  },
  {
    services: ['azure'],
    setting: 'fixed',
    names: `innodb_flush_method innodb_log_files_in_group innodb_flush_log_at_trx_commit innodb_strict_mode
      sync_binlog port innodb_use_native_aio binlog_format gtid_mode enforce_gtid_consistency`,
  },
  {
    services: all,
    setting: 'settable',
    names: `max_connections innodb_buffer_pool_size innodb_lock_wait_timeout innodb_print_all_deadlocks
      long_query_time slow_query_log log_output log_queries_not_using_indexes max_allowed_packet wait_timeout
      interactive_timeout sort_buffer_size join_buffer_size read_buffer_size read_rnd_buffer_size tmp_table_size
      max_heap_table_size table_open_cache table_definition_cache thread_cache_size innodb_stats_persistent_sample_pages
      innodb_adaptive_hash_index innodb_purge_threads innodb_read_io_threads innodb_strict_mode innodb_thread_concurrency
      performance_schema group_concat_max_len lock_wait_timeout max_execution_time optimizer_switch sql_mode
      transaction_isolation innodb_old_blocks_time innodb_old_blocks_pct innodb_ft_min_token_size event_scheduler`,
  },
  {
    services: ['rds', 'aurora'],
    setting: 'settable',
    names: `innodb_flush_log_at_trx_commit sync_binlog binlog_format binlog_row_image binlog_cache_size
      innodb_buffer_pool_instances innodb_sync_spin_loops innodb_spin_wait_delay innodb_sync_array_size
      table_open_cache_instances query_cache_size query_cache_type max_connect_errors back_log net_read_timeout
      net_write_timeout general_log key_buffer_size innodb_purge_batch_size innodb_max_purge_lag`,
  },
  {
    services: ['rds'],
    setting: 'settable',
    names: `innodb_io_capacity innodb_io_capacity_max innodb_flush_method innodb_flush_neighbors innodb_log_buffer_size
      innodb_log_file_size innodb_redo_log_capacity innodb_lru_scan_depth innodb_max_dirty_pages_pct
      innodb_max_dirty_pages_pct_lwm innodb_page_cleaners innodb_change_buffering innodb_write_io_threads
      innodb_adaptive_flushing_lwm innodb_flushing_avg_loops`,
  },
  {
    services: ['cloudsql'],
    setting: 'settable',
    names: `innodb_flush_log_at_trx_commit innodb_io_capacity innodb_io_capacity_max innodb_log_buffer_size
      innodb_log_file_size innodb_max_dirty_pages_pct innodb_flush_neighbors innodb_page_cleaners
      innodb_change_buffering innodb_write_io_threads innodb_buffer_pool_instances innodb_lru_scan_depth general_log
      innodb_buffer_pool_chunk_size binlog_row_image`,
  },
  {
    services: ['azure'],
    setting: 'settable',
    names: `innodb_io_capacity innodb_io_capacity_max innodb_max_dirty_pages_pct innodb_page_cleaners
      innodb_write_io_threads innodb_change_buffering binlog_row_image innodb_log_buffer_size innodb_log_file_size
      innodb_file_per_table binlog_expire_logs_seconds`,
  },
];

/** @param hosting where the server runs; on a server of one's own everything can be set */
export function managedSetting(name: string, hosting: Hosting): ManagedSetting {
  if (hosting === 'self') return 'settable';
  if (hosting === 'unknown') return 'unknown';
  const canonical = name.toLowerCase().replaceAll('-', '_');
  const found = rows.find(
    ({ services, names }) => services.includes(hosting) && names.trim().split(/\s+/).includes(canonical),
  );
  return found?.setting ?? 'unknown';
}

export const serviceNames: Readonly<Record<Service, string>> = {
  rds: 'Amazon RDS',
  aurora: 'Amazon Aurora',
  cloudsql: 'Cloud SQL',
  azure: 'Azure Database for MySQL',
};

/** Whether who runs the server offers the flavour: of the services Amazon RDS alone has MariaDB, and none has Percona Server. */
export function isOffered(flavour: Flavour, hosting: Hosting): boolean {
  if (hosting === 'self' || hosting === 'unknown') return true;
  return flavour === 'mysql' || (flavour === 'mariadb' && hosting === 'rds');
}

/**
 * Why setting a variable changes nothing on this hosting; null where it can be set, or is in no list: the service says
 * itself if it refuses.
 */
export function managedRefusal(name: string, hosting: Hosting): string | null {
  if (hosting === 'self' || hosting === 'unknown') return null;
  switch (managedSetting(name, hosting)) {
    case 'fixed':
      return `${serviceNames[hosting]} does not let its customers set it.`;
    case 'without effect':
      return `${serviceNames[hosting]} takes it, but its own storage makes it without effect.`;
    case 'settable':
    case 'unknown':
      return null;
  }
}

/**
 * Every variable that the lists name.
 * @internal exported to the reference
 */
export function managedVariables(): string[] {
  return [...new Set(rows.flatMap(({ names }) => names.trim().split(/\s+/)))];
}
