import type { WaitObject } from './wait-object';

/** Indexes, data dictionary and tablespaces. */
export const treeWaits: readonly WaitObject[] = [
  {
    id: 'btr_search_latch',
    title: 'Latch of the adaptive hash index',
    kind: 'latch',
    // All partitions share the name.
    names: [
      { event: 'synch/rwlock/innodb/btr_search_latch', mysql: '..5.6', mariadb: '10.2..10.4, 10.6..' },
      { event: 'synch/sxlock/innodb/btr_search_latch', mysql: '5.7..', mariadb: '10.5' },
      { event: 'synch/mutex/innodb/ahi_enabled_mutex', mysql: '8.0.36..' },
    ],
    innodb: [{ file: 'btr0sea.cc' }],
    guards:
      'The hash index that InnoDB builds over hot B-tree pages. Lookups share it, changes of it and of indexed rows exclude each other.',
    hot: 'Many threads on few indexes, above all when pages of those indexes also change or come and go.',
    lever:
      'Try innodb_adaptive_hash_index=OFF on the real load: no general rule shows where it helps. More partitions (innodb_adaptive_hash_index_parts, restart) where they exist; innodb_spin_wait_delay hides part of the contention.',
    variables: [
      { variable: 'innodb_adaptive_hash_index', direction: 'off' },
      { variable: 'innodb_adaptive_hash_index_parts', direction: 'raise' },
      { variable: 'innodb_spin_wait_delay', direction: 'test' },
    ],
    probe: 'adaptive-hash-index',
    source: 'dimitri-2013-02; btr0sea.cc',
  },
  {
    id: 'index_tree_rw_lock',
    title: 'Latch of a whole B-tree',
    kind: 'latch',
    names: [
      { event: 'synch/rwlock/innodb/index_tree_rw_lock', mysql: '..5.6', mariadb: '10.2..10.4' },
      { event: 'synch/sxlock/innodb/index_tree_rw_lock', mysql: '5.7..', mariadb: '10.5..' },
    ],
    innodb: [{ file: 'dict0dict.cc' }],
    guards: 'The upper levels of one index.',
    hot: 'Pages split or merge under many inserts into one index, or readers go through many old versions of its rows (in the published case a wait of 495 ms).',
    lever:
      'Find the index: ascending keys or partitions spread inserts, dropping unused indexes removes splits. With a growing history list, end the transaction that holds the old read view.',
    variables: [],
    probe: null,
    source: 'percona-blog (many row versions); dict0dict.cc, btr0btr.cc',
  },
  {
    id: 'index_online_log',
    title: 'Log of an online index build',
    kind: 'latch',
    names: [
      { event: 'synch/rwlock/innodb/index_online_log', mysql: '..5.6', mariadb: '10.2..10.3' },
      { event: 'synch/sxlock/innodb/index_online_log', mysql: '5.7..' },
      { event: 'synch/mutex/innodb/index_online_log', mariadb: '10.6..' },
      { event: 'synch/mutex/innodb/alter_stage_mutex', mysql: '8.4..' },
    ],
    innodb: [{ file: 'row0log.cc' }],
    guards: 'Changes made to a table while an index on it is being built.',
    hot: 'Writers and the end of ALTER TABLE meet.',
    lever:
      'Build indexes when few write; innodb_online_alter_log_max_size must hold what is written meanwhile.',
    variables: [{ variable: 'innodb_online_alter_log_max_size', direction: 'raise' }],
    probe: null,
    source: 'row0log.cc; MySQL manual, "Online DDL Operations"',
  },
  {
    id: 'dict_sys',
    title: "InnoDB's dictionary cache",
    kind: 'latch',
    names: [
      { event: 'synch/mutex/innodb/dict_sys_mutex', mysql: '5.6..', mariadb: '..10.5' },
      { event: 'synch/mutex/innodb/dict_table_mutex', mysql: '8.0..' },
      { event: 'synch/mutex/innodb/dict_persist_dirty_tables_mutex', mysql: '8.0..' },
      { event: 'synch/rwlock/innodb/dict_operation_lock', mysql: '..5.6', mariadb: '10.2..10.4, 10.6..' },
      { event: 'synch/sxlock/innodb/dict_operation_lock', mysql: '5.7..', mariadb: '10.5' },
      { event: 'synch/mutex/innodb/ddl_autoinc_mutex', mysql: '8.0..' },
      { event: 'synch/mutex/innodb/dict_foreign_err_mutex', mysql: '5.6..', mariadb: '10.0..' },
    ],
    innodb: [{ file: 'dict0dict.cc', mutex: 'DICT_SYS' }],
    guards:
      'Definitions of tables that InnoDB holds open; DDL, opening of tables and statistics go through it.',
    hot: 'DDL and TRUNCATE under load, tables reopened all the time, INFORMATION_SCHEMA queries over many tables.',
    lever:
      'Keep tables open (table_open_cache, table_definition_cache), avoid DDL and TRUNCATE under load, and INFORMATION_SCHEMA queries that open many tables.',
    variables: [
      { variable: 'table_open_cache', direction: 'raise' },
      { variable: 'table_definition_cache', direction: 'raise' },
    ],
    probe: null,
    source: 'dict0dict.cc',
  },
  {
    id: 'dict_table_stats',
    title: 'Statistics of a table',
    kind: 'latch',
    names: [
      { event: 'synch/rwlock/innodb/dict_table_stats', mysql: '..5.6', mariadb: '10.2..10.3' },
      { event: 'synch/sxlock/innodb/dict_table_stats', mysql: '5.7..' },
      { event: 'synch/mutex/innodb/dict_table_stats_compute_mutex', mysql: '8.4..' },
      { event: 'synch/mutex/innodb/recalc_pool_mutex', mysql: '5.7..', mariadb: '10.2..' },
    ],
    innodb: [{ file: 'dict0dict.cc' }, { file: 'dict0mem.cc' }],
    guards: 'Row counts and index cardinalities that every optimiser run reads.',
    hot: 'Statistics are computed again while many statements are planned.',
    lever:
      'innodb_stats_on_metadata=OFF; fewer sampled pages, or innodb_stats_auto_recalc=OFF with ANALYZE TABLE at a quiet hour.',
    variables: [
      { variable: 'innodb_stats_on_metadata', direction: 'off' },
      { variable: 'innodb_stats_auto_recalc', direction: 'off' },
      { variable: 'innodb_stats_persistent_sample_pages', direction: 'lower' },
    ],
    probe: null,
    source: 'dict0stats.cc',
  },
  {
    id: 'fil_system',
    title: 'List of open tablespaces',
    kind: 'latch',
    names: [
      { event: 'synch/mutex/innodb/fil_system_mutex', mysql: '5.6..', mariadb: '10.0..' },
      { event: 'synch/mutex/innodb/file_open_mutex', mysql: '8.0..' },
    ],
    innodb: [{ file: 'fil0fil.cc', mutex: 'FIL_SYSTEM' }],
    guards:
      'The tablespaces and their open files; every read and write passes it. Split into shards in MySQL 8.0.',
    hot: 'Much I/O on fast storage, or files closed and opened again because innodb_open_files is too low.',
    lever:
      'Let all tables in use stay open: raise innodb_open_files (and open_files_limit) above their number.',
    variables: [
      { variable: 'innodb_open_files', direction: 'raise' },
      { variable: 'open_files_limit', direction: 'raise' },
    ],
    probe: null,
    source: 'percona-blog; fil0fil.cc',
  },
  {
    id: 'fil_space',
    title: 'Latch of one tablespace',
    kind: 'latch',
    names: [
      { event: 'synch/rwlock/innodb/fil_space_latch', mysql: '..5.6', mariadb: '10.2..10.4, 10.6..' },
      { event: 'synch/sxlock/innodb/fil_space_latch', mysql: '5.7..', mariadb: '10.5' },
    ],
    innodb: [{ file: 'fil0fil.cc' }],
    guards: 'Allocation and release of pages in one tablespace.',
    hot: 'A table grows or shrinks under many writers; large rollbacks; undo in the system tablespace.',
    lever:
      'Spread the growth: one file per table, partitions for the table that grows, fewer large rollbacks.',
    variables: [{ variable: 'innodb_file_per_table', direction: 'on' }],
    probe: null,
    source: 'fsp0fsp.cc',
  },
  {
    id: 'ibuf',
    title: 'Change buffer',
    kind: 'latch',
    names: [
      { event: 'synch/mutex/innodb/ibuf_mutex', mysql: '5.6..', mariadb: '..10.11' },
      { event: 'synch/mutex/innodb/ibuf_bitmap_mutex', mysql: '5.6..', mariadb: '..10.5' },
      { event: 'synch/mutex/innodb/ibuf_pessimistic_insert_mutex', mysql: '5.6..', mariadb: '..10.11' },
    ],
    innodb: [{ file: 'ibuf0ibuf.cc', mutex: 'IBUF' }],
    guards: 'Delayed changes of secondary index pages that are not in memory.',
    hot: 'Many writes to secondary indexes that do not fit into the pool, and the merge of what was delayed.',
    lever: 'innodb_change_buffering=none on fast storage, after a test: the changes are then made at once.',
    variables: [
      { variable: 'innodb_change_buffering', direction: 'off' },
      { variable: 'innodb_change_buffer_max_size', direction: 'test' },
    ],
    probe: 'custom',
    source: 'ibuf0ibuf.cc',
  },
  {
    id: 'fulltext',
    title: 'Full-text index cache',
    kind: 'latch',
    names: [
      { event: 'synch/mutex/innodb/fts_*', mysql: '5.6..', mariadb: '10.0..' },
      { event: 'synch/rwlock/innodb/fts_*', mysql: '..5.6', mariadb: '10.2..10.3' },
      { event: 'synch/sxlock/innodb/fts_*', mysql: '5.7..' },
    ],
    innodb: [{ file: 'fts0fts.cc' }],
    guards: 'Words of new rows that are not yet written to the full-text index tables.',
    hot: 'Many inserts into a table with a FULLTEXT index; the cache is written out while they wait.',
    lever:
      'Larger innodb_ft_cache_size and innodb_ft_total_cache_size (restart), or fewer, larger transactions.',
    variables: [
      { variable: 'innodb_ft_cache_size', direction: 'raise' },
      { variable: 'innodb_ft_total_cache_size', direction: 'raise' },
    ],
    probe: null,
    source: 'fts0fts.cc; MySQL manual, "InnoDB Full-Text Indexes"',
  },
];
