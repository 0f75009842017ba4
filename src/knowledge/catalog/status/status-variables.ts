import type { Unit } from '../../../shared/analysis';

/** Variables of one kind and unit; `names` are separated by white space, spelt as servers print them. */
export interface StatusGroup {
  kind: 'counter' | 'gauge';
  unit: Unit;
  names: string;
}

/** Names that come in families too large or too version-bound to list. Tried in order, after the list. */
export interface StatusFamily {
  pattern: RegExp;
  kind: 'counter' | 'gauge';
  unit: Unit;
}

/**
 * Every status variable that MySQL 5.6 to 9.7, Percona Server and MariaDB 10.2 to 11.8 report, by kind and unit.
 *
 * A counter only grows until the server restarts or FLUSH STATUS runs. Everything else is a gauge: levels, averages,
 * high-water marks, ages, texts and switches (the last two carry the unit `none`).
 * Sources: MySQL 9.x manual "Server Status Variables", MariaDB "Server Status Variables", "InnoDB Status Variables",
 * and the lists that the four live servers print (test/knowledge/status-catalog.live.test.ts compares).
 */
export const statusGroups: readonly StatusGroup[] = [
  // Levels: how many there are now.
  {
    kind: 'gauge',
    unit: 'count',
    names: `
      Threads_cached Threads_connected Threads_running Max_used_connections Delayed_insert_threads
      Not_flushed_delayed_rows Open_files Open_streams Open_table_definitions Open_tables Prepared_stmt_count
      Qcache_free_blocks Qcache_queries_in_cache Qcache_total_blocks Key_blocks_not_flushed Key_blocks_unused
      Key_blocks_used Key_blocks_warm Slave_open_temp_tables Replica_open_temp_tables Slaves_connected Slaves_running
      Ongoing_anonymous_transaction_count Ongoing_anonymous_gtid_violating_transaction_count
      Ongoing_automatic_gtid_violating_transaction_count Acl_cache_items_count Error_log_buffered_events
      Innodb_available_undo_logs Innodb_row_lock_current_waits Innodb_current_row_locks Innodb_num_open_files
      Innodb_data_pending_fsyncs Innodb_data_pending_reads Innodb_data_pending_writes Innodb_os_log_pending_fsyncs
      Innodb_os_log_pending_writes Innodb_history_list_length Innodb_undo_tablespaces_active
      Innodb_undo_tablespaces_explicit Innodb_undo_tablespaces_implicit Innodb_undo_tablespaces_total
      Innodb_active_transactions Innodb_dict_tables Innodb_async_reads_pending Innodb_async_reads_tasks_running
      Innodb_async_reads_queue_size Innodb_async_writes_pending Innodb_async_writes_tasks_running
      Innodb_async_writes_queue_size Innodb_encryption_key_rotation_list_length Innodb_encryption_rotation_estimated_iops
      Threadpool_idle_threads Threadpool_threads Tc_log_max_pages_used Table_open_cache_active_instances
      Aria_pagecache_blocks_not_flushed Aria_pagecache_blocks_unused Aria_pagecache_blocks_used
      Acl_column_grants Acl_database_grants Acl_function_grants Acl_package_body_grants Acl_package_spec_grants
      Acl_procedure_grants Acl_proxy_users Acl_role_grants Acl_roles Acl_table_grants Acl_users
      Ssl_ctx_verify_depth Ssl_ctx_verify_mode Ssl_session_cache_size Ssl_used_session_cache_entries Ssl_verify_depth
      Ssl_verify_mode Last_query_partial_plans Mysqlx_sessions Mysqlx_worker_threads Mysqlx_worker_threads_active
      Rpl_semi_sync_master_clients Rpl_semi_sync_source_clients Rpl_semi_sync_master_wait_sessions
      Rpl_semi_sync_source_wait_sessions wsrep_cluster_size wsrep_local_recv_queue wsrep_local_recv_queue_avg
      wsrep_local_recv_queue_max wsrep_local_recv_queue_min wsrep_local_send_queue wsrep_local_send_queue_avg
      wsrep_local_send_queue_max wsrep_local_send_queue_min wsrep_cert_index_size wsrep_cert_interval
      wsrep_open_connections wsrep_open_transactions wsrep_applier_thread_count wsrep_rollbacker_thread_count
      wsrep_thread_count wsrep_desync_count wsrep_apply_window wsrep_commit_window wsrep_cert_deps_distance
      wsrep_flow_control_recv_queue wsrep_ist_receive_seqno_current
    `,
  },
  {
    kind: 'gauge',
    unit: 'pages',
    names: `
      Innodb_buffer_pool_pages_data Innodb_buffer_pool_pages_dirty Innodb_buffer_pool_pages_free
      Innodb_buffer_pool_pages_latched Innodb_buffer_pool_pages_misc Innodb_buffer_pool_pages_old
      Innodb_buffer_pool_pages_total Innodb_ibuf_free_list Innodb_ibuf_segment_size Innodb_ibuf_size
    `,
  },
  {
    kind: 'gauge',
    unit: 'bytes',
    names: `
      Innodb_buffer_pool_bytes_data Innodb_buffer_pool_bytes_dirty Innodb_page_size Innodb_checkpoint_age
      Innodb_checkpoint_max_age Innodb_checkpoint_target_age Innodb_mem_adaptive_hash Innodb_mem_dictionary
      Innodb_mem_total Innodb_descriptors_memory Innodb_read_views_memory Innodb_redo_log_logical_size
      Innodb_redo_log_physical_size Innodb_redo_log_capacity_resized Qcache_free_memory Memory_used
      Memory_used_initial Max_memory_used Global_connection_memory Error_log_buffered_bytes Tmp_space_used
      Max_tmp_space_used Stack_usage Binlog_snapshot_position Binlog_disk_use Tc_log_page_size
      Performance_schema_session_connect_attrs_longest_seen
    `,
  },
  {
    kind: 'gauge',
    unit: 'seconds',
    names: `
      Uptime Uptime_since_flush_status Slave_heartbeat_period Ssl_default_timeout Ssl_session_cache_timeout
    `,
  },
  { kind: 'gauge', unit: 'ms', names: 'Innodb_row_lock_time_avg Innodb_row_lock_time_max' },
  {
    kind: 'gauge',
    unit: 'us',
    names: `
      Rpl_semi_sync_master_net_avg_wait_time Rpl_semi_sync_source_net_avg_wait_time
      Rpl_semi_sync_master_tx_avg_wait_time Rpl_semi_sync_source_tx_avg_wait_time
    `,
  },
  { kind: 'gauge', unit: 'percent', names: 'Innodb_buffer_pool_resize_status_progress' },
  {
    kind: 'gauge',
    unit: 'ratio',
    names: 'wsrep_flow_control_paused wsrep_apply_oooe wsrep_apply_oool wsrep_commit_oooe wsrep_commit_oool',
  },
  // Texts, switches, stamps and identifiers.
  {
    kind: 'gauge',
    unit: 'none',
    names: `
      Binlog_snapshot_file Binlog_snapshot_gtid_executed Caching_sha2_password_rsa_public_key Compression
      Compression_algorithm Compression_level Current_tls_ca Current_tls_capath Current_tls_cert Current_tls_cipher
      Current_tls_ciphersuites Current_tls_crl Current_tls_crlpath Current_tls_key Current_tls_version
      Deprecated_use_fk_on_non_standard_key_last_timestamp Deprecated_use_i_s_processlist_last_timestamp
      Error_log_latest_write Innodb_buffer_pool_dump_status Innodb_buffer_pool_load_incomplete
      Innodb_buffer_pool_load_status Innodb_buffer_pool_resize_status Innodb_buffer_pool_resize_status_code
      Innodb_have_atomic_builtins Innodb_have_bzip2 Innodb_have_lz4 Innodb_have_lzma Innodb_have_lzo
      Innodb_have_punch_hole Innodb_have_snappy Innodb_onlineddl_rowlog_pct_used Innodb_onlineddl_pct_progress Innodb_redo_log_enabled Innodb_redo_log_read_only
      Innodb_redo_log_resize_status Innodb_redo_log_uuid Innodb_max_trx_id Innodb_purge_trx_id Innodb_purge_undo_no
      Innodb_oldest_view_low_limit_trx_id Last_query_cost Max_used_connections_time Mysqlx_address Mysqlx_port
      Mysqlx_socket Resource_group_supported Rpl_semi_sync_master_status Rpl_semi_sync_slave_status
      Rpl_semi_sync_source_status Rpl_semi_sync_replica_status Rpl_status Rsa_public_key Slave_last_heartbeat
      Slave_running Ssl_cipher Ssl_cipher_list Ssl_server_not_after Ssl_server_not_before Ssl_session_cache_mode
      Ssl_version Telemetry_logs_supported Telemetry_metrics_supported Telemetry_traces_supported
      Tls_library_version Tls_sni_server_name Mysqlx_ssl_cipher Mysqlx_ssl_cipher_list Mysqlx_ssl_ctx_verify_depth
      Mysqlx_ssl_ctx_verify_mode Mysqlx_ssl_server_not_after Mysqlx_ssl_server_not_before Mysqlx_ssl_verify_depth
      Mysqlx_ssl_verify_mode Mysqlx_ssl_version wsrep wsrep_cluster_capabilities wsrep_cluster_conf_id
      wsrep_cluster_state_uuid wsrep_cluster_status wsrep_connected wsrep_evs_delayed wsrep_evs_evict_list
      wsrep_evs_repl_latency wsrep_evs_state wsrep_flow_control_active wsrep_flow_control_interval
      wsrep_flow_control_interval_high wsrep_flow_control_interval_low wsrep_flow_control_requested
      wsrep_flow_control_status wsrep_gcomm_uuid wsrep_gmcast_segment wsrep_incoming_addresses
      wsrep_last_committed wsrep_local_cached_downto wsrep_local_index wsrep_local_state wsrep_local_state_comment
      wsrep_local_state_uuid wsrep_protocol_version wsrep_protocol_application wsrep_protocol_replicator
      wsrep_protocol_GCS wsrep_provider_capabilities wsrep_provider_name wsrep_provider_vendor
      wsrep_provider_version wsrep_ready wsrep_stats_thread wsrep_ist_receive_status
      wsrep_ist_receive_seqno_start wsrep_ist_receive_seqno_end wsrep_monitor_status
    `,
  },
  // Counters of events.
  {
    kind: 'counter',
    unit: 'count',
    names: `
      Aborted_clients Aborted_connects Aborted_connects_preauth Access_denied_errors Binlog_cache_disk_use
      Binlog_cache_use Binlog_commits Binlog_group_commits Binlog_group_commit_trigger_count
      Binlog_group_commit_trigger_lock_wait Binlog_group_commit_trigger_timeout Binlog_gtid_index_hit
      Binlog_gtid_index_miss Binlog_stmt_cache_disk_use Binlog_stmt_cache_use Column_compressions
      Column_decompressions Connection_errors_accept Connection_errors_internal Connection_errors_max_connections
      Connection_errors_peer_address Connection_errors_select Connection_errors_tcpwrap Connections
      Count_hit_query_past_connection_memory_status_limit Count_hit_query_past_global_connection_memory_status_limit
      Count_hit_tmp_table_size Created_tmp_disk_tables Created_tmp_files Created_tmp_tables Delayed_errors
      Delayed_writes Delete_scan Deprecated_use_fk_on_non_standard_key_count Deprecated_use_i_s_processlist_count
      Empty_queries Error_log_expired_events Executed_events Executed_triggers Flush_commands
      Handler_commit Handler_delete Handler_discover Handler_external_lock Handler_icp_attempts Handler_icp_match
      Handler_mrr_init Handler_mrr_key_refills Handler_mrr_rowid_refills Handler_prepare Handler_read_first
      Handler_read_key Handler_read_last Handler_read_next Handler_read_prev Handler_read_retry Handler_read_rnd
      Handler_read_rnd_deleted Handler_read_rnd_next Handler_rollback Handler_savepoint Handler_savepoint_rollback
      Handler_tmp_delete Handler_tmp_update Handler_tmp_write Handler_update Handler_write Key_read_requests Key_reads
      Key_write_requests Key_writes Aria_pagecache_read_requests Aria_pagecache_reads Aria_pagecache_write_requests
      Aria_pagecache_writes Aria_transaction_log_syncs Locked_connects Master_gtid_wait_count
      Master_gtid_wait_timeouts Max_execution_time_exceeded Max_execution_time_set Max_execution_time_set_failed
      Max_statement_time_exceeded Opened_files Opened_plugin_libraries Opened_table_definitions Opened_tables
      Opened_views Optimizer_join_prefixes_check_calls Prepared_stmt_reprepare Qcache_hits Qcache_inserts
      Qcache_lowmem_prunes Qcache_not_cached Queries Questions Resultset_metadata_skipped
      Rows_read Rows_sent Rows_tmp_read Rows_examined Rpl_transactions_multi_engine Secondary_engine_execution_count
      Select_full_join Select_full_range_join Select_range Select_range_check Select_scan Slave_connections
      Slave_received_heartbeats Slave_retried_transactions Slave_skipped_errors Slow_launch_threads Slow_queries
      Sort_merge_passes Sort_priority_queue_sorts Sort_range Sort_rows Sort_scan Ssl_accept_renegotiates Ssl_accepts
      Ssl_callback_cache_hits Ssl_client_connects Ssl_connect_renegotiates Ssl_finished_accepts
      Ssl_finished_connects Ssl_session_cache_hits Ssl_session_cache_misses Ssl_session_cache_overflows
      Ssl_session_cache_timeouts Ssl_sessions_reused Subquery_cache_hit Subquery_cache_miss Syncs
      Table_locks_immediate Table_locks_waited Table_open_cache_hits Table_open_cache_misses
      Table_open_cache_overflows Table_open_cache_triggers_hits Table_open_cache_triggers_misses
      Table_open_cache_triggers_overflows Tc_log_page_waits TempTable_count_hit_max_ram Threads_created
      Transactions_gtid_foreign_engine Transactions_multi_engine Update_scan
      Innodb_adaptive_hash_hash_searches Innodb_adaptive_hash_non_hash_searches Innodb_background_log_sync
      Innodb_buffer_pool_read_requests Innodb_buffer_pool_wait_free Innodb_buffer_pool_write_requests
      Innodb_buffered_aio_submitted Innodb_bulk_operations Innodb_checksum_computations Innodb_data_fsyncs
      Innodb_data_reads Innodb_data_writes Innodb_dblwr_writes Innodb_deadlocks Innodb_defragment_compression_failures
      Innodb_defragment_count Innodb_defragment_failures Innodb_encryption_key_requests
      Innodb_encryption_num_key_requests Innodb_ibuf_discarded_delete_marks
      Innodb_ibuf_discarded_deletes Innodb_ibuf_discarded_inserts Innodb_ibuf_merged_delete_marks
      Innodb_ibuf_merged_deletes Innodb_ibuf_merged_inserts Innodb_ibuf_merges Innodb_instant_alter_column
      Innodb_log_waits Innodb_log_write_requests Innodb_log_writes Innodb_master_thread_active_loops
      Innodb_master_thread_idle_loops Innodb_mutex_os_waits Innodb_mutex_spin_rounds Innodb_mutex_spin_waits
      Innodb_num_page_compressed_trim_op Innodb_num_pages_page_compressed Innodb_num_pages_page_compression_error
      Innodb_num_pages_page_decompressed Innodb_num_pages_encrypted Innodb_num_pages_decrypted
      Innodb_async_reads_total_count Innodb_async_reads_total_enqueues Innodb_async_writes_total_count
      Innodb_async_writes_total_enqueues
      Innodb_onlineddl_rowlog_rows Innodb_os_log_fsyncs Innodb_row_lock_waits Innodb_rows_deleted
      Innodb_rows_inserted Innodb_rows_read Innodb_rows_updated Innodb_s_lock_os_waits Innodb_s_lock_spin_rounds
      Innodb_s_lock_spin_waits Innodb_sx_lock_os_waits Innodb_sx_lock_spin_rounds Innodb_sx_lock_spin_waits
      Innodb_system_rows_deleted Innodb_system_rows_inserted Innodb_system_rows_read Innodb_system_rows_updated
      Innodb_truncated_status_writes Innodb_undo_truncations Innodb_x_lock_os_waits Innodb_x_lock_spin_rounds
      Innodb_x_lock_spin_waits Innodb_secondary_index_triggered_cluster_reads
      Innodb_secondary_index_triggered_cluster_reads_avoided
      Innodb_encryption_n_merge_blocks_decrypted Innodb_encryption_n_merge_blocks_encrypted
      Innodb_encryption_n_rowlog_blocks_decrypted Innodb_encryption_n_rowlog_blocks_encrypted
      Innodb_encryption_n_temp_blocks_decrypted Innodb_encryption_n_temp_blocks_encrypted
      wsrep_causal_reads wsrep_cert_bucket_count wsrep_local_bf_aborts wsrep_local_cert_failures
      wsrep_local_commits wsrep_local_replays wsrep_received wsrep_replicated wsrep_repl_data wsrep_repl_keys
      wsrep_repl_other wsrep_flow_control_recv wsrep_flow_control_sent wsrep_bf_aborts wsrep_cert_failures
      wsrep_flow_control_paused_ns
    `,
  },
  {
    kind: 'counter',
    unit: 'pages',
    names: `
      Innodb_buffer_pool_pages_flushed Innodb_buffer_pool_pages_lru_flushed Innodb_buffer_pool_pages_lru_freed
      Innodb_buffer_pool_pages_made_not_young Innodb_buffer_pool_pages_made_young Innodb_buffer_pool_pages_split
      Innodb_buffer_pool_read_ahead Innodb_buffer_pool_read_ahead_evicted Innodb_buffer_pool_read_ahead_rnd
      Innodb_buffer_pool_reads Innodb_dblwr_pages_written Innodb_encryption_rotation_pages_flushed
      Innodb_encryption_rotation_pages_modified Innodb_encryption_rotation_pages_read_from_cache
      Innodb_encryption_rotation_pages_read_from_disk Innodb_num_index_pages_written
      Innodb_num_non_index_pages_written Innodb_pages0_read Innodb_pages_created Innodb_pages_read
      Innodb_pages_written Innodb_sampled_pages_read Innodb_sampled_pages_skipped
      Innodb_scrub_background_page_reorganizations Innodb_scrub_background_page_splits
      Innodb_scrub_background_page_split_failures_missing_index
      Innodb_scrub_background_page_split_failures_out_of_filespace
      Innodb_scrub_background_page_split_failures_underflow
      Innodb_scrub_background_page_split_failures_unknown Innodb_scrub_log
    `,
  },
  {
    kind: 'counter',
    unit: 'bytes',
    names: `
      Bytes_received Bytes_sent Binlog_bytes_written Innodb_data_read Innodb_data_written Innodb_os_log_written
      Innodb_lsn_current Innodb_lsn_flushed Innodb_lsn_last_checkpoint Innodb_redo_log_checkpoint_lsn
      Innodb_redo_log_current_lsn Innodb_redo_log_flushed_to_disk_lsn Innodb_page_compression_saved
      wsrep_received_bytes wsrep_replicated_bytes wsrep_repl_data_bytes wsrep_repl_keys_bytes wsrep_repl_other_bytes
    `,
  },
  {
    kind: 'counter',
    unit: 'seconds',
    names: 'Busy_time Cpu_time Query_time Innodb_async_reads_wait_slot_sec Innodb_async_writes_wait_slot_sec',
  },
  { kind: 'counter', unit: 'ms', names: 'Innodb_row_lock_time' },
  {
    kind: 'counter',
    unit: 'us',
    names: `
      Master_gtid_wait_time Rpl_semi_sync_master_net_wait_time Rpl_semi_sync_source_net_wait_time
      Rpl_semi_sync_master_tx_wait_time Rpl_semi_sync_source_tx_wait_time
    `,
  },
];

/** Families by pattern. MySQL manual: "Com_xxx" counts each statement; "Performance_schema_xxx_lost" what was dropped. */
export const statusFamilies: readonly StatusFamily[] = [
  { pattern: /^com_\w+$/i, kind: 'counter', unit: 'count' },
  { pattern: /^performance_schema_\w+_lost$/i, kind: 'counter', unit: 'count' },
  { pattern: /^feature_\w+$/i, kind: 'counter', unit: 'count' },
  { pattern: /^option_tracker_usage:/i, kind: 'counter', unit: 'count' },
  { pattern: /^mysqlx_bytes_\w+$/i, kind: 'counter', unit: 'bytes' },
  { pattern: /^mysqlx_\w+$/i, kind: 'counter', unit: 'count' },
  { pattern: /^rpl_semi_sync_\w+$/i, kind: 'counter', unit: 'count' },
];
