import type { WaitObject } from './wait-object';

/** Indexes, data dictionary and files. */
export const treeWaits: readonly WaitObject[] = [
  {
    id: 'btr_search_latch',
    title: 'Latch of the adaptive hash index',
    // rwlock in MySQL 5.6 and MariaDB from 10.6, sxlock between and in MySQL from 5.7; all partitions share the name.
    events: [
      /^synch\/(?:rwlock|sxlock)\/innodb\/btr_search_latch$/,
      /^synch\/mutex\/innodb\/ahi_enabled_mutex$/,
    ],
    guards:
      'The hash index that InnoDB builds over hot B-tree pages. Lookups share it, changes of it and of indexed rows exclude each other.',
    lever:
      'Try innodb_adaptive_hash_index=OFF on the real load: no general rule tells where it helps. More partitions (innodb_adaptive_hash_index_parts, restart) where they exist; innodb_spin_wait_delay hides part of the contention.',
    variables: ['innodb_adaptive_hash_index', 'innodb_adaptive_hash_index_parts', 'innodb_spin_wait_delay'],
    probe: 'adaptive-hash-index',
    source: 'dimitri-2013-02; btr0sea.cc',
  },
  {
    id: 'index_tree_rw_lock',
    title: 'Latch of a whole B-tree',
    events: [/^synch\/(?:rwlock|sxlock)\/innodb\/index_tree_rw_lock$/],
    guards:
      'The upper levels of one index, while pages split or merge, and while readers go through many old versions of its rows.',
    lever:
      'Find the index: ascending keys or partitions spread inserts, dropping unused indexes removes splits. With a growing history list, end the transaction that holds the old read view.',
    variables: [],
    probe: null,
    source: 'percona-blog (many row versions); btr0btr.cc',
  },
  {
    id: 'dict_sys',
    title: "InnoDB's dictionary cache",
    events: [
      /^synch\/mutex\/innodb\/dict_(?:sys|table)_mutex$/,
      /^synch\/(?:rwlock|sxlock)\/innodb\/dict_operation_lock$/,
    ],
    guards:
      'Definitions of tables that InnoDB holds open; DDL, opening of tables and statistics go through it.',
    lever:
      'Keep tables open (table_open_cache, table_definition_cache), avoid DDL and TRUNCATE under load, and INFORMATION_SCHEMA queries that open many tables.',
    variables: ['table_open_cache', 'table_definition_cache'],
    probe: null,
    source: 'dict0dict.cc',
  },
  {
    id: 'fil_system',
    title: 'List of open tablespaces',
    events: [/^synch\/mutex\/innodb\/fil_system_mutex$/],
    guards:
      'The tablespaces and their open files; every read and write passes it. Split into shards in MySQL 8.0.',
    lever:
      'Let all tables in use stay open: raise innodb_open_files (and open_files_limit) above their number.',
    variables: ['innodb_open_files', 'open_files_limit'],
    probe: null,
    source: 'percona-blog; fil0fil.cc',
  },
  {
    id: 'fil_space',
    title: 'Latch of one tablespace',
    events: [/^synch\/(?:rwlock|sxlock)\/innodb\/fil_space_latch$/],
    guards: 'Allocation and release of pages in one tablespace.',
    lever:
      'Spread the growth: one file per table, partitions for the table that grows, fewer large rollbacks.',
    variables: ['innodb_file_per_table'],
    probe: null,
    source: 'fsp0fsp.cc',
  },
  {
    id: 'ibuf',
    title: 'Change buffer',
    events: [/^synch\/mutex\/innodb\/ibuf_(?:bitmap_|pessimistic_insert_)?mutex$/],
    guards: 'Delayed changes of secondary index pages that are not in memory.',
    lever: 'innodb_change_buffering=none on fast storage, after a test: the changes are then made at once.',
    variables: ['innodb_change_buffering', 'innodb_change_buffer_max_size'],
    probe: 'custom',
    source: 'ibuf0ibuf.cc',
  },
];

