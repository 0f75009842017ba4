/** One edge: a transaction that waits for a lock, and one that holds it. Ids as the server prints them. */
export interface LockWait {
  waiting: string;
  blocking: string;
  /** `shop.orders (PRIMARY)`; null: not reported. */
  object: string | null;
}

/** An open transaction with its connection. */
export interface OpenTransaction {
  id: string;
  connection: string;
  /** Seconds since it began. */
  age: number;
  /** Seconds that it has waited for a lock; null: it does not wait. */
  waited: number | null;
  /** What its session does: its statement without literals, or that it sleeps. */
  doing: string;
}

/** A transaction that waits for nobody, with those that wait for it, directly or through others. */
export interface LockRoot {
  transaction: OpenTransaction;
  waiters: OpenTransaction[];
  /** The locked objects that its waiters ask for, most wanted first. */
  objects: string[];
  /** Longest wait below it, seconds; 0 when none is reported. */
  longestWait: number;
}

/**
 * The heads of the queues for row locks, those with most waiters first. A transaction that was gone when the
 * transactions were read is left out; in a cycle (the server ends it as a deadlock) nobody is a head.
 */
export function lockRoots(
  waits: readonly LockWait[],
  transactions: ReadonlyMap<string, OpenTransaction>,
): LockRoot[] {
  const waiting = new Set(waits.map((wait) => wait.waiting));
  const heads = new Set(waits.map((wait) => wait.blocking).filter((id) => !waiting.has(id)));
  const roots = [...heads].flatMap((id): LockRoot[] => {
    const transaction = transactions.get(id);
    if (transaction === undefined) return [];
    const below = waitsBelow(id, waits);
    const waiters = [...new Set(below.map((wait) => wait.waiting))].flatMap(
      (one) => transactions.get(one) ?? [],
    );
    const longestWait = Math.max(0, ...waiters.map(({ waited }) => waited ?? 0));
    return [
      {
        transaction,
        waiters,
        objects: byFrequency(below.flatMap(({ object }) => object ?? [])),
        longestWait,
      },
    ];
  });
  return roots.sort((a, b) => b.waiters.length - a.waiters.length || b.longestWait - a.longestWait);
}

/** Every edge that leads to a transaction. */
function waitsBelow(head: string, waits: readonly LockWait[]): LockWait[] {
  const found: LockWait[] = [];
  const seen = new Set([head]);
  let next = [head];
  while (next.length > 0) {
    const holders = new Set(next);
    const edges = waits.filter(({ blocking }) => holders.has(blocking));
    found.push(...edges);
    next = [...new Set(edges.map((edge) => edge.waiting))].filter((id) => !seen.has(id));
    for (const id of next) seen.add(id);
  }
  return found;
}

/**
 * A locked object as the tree names it: `shop.orders (PRIMARY)`.
 * @param table as the server prints it, with its quotes
 * @param index null: the lock is on the table
 * @param schema null: it stands before the table already
 */
export function lockedObject(table: string, index: string | null, schema: string | null = null): string {
  const name = table.replaceAll('`', '').replaceAll('"', '');
  const named = schema === null ? name : `${schema}.${name}`;
  return index === null ? named : `${named} (${index})`;
}

function byFrequency(names: string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

const shownWaiters = 8;

/** The tree in words: the head of the queue, then those that wait for it, longest first. */
export function lockTreeText({ transaction, waiters, objects, longestWait }: LockRoot): string {
  const shown = [...waiters].sort((a, b) => (b.waited ?? 0) - (a.waited ?? 0)).slice(0, shownWaiters);
  const listed = shown.map(
    ({ connection, waited, doing }) =>
      `connection ${connection} has waited ${waited === null ? 'an unknown time' : `${waited} s`} (${doing})`,
  );
  const more = waiters.length > shown.length ? [`and ${waiters.length - shown.length} more`] : [];
  const where = objects.length === 0 ? '' : ` on ${objects.slice(0, 3).join(', ')}`;
  return (
    `connection ${transaction.connection} (open for ${transaction.age} s; ${transaction.doing}) blocks ` +
    `${waiters.length}${where}, the longest for ${longestWait} s: ${[...listed, ...more].join('; ')}`
  );
}
