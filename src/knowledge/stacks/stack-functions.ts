/** What a function in a CPU profile (perf, operf) or a stack sample (pmp, gdb) says about the server. */
export interface StackFunction {
  id: string;
  /** Names as profilers print them, without arguments and template parameters; a `*` at the end stands for anything. */
  functions: readonly string[];
  /** `cpu`: time on the processor; `wait`: threads standing here are waiting; `idle`: threads standing here have nothing to do. */
  kind: 'cpu' | 'wait' | 'idle';
  meaning: string;
  /** What to look at next. */
  next: string;
  /** The entry of the wait-object dictionary that measures the same, where there is one. */
  wait: string | null;
  source: string;
}

const stackFunctions: readonly StackFunction[] = [
  {
    id: 'spinning',
    functions: [
      'ut_delay',
      'TTASEventMutex*',
      'PolicyMutex*',
      'rw_lock_x_lock_func',
      'rw_lock_s_lock_spin',
      'ssux_lock_impl*',
      'srw_mutex_impl*',
      'my_cpu_relax',
    ],
    kind: 'cpu',
    meaning: 'Threads spin for a latch of InnoDB: processor time without work. A few percent are normal.',
    next: 'The caller names the latch. Probe spin-wait-delay: fewer sessions inside InnoDB at once, or a spin that suits the processor.',
    wait: null,
    source: 'dimitri-2013-02; ut0ut.cc, sync0rw.cc; srw_lock.cc in MariaDB',
  },
  {
    id: 'admission-queue',
    functions: ['srv_conc_enter_innodb*', 'innobase_srv_conc_enter_innodb*'],
    kind: 'wait',
    meaning:
      'Statements wait to be let into InnoDB: as many threads as innodb_thread_concurrency allows are inside.',
    next: 'innodb_thread_concurrency: 0 lets all of them in; what keeps those inside busy is the next question.',
    wait: null,
    source: 'srv0conc.cc',
  },
  {
    id: 'latch-sleep',
    functions: [
      'sync_array_wait_event',
      'os_event::wait_low',
      'os_event_wait_low',
      'futex_wait',
      '__lll_lock_wait',
      'pthread_mutex_lock',
      '__GI___pthread_mutex_lock',
    ],
    kind: 'wait',
    meaning: 'Threads have given up spinning and sleep until a latch is free.',
    next: 'The caller names the latch: the semaphores of SHOW ENGINE INNODB STATUS or the waits of the performance schema name it.',
    wait: 'sync_array',
    source: 'sync0arr.cc, os0event.cc',
  },
  {
    id: 'old-row-versions',
    functions: [
      'trx_undo_prev_version_build',
      'row_vers_build_for_consistent_read',
      'trx_undo_get_undo_rec_low',
      'row_sel_build_prev_vers_for_mysql',
      'row_vers_impl_x_locked_low',
      'row_vers_old_has_index_entry',
    ],
    kind: 'cpu',
    meaning:
      'Readers build old versions of rows from undo logs, one step for each change since their read view.',
    next: 'History list length, the oldest open transaction, read requests per changed row. End the transaction that holds the old view.',
    wait: 'index_tree_rw_lock',
    source: 'percona-blog (many row versions); trx0rec.cc, row0vers.cc',
  },
  {
    id: 'redo-full',
    functions: [
      'log_free_check_wait',
      'log_free_check',
      'log_checkpoint_margin',
      'log_preflush_pool_modified_pages',
      'log_wait_for_space_in_log_buf',
      'buf_flush_wait_flushed',
      'buf_flush_wait_LRU_batch_end',
    ],
    kind: 'wait',
    meaning:
      'Writers wait until dirty pages are flushed, because the redo log is full of changes that are not in the data files.',
    next: 'Checkpoint age against the size of the redo log; innodb_redo_log_capacity or innodb_log_file_size, innodb_io_capacity.',
    wait: 'log_sys',
    source: 'adaptive-flushing-56; log0chkp.cc, log0log.cc',
  },
  {
    id: 'redo-write',
    functions: [
      'log_write_up_to',
      'log_wait_for_flush',
      'log_wait_for_write',
      'log_buffer_flush_to_disk',
      'trx_flush_log_if_needed_low',
      'fil_flush_file_redo',
      'log_t::persist',
      'group_commit_lock::acquire',
    ],
    kind: 'wait',
    meaning: 'Commits wait for the write or the sync of the redo log.',
    next: 'Syncs per commit and their latency; probe commit-durability shows what the safe settings cost here.',
    wait: 'log_file',
    source: 'log0write.cc; log0log.cc and log0sync.cc in MariaDB',
  },
  {
    id: 'binlog-group',
    functions: [
      'MYSQL_BIN_LOG::ordered_commit',
      'MYSQL_BIN_LOG::sync_binlog_file',
      'Stage_manager::enroll_for',
      'Commit_stage_manager::enroll_for',
      'MYSQL_BIN_LOG::write_transaction_to_binlog_events',
      'MYSQL_BIN_LOG::trx_group_commit_leader',
      'wait_for_commit::wait_for_prior_commit2',
    ],
    kind: 'wait',
    meaning: 'Commits wait for their group in the binary log.',
    next: 'sync_binlog, size of the groups, latency of the log storage; probe commit-durability.',
    wait: 'group_commit',
    source: 'binlog.cc; log.cc in MariaDB',
  },
  {
    id: 'page-read',
    functions: [
      'buf_read_page',
      'buf_read_page_low',
      'fil_io',
      'os_file_read_func',
      'os_file_pread',
      'pread64',
      '__libc_pread64',
      'SyncFileIO::execute',
    ],
    kind: 'wait',
    meaning: 'Threads wait for pages that are not in the buffer pool.',
    next: 'Innodb_buffer_pool_reads per second against what the storage can do; a larger pool, or statements that read fewer pages.',
    wait: 'data_file',
    source: 'buf0rea.cc, fil0fil.cc',
  },
  {
    id: 'free-page',
    functions: [
      'buf_LRU_get_free_block',
      'buf_LRU_scan_and_free_block',
      'buf_flush_single_page_from_LRU',
      'buf_LRU_get_free_only',
      'buf_flush_LRU_list',
    ],
    kind: 'wait',
    meaning: 'User threads look for a free page and flush one themselves.',
    next: 'Innodb_buffer_pool_wait_free and free pages near 0: a larger pool, innodb_lru_scan_depth, innodb_io_capacity.',
    wait: 'buf_pool',
    source: 'percona-server-57; buf0lru.cc',
  },
  {
    id: 'doublewrite',
    functions: [
      'buf_dblwr_write_single_page',
      'buf_dblwr_add_to_batch',
      'buf_dblwr_flush_buffered_writes',
      'dblwr::write',
      'Double_write::*',
      'buf_dblwr_t::add_to_batch',
    ],
    kind: 'wait',
    meaning: 'Pages go through the doublewrite area.',
    next: 'Single-page flushes of user threads come first: make free pages ahead of need.',
    wait: 'dblwr',
    source: 'percona-server-57; buf0dblwr.cc',
  },
  {
    id: 'adaptive-hash',
    functions: [
      'btr_search_guess_on_hash',
      'btr_search_drop_page_hash_index',
      'btr_search_build_page_hash_index',
      'btr_search_update_hash_ref',
      'btr_search_info_update_slow',
      'btr_search_update_hash_on_insert',
      'ha_insert_for_fold_func',
    ],
    kind: 'cpu',
    meaning: 'The adaptive hash index is searched, built or dropped page by page.',
    next: 'Hash searches against other searches; probe adaptive-hash-index.',
    wait: 'btr_search_latch',
    source: 'dimitri-2013-02; btr0sea.cc',
  },
  {
    id: 'time-zone',
    functions: [
      'Time_zone_system::*',
      '__tz_convert',
      '__tzfile_compute',
      '__tzset_parse_tz',
      'localtime_r',
      '__localtime_r',
    ],
    kind: 'cpu',
    meaning: 'The C library converts times between zones, under one lock: time_zone is SYSTEM.',
    next: 'SET GLOBAL time_zone to an offset or a named zone: the server then converts by itself, without that lock.',
    wait: null,
    source: 'MySQL manual, "MySQL Server Time Zone Support"; tztime.cc; time/tzset.c of glibc',
  },
  {
    id: 'tree-search',
    functions: [
      'btr_cur_search_to_nth_level',
      'btr_cur_t::search_leaf',
      'page_cur_search_with_match',
      'page_cur_search_with_match_bytes',
      'cmp_dtuple_rec_with_match_low',
      'cmp_dtuple_rec_with_match_bytes',
      'rec_get_offsets_func',
    ],
    kind: 'cpu',
    meaning: 'Descents in B-trees: the ordinary work of lookups.',
    next: 'Alone no fault. Statements with many lookups (joins, secondary index to row) and missing covering indexes.',
    wait: null,
    source: 'btr0cur.cc, page0cur.cc',
  },
  {
    id: 'page-split',
    functions: [
      'btr_page_split_and_insert',
      'btr_root_raise_and_insert',
      'btr_cur_pessimistic_insert',
      'btr_compress',
      'btr_cur_pessimistic_delete',
    ],
    kind: 'cpu',
    meaning: 'Pages split or merge, with the whole index latched.',
    next: 'Inserts in random key order, wide random keys (UUID), unused indexes.',
    wait: 'index_tree_rw_lock',
    source: 'btr0btr.cc',
  },
  {
    id: 'scan',
    functions: [
      'row_search_mvcc',
      'row_search_for_mysql',
      'ha_innobase::general_fetch',
      'rr_sequential',
      'TableScanIterator::Read',
      'ha_innobase::rnd_next',
      'handler::ha_rnd_next',
      'row_sel_store_mysql_rec',
    ],
    kind: 'cpu',
    meaning: 'Rows are read one after the other: scans of tables or indexes.',
    next: 'Statements with many rows examined for each row sent; an index for them.',
    wait: 'table_io',
    source: 'row0sel.cc; MySQL manual, "Optimizing SELECT Statements"',
  },
  {
    id: 'sort',
    functions: [
      'filesort',
      'find_all_keys',
      'Filesort_buffer::sort_buffer',
      'merge_buffers',
      'merge_many_buff',
      'my_qsort2',
      'alloc_sort_buffer',
      'Filesort_buffer::alloc_sort_buffer',
    ],
    kind: 'cpu',
    meaning: 'Results are sorted.',
    next: 'An index that gives the order; merge functions mean that the sort did not fit (Sort_merge_passes). Probe sort-buffer.',
    wait: 'sort_file',
    source: 'filesort.cc; MySQL manual, "ORDER BY Optimization"',
  },
  {
    id: 'allocation',
    functions: [
      'malloc',
      '_int_malloc',
      '_int_free',
      'je_malloc',
      'free',
      'sysmalloc',
      'madvise',
      'clear_page_erms',
      'clear_page_rep',
      'page_fault',
      'asm_exc_page_fault',
      'memset',
      '__memset_avx2_erms',
      'mmap_region',
    ],
    kind: 'cpu',
    meaning: 'Memory is taken and released, and fresh pages are cleared by the kernel.',
    next: 'Oversized buffers for each session (sort, join, read buffers); jemalloc instead of the C library.',
    wait: null,
    source: 'dimitri-2013-02 (a 4 MB sort buffer halved throughput); percona-blog',
  },
  {
    id: 'lock-queue',
    functions: [
      'lock_rec_lock',
      'lock_rec_lock_slow',
      'lock_rec_has_to_wait_in_queue',
      'lock_rec_other_has_conflicting',
      'lock_rec_insert_check_and_lock',
      'RecLock::create',
      'lock_rec_convert_impl_to_expl',
    ],
    kind: 'cpu',
    meaning: 'Row locks are made, and long queues of them are walked through.',
    next: 'One hot row or range: shorter transactions, spread counters, indexes so that fewer rows are locked.',
    wait: 'lock_sys',
    source: 'lock0lock.cc',
  },
  {
    id: 'deadlock-check',
    functions: [
      'DeadlockChecker::*',
      'lock_deadlock_recursive',
      'lock_deadlock_check_and_resolve',
      'Deadlock::*',
      'lock_wait_update_schedule_and_check',
      'lock_wait_timeout_thread',
    ],
    kind: 'cpu',
    meaning: 'Searching for deadlocks among waiting transactions.',
    next: 'Many sessions that want the same row. innodb_deadlock_detect=OFF with a short lock wait time-out is the last resort.',
    wait: 'lock_sys',
    source: 'lock0lock.cc, lock0wait.cc',
  },
  {
    id: 'row-lock-wait',
    functions: ['lock_wait_suspend_thread', 'lock_wait', 'row_mysql_handle_errors'],
    kind: 'wait',
    meaning: 'Sessions are suspended until another transaction releases a row lock.',
    next: 'Who holds it: data_lock_waits or INNODB_LOCK_WAITS; shorter transactions.',
    wait: 'lock_wait',
    source: 'lock0wait.cc; lock0lock.cc in MariaDB',
  },
  {
    id: 'metadata-lock',
    functions: ['MDL_wait::timed_wait', 'MDL_context::acquire_lock', 'MDL_context::acquire_locks'],
    kind: 'wait',
    meaning: 'Statements wait until others are done with a table.',
    next: 'metadata_locks: the holder is mostly a long transaction, the first in the queue mostly DDL.',
    wait: 'metadata_lock',
    source: 'mdl.cc; MySQL manual, "Metadata Locking"',
  },
  {
    id: 'metadata-map',
    functions: [
      'MDL_map::*',
      'MDL_map_partition::*',
      'MDL_lock::remove_ticket',
      'MDL_context::try_acquire_lock_impl',
    ],
    kind: 'cpu',
    meaning: 'Metadata locks are found, taken and released by short statements.',
    next: 'In MySQL 5.6 metadata_locks_hash_instances; everywhere several statements in one transaction.',
    wait: 'MDL_map',
    source: 'dimitri-2013-02; mdl.cc',
  },
  {
    id: 'read-view',
    functions: [
      'read_view_open_now',
      'read_view_open_now_low',
      'MVCC::view_open',
      'ReadView::prepare',
      'ReadView::copy_trx_ids',
      'ReadViewBase::snapshot',
      'trx_sys_t::snapshot_ids',
    ],
    kind: 'cpu',
    meaning: 'Read views are opened: a copy of the list of active transactions.',
    next: 'Many open transactions, many short statements: several statements in one transaction.',
    wait: 'trx_sys',
    source: 'dimitri-2013-02; read0read.cc; read0types.h in MariaDB',
  },
  {
    id: 'purge',
    functions: [
      'row_purge*',
      'trx_purge*',
      'que_run_threads',
      'srv_purge_coordinator_thread',
      'srv_do_purge',
    ],
    kind: 'cpu',
    meaning: 'Old row versions are thrown away.',
    next: 'History list length: does it shrink? innodb_purge_threads and the oldest transaction.',
    wait: 'purge',
    source: 'trx0purge.cc, row0purge.cc',
  },
  {
    id: 'checksum',
    functions: [
      'buf_calc_page_crc32',
      'ut_crc32*',
      'crc32c_sse42*',
      'buf_calc_page_new_checksum',
      'buf_page_is_corrupted',
      'page_zip_calc_checksum',
    ],
    kind: 'cpu',
    meaning: 'Checksums of pages and of the redo log.',
    next: 'Much page I/O causes it. In MySQL 5.6 innodb_checksum_algorithm=crc32; turning checksums off hides broken pages.',
    wait: null,
    source: 'buf0checksum.cc; MySQL manual, innodb_checksum_algorithm',
  },
  {
    id: 'compression',
    functions: [
      'page_zip_decompress',
      'page_zip_decompress_low',
      'page_zip_compress',
      'inflate',
      'inflate_fast',
      'deflate',
      'deflate_fast',
      'deflate_slow',
      'longest_match',
    ],
    kind: 'cpu',
    meaning: 'Pages of compressed tables are packed and unpacked.',
    next: 'Store hot tables uncompressed, or give the pool room for both forms.',
    wait: 'buf_pool_zip',
    source: 'page0zip.cc',
  },
  {
    id: 'query-cache',
    functions: ['Query_cache::*', 'query_cache_insert'],
    kind: 'wait',
    meaning: 'Statements pass the one lock of the query cache.',
    next: 'query_cache_type=OFF.',
    wait: 'query_cache',
    source: 'percona-blog; sql_cache.cc',
  },
  {
    id: 'table-cache',
    functions: [
      'open_table',
      'open_table_from_share',
      'get_table_share',
      'tdc_acquire_share',
      'Table_cache::*',
      'tc_acquire_table',
      'tc_release_table',
      'close_thread_tables',
    ],
    kind: 'cpu',
    meaning: 'Tables are opened or taken from the cache.',
    next: 'Opened_tables per second: table_open_cache; contention alone: table_open_cache_instances.',
    wait: 'LOCK_table_cache',
    source: 'sql_base.cc; table_cache.cc in MariaDB',
  },
  {
    id: 'parse-and-optimise',
    functions: [
      'MYSQLparse',
      'MYSQLlex',
      'mysql_parse',
      'JOIN::optimize',
      'JOIN::optimize_inner',
      'Optimize_table_order::*',
      'best_access_path',
      'test_quick_select',
      'SQL_SELECT::test_quick_select',
      'check_quick_select',
    ],
    kind: 'cpu',
    meaning: 'Statements are parsed and planned.',
    next: 'Very short statements, long IN lists, joins of many tables: prepared statements, eq_range_index_dive_limit, optimizer_search_depth.',
    wait: null,
    source: 'sql_yacc.yy, sql_optimizer.cc; MySQL manual, "Controlling Query Plan Evaluation"',
  },
  {
    id: 'performance-schema',
    functions: ['pfs_*', 'PFS_*', 'aggregate_*', 'my_timer_cycles'],
    kind: 'cpu',
    meaning: 'The performance schema counts and adds up.',
    next: 'Which instruments are on; probe pfs-overhead. Reading its summaries costs time as well.',
    wait: null,
    source: 'dimitri-2013-02; pfs.cc',
  },
  {
    id: 'network',
    functions: [
      'vio_write',
      'net_write_packet',
      'net_write_raw_loop',
      'my_real_read',
      'net_read_raw_loop',
      '__libc_send',
      'tcp_sendmsg',
      'SSL_write',
      'SSL_read',
    ],
    kind: 'wait',
    meaning: 'Results go to the client or a statement is being received.',
    next: 'Rows and columns that are not needed, many round trips, TLS for many short connections.',
    wait: 'network',
    source: 'net_serv.cc, viosocket.cc',
  },
  {
    id: 'idle-session',
    functions: [
      'vio_io_wait',
      'vio_read',
      'vio_read_buff',
      'do_command',
      'my_net_read',
      'Protocol_classic::get_command',
      'poll',
      '__poll',
      'ppoll',
      'block_until_new_connection',
      'Per_thread_connection_handler::block_until_new_connection',
      'cache_thread',
    ],
    kind: 'idle',
    meaning: 'Sessions wait for their next statement, and cached threads for a connection.',
    next: 'Nothing: leave them out before counting.',
    wait: 'idle',
    source: 'viosocket.cc, connection_handler_per_thread.cc',
  },
  {
    id: 'idle-background',
    functions: [
      'io_handler_thread',
      'fil_aio_wait',
      'LinuxAIOHandler::*',
      'io_getevents',
      'srv_master_sleep',
      'srv_monitor_thread',
      'srv_error_monitor_thread',
      'timer_handler',
      'tpool::thread_pool_generic::*',
      'sigwait',
      'do_sigwait',
      'signal_hand',
      'os_event_wait_time_low',
      'buf_flush_page_cleaner*',
      'srv_purge_coordinator_suspend',
      'srv_worker_thread',
      'buf_dump_thread',
      'buf_resize_thread',
      'dict_stats_thread',
      'fts_optimize_thread',
      'compress_gtid_table',
      'log_writer',
      'log_flusher',
      'log_checkpointer',
      'log_closer',
      'log_write_notifier',
      'log_flush_notifier',
    ],
    kind: 'idle',
    meaning: 'Threads of the server that wait for work or work in the background.',
    next: 'Leave them out of stack samples before counting user threads.',
    wait: 'housekeeping',
    source: 'srv0srv.cc, os0file.cc; tpool_generic.cc in MariaDB',
  },
];

