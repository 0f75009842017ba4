import type { SectionId } from '../../evidence/sections';
import type { Clock } from '../../shared/base/clock';
import type { Reason } from '../../shared/reason';
import type { Capture, Table } from '../../shared/snapshot';
import type { Account } from '../connect/account/account';
import type { PrivilegeId } from '../connect/account/privileges';
import type { Explaining } from './explaining';
import type { ReadContext } from './reading/read-context';
import type { SharedReadings } from './reading/shared-reads';
import type { Source } from './reading/source';

/** What a collector brought, before it is stamped. `reason`: what is missing from it all the same. */
export type CollectorResult = Pick<Capture, 'table' | 'text' | 'truncated'> & { reason?: Reason };

/** What a collector is given. */
export interface CollectContext extends ReadContext {
  account: Account;
  clock: Clock;
  /** Keep literals of statements; passwords are removed even so. */
  keepLiterals: boolean;
  /** Which statements may be explained. */
  explaining: Explaining;
  /** What several collectors need, read once. */
  shared: SharedReadings;
}

/** How much a collector asks of the server: light below about 20 ms, heavy may reach seconds on a big one. */
export type CostClass = 'light' | 'medium' | 'heavy';

/** A collector as data. Adding one: `npm run new -- collector NAME`. */
export interface Collector {
  /** Section of the snapshot; its columns, and what is removed of them, are in the section's contract. */
  id: SectionId;
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
   * lack of a privilege that the next one does not need.
   */
  sources: readonly Source[];
  /** Which servers have this evidence, for the reason given on the others. */
  since?: string;
  /** Fetches what one statement does not bring; default: sends `source.sql` and keeps the table as it is. */
  fetch?: (context: CollectContext, source: Source) => Promise<CollectorResult>;
  /** Refusals of the server that say something of it, by error number. */
  refusals?: Readonly<Record<number, Reason>>;
  /** Asked when there is no row: the reason if that means that nothing was measured, null if there is nothing. */
  whenEmpty?: (context: CollectContext) => Promise<Reason | null>;
}

/** Sends the statement of a source and keeps the answer as it is. */
export async function fetchTable(
  context: CollectContext,
  collector: Collector,
  source: Source,
): Promise<CollectorResult> {
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
