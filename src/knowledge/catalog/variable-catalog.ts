import type { Unit } from '../../shared/analysis';
import { defined } from '../../shared/base/defined';
import { compareVersions, type Flavour, type VersionTriple } from '../../shared/server';
import { isDeprecated, isEmptyName, isIgnored } from './history/deprecated';
import { isStableBefore, isStartOnlyBefore } from './history/stable-before';
import { alsoChangesOf } from './properties/coupled';
import { integerUnits } from './properties/integer-units';
import { reachOf } from './properties/reach';
import { type ReportedVariable, reportedCatalogs, type Seen, seenVariable } from './reported';
import type { ServerKind, VariableFacts } from './variable-facts';
import { rowFor, tabledEntries } from './variables';
import type { Shape } from './variables/table';

export { type StoringContext, storedValue } from './values/stored-value';
export { valueRefusal } from './values/value-refusal';
export type { ServerKind, VariableFacts } from './variable-facts';

const units: ReadonlyMap<string, Unit> = new Map(
  integerUnits.flatMap(({ unit, names }) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, Unit] => [name, unit]),
  ),
);

const powersOfTwo: readonly string[] = ['innodb_log_write_ahead_size', 'innodb_ft_sort_pll_degree'];

/** Names of all variables that the catalog knows for some server. */
export function catalogedVariables(): string[] {
  const reported = reportedCatalogs.flatMap((server) => server.names());
  return [...new Set([...tabledEntries.keys(), ...reported])];
}

/**
 * Names of the variables that have tables by hand: what rules read and advise.
 * @internal exported to the reference and tests
 */
export function tabledVariables(): string[] {
  return [...tabledEntries.keys()];
}

/**
 * What is true of a variable on one flavour and version; dashes count as underscores.
 * undefined: it does not exist there, or the catalog does not know it. Whether a server at hand has it, its own
 * variable list decides (builds differ), and where it shows bounds, those win (`StoringContext.reported`).
 *
 * Tables by hand and lists from live servers are merged here and nowhere else: what a server of that very version said
 * wins; between the live servers a table by hand decides, and only what has none is taken from the neighbours.
 */
export function variableFacts(name: string, server: ServerKind): VariableFacts | undefined {
  const canonical = name.toLowerCase().replaceAll('-', '_');
  return describedFacts(canonical, server) ?? factsBeforeTables(canonical, server);
}

/** Of servers older than the tables: what has been stable since, without defaults and bounds, which have not. */
function factsBeforeTables(name: string, { flavour, version }: ServerKind): VariableFacts | undefined {
  if (compareVersions(version, oldestTabled[flavour]) >= 0 || !isStableBefore(name, version))
    return undefined;
  const facts = describedFacts(name, { flavour, version: oldestLive[flavour] });
  if (facts === undefined) return undefined;
  const { seenOn: _, ...rest } = facts;
  const dynamic = facts.dynamic && !isStartOnlyBefore(name, flavour);
  const unknown = { min: null, max: null, block: null };
  return { ...rest, ...unknown, basis: 'manual', dynamic, defaultValue: null, limits: unknown };
}

function describedFacts(canonical: string, server: ServerKind): VariableFacts | undefined {
  const entry = tabledEntries.get(canonical);
  const row = entry === undefined ? undefined : rowFor(entry, server);
  const seen = seenVariable(canonical, server);
  if (entry !== undefined && row !== undefined) {
    const known: Known = { ...entry, ...row };
    return factsOf(
      canonical,
      server,
      seen?.basis === 'live' ? liveOver(known, seen) : { ...known, basis: entry.basis ?? 'manual' },
    );
  }
  if (seen === undefined || (entry !== undefined && seen.basis !== 'live')) return undefined;
  return factsOf(canonical, server, liveOver({ ...entry, ...typeByUnit(canonical, seen.variable) }, seen));
}

/**
 * Whether a server of that version is known to have no such variable: its table has no row for it, or servers of the other
 * flavour alone report it. That `variableFacts` knows nothing is not enough: plugins bring variables of their own, and
 * versions between those of the tables may differ.
 * @param lookUp `variableFacts`, or the same with a memory
 */
export function isKnownToLack(
  name: string,
  server: ServerKind,
  lookUp: typeof variableFacts = variableFacts,
): boolean {
  if (compareVersions(server.version, oldestTabled[server.flavour]) < 0) return false;
  if (lookUp(name, server) !== undefined) return false;
  const canonical = name.toLowerCase().replaceAll('-', '_');
  if (tabledEntries.has(canonical)) return true;
  const isMariadb = server.flavour === 'mariadb';
  const reporting = reportedCatalogs.filter((server) => server.has(canonical));
  return reporting.length > 0 && reporting.every(({ flavour }) => (flavour === 'mariadb') !== isMariadb);
}

