import type { SectionId } from '../../evidence/sections';
import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { ServerKind } from '../../knowledge/catalog/variable-facts';
import { referenceServers } from '../../knowledge/catalog/versions/reference-servers';
import { compareVersions, type VersionTriple } from '../../shared/server';
import { wholeList } from './piece';

interface Mark {
  /** A name of a status variable. */
  pattern: RegExp;
  fits(server: ServerKind): boolean;
}

const isMariadb = ({ flavour }: ServerKind) => flavour === 'mariadb';
const isMysqlFrom = (from: VersionTriple) => (server: ServerKind) =>
  !isMariadb(server) && compareVersions(server.version, from) >= 0;

/**
 * Status variables that only some servers have: SHOW GLOBAL STATUS of MySQL 5.6 and 9.7, MariaDB 10.11 and 11.8 side by
 * side. A name that another family has too, or had once, is no mark.
 */
const marks: readonly Mark[] = [
  {
    pattern:
      /^(?:aria_|acl_(?:column_grants|database_grants|roles|role_grants|users)$|feature_|rows_tmp_read|subquery_cache_|com_compound_sql|handler_icp_)/i,
    fits: isMariadb,
  },
  {
    pattern:
      /^(?:acl_cache_items_count|caching_sha2_password_|current_tls_|error_log_|global_connection_memory|innodb_redo_log_|innodb_system_rows_|innodb_undo_tablespaces_|resource_group_supported|secondary_engine_execution|tls_library_version|com_replica_|deprecated_use_)/i,
    fits: isMysqlFrom([8, 0, 0]),
  },
  { pattern: /^(?:max_execution_time_|locked_connects$|mysqlx_)/i, fits: isMysqlFrom([5, 7, 0]) },
  // Galera comes with MariaDB and with Percona XtraDB Cluster.
  { pattern: /^wsrep_/i, fits: ({ flavour }) => flavour !== 'mysql' },
  // The query cache went with MySQL 8.0.3.
  { pattern: /^qcache_/i, fits: (server) => isMariadb(server) || !isMysqlFrom([8, 0, 0])(server) },
];

/** Answers that only some servers give. */
const answers: readonly { section: SectionId; fits(server: ServerKind): boolean }[] = [
  { section: 'group-replication', fits: isMysqlFrom([5, 7, 0]) },
];

/**
 * Variables of plugins. The same plugin is offered for several families, under the same names, whichever of them the catalog
 * was recorded with: semi-synchronous replication in MySQL 5.5 to 8.4 and MariaDB, audit in MariaDB and MySQL 5.7.
 */
const ofPlugins =
  /^(?:rpl_semi_sync_|server_audit_|audit_log|validate_password|simple_password_check|cracklib_|connection_control_|group_replication_|keyring_|clone_|thread_pool_|rocksdb_|tokudb_|spider_|query_response_time_|query_cache_info|sql_error_log|handlersocket_|mysqlx_|authentication_|auth_|userstat$|file_key_management|hashicorp_|aws_key_|feedback_|locales$)/i;

/**
 * Options of every server that only some show as variables too: `mysqld --verbose --help` of MySQL 5.7.22 and 8.0.31 and of
 * MariaDB 10.11 and 11.4 beside their SHOW VARIABLES; bind-address by MariaDB's manual, "mariadbd Options" (10.2 and later).
 */
const optionsOfEvery =
  /^(?:bind_address|binlog_do_db|binlog_ignore_db|binlog_row_event_max_size|log_tc_size|myisam_block_size|allow_suspicious_udfs|replicate_\w+|skip_grant_tables|skip_slave_start|transaction_isolation|transaction_read_only)$/i;

/**
 * The servers that have a name. MariaDB starts with options that it had once (it warns of them), so that in a few settings,
 * which may be those of a file, a name of an earlier MariaDB speaks for all of them.
 */
function serversWith(name: string, isFew: boolean): readonly ServerKind[] {
  const having = referenceServers.filter((server) => variableFacts(name, server) !== undefined);
  const last = having.findLast(isMariadb);
  if (!isFew || last === undefined) return having;
  return referenceServers.filter(
    (server) =>
      having.includes(server) || (isMariadb(server) && compareVersions(server.version, last.version) > 0),
  );
}

/**
 * The servers that files without a version may be of: those that have every variable and status variable found. A name
 * that no known server has decides nothing; names that contradict each other neither.
 */
export function possibleServers(
  variableNames: readonly string[],
  statusNames: readonly string[],
  sections: readonly SectionId[] = [],
): readonly ServerKind[] {
  const deciding = variableNames
    .filter((name) => !ofPlugins.test(name) && !optionsOfEvery.test(name))
    .map((name) => serversWith(name, variableNames.length < wholeList))
    .filter((having) => having.length > 0);
  const shown = [
    ...marks.filter(({ pattern }) => statusNames.some((name) => pattern.test(name))),
    ...answers.filter(({ section }) => sections.includes(section)),
  ];
  const possible = referenceServers.filter(
    (server) =>
      deciding.every((having) => having.includes(server)) && shown.every(({ fits }) => fits(server)),
  );
  return possible.length > 0 ? possible : referenceServers;
}

/** The one that stands for all of them: the most widespread first. */
export function standIn(possible: readonly ServerKind[]): ServerKind {
  const preferred: readonly ServerKind[] = [
    { flavour: 'mysql', version: [8, 0, 36] },
    { flavour: 'mysql', version: [5, 7, 44] },
    { flavour: 'mariadb', version: [10, 6, 20] },
  ];
  const isPossible = (one: ServerKind) =>
    possible.some(
      ({ flavour, version }) => flavour === one.flavour && compareVersions(version, one.version) === 0,
    );
  const chosen = preferred.find(isPossible) ?? possible.at(-1) ?? referenceServers[0];
  if (chosen === undefined) throw new Error('no reference server');
  return { flavour: chosen.flavour, version: chosen.version };
}