/** Transactions, row locks, undo and purge. */
export const transactionWaits: readonly WaitObject[] = [
  {
    id: 'trx_sys',
    title: 'List of transactions and read views',
    events: [/^synch\/mutex\/innodb\/trx_sys_(?:shard_|serialisation_)?mutex$/],
    guards: 'Active transactions: each start, commit and new read view passes it.',
    lever:
      'Several statements in one transaction, read-only transactions marked as such, fewer sessions at once. Versions from 5.7 on hold it much shorter than 5.6.',
    variables: ['innodb_thread_concurrency', 'innodb_spin_wait_delay'],
    probe: 'spin-wait-delay',
    source: 'dimitri-2013-02; trx0sys.h',
  },
  {
    id: 'trx_pool',
    title: 'Pool of transaction objects',
    events: [/^synch\/mutex\/innodb\/trx_pool_(?:manager_)?mutex$/],
    guards:
      'Transaction objects that a session takes at its first use of InnoDB and gives back when it ends.',
    lever: 'Keep connections: a pool in the application instead of one connection a request.',
    variables: [],
    probe: null,
    source: 'trx0trx.cc',
  },
  {
    id: 'lock_sys',
    title: 'Table of row locks',
    events: [
      /^synch\/mutex\/innodb\/lock_(?:mutex|sys_page_mutex|sys_table_mutex)$/,
      /^synch\/sxlock\/innodb\/lock_sys_global_rw_lock$/,
      /^synch\/rwlock\/innodb\/lock_latch$/,
    ],
    guards:
      'Which transaction holds or awaits which row lock; split into shards in MySQL 8.0.21 and MariaDB 10.6.',
    lever:
      'Fewer and shorter locks: indexes that let writes touch only their rows, shorter transactions. On one very hot row deadlock detection itself costs most: innodb_deadlock_detect=OFF with a low innodb_lock_wait_timeout is a last resort.',
    variables: ['innodb_deadlock_detect', 'innodb_lock_wait_timeout'],
    probe: null,
    source: 'lock0lock.cc',
  },
  {
    id: 'lock_wait',
    title: 'Threads that wait for a row lock',
    events: [/^synch\/mutex\/innodb\/lock_wait_mutex$/],
    guards: 'The list of sessions suspended on a row lock.',
    lever:
      'Look for the row that they want: shorter transactions, rows touched in one order, counters spread.',
    variables: ['innodb_lock_wait_timeout'],
    probe: null,
    source: 'lock0wait.cc',
  },
  {
    id: 'rseg',
    title: 'Rollback segments',
    events: [
      /^synch\/mutex\/innodb\/(?:\w*rseg_mutex|trx_undo_mutex)$/,
      /^synch\/(?:rwlock|sxlock)\/innodb\/(?:trx_rseg_latch|rsegs_lock|undo_spaces_lock)$/,
    ],
    guards: 'Undo logs that transactions write.',
    lever:
      'More rollback segments (innodb_rollback_segments at its highest) and undo tablespaces of their own.',
    variables: ['innodb_rollback_segments', 'innodb_undo_tablespaces'],
    probe: null,
    source: 'trx0rseg.cc',
  },
  {
    id: 'purge',
    title: 'Purge of old row versions',
    events: [
      /^synch\/(?:rwlock|sxlock)\/innodb\/trx_purge_latch$/,
      /^synch\/mutex\/innodb\/purge_sys_(?:pq|bh)_mutex$/,
    ],
    guards: 'The oldest read view that purge goes by, and its queue of undo logs.',
    lever: 'End long transactions first; then innodb_purge_threads.',
    variables: ['innodb_purge_threads', 'innodb_purge_batch_size'],
    probe: null,
    source: 'trx0purge.cc',
  },
  {
    id: 'autoinc',
    title: 'AUTO_INCREMENT counters',
    events: [/^synch\/mutex\/innodb\/autoinc_(?:persisted_)?mutex$/],
    guards:
      'The next AUTO_INCREMENT value of a table, held for a whole statement where the lock mode asks for it.',
    lever:
      'innodb_autoinc_lock_mode=2 (restart), unless a replica runs with binlog_format=STATEMENT: its values could differ.',
    variables: ['innodb_autoinc_lock_mode', 'binlog_format'],
    probe: null,
    source: 'MySQL manual, "AUTO_INCREMENT Handling in InnoDB"',
  },
  {
    id: 'trx_i_s_cache',
    title: 'Snapshot for INNODB_TRX',
    events: [/^synch\/(?:rwlock|sxlock)\/innodb\/trx_i_s_cache_lock$/],
    guards: 'The copy of transactions and locks that INFORMATION_SCHEMA serves.',
    lever: 'Monitoring asks too often: query INNODB_TRX and the lock tables less frequently.',
    variables: [],
    probe: null,
    source: 'trx0i_s.cc',
  },
];