/** The oldest versions that tables are complete for. */
const oldestTabled: Readonly<Record<Flavour, VersionTriple>> = {
  mysql: [5, 6, 0],
  percona: [5, 6, 0],
  mariadb: [10, 2, 0],
};

/** The servers whose facts stand for what was stable before. */
const oldestLive: Readonly<Record<Flavour, VersionTriple>> = {
  mysql: [5, 6, 51],
  percona: [5, 6, 51],
  mariadb: [10, 2, 44],
};

/** The fields of a table row, before they are facts. */
type Known = Shape & { value?: string; auto?: string };
type Origin = Pick<VariableFacts, 'basis'> & { seenOn?: string[] };

function typeByUnit(name: string, { type, scope, dynamic }: ReportedVariable): Shape {
  const unit = units.get(name);
  const isSize = type === 'integer' && unit === 'bytes';
  return { type: isSize ? 'size' : type, scope, dynamic, ...defined({ unit }) };
}

/** Facts by hand give way to what the server said; it knows no units, no reasons and not that a text is an enum. */
function liveOver(known: Known, { variable, basis, seenOn }: Seen): Known & Origin {
  const { type, value, values, ...reported } = variable;
  const isCloser =
    (known.type === 'size' && type === 'integer') || (known.type === 'enum' && type === 'string');
  const byDefault = known.auto === undefined && value !== undefined ? { value } : {};
  const names = known.values ?? values;
  return {
    ...known,
    ...reported,
    type: isCloser ? known.type : type,
    ...byDefault,
    ...defined({ values: names }),
    basis,
    seenOn,
  };
}

function factsOf(name: string, server: ServerKind, known: Known & Origin): VariableFacts {
  const { type, unit, scope, dynamic, onlyAtStart, leftOnlyAtStart } = known;
  const { min, max, block, values, aliases, deprecated } = known;
  const alsoChanges = [...new Set([...(known.alsoChanges ?? []), ...alsoChangesOf(name, server)])];
  return {
    name,
    basis: known.basis,
    ...(known.seenOn === undefined ? {} : { seenOn: [...known.seenOn] }),
    type,
    unit: unit ?? (type === 'size' ? 'bytes' : 'none'),
    scope,
    dynamic,
    reach: reachOf(name, scope, dynamic),
    min: asNumber(min),
    max: asNumber(max),
    block: asNumber(block),
    ...(powersOfTwo.includes(name) ? { rounding: 'power of two, up' } : {}),
    defaultValue: known.auto === undefined ? (known.value ?? null) : null,
    ...autoOf(known),
    ...(onlyAtStart === undefined ? {} : { onlyAtStart: [...onlyAtStart] }),
    ...(leftOnlyAtStart === undefined ? {} : { leftOnlyAtStart: [...leftOnlyAtStart] }),
    ...(deprecated === true || isDeprecated(name, server)
      ? { deprecated: 'deprecated in this version' }
      : {}),
    ...(isIgnored(name, server) ? { ignored: true } : {}),
    ...(known.stays === true || isEmptyName(name, server) ? { stays: true } : {}),
    ...(alsoChanges.length === 0 ? {} : { alsoChanges }),
    ...(values === undefined ? {} : { values: [...values] }),
    ...(aliases === undefined ? {} : { aliases: { ...aliases } }),
    limits: { min: asText(min), max: asText(max), block: asText(block) },
  };
}

function autoOf({ auto, value, basis, scope, seenOn = [] }: Known & Origin): { auto?: string } {
  if (auto !== undefined) return { auto };
  if (value !== undefined) return {};
  if (basis === 'neighbours') {
    const [from, to] = seenOn;
    const where = to === undefined ? '' : `: it changed between ${from} and ${to}`;
    return { auto: `not known for this version${where}` };
  }
  return {
    auto:
      scope === 'session' ? 'belongs to the session' : 'worked out at start, or belongs to the installation',
  };
}

function asNumber(bound: number | bigint | null | undefined): number | null {
  return bound === undefined || bound === null ? null : Number(bound);
}

function asText(bound: number | bigint | null | undefined): string | null {
  return bound === undefined || bound === null ? null : String(bound);
}
