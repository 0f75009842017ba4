import { hostingPrefixes } from '../../../knowledge/catalog/managed-hosting';
import { LatchkeyError } from '../../../shared/base/error';
import type { ConnectionTarget } from '../../../shared/connection';
import {
  compareVersions,
  type Flavour,
  parseVersion,
  type ServerIdentity,
  type VersionTriple,
} from '../../../shared/server';
import { sqlList, sqlString } from '../../../shared/writers/sql';
import { parseGrants } from './grants';
import { detectHosting, hostingVariables } from './hosting';
import { texts } from './texts';

/** Asks what identifies a server; every account may read it. */
export const versionSql = 'SELECT VERSION(), @@version_comment';
const identityVariables: readonly string[] = [
  ...hostingVariables,
  'port',
  'server_uuid',
  'server_id',
  'server_uid',
  'performance_schema',
  'aria_block_size',
];
export const identityVariablesSql = `SHOW GLOBAL VARIABLES WHERE Variable_name IN (${
  sqlList(identityVariables.map(sqlString)).text
}) OR ${hostingPrefixes.map((prefix) => `Variable_name LIKE '${prefix}\\_%'`).join(' OR ')}`;
export const identityStatusSql = "SHOW SESSION STATUS WHERE Variable_name = 'Uptime'";
export const grantsSql = 'SHOW GRANTS';

/** The oldest servers whose statements and tables Latchkey knows. */
const oldest: Record<Flavour, VersionTriple> = { mysql: [5, 6, 0], percona: [5, 6, 0], mariadb: [10, 0, 0] };

/** Reads `8.0.36-28`, `10.11.19-MariaDB-log`, also behind the `5.5.5-` that MariaDB puts before its version for old clients. */
export function readVersion(
  versionText: string,
  comment: string,
): { flavour: Flavour; version: VersionTriple } {
  const mariadb = /mariadb/i.test(`${versionText} ${comment}`);
  const version = parseVersion(mariadb ? versionText.replace(/^5\.5\.5-/, '') : versionText);
  const foreign = /tidb|oceanbase|singlestore|memsql|vitess|starrocks|doris|clickhouse/i.exec(
    `${versionText} ${comment}`,
  );
  if (version === null || foreign !== null) {
    throw new LatchkeyError('unsupported-server', texts.theServerCallsItself(versionText, comment), {
      hint: texts.latchkeyKnowsMysqlPerconaServer,
    });
  }
  const flavour: Flavour = mariadb
    ? 'mariadb'
    : /percona/i.test(`${versionText} ${comment}`)
      ? 'percona'
      : 'mysql';
  if (compareVersions(version, oldest[flavour]) < 0) {
    throw new LatchkeyError('unsupported-server', texts.theServersVersionIsToo(versionText), {
      hint: texts.mysqlAndPerconaServerFrom,
    });
  }
  return { flavour, version };
}

/** The answers from which an identity is put together. */
export interface IdentityAnswers {
  versionText: string;
  comment: string;
  variables: ReadonlyMap<string, string>;
  uptimeSeconds: number | null;
  /** Rows of SHOW GRANTS; null when it failed. */
  grants: readonly string[] | null;
  target: ConnectionTarget;
}

/** Puts the identity together. */
export function identify(answers: IdentityAnswers): ServerIdentity {
  const { versionText, comment, variables, grants, target } = answers;
  const { flavour, version } = readVersion(versionText, comment);
  const privileges = grants === null ? null : parseGrants(grants).global;
  const performanceSchema = variables.get('performance_schema');
  return {
    flavour,
    version,
    versionText,
    comment,
    hosting: detectHosting(variables, versionText, target, privileges),
    uptimeSeconds: answers.uptimeSeconds,
    serverKey: serverKey(variables, target),
    privileges,
    performanceSchema: performanceSchema === undefined ? null : /^(on|1)$/i.test(performanceSchema),
  };
}

/** What any connection to the server finds the same, and one to another server hardly. */
export function serverMarks(variables: ReadonlyMap<string, string>): string {
  const names = ['server_uuid', 'server_uid', 'hostname', 'port', 'server_id', 'datadir'];
  return JSON.stringify(names.map((name) => variables.get(name) ?? null));
}

/**
 * A server's UUID is its own, unless its data directory was copied with auto.cnf. MariaDB has none: host name, port and
 * data directory as the server itself gives them stand for it, and what distinguishes equal containers: server_uid, a hash
 * of the network card's address and the port (MariaDB 10.11.18 and 11.8.6 have it; feedback plugin,
 * calculate_server_uid), or, where there is none, server_id, by which servers of one replication differ. It must be the
 * same over a socket and over TCP, after a restart, and for every account, so that neither the address nor the start
 * time is part of it; a restore looks at the start time besides. Keys of old end with the data directory
 * (`isSameServerKey`).
 */
function serverKey(variables: ReadonlyMap<string, string>, target: ConnectionTarget): string {
  const uuid = variables.get('server_uuid');
  if (uuid !== undefined && uuid !== '') return uuid;
  const host = variables.get('hostname') ?? target.host ?? 'localhost';
  const port = variables.get('port') ?? String(target.port ?? 3306);
  const unique = variables.get('server_uid') ?? variables.get('server_id') ?? '';
  return `${host}:${port}:${variables.get('datadir') ?? ''}${unique === '' ? '' : `:${unique}`}`;
}