/** What a function of a profile or stack means; undefined: the table does not know it. An exact name wins over a family. */
export function describeFunction(printedName: string): StackFunction | undefined {
  const name = bareName(printedName);
  return (
    stackFunctions.find(({ functions }) => functions.includes(name)) ??
    stackFunctions.find(({ functions }) =>
      functions.some((each) => each.endsWith('*') && name.startsWith(each.slice(0, -1))),
    )
  );
}

/**
 * What a whole stack means, innermost function first: the innermost one that says more than that its thread spins or sleeps for some
 * latch; else that. Frames that the table does not know are ignored.
 */
export function describeStack(frames: readonly string[]): StackFunction | undefined {
  const known = frames.flatMap((frame) => describeFunction(frame) ?? []);
  return known.find(({ id }) => !unspecific.includes(id)) ?? known[0];
}

const unspecific: readonly string[] = ['spinning', 'latch-sleep', 'allocation'];

/**
 * All entries.
 * @internal exported to the reference
 */
export function describedFunctions(): readonly StackFunction[] {
  return stackFunctions;
}

/** Without arguments, template parameters, and what compilers and profilers append: `f(int) [clone .isra.0]`, `f@@GLIBC_2.2.5`, `f+0x1f`. */
function bareName(printed: string): string {
  const plain = printed
    .trim()
    .replace(/(?:@|\+0x[0-9a-f]|\[clone|\.(?:isra|part|constprop|cold|lto_priv)\b)[\s\S]*/i, '')
    .trim();
  // From the inside out, so that templates within templates go as well; an unclosed bracket stays.
  let name = plain;
  for (let shorter = withoutBrackets(name); shorter !== name; shorter = withoutBrackets(name)) name = shorter;
  return name
    .replace(/^(?:void|bool|int|unsigned|static|virtual)\s+/, '')
    .replace(/(?<!\s)\s+const$/, '')
    .trim();
}

function withoutBrackets(name: string): string {
  return name.replace(/<[^<>()]*>|\([^()]*\)/g, '');
}
