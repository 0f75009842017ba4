import { intermediateValue } from '../../../knowledge/catalog/values/intermediate-value';
import { storedValue } from '../../../knowledge/catalog/values/stored-value';
import { variableFacts } from '../../../knowledge/catalog/variable-catalog';
import type { ChangePlan } from '../../../shared/change';
import type { ServerIdentity } from '../../../shared/server';
import { holdsSql } from '../guard/guard';
import { movableBy } from '../session/change-order';
import { quotedName } from '../session/literal';
import { flagsHoldSql, setHoldsSql } from './list-values';

type Changes = ChangePlan['changes'];

/**
 * Whether a variable still has what the change made of it, as a condition of a stored program that is written before
 * the first SET: a value that was asked for, or what the server is known to make of it, or one that another SET of the
 * change may have given it. Anything else is someone else's.
 * @returns null where that cannot be determined beforehand: what this server makes of a value is known of variables in the
 *   catalog, but not of a flag or a set that is asked for by number or as DEFAULT
 */
export function stillOursSql(
  variable: string,
  changes: Changes,
  globals: ReadonlyMap<string, string>,
  server: ServerIdentity,
): string | null {
  const movers = new Set(
    changes
      .filter((other) => other.variable !== variable && movableBy(other.variable, server).includes(variable))
      .map((other) => other.variable),
  );
  const conditions = [variable, ...movers].flatMap((name) => {
    const lines = changes.filter((change) => change.variable === name);
    return lines.length === 0 ? [] : [holdsAny(name, lines, globals, server)];
  });
  if (conditions.length === 0 || conditions.includes(null)) return null;
  return conditions.join(' OR ');
}

function holdsAny(
  variable: string,
  lines: Changes,
  globals: ReadonlyMap<string, string>,
  server: ServerIdentity,
): string | null {
  const facts = variableFacts(variable, server);
  if (facts === undefined) return null;
  const asked = lines.map(({ proposed }) => proposed);
  const current = globals.get(variable) ?? '';
  if (/^\w+=\w+(?:,|$)/.test(current)) return flagsHoldSql(variable, current, asked);
  if (facts.type === 'set') return anyOf(asked.map((one) => setHoldsSql(variable, one)));
  const context = { present: (name: string) => globals.get(name), flavour: server.flavour };
  const conditions = lines.flatMap(({ type, proposed }) => {
    const stored = storedValue(facts, proposed, context);
    const forms = [
      proposed,
      typeof stored === 'boolean' ? (stored ? 'ON' : 'OFF') : String(stored ?? ''),
      intermediateValue(variable, proposed, server) ?? proposed,
    ];
    return [
      ...forms.map((form) => holdsSql(variable, type, form)),
      ...(variable === 'innodb_buffer_pool_size' ? [inPoolUnit(variable, proposed, globals)] : []),
    ];
  });
  return [...new Set(conditions)].join(' OR ');
}

function anyOf(conditions: readonly (string | null)[]): string | null {
  return conditions.includes(null) ? null : conditions.map((one) => `(${one})`).join(' OR ');
}

/** Up to a multiple of chunk size times instances (manual, "Configuring InnoDB Buffer Pool Size"). */
function inPoolUnit(variable: string, proposed: string, globals: ReadonlyMap<string, string>): string {
  const unit =
    Number(globals.get('innodb_buffer_pool_chunk_size') ?? 0) *
    Number(globals.get('innodb_buffer_pool_instances') ?? 1);
  const now = `@@GLOBAL.${quotedName(variable)}`;
  return `${now} BETWEEN ${Number(proposed)} AND ${Number(proposed) + (Number.isFinite(unit) ? unit : 0)}`;
}
