/**
 * Counters that stay at 0 on a server that has what it needs: any increase is news, so that their totals are judged at any
 * uptime. Source: MySQL 8.0 manual, "Server Status Variables" ("this value should be small" or "nonzero indicates ..."),
 * MariaDB "Server Status Variables".
 */
const names: ReadonlySet<string> = new Set(
  `innodb_buffer_pool_wait_free innodb_log_waits connection_errors_accept connection_errors_internal
  connection_errors_max_connections connection_errors_select connection_errors_tcpwrap tc_log_page_waits
  rpl_semi_sync_master_no_tx rpl_semi_sync_source_no_tx select_range_check`.split(/\s+/),
);

/** @param name of a status variable, in any case */
export function isZeroWhenWell(name: string): boolean {
  return names.has(name.toLowerCase());
}
