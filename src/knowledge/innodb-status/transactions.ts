import { Cursor, isFiller, type Line, type TakeUnknown } from './line';
import { type FieldsOf, lineForms, matchLine } from './line-form';
import { type InnodbLock, lockKey } from './lock';
import { isCutMark } from './sections';
import { type InnodbTransaction, readTransaction, transactionStart } from './transaction';

/** TRANSACTIONS (lock0lock.cc lock_print_info_summary and lock_print_info_all_transactions). Ids as printed. */
export interface Transactions {
  /** `Trx id counter 2680`: id that the next transaction gets. */
  nextId: string | null;
  /** `Purge done for trx's n:o < 47 undo n:o < 0`: purge has removed what was committed before these. */
  purgedBelow: string | null;
  purgedUndoBelow: string | null;
  /** `state: running but idle` (5.6 and later). */
  purgeState: string | null;
  /** `History list length 1305`: undo logs that purge has not removed. */
  historyListLength: number | null;
  /** `Total number of lock structs in row lock hash table 2` (lock monitor, or up to 5.1). */
  rowLockStructs: number | null;
  /**
   * In the order printed, each once; without those that were cut out (see `truncated`). MySQL 9.7 leaves out those that
   * have only read, though INNODB_TRX has them. To print a locked record the server may have to read its page: it lets go
   * of the list meanwhile, and where transactions have begun or ended until it goes on, it prints some again, whole or
   * from a later lock on (lock0lock.cc lock_rec_fetch_page, lock_print_info_all_transactions).
   */
  list: InnodbTransaction[];
}

const summaryForms = lineForms(
  'Trx id counter {nextId:i}',
  "Purge done for trx's n:o < {purgedBelow:i} undo n:o < {purgedUndoBelow:i} state: {purgeState:t}",
  "Purge done for trx's n:o < {purgedBelow:i} undo n:o < {purgedUndoBelow:i}",
  'History list length {historyListLength:n}',
  'Total number of lock structs in row lock hash table {rowLockStructs:n}',
  'LIST OF TRANSACTIONS FOR EACH SESSION:',
);
type Summary = FieldsOf<(typeof summaryForms)['forms'][number]>;

export function readTransactions(lines: readonly Line[], unknown: TakeUnknown): Transactions {
  const cursor = new Cursor(lines);
  const summary: Summary = {
    nextId: null,
    purgedBelow: null,
    purgedUndoBelow: null,
    purgeState: null,
    historyListLength: null,
    rowLockStructs: null,
  };
  const list: InnodbTransaction[] = [];
  const printed = new Map<string, InnodbTransaction>();
  let cut = false;
  for (let line = cursor.next(); line !== undefined; line = cursor.next()) {
    const transaction = transactionStart(line);
    const found = matchLine(line, summaryForms);
    if (transaction !== null) {
      cut = false;
      readTransaction(transaction, cursor, beginsAnother, unknown);
      const identity = identityOf(transaction);
      const earlier = identity === null ? undefined : printed.get(identity);
      if (earlier !== undefined) takeAgain(earlier, transaction);
      else {
        list.push(transaction);
        if (identity !== null) printed.set(identity, transaction);
      }
    } else if (isCutMark(line)) cut = true;
    else if (found !== null) Object.assign(summary, found);
    // What follows the cut is the rest of a transaction that is not there.
    else if (!cut && !isFiller(line)) unknown(line);
  }
  for (const transaction of list) transaction.locksCut ||= lacksLocks(transaction);
  return { ...summary, list };
}

/** What a transaction that is printed again has in common with its first entry; null where nothing distinguishes it from others. */
function identityOf({ id, connection, state }: InnodbTransaction): string | null {
  // What has not started, and up to 5.6 what has only read, has no id of its own: "0", "0 0".
  const unnamed = state === 'not started' || /^0(?: 0)?$/.test(id);
  return unnamed ? null : `${id} ${connection}`;
}

/** Adds a later entry of the same transaction: what it does is as of the later, its locks are those of both. */
function takeAgain(earlier: InnodbTransaction, later: InnodbTransaction): void {
  const { line, holds } = earlier;
  const locksCut = earlier.locksCut || later.locksCut;
  Object.assign(earlier, later, { line, holds: locksOfBoth(holds, later.holds), locksCut });
}

/** Whether the lock monitor printed fewer locks than it counted: it also goes on behind a transaction that it left. */
function lacksLocks({ holds, waitsFor, lockStructs }: InnodbTransaction): boolean {
  return holds.length > 0 && lockStructs !== null && holds.length + waitsFor.length < lockStructs;
}

function locksOfBoth(earlier: readonly InnodbLock[], later: readonly InnodbLock[]): InnodbLock[] {
  const locks = keyed(earlier);
  for (const [key, lock] of keyed(later)) {
    const heapNumbers = new Set([...(locks.get(key)?.heapNumbers ?? []), ...lock.heapNumbers]);
    locks.set(key, { ...lock, heapNumbers: [...heapNumbers] });
  }
  return [...locks.values()];
}

/** By what a lock is on, and the how-manieth of such it is: one transaction may have several on the same page. */
function keyed(locks: readonly InnodbLock[]): Map<string, InnodbLock> {
  const times = new Map<string, number>();
  return new Map(
    locks.map((lock) => {
      const key = lockKey(lock);
      const time = (times.get(key) ?? 0) + 1;
      times.set(key, time);
      return [`${key} ${time}`, lock];
    }),
  );
}

function beginsAnother(line: Line): boolean {
  return isCutMark(line) || (line.text.startsWith('---TRANSACTION ') && transactionStart(line) !== null);
}
