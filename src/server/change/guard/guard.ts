import type { GlobalVariableItem, ValueType } from '../../../shared/change';
import { quotedName, valueLiteral } from '../session/literal';

/** Values that variables must have, as SHOW prints them. */
export type Expected = ReadonlyMap<string, string>;

/** A variable that does not have the value it should. */
export interface MovedVariable {
  variable: string;
  expected: string;
  found: string;
}

/**
 * Whether a variable has a value, as a condition. HEX shows texts exactly, whatever the collation; a switch that SHOW
 * prints as ON is 1 in an expression, and an enumeration that does is its word. Compared with what SHOW prints for
 * every global variable of MySQL 5.6.24, MySQL 9.7.4, MariaDB 10.11.18 and MariaDB 11.8.6: none differs.
 */
export function holdsSql(variable: string, type: ValueType, value: string): string {
  const now = `@@GLOBAL.${quotedName(variable)}`;
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return `${now} = ${value}`;
  const shown = hex(value);
  const asNumber = { ON: '1', OFF: '0' }[value];
  const alike = [shown, ...(asNumber === undefined ? [] : [asNumber])].map((text) => `'${text}'`);
  return `COALESCE(HEX(${now}), '') IN (${alike.join(', ')})`;
}

function hex(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex').toUpperCase();
}

/**
 * A SET that the server carries out only where the conditions hold: else its second assignment fails, and with it the
 * whole statement (see `dry-run`). The server looks at the conditions as it checks the statement, after which it sets
 * the values; no lock is held in between (sql/set_var.cc, sql_set_variables), so that a SET of another connection may
 * still come in those microseconds, but in no longer time. Unlike `SET GLOBAL x = IF(@@GLOBAL.x = old, new,
 * @@GLOBAL.x)` it takes values of every type (MySQL refuses IF for integers, error 1232), and where they do not hold it
 * writes nothing at all, not even a value that was read a moment before.
 * @param zone a name that is proved to be no time zone
 */
export function guardedSql(setSql: string, conditions: readonly string[], zone: string): string {
  const all = conditions.length === 0 ? 'TRUE' : conditions.join(' AND ');
  const guard = `SESSION time_zone = IF(${all}, @@SESSION.time_zone, ${valueLiteral(zone, 'text', true)})`;
  // Some servers act upon a pool size as they check it (plan/pool-set.ts): its guard is checked first.
  return setSql.includes(' `innodb_buffer_pool_size` = ')
    ? `SET ${guard}, ${setSql.slice('SET '.length)}`
    : `${setSql}, ${guard}`;
}

/** The value that an item was left at: by this change, or before it. */
export function leftAt({ stored, original }: GlobalVariableItem): string {
  return stored ?? original;
}

/** What of the expected values is otherwise. */
export function movedOf(expected: Expected, now: ReadonlyMap<string, string>): MovedVariable[] {
  return [...expected].flatMap(([variable, value]) => {
    const found = now.get(variable) ?? '';
    return found === value ? [] : [{ variable, expected: value, found }];
  });
}

export function describeMoved(moved: readonly MovedVariable[]): string {
  return moved
    .map(({ variable, expected, found }) =>
      expected === found
        ? `${variable} does not stay at ${expected}`
        : `${variable} was left at ${expected} and is ${found}`,
    )
    .join('; ');
}
