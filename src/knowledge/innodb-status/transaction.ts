import { type Cursor, isFiller, type Line, ownText, type TakeUnknown } from './line';
import { lineForms, matchLine } from './line-form';
import { heapNumberOf, type InnodbLock, isRecordData, lockKey, lockOf } from './lock';

/** A transaction as InnoDB prints it in the list, in a deadlock and in a foreign key error (trx0trx.cc trx_print_low). */
export interface InnodbTransaction {
  /**
   * As printed. MySQL 5.6 and later: decimal, one above 2^48 stands for a transaction that has written nothing; 5.5:
   * hexadecimal; 5.0 and 5.1: two halves `0 80157600`; MariaDB: an address `0x7feead13b680` while nothing is written.
   */
  id: string;
  state: 'not started' | 'active' | 'prepared' | 'committed';
  /** Age in seconds, `ACTIVE 14 sec`; null: not started or not printed. */
  seconds: number | null;
  /** Found by recovery, without a session. */
  recovered: boolean;
  /** What InnoDB does for it, `starting index read`. */
  operation: string | null;
  /** Tickets left to enter InnoDB, `thread declared inside InnoDB 442`; null: outside. */
  ticketsInside: number | null;
  /** `mysql tables in use 1, locked 1`. */
  tablesInUse: number | null;
  tablesLocked: number | null;
  /** `LOCK WAIT`, `ROLLING BACK`, `COMMITTING` before the lock structs. */
  phase: string | null;
  /** `2 lock struct(s), heap size 1120, 1 row lock(s), undo log entries 1`; the heap in bytes. */
  lockStructs: number | null;
  lockHeapBytes: number | null;
  rowLocks: number | null;
  /** Null: the transaction has changed nothing. */
  undoEntries: number | null;
  /** Connection, as in the processlist: `MySQL thread id 9, OS thread handle 1395, query id 31 localhost root updating`. */
  connection: string | null;
  query: string | null;
  /** Host, user and state of the session, as printed. */
  session: string | null;
  /** Running statement, cut by the server after some hundred characters; null: none. */
  statement: string | null;
  /** `Trx read view will not see trx with id >= 2680, sees < 2654`: what its snapshot sees. */
  readView: { seesBelow: string; notFrom: string } | null;
  /** Seconds, `TRX HAS BEEN WAITING 19 SEC FOR THIS LOCK TO BE GRANTED`. */
  waitingSeconds: number | null;
  waitsFor: InnodbLock[];
  /** Without the lock monitor only the lock waited for is printed, except in a deadlock. */
  holds: InnodbLock[];
  /** The server printed no more than some of the locks: 10, or innodb_show_locks_held, or until it lost its place. */
  locksCut: boolean;
  /** Line on which it begins. */
  line: number;
}

const beforeThread = lineForms('mysql tables in use {tablesInUse:n}, locked {tablesLocked:n}');
const lockSummary =
  /^((?:LOCK WAIT |ROLLING BACK |COMMITTING |RECOVERED TRX ){0,4})(\d{1,15}) lock struct\(s\), heap size (\d{1,15})(?:, (\d{1,15}) row lock\(s\))?(?:, holds adaptive hash latch)?(?:, undo log entries (\d{1,15}))?$/;
const thread =
  /^(?:MySQL |MariaDB )?thread id (\d{1,20})(?:, OS thread handle (?:0x)?[0-9a-f]{1,20})?, query id (\d{1,20})(?: (.*))?$/;
const afterStatement = lineForms(
  'Trx read view will not see trx with id >= {notFrom:i}, sees < {seesBelow:i}',
  'Trx #rec lock waits {recordWaits:c} #table lock waits {tableWaits:c}',
  'Trx total rec lock wait time {recordWaited:c} SEC',
  'Trx total table lock wait time {tableWaited:c} SEC',
  'TOO MANY LOCKS PRINTED FOR THIS TRX: SUPPRESSING FURTHER {cut:w}',
  '{printed:n} LOCKS PRINTED FOR THIS TRX: SUPPRESSING FURTHER {cut:w}',
);
const waitLine = /^-{3,} TRX HAS BEEN WAITING (\d{1,15}) (SEC|sec|s|ms|us|ns) FOR THIS LOCK TO BE GRANTED:/;
const perSecond: Readonly<Record<string, number>> = { ms: 1e3, us: 1e6, ns: 1e9 };

const head =
  /^TRANSACTION \(?((?:0x)?[0-9a-fA-F]{1,20}(?: \d{1,10})?)\)?, (not started|ACTIVE \(PREPARED\)|ACTIVE|PREPARED|COMMITTED IN MEMORY)(?: (\d{1,15}) sec)?( recovered trx)?(?:, process no \d{1,10})?(?:, OS thread id \d{1,20})?(?= |,|$)/;
const states: Readonly<Record<string, InnodbTransaction['state']>> = {
  'not started': 'not started',
  ACTIVE: 'active',
  'COMMITTED IN MEMORY': 'committed',
};
const inside = ', thread declared inside InnoDB ';

