import type { ChangedVariables } from '../shared/changed-variables';
import type { Snapshot } from '../shared/snapshot';
import { Observed } from './facts/inputs/observed';
import { parseSettingText, sameSetting } from './facts/inputs/setting';

/** How servers name the origin of a value that nobody set (MySQL VARIABLE_SOURCE, MariaDB GLOBAL_VALUE_ORIGIN). */
const ofDefaults = new Set(['COMPILED', 'COMPILE-TIME']);

/**
 * The variables that do not have their default value: by the origin that the server states for each (MySQL 8.0, MariaDB
 * 10.1 and later), else by the defaults of its version, where these are known. Without a known version, and where no
 * variables were read: null.
 */
export function changedVariables(snapshot: Snapshot): ChangedVariables | null {
  const observed = new Observed(snapshot);
  const found = observed.rows('variables');
  if (!('rows' in found) || found.rows.length === 0) return null;
  const rows = found.rows.map(({ name, source }) => ({
    name: String(name),
    origin: source == null ? '' : String(source).toUpperCase(),
  }));
  const isKnown = snapshot.server.possible === undefined;
  const defaultOf = (name: string) => (isKnown ? (observed.facts(name)?.defaultValue ?? null) : null);
  const withDefaults = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, defaultOf(name)]));

  if (rows.some(({ origin }) => origin !== '')) {
    // Set to what it is anyway (an option file that repeats a default, a SET of the session that reads) is no change.
    const set = rows.filter(
      ({ name, origin }) =>
        origin !== '' && !ofDefaults.has(origin) && !(isKnown && hasDefault(observed, name)),
    );
    return { basis: 'server', defaults: withDefaults(set.map(({ name }) => name)) };
  }
  if (!isKnown) return null;
  const other = rows.filter(({ name }) => hasDefault(observed, name) === false);
  return { basis: 'catalog', defaults: withDefaults(other.map(({ name }) => name)) };
}

/** Whether the value is the default of this version; null where either is not known. */
function hasDefault(observed: Observed, name: string): boolean | null {
  const facts = observed.facts(name);
  const value = observed.variable(name);
  if (facts?.defaultValue == null || !value.known) return null;
  const usual = parseSettingText(facts.defaultValue, facts.type);
  return usual === null ? null : sameSetting(usual, value.value);
}
