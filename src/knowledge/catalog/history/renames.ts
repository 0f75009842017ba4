import type { Flavour } from '../../../shared/server';

/**
 * Two names of one variable. From `since` the new name is there; after `until` (the last version or series with it) the
 * old one is gone; open: the old name still works.
 */
export interface Rename {
  flavour: Exclude<Flavour, 'percona'>;
  from: string;
  to: string;
  since: string;
  until?: string;
}

/** MySQL 8.0.26 gave replication variables new names; the old ones still work (manual, "What Is New in MySQL 8.0"). */
const replicationNames = `
  slave_allow_batching slave_checkpoint_group slave_checkpoint_period slave_compressed_protocol slave_exec_mode
  slave_load_tmpdir slave_max_allowed_packet slave_net_timeout slave_parallel_type slave_parallel_workers
  slave_pending_jobs_size_max slave_preserve_commit_order slave_skip_errors slave_sql_verify_checksum
  slave_transaction_retries slave_type_conversions init_slave log_slave_updates log_slow_slave_statements
  rpl_stop_slave_timeout skip_slave_start sql_slave_skip_counter pseudo_slave_mode master_verify_checksum
  sync_master_info`;

/**
 * Renamed variables, also those of 5.0 to 5.5 that old option files and bundles still name.
 * Sources: "What Is New" chapters and "Server Option and Variable Changes" of the MySQL manuals 5.1 to 9.x; MariaDB
 * release notes and "Server System Variables".
 */
export const renames: readonly Rename[] = [
  ...replicationNames
    .trim()
    .split(/\s+/)
    .map((from): Rename => {
      const to = from.replace('slave', 'replica').replace('master', 'source');
      return { flavour: 'mysql', from, to, since: '8.0.26' };
    }),
  { flavour: 'mysql', from: 'table_cache', to: 'table_open_cache', since: '5.1.3', until: '5.5' },
  { flavour: 'mysql', from: 'key_buffer', to: 'key_buffer_size', since: '3.23', until: '4.0' },
  { flavour: 'mysql', from: 'sort_buffer', to: 'sort_buffer_size', since: '4.0.3', until: '4.0' },
  { flavour: 'mysql', from: 'record_buffer', to: 'read_buffer_size', since: '4.0.3', until: '4.0' },
  { flavour: 'mysql', from: 'record_rnd_buffer', to: 'read_rnd_buffer_size', since: '4.0.3', until: '4.0' },
  { flavour: 'mysql', from: 'log_slow_queries', to: 'slow_query_log', since: '5.1.12', until: '5.5' },
  { flavour: 'mysql', from: 'log', to: 'general_log', since: '5.1.12', until: '5.5' },
  { flavour: 'mysql', from: 'language', to: 'lc_messages_dir', since: '5.5.0', until: '5.5' },
  { flavour: 'mysql', from: 'storage_engine', to: 'default_storage_engine', since: '5.5.3', until: '5.7.4' },
  { flavour: 'mysql', from: 'myisam_recover', to: 'myisam_recover_options', since: '5.1', until: '5.5' },
  {
    flavour: 'mysql',
    from: 'sql_low_priority_updates',
    to: 'low_priority_updates',
    since: '5.0',
    until: '5.5',
  },
  { flavour: 'mysql', from: 'sql_max_join_size', to: 'max_join_size', since: '5.0', until: '5.5' },
  { flavour: 'mysql', from: 'tx_isolation', to: 'transaction_isolation', since: '5.7.20', until: '5.7' },
  { flavour: 'mysql', from: 'tx_read_only', to: 'transaction_read_only', since: '5.7.20', until: '5.7' },
  { flavour: 'mysql', from: 'innodb_undo_logs', to: 'innodb_rollback_segments', since: '5.6', until: '5.7' },
  {
    flavour: 'mysql',
    from: 'innodb_stats_sample_pages',
    to: 'innodb_stats_transient_sample_pages',
    since: '5.6.3',
    until: '5.7',
  },
  { flavour: 'mysql', from: 'log_warnings', to: 'log_error_verbosity', since: '5.7.2', until: '5.7' },
  {
    flavour: 'mysql',
    from: 'binlogging_impossible_mode',
    to: 'binlog_error_action',
    since: '5.6.22',
    until: '5.6',
  },
  {
    flavour: 'mysql',
    from: 'simplified_binlog_gtid_recovery',
    to: 'binlog_gtid_simple_recovery',
    since: '5.6.23',
    until: '5.6',
  },
  { flavour: 'mysql', from: 'max_statement_time', to: 'max_execution_time', since: '5.7.8', until: '5.7.7' },
  { flavour: 'mysql', from: 'max_insert_delayed_threads', to: 'max_delayed_threads', since: '5.0' },
  { flavour: 'mariadb', from: 'max_insert_delayed_threads', to: 'max_delayed_threads', since: '5.1' },
  { flavour: 'mariadb', from: 'table_cache', to: 'table_open_cache', since: '5.1', until: '5.5' },
  { flavour: 'mariadb', from: 'log_slow_queries', to: 'slow_query_log', since: '5.1', until: '5.5' },
  { flavour: 'mariadb', from: 'storage_engine', to: 'default_storage_engine', since: '5.5' },
  { flavour: 'mariadb', from: 'slow_query_log', to: 'log_slow_query', since: '10.11.0' },
  { flavour: 'mariadb', from: 'slow_query_log_file', to: 'log_slow_query_file', since: '10.11.0' },
  { flavour: 'mariadb', from: 'long_query_time', to: 'log_slow_query_time', since: '10.11.0' },
  {
    flavour: 'mariadb',
    from: 'min_examined_row_limit',
    to: 'log_slow_min_examined_row_limit',
    since: '10.11.0',
  },
  { flavour: 'mariadb', from: 'tx_isolation', to: 'transaction_isolation', since: '11.1.1' },
  { flavour: 'mariadb', from: 'tx_read_only', to: 'transaction_read_only', since: '11.1.1' },
  { flavour: 'mariadb', from: 'old_alter_table', to: 'alter_algorithm', since: '10.3.7', until: '11.3' },
  { flavour: 'mariadb', from: 'wsrep_causal_reads', to: 'wsrep_sync_wait', since: '10.0', until: '11.2' },
  { flavour: 'mariadb', from: 'binlog_space_limit', to: 'max_binlog_total_size', since: '11.4.0' },
  { flavour: 'mariadb', from: 'expire_logs_days', to: 'binlog_expire_logs_seconds', since: '10.6.1' },
];
