import { classifySession, type SessionWait } from '../../../knowledge/waits/session-waits';
import { onceFor } from '../../../shared/base/once-for';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';
import type { Row } from '../inputs/row-delta';
import { listSource, sessionsById, shortened } from './locks';

type Session = Row<'processlist'>;
export type MetadataLock = Row<'metadata-locks'>;

const blockerInputs = ['section.processlist', 'section.transactions', 'section.metadata-locks'] as const;
const blockerSource =
  'performance_schema.metadata_locks; MySQL manual, "Metadata Locking": a transaction keeps the metadata locks of its tables until it ends; "FLUSH Statement": it waits for statements that use the tables';

/** Facts on queues for metadata locks, for locks of the whole server and for locks of the application. */
export const metadataLockFacts: FactDefinition[] = [
  {
    id: 'metadata_lock_waiters',
    unit: 'count',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Sessions that wait for a metadata lock at the end of the window.',
      formula:
        'sessions in state "Waiting for ... lock" (metadata, global read, commit, backup), or "Waiting for table flush"',
      source: listSource,
    },
    compute: (read) => metadataWaiters(read).length,
  },
  {
    id: 'metadata_lock_seconds',
    unit: 'seconds',
    type: 'number',
    needs: ['section.processlist'],
    doc: { what: 'Longest of these waits.', formula: 'largest TIME', source: listSource },
    compute: (read) => Math.max(0, ...metadataWaiters(read).map(({ time }) => cellNumber(time) ?? 0)),
  },
  {
    id: 'metadata_lock_kind',
    unit: 'none',
    type: 'string',
    needs: ['section.processlist'],
    doc: {
      what: 'What the longest of them waits for: a metadata lock of a table, or a lock of the whole server.',
      formula: 'by the state of that session',
      source: `${listSource}; MySQL manual, "General Thread States"`,
    },
    compute: lockKind,
  },
  {
    id: 'user_lock_waiters',
    unit: 'count',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Sessions that wait for a lock that the application takes by GET_LOCK.',
      formula: 'sessions in state "User lock"',
      source: `${listSource}; MySQL manual, "Locking Functions"`,
    },
    compute: (read) => userLockWaiters(read).length,
  },
  {
    id: 'user_lock_seconds',
    unit: 'seconds',
    type: 'number',
    needs: ['section.processlist'],
    doc: { what: 'Longest of these waits.', formula: 'largest TIME', source: listSource },
    compute: (read) => Math.max(0, ...userLockWaiters(read).map(({ time }) => cellNumber(time) ?? 0)),
  },
  {
    id: 'user_lock_holder',
    unit: 'none',
    type: 'string',
    needs: ['section.processlist', 'section.metadata-locks'],
    doc: {
      what: 'Connection that holds the lock of the longest of these waits.',
      formula: 'holder of the same USER LEVEL LOCK',
      source: 'performance_schema.metadata_locks (MySQL 5.7 and later, MariaDB 10.5 and later)',
    },
    compute: (read) => {
      const first = longestOf(userLockWaiters(read));
      if (first === undefined) return 'none';
      return (
        metadataHolder(read, String(first.id)) ??
        read.missing('absent', 'The holder is not among the metadata locks that were read.')
      );
    },
  },
  {
    id: 'metadata_lock_first',
    unit: 'none',
    type: 'string',
    needs: ['section.processlist'],
    doc: {
      what: 'Statement that has waited longest for a metadata lock; those behind it queue for it.',
      formula: 'INFO of that session',
      source: listSource,
    },
    compute: (read) => statementOf(longestWaiter(read)),
  },
  {
    id: 'metadata_lock_blocker',
    unit: 'none',
    type: 'string',
    needs: blockerInputs,
    doc: {
      what: 'Connection that holds that metadata lock.',
      formula:
        'the holder of the object that the longest waiter asks for; where locks are not shown, of the transactions older than the wait and not waiting themselves one whose session sleeps, then the oldest (inferred); of FLUSH TABLES the oldest statement that runs (inferred)',
      source: blockerSource,
    },
    compute: (read) => metadataBlocker(read).connection,
  },
  {
    id: 'metadata_lock_blocker_basis',
    unit: 'none',
    type: 'string',
    needs: blockerInputs,
    doc: {
      what: 'How that connection was found.',
      formula: 'seen in metadata_locks, or inferred',
      source: blockerSource,
    },
    compute: (read) => metadataBlocker(read).basis,
  },
];

/** Sessions in the queue for a metadata lock. */
export function metadataWaiters(read: FactReader): Session[] {
  return sessionsThatWait(read, (wait) => wait.class === 'metadataLock');
}

/** What a session waits for, by its state alone. */
function sessionsThatWait(read: FactReader, isMeant: (wait: SessionWait) => boolean): Session[] {
  return waitsOnce(read.rows('processlist')).flatMap(({ session, wait }) => (isMeant(wait) ? [session] : []));
}

const waitsOnce = onceFor((sessions: readonly Session[]) =>
  sessions.map((session) => ({ session, wait: waitOf(session) })),
);

function waitOf({ command, state }: Session): SessionWait {
  const shown = { command: String(command ?? ''), state: String(state ?? '') };
  return classifySession({ ...shown, waits: [], waitsForRowLock: false }, false);
}

const tableFlush = 'table flush';

