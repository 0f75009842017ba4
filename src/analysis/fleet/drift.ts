import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Unit, Value } from '../../shared/analysis';
import type { Drift, DriftGroup, DriftSetting, FleetEntry, FleetSettings } from '../../shared/fleet';
import { sameSetting } from '../facts/inputs/setting';
import { type PresentServer, versionOf } from './fleet-server';
import { ignoredBy, isCompared } from './not-compared';
import { readSetting } from './read-setting';
import { replicationPairs } from './replication-pairs';

/** What servers are compared with, where it is pinned: a server of the fleet, or a snapshot beside it. */
export interface Baseline {
  name: string;
  entry: FleetEntry;
  settings: FleetSettings;
}

export interface DriftOptions {
  baseline: Baseline | null;
  /** Names of variables, or patterns with `*`. */
  ignore: readonly string[];
}

/** Settings, versions and plugins that differ where servers should be alike. */
export function driftOf(servers: readonly PresentServer[], { baseline, ignore }: DriftOptions): Drift {
  const ignored = ignoredBy(ignore);
  const roles = [...new Set(servers.map(({ labels }) => labels.role ?? null))];
  const names = new Set<string>();
  const isIgnored = (variable: string) => {
    const is = ignored(variable);
    if (is) names.add(variable);
    return is;
  };
  const groups = roles.map((role) =>
    groupOf(
      role,
      servers.filter(({ labels }) => (labels.role ?? null) === role),
      baseline,
      isIgnored,
    ),
  );
  return {
    baseline: baseline?.name ?? null,
    groups: groups.sort((a, b) => (a.role ?? '￿').localeCompare(b.role ?? '￿', 'en')),
    ...replicationPairs(servers, isIgnored),
    files: servers
      .map(({ name, entry }) => ({
        server: name,
        settings: (entry.atRestart ?? []).filter(({ variable }) => isCompared(variable, isIgnored)),
      }))
      .filter(({ settings }) => settings.length > 0),
    ignored: [...names].sort(),
  };
}

function groupOf(
  role: string | null,
  servers: readonly PresentServer[],
  baseline: Baseline | null,
  ignored: (variable: string) => boolean,
): DriftGroup {
  const isIn = baseline === null || servers.some(({ name }) => name === baseline.name);
  const compared = isIn ? servers : [...servers, { ...baseline, labels: {}, path: '' }];
  const families = familiesOf(compared);
  const versions = valuesBy(compared, ({ entry }) => versionOf(entry));
  return {
    role,
    servers: servers.map(({ name }) => name),
    settings: families.flatMap((family) => {
      const variables = new Set(family.flatMap(({ settings }) => [...settings.keys()]));
      return [...variables]
        .filter((variable) => isCompared(variable, ignored))
        .sort()
        .flatMap((variable) => settingDrift(variable, family, baseline));
    }),
    versions:
      versions.length > 1
        ? versions.map(({ value, servers: has }) => ({ version: value, servers: has }))
        : [],
    plugins: pluginDrift(compared),
  };
}

/** Variables of one name mean different things to MariaDB and to MySQL: settings are compared within each. */
function familiesOf(servers: readonly PresentServer[]): PresentServer[][] {
  const isMariadb = ({ entry }: PresentServer) => entry.server.flavour === 'mariadb';
  return [servers.filter((server) => !isMariadb(server)), servers.filter(isMariadb)];
}

interface ValueClass {
  value: string;
  shown: Value;
  isDefault: boolean;
  servers: string[];
}

/** [] where all that have the variable agree, or each has the default of its own version. */
function settingDrift(
  variable: string,
  servers: readonly PresentServer[],
  baseline: Baseline | null,
): DriftSetting[] {
  const having = servers.filter(({ settings }) => settings.has(variable));
  const texts = new Set(having.map(({ settings }) => settings.get(variable)));
  if (texts.size < 2) return [];
  const classes: ValueClass[] = [];
  for (const { name, entry, settings } of having) {
    const reading = readSetting(variable, settings.get(variable) ?? '', entry);
    const known = classes.find((one) => sameSetting(one.shown, reading.shown));
    const { value, shown, isDefault } = reading;
    if (known === undefined) classes.push({ value, shown, isDefault, servers: [name] });
    else {
      known.servers.push(name);
      known.isDefault &&= reading.isDefault;
    }
  }
  if (classes.length < 2 || classes.every(({ isDefault }) => isDefault)) return [];
  const expected = expectedOf(classes, having.length, baseline);
  if (baseline !== null && expected === undefined) return [];
  classes.sort(
    (a, b) => Number(b === expected) - Number(a === expected) || b.servers.length - a.servers.length,
  );
  return [{ variable, unit: unitOf(variable, having), expected: expected?.value ?? null, values: classes }];
}

/** The value of the baseline, or the one that more than half of the servers have. */
function expectedOf(
  classes: readonly ValueClass[],
  count: number,
  baseline: Baseline | null,
): ValueClass | undefined {
  return baseline === null
    ? classes.find(({ servers }) => servers.length * 2 > count)
    : classes.find(({ servers }) => servers.includes(baseline.name));
}

/** The unit that the catalog of any of the servers knows. */
export function unitOf(variable: string, servers: readonly Pick<PresentServer, 'entry'>[]): Unit {
  for (const { entry } of servers) {
    const unit = variableFacts(variable, entry.server)?.unit;
    if (unit !== undefined) return unit;
  }
  return 'none';
}

function pluginDrift(servers: readonly PresentServer[]): DriftGroup['plugins'] {
  const plugins = new Set(servers.flatMap(({ entry }) => entry.plugins.map(({ name }) => name)));
  return [...plugins].sort().flatMap((plugin) => {
    const values = valuesBy(
      servers,
      ({ entry }) => entry.plugins.find(({ name }) => name === plugin)?.state ?? 'not loaded',
    );
    return values.length > 1 ? [{ plugin, values }] : [];
  });
}

/** 8.0.2 before 8.0.10. */
const byNumbers = new Intl.Collator('en', { numeric: true });

/** Servers by a value of theirs, the most frequent value first. */
function valuesBy(
  servers: readonly PresentServer[],
  read: (server: PresentServer) => string,
): { value: string; servers: string[] }[] {
  const by = new Map<string, string[]>();
  for (const server of servers) {
    const value = read(server);
    by.set(value, [...(by.get(value) ?? []), server.name]);
  }
  return [...by]
    .map(([value, names]) => ({ value, servers: names }))
    .sort((a, b) => b.servers.length - a.servers.length || byNumbers.compare(a.value, b.value));
}
