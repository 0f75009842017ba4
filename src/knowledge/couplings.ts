/**
 * Variables that move together: a SET of one may move the others, by clamping, by dragging, or because they are two
 * names of one value. Found by setting every dynamic variable of MySQL 5.6.24, MySQL 9.7.4, MariaDB 10.11.18 and
 * MariaDB 11.8.6 to several values and comparing all others; the last lines are from the manuals. Names that a server
 * does not have are passed over.
 */
const couplings: readonly (readonly string[])[] = [
  // MySQL clamps the one set, MariaDB drags the other (ha_innodb.cc, innodb_io_capacity_update and _max_update).
  ['innodb_io_capacity', 'innodb_io_capacity_max'],
  ['innodb_max_dirty_pages_pct', 'innodb_max_dirty_pages_pct_lwm'],
  ['innodb_stats_sample_pages', 'innodb_stats_transient_sample_pages'],
  ['innodb_rollback_segments', 'innodb_undo_logs'],
  ['binlog_cache_size', 'max_binlog_cache_size'],
  ['binlog_stmt_cache_size', 'max_binlog_stmt_cache_size'],
  ['binlog_error_action', 'binlogging_impossible_mode'],
  ['binlog_expire_logs_seconds', 'expire_logs_days'],
  ['binlog_space_limit', 'max_binlog_total_size'],
  ['tmp_memory_table_size', 'tmp_table_size'],
  ['max_delayed_threads', 'max_insert_delayed_threads'],
  ['max_join_size', 'sql_max_join_size', 'sql_big_selects'],
  ['alter_algorithm', 'old_alter_table'],
  ['log_slow_query', 'slow_query_log'],
  ['log_slow_query_file', 'slow_query_log_file'],
  ['log_slow_query_time', 'long_query_time'],
  ['log_slow_min_examined_row_limit', 'min_examined_row_limit'],
  ['log_slow_disabled_statements', 'log_slow_admin_statements', 'log_slow_slave_statements'],
  ['log_queries_not_using_indexes', 'log_slow_filter'],
  ['slave_parallel_threads', 'slave_parallel_workers'],
  ['transaction_isolation', 'tx_isolation'],
  ['transaction_read_only', 'tx_read_only'],
  ['character_set_server', 'collation_server'],
  ['character_set_database', 'collation_database'],
  ['character_set_connection', 'collation_connection'],
  // MySQL 5.7 manual, "log_warnings".
  ['log_error_verbosity', 'log_warnings'],
  // MySQL 5.6 and MariaDB manuals, "storage_engine".
  ['default_storage_engine', 'storage_engine'],
];

/** MySQL 8.0.21 to 9.x know many replication variables by two names at once (manual, "Replication Options"). */
const renamings: readonly (readonly [RegExp, string])[] = [
  [/slave/, 'replica'],
  [/replica(?!t)/, 'slave'],
  [/master/, 'source'],
  [/source/, 'master'],
];

/** The variables that a SET of this one may move, by the table above; whether a server has them is not asked here. */
export function coupledWith(variable: string): string[] {
  const names = new Set<string>();
  for (const group of couplings) {
    if (group.includes(variable)) for (const name of group) names.add(name);
  }
  for (const [pattern, other] of renamings) {
    if (pattern.test(variable)) names.add(variable.replace(pattern, other));
  }
  names.delete(variable);
  return [...names];
}

/** `limited` is never above `limit`; set in the wrong order, one is clamped or dragged. */
const limits: readonly { limited: string; limit: string }[] = [
  { limited: 'innodb_io_capacity', limit: 'innodb_io_capacity_max' },
  { limited: 'innodb_max_dirty_pages_pct_lwm', limit: 'innodb_max_dirty_pages_pct' },
  { limited: 'binlog_cache_size', limit: 'max_binlog_cache_size' },
  { limited: 'binlog_stmt_cache_size', limit: 'max_binlog_stmt_cache_size' },
];

/** Whether the server cannot hold both values at once: setting one would be clamped by the other, or drag it. */
export function exclude(
  one: { variable: string; value: string },
  other: { variable: string; value: string },
): boolean {
  const exceeds = (low: typeof one, high: typeof one) =>
    Number(low.value) > Number(high.value) &&
    limits.some(({ limited, limit }) => limited === low.variable && limit === high.variable);
  return exceeds(one, other) || exceeds(other, one);
}

/**
 * Puts settings into an order in which none is clamped by the present value of another: a limit is raised before, and
 * lowered after, what it limits. Otherwise the order given stays.
 */
export function inSafeOrder<T extends { variable: string; value: string }>(
  settings: readonly T[],
  current: ReadonlyMap<string, string>,
): T[] {
  const ordered = [...settings];
  for (const { limited, limit } of limits) {
    const low = ordered.findIndex((setting) => setting.variable === limited);
    const high = ordered.findIndex((setting) => setting.variable === limit);
    const lowSetting = ordered[low];
    const highSetting = ordered[high];
    if (lowSetting === undefined || highSetting === undefined) continue;
    const limitFirst = Number(lowSetting.value) > Number(current.get(limit));
    if (limitFirst === high < low) continue;
    ordered[low] = highSetting;
    ordered[high] = lowSetting;
  }
  return ordered;
}
