import type { Setting } from '../../../shared/plan';
import type { VariableFacts } from '../variable-facts';

/**
 * Names that stand for several modes: MySQL manual, "Server SQL Modes"; MariaDB, "SQL_MODE". Where a server lists its
 * own, those of its list count.
 */
const combinedModes = ['ANSI', 'TRADITIONAL'];
/** Further ones of MySQL before 8.0, known by a mode that only they stand for; MySQL 5.7 manual, the same section. */
const formerModes = ['DB2', 'MAXDB', 'MSSQL', 'MYSQL323', 'MYSQL40', 'ORACLE', 'POSTGRESQL'];
const partOfFormer = 'NO_FIELD_OPTIONS';
/** Places in a list that no mode has any more (`NOT_USED_9` of MySQL 8.0). */
const unused = /^NOT_USED(?:_\d+)?$/;
/** Lists of `name=on|off`, also where nobody knows the default. */
const flagLists = new Set(['optimizer_switch', 'optimizer_trace']);
const flagName = /^([\w-]+)=(?:on|off|default)$/i;

/**
 * Why a server would not take this list of names, or of `name=on|off`, as a sentence; null: it takes it, or nobody knows
 * the names of this version.
 * @param present of this server: the flags of optimizer_switch grow with the versions
 */
export function setRefusal(facts: VariableFacts, requested: string, present: Setting): string | null {
  const { name, values, defaultValue } = facts;
  // A number is the sum of the bits of the names.
  if (/^\d*$/.test(requested)) return null;
  const parts = requested.split(',').map((part) => part.trim());
  const flags = [present, defaultValue].flatMap((list) => (typeof list === 'string' ? flagsOf(list) : []));
  if (flags.length > 0 || flagLists.has(name)) {
    const known = new Set([...flags, ...(values ?? []).map((value) => value.toLowerCase())]);
    if (known.size === 0) return null;
    const wrong = parts.find((part) => !isFlagOf(part, known));
    if (wrong !== undefined)
      return `"${wrong}" is no switch of ${name}: each is name=on, name=off or name=default.`;
    const given = flagsOf(requested);
    const twice = given.find((one, at) => given.indexOf(one) !== at);
    return twice === undefined ? null : `It names the switch ${twice} twice.`;
  }
  if (values === undefined) return null;
  const names = values.filter((value) => !unused.test(value));
  const takes = new Set(
    [...names, ...(name === 'sql_mode' ? modesStandingForOthers(names) : [])].map((one) => one.toLowerCase()),
  );
  const wrong = parts.find((part) => part !== '' && !takes.has(part.toLowerCase()));
  return wrong === undefined ? null : `"${wrong}" is none of its names: ${names.join(', ')}.`;
}

function modesStandingForOthers(names: readonly string[]): string[] {
  return names.includes(partOfFormer) ? [...combinedModes, ...formerModes] : combinedModes;
}

function flagsOf(list: string): string[] {
  return list.split(',').flatMap((part) => flagName.exec(part.trim())?.[1]?.toLowerCase() ?? []);
}

function isFlagOf(part: string, known: ReadonlySet<string>): boolean {
  if (part.toLowerCase() === 'default') return true;
  const [, name] = flagName.exec(part) ?? [];
  return name !== undefined && known.has(name.toLowerCase());
}
