import { renames } from '../history/renames';
import type { ServerKind } from '../variable-facts';
import { inVersionRange } from '../versions/version-range';

/** Variables that a SET moves besides the one that is set, for those without an entry in a table of their own. */
const moved: Readonly<Record<string, readonly string[]>> = {
  innodb_stats_sample_pages: ['innodb_stats_transient_sample_pages'],
  innodb_undo_logs: ['innodb_rollback_segments'],
  // The cache is never larger than its limit (sys_vars.cc fix_binlog_cache_size).
  max_binlog_cache_size: ['binlog_cache_size'],
  max_binlog_stmt_cache_size: ['binlog_stmt_cache_size'],
  // sys_vars.cc fix_sql_big_selects: OFF unless there is no limit.
  max_join_size: ['sql_big_selects'],
  expire_logs_days: ['binlog_expire_logs_seconds'],
  // MariaDB keeps both as one list of what is not logged.
  log_slow_admin_statements: ['log_slow_disabled_statements'],
  log_slow_slave_statements: ['log_slow_disabled_statements'],
  log_slow_disabled_statements: ['log_slow_admin_statements', 'log_slow_slave_statements'],
  // A character set brings its default collation; a collation belongs to one character set.
  character_set_server: ['collation_server'],
  collation_server: ['character_set_server'],
  character_set_database: ['collation_database'],
  collation_database: ['character_set_database'],
  character_set_connection: ['collation_connection'],
  collation_connection: ['character_set_connection'],
};

/** MariaDB 10.2 has one bit of option_bits for the first two; the third is the older switch of the fourth. */
const movedInMariadb102: Readonly<Record<string, readonly string[]>> = {
  sql_auto_is_null: ['check_constraint_checks'],
  check_constraint_checks: ['sql_auto_is_null'],
  innodb_log_checksum_algorithm: ['innodb_log_checksums'],
  innodb_log_checksums: ['innodb_log_checksum_algorithm'],
  // wsrep_var.cc wsrep_max_ws_size_update: handed to the provider, whose options are then read again.
  wsrep_max_ws_size: ['wsrep_provider_options'],
};

/** What is known to also change on this server; names of one variable move together where it has both. */
export function alsoChangesOf(name: string, { flavour, version }: ServerKind): string[] {
  const kin = flavour === 'percona' ? 'mysql' : flavour;
  const twins = renames
    .filter(
      // The name first: asked for every variable of a server, comparing versions of all renames is the whole cost.
      ({ flavour: renamed, from, to, since, until }) =>
        (from === name || to === name) &&
        renamed === kin &&
        inVersionRange(version, `${since}..${until ?? ''}`),
    )
    .map(({ from, to }) => (from === name ? to : from));
  const old = kin === 'mariadb' && inVersionRange(version, '..10.2') ? (movedInMariadb102[name] ?? []) : [];
  return [...new Set([...(moved[name] ?? []), ...old, ...twins])];
}