/** The transaction that begins on this line, still without what follows; null when none does. */
export function transactionStart(line: Line): InnodbTransaction | null {
  const text = ownText(line)?.replace(/^---/, '') ?? '';
  const found = text.startsWith('TRANSACTION ') ? head.exec(text) : null;
  if (found === null) return null;
  const rest = text.slice(found[0].length);
  const declared = rest.lastIndexOf(inside);
  const operation = (declared < 0 ? rest : rest.slice(0, declared)).replace(/^,/, '').trim();
  const tickets = declared < 0 ? '' : rest.slice(declared + inside.length);
  return {
    id: found[1] ?? '',
    state: states[found[2] ?? ''] ?? 'prepared',
    seconds: found[3] === undefined ? null : Number(found[3]),
    recovered: found[4] !== undefined,
    operation: operation === '' ? null : operation,
    ticketsInside: /^\d{1,15}$/.test(tickets) ? Number(tickets) : null,
    tablesInUse: null,
    tablesLocked: null,
    phase: null,
    lockStructs: null,
    lockHeapBytes: null,
    rowLocks: null,
    undoEntries: null,
    connection: null,
    query: null,
    session: null,
    statement: null,
    readView: null,
    waitingSeconds: null,
    waitsFor: [],
    holds: [],
    locksCut: false,
    line: line.number,
  };
}

/**
 * Reads what follows the first line of a transaction: its work, its thread, its statement, which may have any lines,
 * its view and its locks, until a line at which `ends` holds.
 */
export function readTransaction(
  transaction: InnodbTransaction,
  cursor: Cursor,
  ends: (line: Line) => boolean,
  unknown: TakeUnknown,
): void {
  const statement: string[] = [];
  const locks = new LockReader();
  let at: 'work' | 'statement' | 'locks' = 'work';
  for (let line = cursor.peek(); line !== undefined && !ends(line); line = cursor.peek()) {
    cursor.next();
    if (at === 'work' && readWork(transaction, line)) {
      if (transaction.connection !== null) at = 'statement';
    } else if (readAfterStatement(transaction, line) || locks.take(transaction, line)) at = 'locks';
    else if (at === 'statement') statement.push(line.text);
    else if (!isFiller(line)) unknown(line);
  }
  while (statement.at(-1)?.trim() === '') statement.pop();
  if (statement.length > 0) transaction.statement = statement.join('\n');
}

/** The lines before the statement. */
function readWork(transaction: InnodbTransaction, line: Line): boolean {
  const text = ownText(line) ?? '';
  const tables = matchLine(line, beforeThread);
  const summary = lockSummary.exec(text);
  const session = thread.exec(text);
  if (tables !== null) {
    transaction.tablesInUse = tables.tablesInUse ?? null;
    transaction.tablesLocked = tables.tablesLocked ?? null;
  } else if (summary !== null) {
    const phase = (summary[1] ?? '').trim();
    transaction.phase = phase === '' ? null : phase;
    transaction.lockStructs = Number(summary[2]);
    transaction.lockHeapBytes = Number(summary[3]);
    transaction.rowLocks = summary[4] === undefined ? null : Number(summary[4]);
    transaction.undoEntries = summary[5] === undefined ? null : Number(summary[5]);
  } else if (session !== null) {
    transaction.connection = session[1] ?? null;
    transaction.query = session[2] ?? null;
    const words = (session[3] ?? '').trim();
    transaction.session = words === '' ? null : words;
  } else return false;
  return true;
}

function readAfterStatement(transaction: InnodbTransaction, line: Line): boolean {
  const found = matchLine(line, afterStatement);
  if (found === null) return false;
  if (found.cut != null) transaction.locksCut = true;
  const { notFrom, seesBelow } = found;
  if (notFrom != null && seesBelow != null) transaction.readView ??= { seesBelow, notFrom };
  return true;
}

/** Reads locks with their records, in the order in which the server prints them. */
export class LockReader {
  /** The lock whose records follow, and those that it has already: the lock waited for is printed twice. */
  #lock: { lock: InnodbLock; records: Set<number> } | null = null;
  readonly #waitedFor = new Map<string, { lock: InnodbLock; records: Set<number> }>();
  #waits = false;

  /** @param waits whether the locks that follow are those waited for */
  constructor(waits = false) {
    this.#waits = waits;
  }

  /** Takes a line that belongs to locks, and gives the transaction what it says; false for any other line. */
  take(transaction: InnodbTransaction, line: Line): boolean {
    const wait = line.text.startsWith('---') ? waitLine.exec(line.text.slice(0, 128)) : null;
    if (wait !== null) {
      transaction.waitingSeconds = Number(wait[1]) / (perSecond[wait[2] ?? ''] ?? 1);
      this.#waits = true;
      this.#lock = null;
      return true;
    }
    const lock = lockOf(line);
    if (lock !== null) {
      this.#lock = this.#add(transaction, lock);
      return true;
    }
    const heapNumber = heapNumberOf(line);
    if (heapNumber !== null && this.#lock !== null) {
      const { lock: locked, records } = this.#lock;
      if (!records.has(heapNumber)) locked.heapNumbers.push(heapNumber);
      records.add(heapNumber);
      return true;
    }
    if (this.#lock === null) return false;
    // A line of dashes ends the lock waited for; those held follow.
    if (isFiller(line) && line.text !== '') this.#waits = false;
    return isFiller(line) || isRecordData(line);
  }

  #add(transaction: InnodbTransaction, lock: InnodbLock): { lock: InnodbLock; records: Set<number> } {
    const added = { lock, records: new Set<number>() };
    if (!this.#waits && !lock.waiting) {
      transaction.holds.push(lock);
      return added;
    }
    const key = lockKey(lock);
    const same = this.#waitedFor.get(key);
    if (same !== undefined) return same;
    this.#waitedFor.set(key, added);
    transaction.waitsFor.push(lock);
    return added;
  }
}
