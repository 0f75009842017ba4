import { compareVersions, type ServerIdentity } from '../../../shared/server';

/** How a server limits the time of a statement itself; null where it cannot (then the client ends it by KILL QUERY). */
export function statementLimitSql(
  server: Pick<ServerIdentity, 'flavour' | 'version'>,
  milliseconds: number,
): string | null {
  const { flavour, version } = server;
  if (flavour === 'mariadb') {
    // MariaDB 10.1.1+: seconds with fractions; covers every statement.
    return compareVersions(version, [10, 1, 1]) >= 0
      ? `SET SESSION max_statement_time = ${milliseconds / 1000}`
      : null;
  }
  // MySQL 5.7.8+: milliseconds; covers SELECT only (manual, "max_execution_time").
  return compareVersions(version, [5, 7, 8]) >= 0
    ? `SET SESSION max_execution_time = ${Math.ceil(milliseconds)}`
    : null;
}

/**
 * The first statement of every session, which cannot do without it: a server may give a connection another character set than
 * the one that was asked for (character_set_client_handshake = OFF, init_connect). In gbk, big5, sjis and their kin the last
 * byte of a letter may be a backslash or a backquote, so that what is quoted here would not end there (tried on 5.6.24,
 * 9.7.4, 10.11.18, 11.8.6). The collation is the one that the driver asks for.
 */
export const namesSql = 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci';

/**
 * What every session sets for itself. It reads only; it waits at most two seconds for a metadata or row lock, so that
 * it never stands in the way of an ALTER TABLE queue; each of its statements is a transaction of its own. It
 * takes no limit on rows and joins from the server's defaults, which would cut what it reads, SHOW VARIABLES too (tried
 * on 5.6.24, 9.7.4, 11.8.6). Between two samples it may idle for longer than the server allows its applications.
 */
const sessionSetUp: readonly string[] = [
  'SET SESSION TRANSACTION READ ONLY',
  'SET SESSION autocommit = 1, lock_wait_timeout = 2',
  'SET SESSION innodb_lock_wait_timeout = 2',
  'SET SESSION wait_timeout = CAST(GREATEST(@@SESSION.wait_timeout, 3600) AS UNSIGNED)',
  'SET SESSION net_write_timeout = CAST(GREATEST(@@SESSION.net_write_timeout, 60) AS UNSIGNED)',
  'SET SESSION sql_select_limit = 18446744073709551615, sql_big_selects = 1',
];

/**
 * The same, of the limits that MariaDB has besides (10.2+; temporary space from 11.5 on): with one of a few megabytes a snapshot
 * of many tables is ended halfway, or its session (tried on 11.4.5). For memory the largest value is the default; a larger one is
 * taken as negative.
 */
const mariadbSessionSetUp: readonly string[] = [
  'SET SESSION max_session_mem_used = 9223372036854775807, tmp_disk_table_size = 18446744073709551615',
  'SET SESSION max_tmp_session_space_usage = 0',
];

/** What a session sets, by how its server calls itself. */
export function sessionSetUpFor(versionText: string): readonly string[] {
  return /mariadb/i.test(versionText) ? [...sessionSetUp, ...mariadbSessionSetUp] : sessionSetUp;
}

/**
 * For a session that idles while a person reads what to agree to, or while a load is prepared: the server's own limit may
 * be less than a minute.
 */
export const patientSql = 'SET SESSION wait_timeout = 86400';

/** Parts of the sql_mode that change what a SELECT computes, and not how its text is read. */
const keptModes = new Set(
  'ONLY_FULL_GROUP_BY PIPES_AS_CONCAT REAL_AS_FLOAT HIGH_NOT_PRECEDENCE NO_UNSIGNED_SUBTRACTION STRICT_TRANS_TABLES STRICT_ALL_TABLES NO_ZERO_IN_DATE NO_ZERO_DATE ERROR_FOR_DIVISION_BY_ZERO PAD_CHAR_TO_FULL_LENGTH TIME_ROUND_FRACTIONAL'.split(
    ' ',
  ),
);

/** Of a sql_mode what statements that Latchkey did not write may run under: no ANSI_QUOTES, IGNORE_SPACE, ORACLE and their kin. */
export function foreignSqlMode(mode: string): string {
  return mode
    .split(',')
    .filter((part) => keptModes.has(part))
    .join(',');
}
