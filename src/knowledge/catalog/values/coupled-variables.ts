/**
 * Variables of which a SET may move the others of its line, by clamping or dragging. Found by setting every dynamic
 * variable of MySQL 5.6.24, MySQL 9.7.4, MariaDB 10.11.18 and MariaDB 11.8.6 to several values and comparing all
 * others. Names that a server does not have are ignored.
 */
const coupledVariables: readonly (readonly string[])[] = [
  // MySQL clamps the one set, MariaDB also changes the other (ha_innodb.cc, innodb_io_capacity_update and _max_update).
  ['innodb_io_capacity', 'innodb_io_capacity_max'],
  ['innodb_max_dirty_pages_pct', 'innodb_max_dirty_pages_pct_lwm'],
  ['binlog_cache_size', 'max_binlog_cache_size'],
  ['binlog_stmt_cache_size', 'max_binlog_stmt_cache_size'],
  ['max_join_size', 'sql_max_join_size', 'sql_big_selects'],
  ['character_set_server', 'collation_server'],
  ['character_set_database', 'collation_database'],
  ['character_set_connection', 'collation_connection'],
  ['read_only', 'super_read_only'],
];

/** Names of one variable, with the same values. */
const names: readonly (readonly string[])[] = [
  ['innodb_stats_sample_pages', 'innodb_stats_transient_sample_pages'],
  ['innodb_rollback_segments', 'innodb_undo_logs'],
  ['binlog_error_action', 'binlogging_impossible_mode'],
  ['binlog_gtid_simple_recovery', 'simplified_binlog_gtid_recovery'],
  ['binlog_space_limit', 'max_binlog_total_size'],
  ['tmp_memory_table_size', 'tmp_table_size'],
  ['max_delayed_threads', 'max_insert_delayed_threads'],
  ['max_join_size', 'sql_max_join_size'],
  ['alter_algorithm', 'old_alter_table'],
  ['log_slow_query', 'slow_query_log'],
  ['log_slow_query_file', 'slow_query_log_file'],
  ['log_slow_query_time', 'long_query_time'],
  ['log_slow_min_examined_row_limit', 'min_examined_row_limit'],
  ['slave_parallel_threads', 'slave_parallel_workers'],
  ['transaction_isolation', 'tx_isolation'],
  ['transaction_read_only', 'tx_read_only'],
  // MySQL 5.6 and MariaDB manuals, "storage_engine".
  ['default_storage_engine', 'storage_engine'],
];

/** One setting in several units or spellings. */
const spellings: readonly (readonly string[])[] = [
  ['binlog_expire_logs_seconds', 'expire_logs_days'],
  ['log_slow_disabled_statements', 'log_slow_admin_statements'],
  ['log_slow_disabled_statements', 'log_slow_slave_statements'],
  ['log_queries_not_using_indexes', 'log_slow_filter'],
  ['wsrep_causal_reads', 'wsrep_sync_wait'],
  // MySQL 5.7 manual, "log_warnings".
  ['log_error_verbosity', 'log_warnings'],
  // Milliseconds for SELECTs, seconds for all statements.
  ['max_execution_time', 'max_statement_time'],
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
  return [...new Set([...among(coupledVariables, variable), ...sameSettingAs(variable)])];
}

/** Other names and spellings of the same setting: of two that a plan gives, one would overwrite the other. */
export function sameSettingAs(variable: string): string[] {
  return [...new Set([...otherNames(variable), ...among(spellings, variable)])];
}

/** Other names of the same variable; whether a server has them is not asked here. */
export function otherNames(variable: string): string[] {
  const renamed = renamings.flatMap(([pattern, other]) =>
    pattern.test(variable) ? [variable.replace(pattern, other)] : [],
  );
  return [...new Set([...among(names, variable), ...renamed])];
}

function among(groups: readonly (readonly string[])[], variable: string): string[] {
  return groups.flatMap((group) =>
    group.includes(variable) ? group.filter((name) => name !== variable) : [],
  );
}