/** Redo log. */
export const logWaits: readonly WaitObject[] = [
  {
    id: 'log_sys',
    title: 'Redo log',
    // One mutex up to 5.6, write mutex beside it in 5.7, one a stage from 8.0 on; MariaDB 10.11 has no event for it.
    events: [
      /^synch\/mutex\/innodb\/log_(?:sys|sys_write|flush_order|sn|limits|writer|flusher|closer|checkpointer|files|write_notifier|flush_notifier|governor)_mutex$/,
      /^synch\/sxlock\/innodb\/log_sn_lock$/,
      /^synch\/rwlock\/innodb\/(?:log_latch|checkpoint_lock)$/,
    ],
    guards: 'Writing of changes into the log buffer and of the buffer to disk.',
    lever:
      'Fewer, larger commits; faster log storage; a redo log large enough that checkpoints do not stall writers; innodb_log_buffer_size where Innodb_log_waits grows. innodb_flush_log_at_trx_commit=2 is faster but loses up to a second of commits when the machine fails.',
    variables: [
      'innodb_redo_log_capacity',
      'innodb_log_file_size',
      'innodb_log_buffer_size',
      'innodb_log_writer_threads',
      'innodb_flush_log_at_trx_commit',
    ],
    probe: 'commit-durability',
    source: 'log0log.cc',
  },
];

/** Buffer pool and flushing. */
export const bufferPoolWaits: readonly WaitObject[] = [
  {
    id: 'buf_pool',
    title: 'Buffer pool lists',
    events: [
      /^synch\/mutex\/innodb\/buf_pool_(?:mutex|LRU_list_mutex|free_list_mutex|flush_state_mutex|chunks_mutex)$/,
    ],
    guards: 'The list of pages by use and the list of free pages: every page that is read in or thrown out.',
    lever:
      'A larger pool first (fewer pages come and go); then free pages made ahead of need (innodb_lru_scan_depth in MySQL); then more instances in MySQL 5.6 to 8.0. MariaDB from 10.5 has one pool.',
    variables: ['innodb_buffer_pool_size', 'innodb_lru_scan_depth', 'innodb_buffer_pool_instances'],
    probe: 'buffer-pool-resize',
    source: 'buf0buf.cc, buf0lru.cc',
  },
  {
    id: 'buf_pool_zip',
    title: 'Compressed pages in the buffer pool',
    events: [
      /^synch\/mutex\/innodb\/(?:buf_pool_zip_\w+mutex|buf_pool_zip_mutex|page_zip_stat_per_index_mutex|zip_pad_mutex)$/,
    ],
    guards: 'Pages of tables with ROW_FORMAT=COMPRESSED.',
    lever: 'Store hot tables uncompressed.',
    variables: [],
    probe: null,
    source: 'buf0buddy.cc',
  },
  {
    id: 'page_hash',
    title: 'Directory of pages in the buffer pool',
    // Not the adaptive hash index, though it sounds like it.
    events: [
      /^synch\/(?:rwlock|sxlock)\/innodb\/hash_table_locks$/,
      /^synch\/mutex\/innodb\/hash_table_mutex$/,
    ],
    guards: 'Where in memory a page is: every page access looks it up.',
    lever: 'Statements that touch fewer pages (indexes); innodb_buffer_pool_instances in MySQL.',
    variables: ['innodb_buffer_pool_instances'],
    probe: null,
    source: 'buf0buf.cc',
  },
  {
    id: 'flush_list',
    title: 'List of dirty pages',
    events: [/^synch\/mutex\/innodb\/(?:flush_list_mutex|page_cleaner_mutex)$/],
    guards: 'Dirty pages by age: each first change of a page and each flush.',
    lever:
      'Even flushing: a larger redo log, innodb_io_capacity and innodb_io_capacity_max that the storage can carry.',
    variables: [
      'innodb_redo_log_capacity',
      'innodb_log_file_size',
      'innodb_io_capacity',
      'innodb_io_capacity_max',
    ],
    probe: 'io-capacity',
    source: 'buf0flu.cc',
  },
  {
    id: 'dblwr',
    title: 'Doublewrite buffer',
    events: [/^synch\/mutex\/innodb\/(?:buf_)?dblwr_mutex$/],
    guards: 'The area through which dirty pages go to disk, so that a torn page can be mended.',
    lever:
      'Keep user threads from flushing single pages: a larger pool, innodb_lru_scan_depth, innodb_io_capacity. From MySQL 8.0.20 innodb_doublewrite_files. Turning the doublewrite off risks unreadable tables after a crash and is no lever.',
    variables: [
      'innodb_buffer_pool_size',
      'innodb_lru_scan_depth',
      'innodb_io_capacity',
      'innodb_doublewrite_files',
    ],
    probe: 'io-capacity',
    source: 'percona-server-57; buf0dblwr.cc',
  },
];
