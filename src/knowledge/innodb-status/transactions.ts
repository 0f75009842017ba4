import { Cursor, isFiller, type Line, type TakeUnknown } from './line';
import { type FieldsOf, lineForms, matchLine } from './line-form';
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
   * In the order printed; without those that were cut out (see `truncated`). MySQL 9.7 leaves out those that have only
   * read, though INNODB_TRX has them.
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
  let cut = false;
  for (let line = cursor.next(); line !== undefined; line = cursor.next()) {
    const transaction = transactionStart(line);
    const found = matchLine(line, summaryForms);
    if (transaction !== null) {
      list.push(transaction);
      cut = false;
      readTransaction(transaction, cursor, beginsAnother, unknown);
    } else if (isCutMark(line)) cut = true;
    else if (found !== null) Object.assign(summary, found);
    // What follows the cut is the rest of a transaction that is not there.
    else if (!cut && !isFiller(line)) unknown(line);
  }
  return { ...summary, list };
}

function beginsAnother(line: Line): boolean {
  return isCutMark(line) || (line.text.startsWith('---TRANSACTION ') && transactionStart(line) !== null);
}