/** `limited` is never above `limit`; set in the wrong order, one is clamped or also changed. */
const limits: readonly { limited: string; limit: string }[] = [
  { limited: 'innodb_io_capacity', limit: 'innodb_io_capacity_max' },
  { limited: 'innodb_max_dirty_pages_pct_lwm', limit: 'innodb_max_dirty_pages_pct' },
  { limited: 'binlog_cache_size', limit: 'max_binlog_cache_size' },
  { limited: 'binlog_stmt_cache_size', limit: 'max_binlog_stmt_cache_size' },
];

type Written = { variable: string; value: string };

/** Whether the server cannot hold both values at once: setting one would be clamped by the other, or drag it. */
export function exclude(one: Written, other: Written): boolean {
  const exceeds = (low: Written, high: Written) =>
    Number(low.value) > Number(high.value) &&
    limits.some(({ limited, limit }) => limited === low.variable && limit === high.variable);
  return exceeds(one, other) || exceeds(other, one);
}

const isOn = (value: string) => /^(on|1|true)$/i.test(value);

/** What else a SET moves: whether it moves the other variable away from the value that it has. */
const moves: readonly { by: string; other: string; when(value: string, others: string): boolean }[] = [
  {
    // sys_vars.cc fix_sql_big_selects: ON for no limit, OFF for any.
    by: 'max_join_size',
    other: 'sql_big_selects',
    when: (value, others) => (value === '18446744073709551615') !== isOn(others),
  },
  // sys_vars.cc, Sys_log_slow_admin_statements: a bit of log_slow_disabled_statements, turned round.
  {
    by: 'log_slow_admin_statements',
    other: 'log_slow_disabled_statements',
    when: (value, others) => isOn(value) === others.split(',').includes('admin'),
  },
  {
    by: 'log_slow_slave_statements',
    other: 'log_slow_disabled_statements',
    when: (value, others) => isOn(value) === others.split(',').includes('slave'),
  },
  {
    by: 'log_queries_not_using_indexes',
    other: 'log_slow_filter',
    when: (value, others) => isOn(value) !== others.split(',').includes('not_using_index'),
  },
  // sys_vars.cc fix_read_only and fix_super_read_only.
  { by: 'super_read_only', other: 'read_only', when: (value, others) => isOn(value) && !isOn(others) },
  { by: 'read_only', other: 'super_read_only', when: (value, others) => !isOn(value) && isOn(others) },
  ...['server', 'database', 'connection'].flatMap((what) => {
    const [characters, collation] = [`character_set_${what}`, `collation_${what}`];
    return [
      // To the default collation of the character set.
      { by: characters, other: collation, when: () => true },
      {
        by: collation,
        other: characters,
        when: (value: string, others: string) => !value.startsWith(`${others}_`),
      },
    ];
  }),
];

/** What follows another variable has to be set after it. */
const followers: readonly { by: string; other: string }[] = [
  { by: 'max_join_size', other: 'sql_big_selects' },
  ...['server', 'database', 'connection'].map((what) => ({
    by: `character_set_${what}`,
    other: `collation_${what}`,
  })),
];

/** Whether a SET moves another variable, which has this value: by a limit, or because it follows. */
export function alsoChanges(set: Written, other: Written): boolean {
  if (exclude(set, other)) return true;
  return moves.some(
    ({ by, other: follows, when }) =>
      by === set.variable && follows === other.variable && when(set.value, other.value),
  );
}

/**
 * Puts settings into an order in which none is clamped by the present value of another: a limit is raised before, and
 * lowered after, what it limits; what follows another variable is set after it. Otherwise the order given stays.
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
  for (const { by, other } of followers) {
    const first = ordered.findIndex(({ variable }) => variable === by);
    const then = ordered.findIndex(({ variable }) => variable === other);
    const [leader] = first > then && then >= 0 ? ordered.splice(first, 1) : [];
    if (leader !== undefined) ordered.splice(then, 0, leader);
  }
  return ordered;
}
