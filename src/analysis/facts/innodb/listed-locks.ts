import type { InnodbTransaction } from '../../../knowledge/innodb-status/transaction';
import { type LockWait, lockedObject, type OpenTransaction } from './lock-tree';

/** The queue for row locks as a status lists it. */
interface ListedQueue {
  waits: LockWait[];
  transactions: Map<string, OpenTransaction>;
}

/**
 * Who waits for whom by the list of transactions of SHOW ENGINE INNODB STATUS, which names waiters and what they wait for, and
 * names holders only with innodb_status_output_locks. Whoever waits, waits in the end for a transaction that waits for
 * nobody and holds row locks: where one such is open, it is the head of every queue.
 * @returns null where several may be the head, or none is listed: then nobody can tell
 */
export function listedQueue(list: readonly InnodbTransaction[]): ListedQueue | null {
  const open = list.filter(({ state }) => state !== 'not started');
  const waiting = open.filter(({ waitingSeconds }) => waitingSeconds !== null);
  const longest = Math.max(0, ...waiting.map(({ waitingSeconds }) => waitingSeconds ?? 0));
  const heads = open.filter(
    ({ waitingSeconds, rowLocks, seconds }) =>
      waitingSeconds === null && (rowLocks ?? 0) > 0 && seconds !== null && seconds >= longest,
  );
  const [head, ...others] = heads;
  if (waiting.length > 0 && (head === undefined || others.length > 0)) return null;
  return {
    waits: waiting.map(({ id, waitsFor: [lock] }) => ({
      waiting: id,
      blocking: head?.id ?? '',
      object: lock === undefined ? null : lockedObject(lock.table, lock.index),
    })),
    transactions: new Map(
      open.map((one): [string, OpenTransaction] => [
        one.id,
        {
          id: one.id,
          connection: one.connection ?? '0',
          age: one.seconds ?? 0,
          waited: one.waitingSeconds,
          doing: one.statement === null ? 'between two statements' : kindOf(one.statement),
        },
      ]),
    ),
  };
}

/** `UPDATE`: the rest of a statement holds values. */
function kindOf(statement: string): string {
  return /^\s*([a-z]{2,12})\b/i.exec(statement)?.[1]?.toUpperCase() ?? 'a statement';
}
