import type { Flavour } from '../shared/server';
import type { ServerKind, VariableFacts } from './variable-facts';
import { bufferPoolVariables } from './variables/buffer-pool';
import { cachesVariables } from './variables/caches';
import { connectionsVariables } from './variables/connections';
import { contentionVariables } from './variables/contention';
import { flushingVariables } from './variables/flushing';
import { innodbVariables } from './variables/innodb';
import { limitsAndSwitchesVariables } from './variables/limits-and-switches';
import { logsAndFilesVariables } from './variables/logs-and-files';
import { redoVariables } from './variables/redo';
import { replicationVariables } from './variables/replication';
import { serverVariables } from './variables/server';
import { sessionVariables } from './variables/session';
import type { VariableEntry, VariableRow, VariableTable } from './variables/table';
import { transactionsVariables } from './variables/transactions';
import { inVersionRange } from './version-range';

export { type StoringContext, storedValue } from './stored-value';
export { valueRefusal } from './value-refusal';
export type { ServerKind, VariableFacts } from './variable-facts';

const tables: readonly VariableTable[] = [
  bufferPoolVariables,
  redoVariables,
  flushingVariables,
  contentionVariables,
  transactionsVariables,
  innodbVariables,
  logsAndFilesVariables,
  limitsAndSwitchesVariables,
  replicationVariables,
  connectionsVariables,
  cachesVariables,
  sessionVariables,
  serverVariables,
];
const entries: ReadonlyMap<string, VariableEntry> = new Map(tables.flatMap((table) => Object.entries(table)));

/** Names of all variables that the catalog knows for some server. */
export function catalogedVariables(): string[] {
  return [...entries.keys()];
}

/**
 * What is true of a variable on one flavour and version; dashes count as underscores.
 * undefined: it does not exist there, or the catalog does not know it. Whether a server at hand has it, its own
 * variable list decides (builds differ).
 */
export function variableFacts(name: string, server: ServerKind): VariableFacts | undefined {
  const canonical = name.toLowerCase().replaceAll('-', '_');
  const entry = entries.get(canonical);
  const row = entry === undefined ? undefined : rowFor(entry, server);
  if (entry === undefined || row === undefined) return undefined;
  const { type, unit, scope, dynamic, onlyAtStart, min, max, block, values, aliases, drags, deprecated } = {
    ...entry,
    ...row,
  };
  return {
    name: canonical,
    type,
    unit: unit ?? (type === 'size' ? 'bytes' : 'none'),
    scope,
    dynamic,
    min: asNumber(min),
    max: asNumber(max),
    block: asNumber(block),
    defaultValue: 'value' in row ? row.value : null,
    ...('auto' in row ? { auto: row.auto } : {}),
    ...(onlyAtStart === undefined ? {} : { onlyAtStart: [...onlyAtStart] }),
    ...(deprecated === true ? { deprecated: 'deprecated in this version' } : {}),
    ...(drags === undefined ? {} : { drags: [...drags] }),
    ...(values === undefined ? {} : { values: [...values] }),
    ...(aliases === undefined ? {} : { aliases: { ...aliases } }),
    limits: { min: asText(min), max: asText(max), block: asText(block) },
  };
}

/** Percona Server's own rows first, then MySQL's: it is a build of MySQL. */
function rowFor(entry: VariableEntry, { flavour, version }: ServerKind): VariableRow | undefined {
  const fits = (range: string | undefined) => range !== undefined && inVersionRange(version, range);
  const find = (wanted: Flavour) => entry.rows.find((row) => fits(rangeOf(row, wanted)));
  return find(flavour) ?? (flavour === 'percona' ? find('mysql') : undefined);
}

function rangeOf(row: VariableRow, flavour: Flavour): string | undefined {
  if (flavour === 'mysql') return 'mysql' in row ? row.mysql : undefined;
  if (flavour === 'percona') return 'percona' in row ? row.percona : undefined;
  return 'mariadb' in row ? row.mariadb : undefined;
}

function asNumber(bound: number | bigint | null | undefined): number | null {
  return bound === undefined || bound === null ? null : Number(bound);
}

function asText(bound: number | bigint | null | undefined): string | null {
  return bound === undefined || bound === null ? null : String(bound);
}
