/**
 * What sets a status variable back. `flushStatus`: FLUSH STATUS (MySQL, MariaDB up to 11.4). `flushGlobalStatus`: FLUSH
 * GLOBAL STATUS, which from MariaDB 11.5 on is the only one that touches the global values. `restart`: a restart; what
 * even that does not set back belongs to the data (log positions, transaction ids).
 */
export interface StatusReset {
  flushStatus: boolean;
  flushGlobalStatus: boolean;
  restart: boolean;
}

/**
 * Plain counters of the server's own table of status variables: FLUSH STATUS zeroes those alone; the sums over all
 * sessions (Com_, Handler_, Select_ ...) stay (MySQL: sql_class.cc refresh_status, set_var.cc reset_status_vars).
 * Measured on all four servers (status-catalog.live.test.ts).
 */
const byFlushStatus = words(`
  Aborted_clients Aborted_connects Access_denied_errors Binlog_cache_disk_use Binlog_cache_use
  Binlog_stmt_cache_disk_use Binlog_stmt_cache_use Created_tmp_files Delayed_errors Delayed_writes Key_read_requests
  Key_reads Key_write_requests Key_writes Max_used_connections Qcache_hits Qcache_inserts Qcache_lowmem_prunes
  Qcache_not_cached Slow_launch_threads Table_locks_immediate Table_locks_waited Tc_log_page_waits
  Uptime_since_flush_status Performance_schema_session_connect_attrs_longest_seen`);
const familiesByFlushStatus = [/^Feature_/i, /^Performance_schema_\w+_lost$/i];

/** Sums over sessions, which MariaDB's FLUSH GLOBAL STATUS zeroes too (MDEV-33145). */
const sums = [
  ...[/^Com_/i, /^Handler_/i, /^Select_/i, /^Sort_/i, /^Rows_/i, /^Bytes_/i, /^Created_tmp_/i, /^Ssl_/i],
  /^(Questions|Query_time|Cpu_time|Busy_time|Empty_queries|Opened_(tables|table_definitions|views)|Slow_queries)$/i,
  /^(Table_open_cache_\w+|Last_query_cost|Resultset_metadata_skipped|Max_tmp_space_used|Binlog_bytes_written)$/i,
  /^(Access_denied_errors|Optimizer_join_prefixes_check_calls|Max_statement_time_exceeded)$/i,
];

/** Positions and ids that go on after a restart. */
const lasting =
  /^Innodb_(lsn_\w+|redo_log_\w*lsn|max_trx_id|purge_(trx_id|undo_no)|oldest_view_low_limit_trx_id)$/i;

/** @param name as servers print it */
export function statusReset(name: string): StatusReset {
  const flushStatus =
    byFlushStatus.has(name.toLowerCase()) || familiesByFlushStatus.some((family) => family.test(name));
  return {
    flushStatus,
    flushGlobalStatus: flushStatus || sums.some((family) => family.test(name)),
    restart: !lasting.test(name),
  };
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().toLowerCase().split(/\s+/));
}
