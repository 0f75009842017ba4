import { compareVersions, type Flavour, type VersionTriple } from '../../../shared/server';
import { cameLater, existedAlready, existedStill } from '../properties/existence';
import type { ServerKind } from '../variable-facts';
import mariadb102 from './mariadb102.json';
import mariadb114 from './mariadb114.json';
import mariadb118 from './mariadb118.json';
import mariadb1011 from './mariadb1011.json';
import mariadb1189 from './mariadb1189.json';
import mysql56 from './mysql56.json';
import mysql57 from './mysql57.json';
import mysql80 from './mysql80.json';
import mysql97 from './mysql97.json';
import { type ReportedServer, type ReportedVariable, readReportedVariables } from './reported-variables';

export type { ReportedVariable } from './reported-variables';

export interface ReportedCatalog extends ReportedServer {
  flavour: Flavour;
}

/** The live servers whose variables were collected, the older first. */
export const reportedCatalogs: readonly ReportedCatalog[] = [
  { flavour: 'mysql', ...readReportedVariables(mysql56) },
  { flavour: 'mysql', ...readReportedVariables(mysql57) },
  { flavour: 'mysql', ...readReportedVariables(mysql80) },
  { flavour: 'mysql', ...readReportedVariables(mysql97) },
  { flavour: 'mariadb', ...readReportedVariables(mariadb102) },
  { flavour: 'mariadb', ...readReportedVariables(mariadb1011) },
  { flavour: 'mariadb', ...readReportedVariables(mariadb114) },
  { flavour: 'mariadb', ...readReportedVariables(mariadb118) },
  { flavour: 'mariadb', ...readReportedVariables(mariadb1189) },
];

/** What live servers say of a variable for one flavour and version. */
export interface Seen {
  variable: ReportedVariable;
  /** `live`: that very version reports it; `neighbours`: servers of its series, or on both sides of it, do. */
  basis: 'live' | 'neighbours';
  /** Versions of the servers that report it. */
  seenOn: string[];
}

/**
 * A variable as live servers report it: by the server of that version, else by one of its series where that series
 * changed nothing since, else by the next older and the next newer one, with what they agree on. Percona Server counts
 * as MySQL. undefined: no such server, or none that has it.
 */
export function seenVariable(name: string, kind: ServerKind): Seen | undefined {
  const { flavour, version } = kind;
  const catalogs = reportedCatalogs.filter(
    (catalog) => catalog.flavour === (flavour === 'percona' ? 'mysql' : flavour),
  );
  const same = catalogs.find((server) => comparable(server, version) === 0);
  if (same !== undefined) return seen(name, flavour === 'percona' ? 'neighbours' : 'live', [same]);
  const older = catalogs.filter((server) => comparable(server, version) < 0).at(-1);
  const newer = catalogs.find((server) => comparable(server, version) > 0);
  if (older !== undefined && isSeriesOf(older, version) && older.has(name))
    return seen(name, 'neighbours', [older]);
  if (newer !== undefined && isSeriesOf(newer, version) && newer.has(name)) {
    if (cameLater(name, mysqlKind(kind))) return undefined;
    // MySQL changes defaults within a series until late in it (5.7.9 to 5.7.22, all of 8.0 to 8.0.33), MariaDB does not.
    if (flavour === 'mariadb' || older === undefined) return seen(name, 'neighbours', [newer]);
    if (!older.has(name)) return withoutValues(seen(name, 'neighbours', [newer]));
  }
  if (older === undefined || newer === undefined) return undefined;
  if (!older.has(name)) {
    return existedAlready(name, mysqlKind(kind))
      ? withoutValues(seen(name, 'neighbours', [newer]))
      : undefined;
  }
  if (!newer.has(name)) {
    return existedStill(name, mysqlKind(kind)) ? withoutValues(seen(name, 'neighbours', [older])) : undefined;
  }
  return seen(name, 'neighbours', [older, newer]);
}

function seen(name: string, basis: Seen['basis'], servers: readonly ReportedCatalog[]): Seen | undefined {
  const variables = servers.flatMap((server) => server.variable(name) ?? []);
  const [first, second = first] = variables;
  if (first === undefined || second === undefined || variables.length < servers.length) return undefined;
  const variable = first === second ? first : agreed(first, second);
  return variable && { variable, basis, seenOn: servers.map((server) => server.version.join('.')) };
}

function isSeriesOf(server: ReportedCatalog, version: VersionTriple): boolean {
  return server.version[0] === version[0] && server.version[1] === version[1];
}

function mysqlKind({ flavour, version }: ServerKind): ServerKind {
  return { flavour: flavour === 'percona' ? 'mysql' : flavour, version };
}

/** One neighbour alone shows what a variable is, but not which default and bounds it had in another series. */
function withoutValues(seen: Seen | undefined): Seen | undefined {
  if (seen === undefined) return undefined;
  const { type, scope, dynamic } = seen.variable;
  return { ...seen, variable: { type, scope, dynamic } };
}

function comparable(server: ReportedCatalog, version: VersionTriple): number {
  return compareVersions([...server.version], version);
}

/** What two servers say alike; undefined when they do not even agree on the type. */
function agreed(one: ReportedVariable, other: ReportedVariable): ReportedVariable | undefined {
  if (one.type !== other.type) return undefined;
  const { value, min, max, block, values } = one;
  return {
    type: one.type,
    scope: one.scope === other.scope ? one.scope : 'global',
    // In doubt it needs a restart.
    dynamic: one.dynamic && other.dynamic,
    ...(value !== undefined && value === other.value ? { value } : {}),
    ...(min !== undefined && min === other.min ? { min } : {}),
    ...(max !== undefined && max === other.max ? { max } : {}),
    ...(block !== undefined && block === other.block ? { block } : {}),
    ...(values !== undefined && values.join() === other.values?.join() ? { values } : {}),
  };
}
