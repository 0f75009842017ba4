/** What an expert would accept for a variable on the small servers of the scenarios, and who says so. */
interface ExpertRange {
  from: number;
  to: number;
  who: string;
}

const mib = 1024 ** 2;
const gib = 1024 ** 3;

/** By variable: the scenarios plant their causes in servers of one size, with some 30 MB of data. */
export const expertRanges: Readonly<Record<string, ExpertRange>> = {
  innodb_buffer_pool_size: { from: 40 * mib, to: gib, who: 'the data with growth; default 128M' },
  innodb_redo_log_capacity: {
    from: 100 * mib,
    to: 16 * gib,
    who: 'default 100M; manual: half of the processors in GiB',
  },
  innodb_log_file_size: { from: 48 * mib, to: 8 * gib, who: 'default 48M and 96M; an hour of redo' },
  innodb_log_buffer_size: {
    from: mib,
    to: 64 * mib,
    who: 'default 8M to 64M by version; statements of 400 KB',
  },
  innodb_io_capacity: { from: 200, to: 20_000, who: 'default 200; 8.4 10000 on flash' },
  innodb_max_dirty_pages_pct: { from: 50, to: 90, who: 'default 75 and 90 by version' },
  innodb_thread_concurrency: { from: 0, to: 128, who: 'default 0; manual: 64 to 128' },
  innodb_spin_wait_delay: { from: 2, to: 128, who: 'default 6 and 4; [dimitri-2013-02]' },
  innodb_max_purge_lag: { from: 0, to: 0, who: 'default 0: no delay' },
  innodb_flush_log_at_trx_commit: { from: 1, to: 1, who: 'MySQL manual: full durability' },
  sync_binlog: { from: 1, to: 1, who: 'MySQL manual: the safest value' },
  thread_cache_size: { from: 8, to: 256, who: 'MySQL: 8 + max_connections / 100; MariaDB 256' },
  max_connections: { from: 50, to: 1000, who: 'default 151; 21 connections in use' },
  table_open_cache: { from: 120, to: 8000, who: 'default 2000 and 4000; 60 tables in several sessions' },
  table_definition_cache: { from: 500, to: 8000, who: 'MySQL manual: the number of tables, here 480' },
  key_buffer_size: { from: mib, to: gib, who: 'default 8M to 128M; about 1 MB of index' },
  aria_pagecache_buffer_size: { from: 8 * mib, to: gib, who: 'MariaDB default 128M' },
  tmp_table_size: { from: mib, to: 128 * mib, who: 'default 16M' },
  temptable_max_ram: { from: 16 * mib, to: 4 * gib, who: 'default 1G, from 8.4 3 % of memory' },
  sort_buffer_size: { from: 256 * 1024, to: 4 * mib, who: 'default 256K and 2M; not above 4M for everybody' },
  long_query_time: { from: 0.1, to: 10, who: 'default 10; commonly 0.1 to 2' },
  binlog_cache_size: { from: 16 * 1024, to: 4 * mib, who: 'default 32K' },
  replica_parallel_workers: { from: 2, to: 32, who: 'MySQL default 4' },
  slave_parallel_threads: { from: 2, to: 32, who: 'MariaDB documentation "Parallel Replication"' },
  slave_parallel_workers: { from: 2, to: 32, who: 'MySQL 8.0 default 4' },
};
