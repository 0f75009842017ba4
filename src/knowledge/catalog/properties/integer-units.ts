import type { Unit } from '../../../shared/analysis';

/**
 * Units of the numeric variables that have no entry of their own in the tables beside this file; names are separated
 * by white space. Sources: "Server System Variables" and the engines' pages of the MySQL and MariaDB manuals.
 */
export const integerUnits: readonly { unit: Unit; names: string }[] = [
  {
    unit: 'bytes',
    names: `
      aria_block_size aria_checkpoint_log_activity aria_log_file_size aria_max_sort_file_size aria_sort_buffer_size
      binlog_file_cache_size binlog_gtid_index_page_size binlog_gtid_index_span_min binlog_large_commit_threshold
      binlog_row_event_max_size binlog_space_limit column_compression_threshold connection_memory_chunk_size
      connection_memory_status_limit global_connection_memory_limit global_connection_memory_status_limit
      group_concat_max_len histogram_generation_max_mem_size innodb_additional_mem_pool_size innodb_fsync_threshold
      innodb_ft_cache_size innodb_ft_result_cache_limit innodb_ft_total_cache_size innodb_max_undo_log_size
      key_cache_block_size large_page_size log_bin_compress_min_len log_tc_size max_binlog_cache_size
      max_binlog_stmt_cache_size max_binlog_total_size max_digest_length max_length_for_sort_data
      max_relay_log_size max_rowid_filter_size
      mhnsw_max_cache_size myisam_block_size myisam_data_pointer_size myisam_max_sort_file_size myisam_mmap_size
      optimizer_trace_max_mem_size parser_max_mem_size performance_schema_max_digest_length
      performance_schema_max_sql_text_length performance_schema_session_connect_attrs_size preload_buffer_size
      query_alloc_block_size query_cache_min_res_unit query_prealloc_size range_alloc_block_size regexp_stack_limit
      relay_log_space_limit replica_max_allowed_packet replica_pending_jobs_size_max rowid_merge_buff_size
      rpl_read_size select_into_buffer_size server_memory slave_max_allowed_packet slave_parallel_max_queued
      slave_pending_jobs_size_max transaction_alloc_block_size transaction_prealloc_size wsrep_max_ws_size
    `,
  },
  {
    unit: 'seconds',
    names: `
      aria_checkpoint_interval delayed_insert_timeout flush_time idle_readonly_transaction_timeout
      idle_transaction_timeout idle_write_transaction_timeout
      innodb_buf_dump_status_frequency innodb_fatal_semaphore_wait_threshold log_slow_always_query_time
      log_slow_query_time performance_schema_max_digest_sample_age progress_report_time replica_net_timeout
      rpl_semi_sync_slave_kill_conn_timeout rpl_stop_replica_timeout rpl_stop_slave_timeout
      slave_abort_blocking_timeout slave_max_statement_time slave_net_timeout slave_transaction_retry_interval
      slow_launch_time ssl_session_cache_timeout tcp_keepalive_interval tcp_keepalive_time thread_pool_idle_timeout
      timestamp
    `,
  },
  {
    unit: 'ms',
    names: `
      innodb_defragment_frequency replica_checkpoint_period rpl_semi_sync_master_timeout
      select_into_disk_sync_delay slave_checkpoint_period thread_pool_prio_kickup_timer regexp_time_limit
    `,
  },
  {
    unit: 'us',
    names: `
      aria_group_commit_interval binlog_max_flush_queue_time deadlock_timeout_long deadlock_timeout_short
      innodb_adaptive_max_sleep_delay original_commit_timestamp
    `,
  },
  {
    unit: 'percent',
    names: `
      analyze_sample_percentage aria_pagecache_division_limit
      innodb_compression_pad_pct_max innodb_fill_factor innodb_segment_reserve_factor key_cache_division_limit
    `,
  },
  { unit: 'pages', names: 'innodb_defragment_n_pages innodb_lru_flush_size innodb_stats_sample_pages' },
  { unit: 'count/s', names: 'innodb_encryption_rotation_iops' },
  { unit: 'ratio', names: 'innodb_defragment_fill_factor optimizer_disk_read_ratio' },
  {
    unit: 'count',
    names: `
      analyze_max_length aria_force_start_after_recovery_failures aria_pagecache_age_threshold
      aria_pagecache_file_hash_size aria_repair_threads binlog_transaction_dependency_history_size
      caching_sha2_password_digest_rounds cte_max_recursion_depth deadlock_search_depth_long
      deadlock_search_depth_short delayed_insert_limit delayed_queue_size div_precision_increment error_count
      expensive_subquery_limit extra_max_connections ft_max_word_len ft_min_word_len ft_query_expansion_limit
      generated_random_password_length gtid_cleanup_batch_size gtid_executed_compression_period histogram_size
      in_predicate_conversion_threshold innodb_api_bk_commit_interval innodb_defragment_fill_factor_n_recs
      innodb_defragment_stats_accuracy innodb_encryption_rotate_key_age innodb_encryption_threads
      innodb_ft_max_token_size innodb_ft_min_token_size innodb_ft_num_word_optimize innodb_ft_sort_pll_degree
      innodb_mirrored_log_groups innodb_undo_logs key_cache_age_threshold key_cache_file_hash_size
      key_cache_segments log_slow_max_warnings log_slow_min_examined_row_limit log_slow_rate_limit
      log_throttle_queries_not_using_indexes max_delayed_threads max_error_count max_insert_delayed_threads
      max_join_size max_password_errors max_points_in_geometry max_prepared_stmt_count max_recursive_iterations
      max_seeks_for_key max_sp_recursion_depth max_tmp_tables max_user_connections max_write_lock_count
      mhnsw_default_m mhnsw_ef_search min_examined_row_limit multi_range_count myisam_repair_threads net_retry_count
      ngram_token_size optimizer_max_sel_arg_weight optimizer_max_sel_args optimizer_max_subgraph_pairs
      optimizer_extra_pruning_depth optimizer_join_limit_pref_ratio optimizer_search_depth
      optimizer_selectivity_sampling_limit optimizer_trace_limit optimizer_trace_offset password_history
      performance_schema_accounts_size performance_schema_digests_size performance_schema_error_size
      performance_schema_events_stages_history_long_size performance_schema_events_stages_history_size
      performance_schema_events_statements_history_long_size performance_schema_events_statements_history_size
      performance_schema_events_transactions_history_long_size performance_schema_events_transactions_history_size
      performance_schema_events_waits_history_long_size performance_schema_events_waits_history_size
      performance_schema_hosts_size performance_schema_max_cond_classes performance_schema_max_cond_instances
      performance_schema_max_file_classes performance_schema_max_file_handles performance_schema_max_file_instances
      performance_schema_max_index_stat performance_schema_max_logger_classes performance_schema_max_memory_classes
      performance_schema_max_metadata_locks performance_schema_max_meter_classes
      performance_schema_max_metric_classes performance_schema_max_mutex_classes
      performance_schema_max_mutex_instances performance_schema_max_prepared_statements_instances
      performance_schema_max_program_instances performance_schema_max_rwlock_classes
      performance_schema_max_rwlock_instances performance_schema_max_socket_classes
      performance_schema_max_socket_instances performance_schema_max_stage_classes
      performance_schema_max_statement_classes performance_schema_max_statement_stack
      performance_schema_max_table_handles performance_schema_max_table_instances
      performance_schema_max_table_lock_stat performance_schema_max_thread_classes
      performance_schema_max_thread_instances performance_schema_setup_actors_size
      performance_schema_setup_objects_size performance_schema_users_size profiling_history_size
      replica_checkpoint_group replica_transaction_retries schema_definition_cache slave_checkpoint_group
      slave_connections_needed_for_purge slave_domain_parallel_threads slave_transaction_retries
      sql_replica_skip_counter sql_select_limit sql_slave_skip_counter stored_program_cache
      stored_program_definition_cache sync_master_info sync_relay_log sync_relay_log_info sync_source_info
      tablespace_definition_cache tcp_keepalive_probes thread_concurrency warning_count wsrep_max_ws_rows
      wsrep_retry_autocommit wsrep_slave_threads wsrep_mysql_replication_bundle
    `,
  },
  {
    // Levels, identifiers, codes, costs of the optimizer's own scale, and switches with numbers.
    unit: 'none',
    names: `
      admin_port auto_increment_increment auto_increment_offset binlog_transaction_compression_level_zstd
      column_compression_zlib_level default_password_lifetime default_week_format expire_logs_days
      explain_json_format_version extra_port gtid_domain_id gtid_seq_no identity immediate_server_version
      in_transaction innodb_api_trx_level innodb_autoextend_increment
      innodb_default_encryption_key_id innodb_fast_shutdown innodb_force_recovery insert_id join_cache_level
      last_insert_id log_error_verbosity log_warnings lower_case_table_names old_passwords
      optimizer_adjust_secondary_key_costs optimizer_disk_read_cost optimizer_index_block_copy_cost
      optimizer_key_compare_cost optimizer_key_copy_cost optimizer_key_lookup_cost optimizer_key_next_find_cost
      optimizer_prune_level optimizer_row_copy_cost optimizer_row_lookup_cost optimizer_row_next_find_cost
      optimizer_rowid_compare_cost optimizer_rowid_copy_cost optimizer_scan_setup_cost optimizer_where_cost
      original_server_version password_reuse_interval port protocol_version pseudo_thread_id rand_seed1 rand_seed2
      report_port rpl_semi_sync_master_trace_level rpl_semi_sync_slave_trace_level secondary_engine_cost_threshold
      server_id server_id_bits statement_id wsrep_gtid_domain_id wsrep_gtid_seq_no wsrep_ignore_apply_errors
      wsrep_sync_wait wsrep_trx_fragment_size
    `,
  },
];
