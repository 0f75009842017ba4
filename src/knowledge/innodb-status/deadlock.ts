import { Cursor, isFiller, type Line, ownText, type TakeUnknown } from './line';
import { lockKey } from './lock';
import { type InnodbTransaction, LockReader, readTransaction, transactionStart } from './transaction';

/** LATEST DETECTED DEADLOCK (lock0lock.cc, DeadlockChecker and Deadlock_notifier). */
export interface Deadlock {
  /** Time in the server's zone, `2026-11-21 04:14:16`, in 5.5 and before `121121  4:14:16`; null: not printed. */
  at: string | null;
  /**
   * The transactions of the cycle in the order printed, with the locks that each holds and waits for. MySQL up to 5.7
   * prints the locks held of the last one only; MariaDB prints them as those that conflict with the wait of another.
   */
  transactions: InnodbTransaction[];
  /** Position in `transactions` of the one rolled back, `*** WE ROLL BACK TRANSACTION (2)` is 1; null: not printed. */
  victim: number | null;
  /** The search for a cycle was given up (`TOO DEEP OR LONG SEARCH`, up to 5.7), and a cycle assumed. */
  searchGivenUp: boolean;
}

const part =
  /^\*\*\* (?:\((\d{1,6})\) )?(TRANSACTION|HOLDS THE LOCK\(S\)|WAITING FOR THIS LOCK TO BE GRANTED|CONFLICTING WITH):?$/;
const rolledBack = /^\*\*\* WE ROLL BACK TRANSACTION \((\d{1,6})\)$/;
const givenUp = /^(?:\*\*\* )?TOO DEEP OR LONG SEARCH IN THE LOCK TABLE/;

export function readDeadlock(lines: readonly Line[], unknown: TakeUnknown): Deadlock {
  const deadlock: Deadlock = { at: null, transactions: [], victim: null, searchGivenUp: false };
  const cursor = new Cursor(lines);
  /** Locks that the transaction being read meets, held by others of the cycle. */
  const conflicting: InnodbTransaction[] = [];
  for (let line = cursor.next(); line !== undefined; line = cursor.next()) {
    const text = ownText(line) ?? '';
    const [, number, title] = part.exec(text) ?? [];
    const victim = rolledBack.exec(text)?.[1];
    const transaction = transactionStart(line);
    const current =
      deadlock.transactions[number === undefined ? deadlock.transactions.length - 1 : Number(number) - 1];
    if (transaction !== null) {
      deadlock.transactions.push(transaction);
      readTransaction(transaction, cursor, beginsPart, unknown);
    } else if (victim !== undefined) deadlock.victim = Number(victim) - 1;
    else if (givenUp.test(text)) deadlock.searchGivenUp = true;
    else if (title !== undefined && title !== 'TRANSACTION' && current !== undefined) {
      // MariaDB: locks of others. They are put to their owners when all transactions are known.
      const owner = title === 'CONFLICTING WITH' ? { ...current, holds: [], waitsFor: [] } : current;
      if (owner !== current) conflicting.push(owner);
      readLocks(owner, cursor, title === 'WAITING FOR THIS LOCK TO BE GRANTED', unknown);
    } else if (title === undefined && deadlock.at === null && timeOf(text) !== null)
      deadlock.at = timeOf(text);
    else if (title !== 'TRANSACTION' && !isFiller(line)) unknown(line);
  }
  assign(conflicting, deadlock.transactions);
  if (deadlock.searchGivenUp) deadlock.victim ??= deadlock.transactions.length > 0 ? 0 : null;
  if (deadlock.victim !== null && deadlock.transactions[deadlock.victim] === undefined)
    deadlock.victim = null;
  return deadlock;
}

/** `2026-11-21 04:14:16 0x7feec220b6c0`: time, then the thread. */
export function timeOf(text: string): string | null {
  return (
    /^(\d{4}-\d\d-\d\d {1,2}\d{1,2}:\d\d:\d\d|\d{6} {1,2}\d{1,2}:\d\d:\d\d)(?= |$)/.exec(text)?.[1] ?? null
  );
}

function beginsPart(line: Line): boolean {
  return line.text.startsWith('*** ') && (part.test(line.text.slice(0, 128)) || rolledBack.test(line.text));
}

function readLocks(
  transaction: InnodbTransaction,
  cursor: Cursor,
  waits: boolean,
  unknown: TakeUnknown,
): void {
  const locks = new LockReader(waits);
  for (let line = cursor.peek(); line !== undefined && !beginsPart(line); line = cursor.peek()) {
    cursor.next();
    if (!locks.take(transaction, line) && !isFiller(line)) unknown(line);
  }
}

/** Gives each lock that was met to its owner, once. */
function assign(conflicting: readonly InnodbTransaction[], transactions: readonly InnodbTransaction[]): void {
  const owners = new Map(
    transactions.map((transaction) => [
      transaction.id,
      { transaction, known: new Set([...transaction.holds, ...transaction.waitsFor].map(lockKey)) },
    ]),
  );
  for (const lock of conflicting.flatMap(({ holds, waitsFor }) => [...holds, ...waitsFor])) {
    const owner = owners.get(lock.transaction);
    const key = lockKey(lock);
    if (owner === undefined || owner.known.has(key)) continue;
    owner.known.add(key);
    (lock.waiting ? owner.transaction.waitsFor : owner.transaction.holds).push(lock);
  }
}
