import { sizeLiteral } from './base/units';

/** Server variables that are sizes in bytes, on any server that the catalog knows; a test holds the list to the catalog. */
export const sizeVariables: ReadonlySet<string> = new Set(
  `
  aria_block_size aria_checkpoint_log_activity aria_log_file_size aria_max_sort_file_size
  aria_pagecache_buffer_size aria_sort_buffer_size binlog_cache_size binlog_file_cache_size
  binlog_gtid_index_page_size binlog_gtid_index_span_min binlog_large_commit_threshold binlog_row_event_max_size
  binlog_space_limit binlog_stmt_cache_size bulk_insert_buffer_size column_compression_threshold
  connection_memory_chunk_size connection_memory_limit connection_memory_status_limit
  global_connection_memory_limit global_connection_memory_status_limit group_concat_max_len
  histogram_generation_max_mem_size innodb_additional_mem_pool_size innodb_buffer_pool_chunk_size
  innodb_buffer_pool_size innodb_buffer_pool_size_auto_min innodb_buffer_pool_size_max innodb_ddl_buffer_size
  innodb_fsync_threshold innodb_ft_cache_size innodb_ft_result_cache_limit innodb_ft_total_cache_size
  innodb_log_buffer_size innodb_log_file_size innodb_log_write_ahead_size innodb_max_undo_log_size
  innodb_online_alter_log_max_size innodb_page_size innodb_redo_log_capacity innodb_sort_buffer_size
  join_buffer_size join_buffer_space_limit key_buffer_size key_cache_block_size large_page_size
  log_bin_compress_min_len log_tc_size max_allowed_packet max_binlog_cache_size max_binlog_size
  max_binlog_stmt_cache_size max_binlog_total_size max_digest_length max_heap_table_size
  max_length_for_sort_data max_relay_log_size max_rowid_filter_size max_session_mem_used max_sort_length
  max_tmp_session_space_usage max_tmp_total_space_usage mhnsw_max_cache_size mrr_buffer_size myisam_block_size
  myisam_data_pointer_size myisam_max_sort_file_size myisam_mmap_size myisam_sort_buffer_size net_buffer_length
  optimizer_trace_max_mem_size parser_max_mem_size performance_schema_max_digest_length
  performance_schema_max_sql_text_length performance_schema_session_connect_attrs_size preload_buffer_size
  query_alloc_block_size query_cache_limit query_cache_min_res_unit query_cache_size query_prealloc_size
  range_alloc_block_size range_optimizer_max_mem_size read_buffer_size read_rnd_buffer_size regexp_stack_limit
  relay_log_space_limit replica_max_allowed_packet replica_pending_jobs_size_max rowid_merge_buff_size
  rpl_read_size select_into_buffer_size server_memory set_operations_buffer_size slave_max_allowed_packet
  slave_parallel_max_queued slave_pending_jobs_size_max sort_buffer_size temptable_max_mmap temptable_max_ram
  thread_stack tmp_disk_table_size tmp_memory_table_size tmp_table_size transaction_alloc_block_size
  transaction_prealloc_size wsrep_max_ws_size
`
    .trim()
    .split(/\s+/),
);

/** Whether a value of that variable is a size in bytes. */
export function isSizeVariable(variable: string): boolean {
  return sizeVariables.has(variable.toLowerCase().replaceAll('-', '_'));
}

/** The value of a variable as an option file writes it: 33554432 of a size as `32M`; any other text as it is. */
export function readableSetting(variable: string, value: string): string {
  const bytes = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  return bytes > 0 && isSizeVariable(variable) ? sizeLiteral(bytes) : value;
}

/** `readableSetting` with the exact bytes beside a size: `32M (33554432)`. */
export function settingWithBytes(variable: string, value: string): string {
  const text = readableSetting(variable, value);
  return text === value ? value : `${text} (${value})`;
}
