import type { Flavour } from '../../../shared/server';

/** First version with each of the names, which are separated by white space. */
export interface Introduction {
  flavour: Exclude<Flavour, 'percona'>;
  version: string;
  names: string;
}

/**
 * When variables came that one live server has and the older one has not, for the series between them. New names of
 * old variables stand in `renames`. What is not listed here is not known for the series between.
 * Sources: MySQL 5.7, 8.0, 8.4 and 9.x manuals, "Introduced" rows of each variable; MariaDB, "System Variables Added".
 */
export const introductions: readonly Introduction[] = [
  {
    flavour: 'mysql',
    version: '5.7.9',
    names: `innodb_default_row_format innodb_fill_factor innodb_temp_data_file_path innodb_max_undo_log_size
      disabled_storage_engines default_password_lifetime check_proxy_users auto_generate_certs have_statement_timeout
      log_timestamps offline_mode max_points_in_geometry ngram_token_size rbr_exec_mode require_secure_transport
      session_track_gtids session_track_schema session_track_state_change session_track_system_variables
      session_track_transaction_info sha256_password_auto_generate_rsa_keys sha256_password_proxy_users
      slave_preserve_commit_order gtid_executed_compression_period
      performance_schema_events_transactions_history_long_size performance_schema_events_transactions_history_size
      performance_schema_max_digest_length performance_schema_max_index_stat performance_schema_max_memory_classes
      performance_schema_max_metadata_locks performance_schema_max_prepared_statements_instances
      performance_schema_max_program_instances performance_schema_max_sql_text_length
      performance_schema_max_statement_stack performance_schema_max_table_lock_stat log_error_verbosity`,
  },
  { flavour: 'mysql', version: '5.7.10', names: 'tls_version' },
  { flavour: 'mysql', version: '5.7.11', names: 'innodb_tmpdir log_statements_unsafe_for_binlog' },
  { flavour: 'mysql', version: '5.7.12', names: 'parser_max_mem_size' },
  { flavour: 'mysql', version: '5.7.21', names: 'keyring_operations' },
  { flavour: 'mysql', version: '5.7.22', names: 'show_create_table_verbosity' },
  {
    flavour: 'mysql',
    version: '8.0.11',
    names: `activate_all_roles_on_login binlog_row_metadata binlog_row_value_options
      binlog_transaction_dependency_history_size caching_sha2_password_auto_generate_rsa_keys
      caching_sha2_password_private_key_path caching_sha2_password_public_key_path cte_max_recursion_depth
      default_collation_for_utf8mb4 histogram_generation_max_mem_size information_schema_stats_expiry
      innodb_directories innodb_print_ddl_logs innodb_redo_log_encrypt innodb_undo_log_encrypt log_error_services
      mandatory_roles original_commit_timestamp password_history password_reuse_interval
      performance_schema_error_size performance_schema_max_digest_sample_age persisted_globals_load
      regexp_stack_limit regexp_time_limit resultset_metadata rpl_read_size schema_definition_cache ssl_fips_mode
      stored_program_definition_cache tablespace_definition_cache version_compile_zlib
      windowing_use_high_precision`,
  },
  {
    flavour: 'mysql',
    version: '8.0.13',
    names: `innodb_fsync_threshold innodb_temp_tablespaces_dir log_error_suppression_list password_require_current
      sql_require_primary_key use_secondary_engine`,
  },
  {
    flavour: 'mysql',
    version: '8.0.14',
    names: `admin_address admin_port create_admin_listener_thread binlog_encryption binlog_row_event_max_size
      binlog_rotate_encryption_master_key_at_startup group_replication_consistency immediate_server_version
      original_server_version innodb_buffer_pool_in_core_file log_slow_extra persist_only_admin_x509_subject`,
  },
  {
    flavour: 'mysql',
    version: '8.0.16',
    names: `default_table_encryption table_encryption_privilege_check partial_revokes
      secondary_engine_cost_threshold tls_ciphersuites`,
  },
  { flavour: 'mysql', version: '8.0.17', names: 'innodb_redo_log_archive_dirs print_identified_with_as_hex' },
  {
    flavour: 'mysql',
    version: '8.0.18',
    names: `generated_random_password_length protocol_compression_algorithms
      show_create_table_skip_secondary_engine`,
  },
  { flavour: 'mysql', version: '8.0.19', names: 'log_raw require_row_format' },
  {
    flavour: 'mysql',
    version: '8.0.20',
    names: 'binlog_transaction_compression binlog_transaction_compression_level_zstd innodb_doublewrite_dir',
  },
  {
    flavour: 'mysql',
    version: '8.0.21',
    names: `admin_ssl_ca admin_ssl_capath admin_ssl_cert admin_ssl_cipher admin_ssl_crl admin_ssl_crlpath
      admin_ssl_key admin_tls_ciphersuites admin_tls_version innodb_validate_tablespace_paths`,
  },
  {
    flavour: 'mysql',
    version: '8.0.22',
    names: `performance_schema_show_processlist select_into_buffer_size select_into_disk_sync
      select_into_disk_sync_delay`,
  },
  { flavour: 'mysql', version: '8.0.23', names: 'replication_optimize_for_static_plugin_config' },
  { flavour: 'mysql', version: '8.0.24', names: 'caching_sha2_password_digest_rounds skip_slave_start' },
  { flavour: 'mysql', version: '8.0.26', names: 'innodb_segment_reserve_factor terminology_use_previous' },
  { flavour: 'mysql', version: '8.0.27', names: 'authentication_policy' },
  {
    flavour: 'mysql',
    version: '8.0.28',
    names: 'connection_memory_chunk_size global_connection_memory_limit global_connection_memory_tracking',
  },
  {
    flavour: 'mysql',
    version: '8.0.29',
    names: `binlog_expire_logs_auto_purge persist_sensitive_variables_in_plaintext ssl_session_cache_mode
      ssl_session_cache_timeout xa_detach_on_prepare`,
  },
  {
    flavour: 'mysql',
    version: '8.0.30',
    names: 'show_gipk_in_create_table_and_information_schema sql_generate_invisible_primary_key',
  },
  { flavour: 'mysql', version: '8.0.31', names: 'build_id' },
  { flavour: 'mysql', version: '8.0.32', names: 'explain_format' },
  { flavour: 'mysql', version: '8.1.0', names: 'tls_certificates_enforced_validation' },
  { flavour: 'mysql', version: '8.3.0', names: 'explain_json_format_version' },
  { flavour: 'mysql', version: '8.4.0', names: 'restrict_fk_on_non_standard_key' },
  {
    flavour: 'mariadb',
    version: '11.0.1',
    names: `optimizer_disk_read_cost optimizer_disk_read_ratio optimizer_index_block_copy_cost
      optimizer_key_compare_cost optimizer_key_copy_cost optimizer_key_lookup_cost optimizer_key_next_find_cost
      optimizer_row_copy_cost optimizer_row_lookup_cost optimizer_row_next_find_cost optimizer_rowid_compare_cost
      optimizer_rowid_copy_cost optimizer_scan_setup_cost optimizer_where_cost`,
  },
  {
    flavour: 'mariadb',
    version: '11.2.1',
    names: 'binlog_row_event_max_size block_encryption_mode character_set_collations',
  },
  { flavour: 'mariadb', version: '11.3.2', names: 'redirect_url' },
  {
    flavour: 'mariadb',
    version: '11.4.1',
    names: 'binlog_gtid_index binlog_gtid_index_page_size binlog_gtid_index_span_min binlog_space_limit',
  },
  { flavour: 'mariadb', version: '11.5.1', names: 'max_tmp_session_space_usage max_tmp_total_space_usage' },
  {
    flavour: 'mariadb',
    version: '11.7.1',
    names: `binlog_do_db binlog_ignore_db binlog_large_commit_threshold log_slow_always_query_time
      mhnsw_default_distance mhnsw_default_m mhnsw_ef_search mhnsw_max_cache_size slave_abort_blocking_timeout`,
  },
];
