import { quotedName } from '../session/literal';

/** Values of variables that are lists: flags (`mrr=on,mrr_cost_based=off`) and sets (`ANSI_QUOTES,NO_ZERO_DATE`). */

/**
 * Whether flags that were SET, such as `mrr=off`, make the flags of now out of those of before: the others keep their
 * values, and `default` may be either (manual, "Switchable Optimizations").
 */
export function isMergedInto(before: string | null, asked: string, current: string): boolean {
  if (before === null) return false;
  const [was, wanted, is] = [flagsOf(before), flagsOf(asked), flagsOf(current)];
  if (was === null || wanted === null || is === null || was.size !== is.size) return false;
  if ([...wanted.keys()].some((name) => !is.has(name))) return false;
  return [...is].every(([name, value]) => {
    const due = wanted.get(name) ?? was.get(name);
    return due === value || due === 'default';
  });
}

/** Whether a value is a list of flags, such as `mrr=on,mrr_cost_based=off`. */
export function isListOfFlags(value: string): boolean {
  return flagsOf(value) !== null;
}

/** `mrr=on,mrr_cost_based=off`; null: that is no list of flags. */
function flagsOf(list: string): Map<string, string> | null {
  const flags = list.split(',').map((part) => /^\s*(\w+)=(on|off|default)\s*$/i.exec(part.toLowerCase()));
  return flags.includes(null) ? null : new Map(flags.map((found) => [found?.[1] ?? '', found?.[2] ?? '']));
}

/** Modes that stand for others (manual, "Combination SQL Modes"); versions differ in which of these they take. */
const combinedModes: Readonly<Record<string, readonly string[]>> = {
  ANSI: ['REAL_AS_FLOAT', 'PIPES_AS_CONCAT', 'ANSI_QUOTES', 'IGNORE_SPACE', 'ONLY_FULL_GROUP_BY'],
  TRADITIONAL: [
    ...['STRICT_TRANS_TABLES', 'STRICT_ALL_TABLES', 'NO_ZERO_IN_DATE', 'NO_ZERO_DATE'],
    ...['ERROR_FOR_DIVISION_BY_ZERO', 'NO_AUTO_CREATE_USER', 'NO_ENGINE_SUBSTITUTION'],
  ],
  // MariaDB still has these (sql_class.cc, expand_sql_mode); read back from 10.11.18 and 11.8.6.
  ...Object.fromEntries(
    ['POSTGRESQL', 'ORACLE', 'MSSQL', 'DB2', 'MAXDB'].map((mode) => [
      mode,
      [
        ...['PIPES_AS_CONCAT', 'ANSI_QUOTES', 'IGNORE_SPACE', 'NO_KEY_OPTIONS', 'NO_TABLE_OPTIONS'],
        ...['NO_FIELD_OPTIONS', 'NO_AUTO_CREATE_USER', 'SIMULTANEOUS_ASSIGNMENT'],
      ],
    ]),
  ),
  MYSQL323: ['HIGH_NOT_PRECEDENCE', 'NO_FIELD_OPTIONS'],
  MYSQL40: ['HIGH_NOT_PRECEDENCE', 'NO_FIELD_OPTIONS'],
};

/** Whether the modes of now are those that were SET, and such as these stand for. */
export function isExpandedFrom(asked: string, current: string): boolean {
  const [wanted, is] = [partsOf(asked), partsOf(current)];
  const allowed = new Set(withCombined(wanted));
  return wanted.every((mode) => is.includes(mode)) && is.every((mode) => allowed.has(mode));
}

function partsOf(list: string): string[] {
  return list
    .toUpperCase()
    .split(',')
    .map((part) => part.trim());
}

function withCombined(parts: readonly string[]): string[] {
  return [...parts, ...parts.flatMap((part) => combinedModes[part] ?? [])];
}

/**
 * Whether a variable that is a list of flags has a value made of those of now and of the ones that were asked for, as a
 * condition. An arm that follows another may find the flags of that one.
 * @returns null where `current` is no list of flags, or one that was asked for is none
 */
export function flagsHoldSql(variable: string, current: string, asked: readonly string[]): string | null {
  const was = flagsOf(current);
  const wanted = asked.map(flagsOf);
  if (was === null || wanted.includes(null)) return null;
  const conditions = [...was].flatMap(([name, value]) => {
    const values = new Set([value, ...wanted.flatMap((flags) => flags?.get(name) ?? [])]);
    // By the server's default, which may be either.
    if (values.has('default')) return [];
    return [`(${[...values].map((one) => hasPart(variable, `${name}=${one}`)).join(' OR ')})`];
  });
  return conditions.length === 0 ? null : conditions.join(' AND ');
}

/**
 * Whether a variable that is a set has the parts that were asked for and none that does not come of them, in any order,
 * as a condition.
 * @returns null where they are asked for by number
 */
export function setHoldsSql(variable: string, asked: string): string | null {
  const wanted = partsOf(asked).filter((part) => part !== '');
  if (!wanted.every((part) => /^[A-Z_][A-Z0-9_]*$/.test(part))) return null;
  const now = `UPPER(@@GLOBAL.${quotedName(variable)})`;
  // Two commas between parts, so that each is taken out with its own.
  const whole = `CONCAT(',', REPLACE(${now}, ',', ',,'), ',')`;
  const rest = withCombined(wanted).reduce((text, part) => `REPLACE(${text}, ',${part},', '')`, whole);
  return [...wanted.map((part) => hasPart(variable, part)), `${rest} IN ('', ',,')`].join(' AND ');
}

function hasPart(variable: string, part: string): string {
  return `FIND_IN_SET('${part}', @@GLOBAL.${quotedName(variable)}) > 0`;
}
