import type { Clock } from '../../shared/clock';
import { compareVersions, type Flavour, type ServerIdentity, type VersionTriple } from '../../shared/server';
import type { Capture, Table } from '../../shared/snapshot';
import type { Account } from '../connect/account';
import type { PrivilegeId } from '../connect/privileges';
import type { Session } from '../connect/session';

/** Servers that something holds for: from `from` on, before `before`; an absent part means any. */
export interface ServerRange {
  flavours?: readonly Flavour[];
  from?: VersionTriple;
  before?: VersionTriple;
}

/** One statement that brings a collector's evidence on some servers. */
export interface Source extends ServerRange {
  sql: string;
  /** What this source needs where it differs from the collector's own need. */
  privilege?: PrivilegeId;
  /** Its tables are empty, not absent, when the Performance Schema is off. */
  performanceSchema?: true;
  /** The LIMIT in `sql`, and by what the rows were chosen: told when it was reached. */
  bound?: { rows: number; by: string };
}

/** What a collector brought, before it is stamped. */
export type Reading = Pick<Capture, 'table' | 'text' | 'truncated'>;

/** What a collector is given. */
export interface CollectContext {
  session: Session;
  server: ServerIdentity;
  account: Account;
  clock: Clock;
  /** Keep literals of statements; passwords are removed even so. */
  keepLiterals: boolean;
  /** Above this number of tables their sizes are not read. */
  tableLimit: number;
  signal: AbortSignal;
}

/** How much a collector asks of the server: light below about 20 ms, heavy may reach seconds on a big one. */
export type CostClass = 'light' | 'medium' | 'heavy';

/** A collector as data. Adding one: a file with this, a line in the registry, a line in docs. */
export interface Collector {
  /** Section name in the snapshot. */
  id: string;
  title: string;
  costClass: CostClass;
  timeoutMs: number;
  when: 'start+end' | 'start' | 'end';
  needs?: {
    performanceSchema?: true;
    privilege?: PrivilegeId;
    /** Without the privilege the server answers with less instead of refusing: do not ask at all then. */
    silent?: true;
  };
  /**
   * Tried in order. The next one is taken when the server lacks a table or column of the one before, or refuses it for
   * want of a privilege that the next one does not need.
   */
  sources: readonly Source[];
  /** Which servers have this evidence, for the reason given on the others. */
  since?: string;
  /** Fetches what one statement does not bring; default: sends `source.sql` and keeps the table as it is. */
  fetch?: (context: CollectContext, source: Source) => Promise<Reading>;
  /** Removes literals (always passwords) from what was fetched. Present: the section says whether it did. */
  redact?: (reading: Reading, keepLiterals: boolean) => Reading;
}

/** Whether a range holds for a server. Percona Server is a MySQL where `flavours` names mysql. */
export function holdsFor(range: ServerRange, server: Pick<ServerIdentity, 'flavour' | 'version'>): boolean {
  const { flavours, from, before } = range;
  const named =
    flavours === undefined ||
    flavours.includes(server.flavour) ||
    (server.flavour === 'percona' && flavours.includes('mysql'));
  return (
    named &&
    (from === undefined || compareVersions(server.version, from) >= 0) &&
    (before === undefined || compareVersions(server.version, before) < 0)
  );
}

/** Sends the statement of a source and keeps the answer as it is. */
export async function fetchTable(
  context: CollectContext,
  collector: Collector,
  source: Source,
): Promise<Reading> {
  const table = await context.session.query(source.sql, {
    timeoutMs: collector.timeoutMs,
    signal: context.signal,
  });
  return { table, ...truncation(table, source) };
}

/** Says that the bound of a source was reached. */
export function truncation(table: Table, source: Source): Pick<Capture, 'truncated'> {
  const { bound } = source;
  return bound !== undefined && table.rows.length >= bound.rows
    ? { truncated: `only the ${bound.rows} rows with the most ${bound.by}` }
    : {};
}

/** A table whose columns named (in lower case) go through `change` where they hold text. */
export function mapColumns(table: Table, names: readonly string[], change: (text: string) => string): Table {
  const indexes = table.columns.flatMap((column, index) =>
    names.includes(column.toLowerCase()) ? [index] : [],
  );
  return {
    columns: table.columns,
    rows: table.rows.map((row) =>
      row.map((cell, index) => (typeof cell === 'string' && indexes.includes(index) ? change(cell) : cell)),
    ),
  };
}
