import type { Flavour, VersionTriple } from '../../../shared/server';

/**
 * Variables that were there with the same meaning, scope and way to be set before the oldest version of the tables, and
 * the first MySQL version of which that holds; defaults and bounds differ and are not said. MariaDB 5.1 to 10.1 took
 * them over. Sources: MySQL 5.0, 5.1 and 5.5 reference manuals, "Server System Variables" and "InnoDB Startup Options and
 * System Variables"; MariaDB, "Server System Variables" and "InnoDB System Variables".
 */
const stable: readonly { since: VersionTriple; names: string }[] = [
  {
    since: [5, 0, 0],
    names: `max_connections max_connect_errors max_allowed_packet back_log wait_timeout interactive_timeout thread_cache_size
      sort_buffer_size join_buffer_size read_buffer_size read_rnd_buffer_size key_buffer_size tmp_table_size
      max_heap_table_size query_cache_size query_cache_limit sync_binlog binlog_cache_size innodb_buffer_pool_size
      innodb_log_file_size innodb_log_files_in_group innodb_log_buffer_size innodb_flush_log_at_trx_commit
      innodb_thread_concurrency innodb_lock_wait_timeout innodb_open_files open_files_limit net_buffer_length
      bulk_insert_buffer_size`,
  },
  { since: [5, 1, 12], names: 'slow_query_log table_open_cache table_definition_cache' },
  {
    since: [5, 5, 0],
    names: 'innodb_io_capacity innodb_file_per_table innodb_purge_threads innodb_old_blocks_time',
  },
];

/** Those that a SET changes from the oldest tabled version of MariaDB on, and not before. */
const laterDynamic: ReadonlySet<string> = new Set(['innodb_buffer_pool_size']);

/** Whether a variable was on that old version what it was on the first one of the tables. */
export function isStableBefore(name: string, version: VersionTriple): boolean {
  const entry = stable.find(({ names }) => names.trim().split(/\s+/).includes(name));
  return entry !== undefined && !isBelow(version, entry.since);
}

/** Whether it needs a restart before the tables begin, whatever it needs in their first version. */
export function isStartOnlyBefore(name: string, flavour: Flavour): boolean {
  return flavour === 'mariadb' && laterDynamic.has(name);
}

function isBelow(a: VersionTriple, b: VersionTriple): boolean {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}
