import type { Flavour } from '../../../shared/server';
import type { ServerKind } from '../variable-facts';
import { inVersionRange } from '../versions/version-range';
import { bufferPoolVariables } from './buffer-pool';
import { cachesVariables } from './caches';
import { connectionsVariables } from './connections';
import { contentionVariables } from './contention';
import { flushingVariables } from './flushing';
import { innodbVariables } from './innodb';
import { limitsAndFlagsVariables } from './limits-and-flags';
import { logsAndFilesVariables } from './logs-and-files';
import { redoVariables } from './redo';
import { reliabilityVariables } from './reliability';
import { replicationVariables } from './replication';
import { serverVariables } from './server';
import { sessionVariables } from './session';
import { statementsAndLogsVariables } from './statements-and-logs';
import type { VariableEntry, VariableRow, VariableTable } from './table';
import { transactionsVariables } from './transactions';

const tables: readonly VariableTable[] = [
  bufferPoolVariables,
  redoVariables,
  flushingVariables,
  contentionVariables,
  transactionsVariables,
  innodbVariables,
  logsAndFilesVariables,
  limitsAndFlagsVariables,
  replicationVariables,
  reliabilityVariables,
  connectionsVariables,
  cachesVariables,
  sessionVariables,
  serverVariables,
  statementsAndLogsVariables,
];
/** The tables by hand: what rules read and advise, by name. */
export const tabledEntries: ReadonlyMap<string, VariableEntry> = new Map(
  tables.flatMap((table) => Object.entries(table)),
);

/** Percona Server's own rows first, then MySQL's: it is a build of MySQL. */
export function rowFor(entry: VariableEntry, { flavour, version }: ServerKind): VariableRow | undefined {
  const fits = (range: string | undefined) => range !== undefined && inVersionRange(version, range);
  const find = (wanted: Flavour) => entry.rows.find((row) => fits(rangeOf(row, wanted)));
  return find(flavour) ?? (flavour === 'percona' ? find('mysql') : undefined);
}

function rangeOf(row: VariableRow, flavour: Flavour): string | undefined {
  if (flavour === 'mysql') return 'mysql' in row ? row.mysql : undefined;
  if (flavour === 'percona') return 'percona' in row ? row.percona : undefined;
  return 'mariadb' in row ? row.mariadb : undefined;
}