/** Locks of this kind by what they are taken with; the others are named as the state has them. */
const lockNames: Readonly<Record<string, string>> = {
  metadata_lock: 'a metadata lock',
  'global read lock': 'the global read lock (FLUSH TABLES WITH READ LOCK)',
  'commit lock': 'the global read lock (FLUSH TABLES WITH READ LOCK)',
  'backup lock': 'the backup lock',
  [tableFlush]: 'FLUSH TABLES to end',
};
const userLock = 'user lock';

function lockKind(read: FactReader): string {
  const first = longestOf(metadataWaiters(read));
  if (first === undefined) return 'a metadata lock';
  const { object } = waitOf(first);
  return lockNames[object ?? ''] ?? `the ${object}`;
}

function userLockWaiters(read: FactReader): Session[] {
  return sessionsThatWait(read, (wait) => wait.object === userLock);
}

function longestWaiter(read: FactReader): Session | undefined {
  return longestOf(metadataWaiters(read));
}

export function longestOf(sessions: readonly Session[]): Session | undefined {
  const time = (row: Session) => cellNumber(row.time) ?? 0;
  return [...sessions].sort((a, b) => time(b) - time(a))[0];
}

function statementOf(row: Session | undefined): string {
  return row?.info == null ? 'none' : shortened(String(row.info));
}

interface MetadataBlocker {
  connection: string;
  basis: string;
}

/** The connection that holds up the queue for a metadata lock. Missing where nothing points to one. */
function metadataBlocker(read: FactReader): MetadataBlocker {
  const first = longestWaiter(read);
  if (first === undefined) return { connection: 'none', basis: 'nobody waits' };
  const holder = metadataHolder(read, String(first.id));
  if (holder !== null) return { connection: holder, basis: 'seen in metadata_locks' };
  const waited = cellNumber(first.time) ?? 0;
  const waiting = new Set(metadataWaiters(read).map(({ id }) => String(id)));
  if (waitOf(first).object === tableFlush) return flushBlocker(read, waited, waiting);
  const sessions = sessionsById(read);
  // A list without one session that sleeps was asked for without them: then who is idle within a transaction is not in it.
  const leavesOutIdle = [...sessions.values()].every(({ command }) => command !== 'Sleep');
  const candidates = read
    .rows('transactions')
    .map((row) => ({
      isUnlisted: leavesOutIdle && row.trx_query == null,
      connection: String(row.trx_mysql_thread_id ?? ''),
      age: cellNumber(row.age_seconds) ?? 0,
    }))
    // Times are whole seconds of two readings, so one second of play.
    .filter(
      ({ connection, age, isUnlisted }) =>
        age + 1 >= waited && (sessions.has(connection) || isUnlisted) && !waiting.has(connection),
    )
    .map((one) => ({ ...one, sleeps: (sessions.get(one.connection)?.command ?? 'Sleep') === 'Sleep' }))
    .sort((a, b) => Number(b.sleeps) - Number(a.sleeps) || b.age - a.age);
  const [likely] = candidates;
  return likely === undefined
    ? read.missing('absent', 'No transaction is older than the longest wait for a metadata lock.')
    : { connection: likely.connection, basis: 'inferred: its transaction is older than the wait' };
}

/** FLUSH TABLES waits for statements that were running when it came, whether they are of a transaction or not. */
function flushBlocker(read: FactReader, waited: number, waiting: ReadonlySet<string>): MetadataBlocker {
  const running = read
    .rows('processlist')
    .filter(
      ({ id, command, time, info }) =>
        /^(?:Query|Execute)$/i.test(String(command ?? '')) &&
        info != null &&
        (cellNumber(time) ?? 0) + 1 >= waited &&
        !waiting.has(String(id)),
    );
  const oldest = longestOf(running);
  return oldest === undefined
    ? read.missing('absent', 'No statement has been running for longer than FLUSH TABLES waits.')
    : { connection: String(oldest.id), basis: 'inferred: its statement was running when FLUSH TABLES came' };
}

/** The locks that are waited for. */
export function pendingLocks(locks: readonly MetadataLock[]): MetadataLock[] {
  return locks.filter(({ lock_status }) => lock_status === 'PENDING');
}

/** What a lock is on, in one text: two locks on the same object have the same. */
export function objectKey({ object_type, object_schema, object_name }: MetadataLock): string {
  return [object_type, object_schema, object_name].join('\n');
}

/** Whether a lock is held on the object of another one. */
export function isGrantedOn(lock: MetadataLock, wanted: MetadataLock): boolean {
  return lock.lock_status === 'GRANTED' && objectKey(lock) === objectKey(wanted);
}

/**
 * Who holds a lock on the object that a session waits for, and waits for nothing itself; one that sleeps first. Null
 * where metadata locks are not shown.
 */
function metadataHolder(read: FactReader, waiter: string): string | null {
  const found = read.rowsOrReason('metadata-locks');
  if ('reason' in found) return null;
  const pending = pendingLocks(found.rows);
  const wanted = pending.find(({ processlist_id }) => String(processlist_id) === waiter);
  if (wanted === undefined) return null;
  const waiting = new Set(pending.map(({ processlist_id }) => String(processlist_id)));
  const sessions = sessionsById(read);
  const sleeps = (id: string) => sessions.get(id)?.command === 'Sleep';
  const holders = found.rows
    .filter((row) => row.processlist_id != null && isGrantedOn(row, wanted))
    .map(({ processlist_id }) => String(processlist_id))
    .filter((id) => !waiting.has(id));
  return holders.find(sleeps) ?? holders[0] ?? null;
}
