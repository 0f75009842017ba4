import { intermediateValue } from '../../../knowledge/catalog/values/intermediate-value';
import { storedValue } from '../../../knowledge/catalog/values/stored-value';
import { variableFacts } from '../../../knowledge/catalog/variable-catalog';
import type { GlobalVariableItem } from '../../../shared/change';
import type { ServerIdentity } from '../../../shared/server';
import { movableBy } from '../session/change-order';
import type { GlobalVariables } from '../session/global-variables';
import { isExpandedFrom, isMergedInto } from './list-values';

/**
 * `ours`: what the server made of our SET. `foreign`: someone else's, in place of ours. `untouched`: someone else's,
 * in a variable that this change has never moved; there is nothing to restore.
 */
export type ValueOwner = 'original' | 'ours' | 'foreign' | 'untouched';

/**
 * Who owns the value of a variable now. When the owner died with a SET in flight, nobody has read what the server made of it;
 * a value then counts as ours only if it can be explained by that SET. In doubt it is someone else's.
 * @param items all items of the entry, in the states of the journal
 */
export function judgeValue(
  item: GlobalVariableItem,
  globals: GlobalVariables,
  items: readonly GlobalVariableItem[],
  server: ServerIdentity,
): ValueOwner {
  const current = globals.get(item.variable) ?? '';
  if (current === item.original) return 'original';
  if (item.stored !== null && current === item.stored) return 'ours';
  const asked = askedInFlight(item);
  if (asked !== null && isMadeOf(item, asked, globals, server)) return 'ours';
  const movers = items.filter(
    (other) =>
      other !== item &&
      askedInFlight(other) !== null &&
      movableBy(other.variable, server).includes(item.variable),
  );
  if (movers.some((mover) => isMovedBy(current, mover, globals))) return 'ours';
  return item.state === 'planned' && movers.length === 0 ? 'untouched' : 'foreign';
}

/** The value of the SET that may have been on its way; null: none was. */
function askedInFlight({ state, proposed, original }: GlobalVariableItem): string | null {
  if (state === 'setting') return proposed;
  return state === 'restoring' ? original : null;
}

/** Whether the server, by what is known of it, stores `asked` as the value it has now: rounded, clamped, respelled. */
export function isMadeOf(
  item: GlobalVariableItem,
  asked: string,
  globals: GlobalVariables,
  server: ServerIdentity,
): boolean {
  const current = globals.get(item.variable) ?? '';
  if (isSame(asked, current) || sorted(asked) === sorted(current)) return true;
  if ([item.original, item.stored].some((before) => isMergedInto(before, asked, current))) return true;
  if (item.variable === 'sql_mode' && isExpandedFrom(asked, current)) return true;
  if (intermediateValue(item.variable, asked, server) === current) return true;
  if (item.variable === 'innodb_buffer_pool_size') {
    // Up to a multiple of chunk size times instances (manual, "Configuring InnoDB Buffer Pool Size").
    const unit =
      Number(globals.get('innodb_buffer_pool_chunk_size') ?? 0) *
      Number(globals.get('innodb_buffer_pool_instances') ?? 1);
    const added = Number(current) - Number(asked);
    if (added >= 0 && added < unit) return true;
  }
  const facts = variableFacts(item.variable, server);
  if (facts === undefined) return false;
  const stored = storedValue(facts, asked, {
    present: (name) => globals.get(name),
    flavour: server.flavour,
  });
  return isSame(typeof stored === 'boolean' ? (stored ? 'ON' : 'OFF') : String(stored), current);
}

/**
 * Whether a SET of the mover may have given this value to a variable coupled with it: the same value (two names of one
 * variable, or one held within the other), twice it (MariaDB, innodb_io_capacity_update), the other position of a
 * switch, or the collation of a character set and the reverse.
 */
export function isMovedBy(current: string, mover: GlobalVariableItem, globals: GlobalVariables): boolean {
  if (current === 'ON' || current === 'OFF') return true;
  return [askedInFlight(mover), globals.get(mover.variable)].some(
    (value) =>
      value !== null &&
      value !== undefined &&
      (isSame(value, current) ||
        (mover.type === 'number' && Number(current) === 2 * Number(value)) ||
        current.startsWith(`${value}_`) ||
        value.startsWith(`${current}_`)),
  );
}

/** Sets, such as sql_mode, are printed in an order of the server's own. */
function sorted(list: string): string {
  return list.toUpperCase().split(',').sort().join(',');
}

function isSame(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true;
  const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);
  return isNumber(one) && isNumber(other) && Number(one) === Number(other);
}
