import { isFiller, type Line, ownText, type TakeUnknown } from './line';
import { type FieldsOf, lineForms, matchLine } from './line-form';

/** Rows since the start, decimal strings, and per second. */
export interface RowCounts {
  inserted: string;
  updated: string;
  deleted: string;
  read: string;
  insertsPerSecond: number | null;
  updatesPerSecond: number | null;
  deletesPerSecond: number | null;
  readsPerSecond: number | null;
}

/** ROW OPERATIONS (srv0srv.cc). */
export interface RowOperations {
  /**
   * `0 queries inside InnoDB, 0 queries in queue`: limited by innodb_thread_concurrency; null in MariaDB from 10.5 on,
   * which has no limit.
   */
  queriesInside: number | null;
  queriesInQueue: number | null;
  /** `15 read views open inside InnoDB`. */
  readViews: number | null;
  /** `0 RW transactions active inside InnoDB` and `RO` (Percona Server 5.6, MariaDB 10.0 and 10.1). */
  readWriteTransactions: number | null;
  readOnlyTransactions: number | null;
  /** `2 transactions active inside InnoDB` (Percona Server 5.5). */
  transactions: number | null;
  /** `4 tablespace extents now reserved for B-tree split operations`; printed when there are any. */
  reservedExtents: number | null;
  /** `Main thread process no. 8265, id 1401, state: sleeping`, or `Process ID=84, Main thread ID=14 , state=sleeping`. */
  mainThreadState: string | null;
  /** `Number of rows inserted 512, ...` and the rates after it. MariaDB from 10.5 or so on counts elsewhere. */
  rows: RowCounts | null;
  /** `Number of system rows inserted 464, ...` (MySQL 8.0 and later, MariaDB 10.3 and 10.4): of the dictionary. */
  systemRows: RowCounts | null;
  /** `---OLDEST VIEW---` (Percona Server, MariaDB 10.0 and 10.1): its numbers of transactions, as printed. */
  oldestView: { lowLimit: string | null; upLimit: string | null } | null;
}

const forms = lineForms(
  '{queriesInside:n} queries inside InnoDB, {queriesInQueue:n} queries in queue',
  '{readViews:n} read views open inside InnoDB',
  '{transactions:n} transactions active inside InnoDB',
  '{readWriteTransactions:n} RW transactions active inside InnoDB',
  '{readOnlyTransactions:n} RO transactions active inside InnoDB',
  '{reservedExtents:n} tablespace extents now reserved for B-tree split operations',
  'Main thread process no. {process:w} id {thread:w} state: {mainThreadState:t}',
  'Main thread id {thread:w} state: {mainThreadState:t}',
  'Process ID={process:w} Main thread ID={thread:w} , state={mainThreadState:t}',
  'Process ID={process:w} Main thread ID={thread:w} state={mainThreadState:t}',
  'Process ID={process:w} Main thread ID={thread:w} state: {mainThreadState:t}',
  'state: {mainThreadState:t}',
);
const viewForms = lineForms(
  'Read view low limit trx n:o {lowLimitNumber:i}',
  'Trx read view will not see trx with id >= {lowLimit:i}, sees < {upLimit:i}',
  'Read view up limit trx id {upLimit:i}',
  'Read view low limit trx id {lowLimit:i}',
  'Read view individually stored trx ids:',
  'Read view trx id {member:i}',
);
const countForms = lineForms(
  'Number of rows inserted {inserted:c}, updated {updated:c}, deleted {deleted:c}, read {read:c}',
);
const systemForms = lineForms(
  'Number of system rows inserted {inserted:c}, updated {updated:c}, deleted {deleted:c}, read {read:c}',
);
const rateForms = lineForms(
  '{insertsPerSecond:f} inserts/s, {updatesPerSecond:f} updates/s, {deletesPerSecond:f} deletes/s, {readsPerSecond:f} reads/s',
);
type Counted = Partial<FieldsOf<(typeof countForms)['forms'][number]>>;

/** Printed with words only. */
const knownLine =
  /^(?:---OLDEST VIEW---|Normal read view|(?:Purge|Clone) read view|\d+ out of \d+ descriptors used)$/;

export function readRowOperations(lines: readonly Line[], unknown: TakeUnknown): RowOperations {
  const rows: RowOperations = {
    queriesInside: null,
    queriesInQueue: null,
    readViews: null,
    transactions: null,
    readWriteTransactions: null,
    readOnlyTransactions: null,
    reservedExtents: null,
    mainThreadState: null,
    rows: null,
    systemRows: null,
    oldestView: null,
  };
  let counts: RowCounts | null = null;
  for (const line of lines) {
    const simple = matchLine(line, forms);
    const counted = matchLine(line, countForms);
    const system = matchLine(line, systemForms);
    const rates = matchLine(line, rateForms);
    const view = matchLine(line, viewForms);
    if (simple !== null) {
      const { process, thread, ...fields } = simple;
      Object.assign(rows, fields);
    } else if (counted !== null) counts = rows.rows ??= rowCounts(counted);
    else if (system !== null) counts = rows.systemRows ??= rowCounts(system);
    else if (rates !== null && counts !== null) Object.assign(counts, rates);
    else if (view !== null) {
      rows.oldestView ??= { lowLimit: null, upLimit: null };
      rows.oldestView.lowLimit ??= view.lowLimit ?? null;
      rows.oldestView.upLimit ??= view.upLimit ?? null;
    } else if (!isFiller(line) && !knownLine.test(ownText(line) ?? '')) unknown(line);
  }
  return rows;
}

function rowCounts(found: Counted): RowCounts {
  return {
    inserted: found.inserted ?? '0',
    updated: found.updated ?? '0',
    deleted: found.deleted ?? '0',
    read: found.read ?? '0',
    insertsPerSecond: null,
    updatesPerSecond: null,
    deletesPerSecond: null,
    readsPerSecond: null,
  };
}
