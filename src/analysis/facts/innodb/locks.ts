import type { Deadlock } from '../../../knowledge/innodb-status/deadlock';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { MissingInput } from '../inputs/fact-value';
import { cellNumber } from '../inputs/observed';
import type { Row } from '../inputs/row-delta';

type Session = Row<'processlist'>;

import { metricRate } from './buffer-pool';
import { listedQueue } from './listed-locks';
import { type LockRoot, lockedObject, lockRoots, lockTreeText, type OpenTransaction } from './lock-tree';

const lockInputs = [
  ...(['section.lock-waits', 'section.transactions', 'section.processlist'] as const),
  'section.innodb-status',
] as const;
export const listSource = 'process list at the end of the window';
const lockSource =
  'data_lock_waits (MySQL 8.0+) or INNODB_LOCK_WAITS, INNODB_TRX and the process list at the end of the window; without them the transactions of SHOW ENGINE INNODB STATUS, where one of them alone can be the head';

/** Facts on who blocks whom: row locks, metadata locks, deadlocks, and transactions whose session sleeps. */
export const lockFacts: FactDefinition[] = [
  ofRoot(
    'blocked_sessions',
    'count',
    'number',
    'Transactions that wait for the row locks of one transaction, directly or behind each other: the longest queue.',
    'transactions below the head of the queue',
    (root) => root?.waiters.length ?? 0,
  ),
  ofRoot(
    'blocked_seconds',
    'seconds',
    'number',
    'Longest wait in that queue.',
    'largest WAIT_SECONDS below the head',
    (root) => root?.longestWait ?? 0,
  ),
  ofRoot(
    'blocker_connection',
    'none',
    'string',
    'Connection at the head of that queue: it waits for nobody.',
    'trx_mysql_thread_id of the head',
    (root) => root?.transaction.connection ?? 'none',
  ),
  ofRoot(
    'blocker',
    'none',
    'string',
    'The same in words, for within a sentence.',
    'connection, or that it has none',
    (root) =>
      root?.transaction.connection === '0'
        ? 'a prepared XA transaction without a connection'
        : `connection ${root?.transaction.connection ?? 'none'}`,
  ),
  ofRoot('lock_tree', 'none', 'string', 'That queue in words.', 'head, objects and waiters', (root) =>
    root === undefined ? 'nobody waits' : lockTreeText(root),
  ),
  {
    id: 'auto_increment_waiters',
    unit: 'count',
    type: 'number',
    needs: ['section.lock-waits'],
    doc: {
      what: 'Transactions that wait for the AUTO-INC lock of a table.',
      formula: 'different waiting transactions of lock waits whose mode is AUTO_INC',
      source:
        'data_lock_waits (MySQL 8.0+) or INNODB_LOCK_WAITS at the end of the window; MySQL manual, "InnoDB Locking", AUTO-INC locks',
    },
    compute: (read) =>
      new Set(
        read
          .rows('lock-waits')
          .filter(({ lock_mode }) => /^AUTO[_-]INC/i.test(String(lock_mode ?? '')))
          .map(({ waiting_trx_id }) => waiting_trx_id),
      ).size,
  },
  {
    id: 'idle_transaction_seconds',
    unit: 'seconds',
    type: 'number',
    needs: ['section.transactions', 'section.processlist'],
    doc: {
      what: 'Longest time for which a session has slept with a transaction open.',
      formula: 'largest TIME of sessions in Sleep that have a row in INNODB_TRX',
      source: `INNODB_TRX and ${listSource}`,
    },
    compute: (read) => idleTransaction(read)?.seconds ?? 0,
  },
  {
    id: 'idle_transaction_connection',
    unit: 'none',
    type: 'string',
    needs: ['section.transactions', 'section.processlist'],
    doc: {
      what: 'Connection of that session.',
      formula: 'ID of that session',
      source: `INNODB_TRX and ${listSource}`,
    },
    compute: (read) => idleTransaction(read)?.connection ?? 'none',
  },
  {
    id: 'idle_transaction_locks',
    unit: 'count',
    type: 'number',
    needs: ['section.transactions', 'section.processlist'],
    doc: {
      what: 'Row locks that this session holds.',
      formula: 'TRX_ROWS_LOCKED (an estimate of the server)',
      source: 'MySQL manual, "The INFORMATION_SCHEMA INNODB_TRX Table"',
    },
    compute: (read) => idleTransaction(read)?.locks ?? 0,
  },
  {
    id: 'deadlock_share',
    unit: 'ratio',
    type: 'number',
    needs: ['fact.deadlock_rate', 'fact.commit_rate_least'],
    doc: {
      what: 'Share of the transactions with changes that a deadlock rolled back.',
      formula: 'deadlock_rate / (deadlock_rate + commit_rate_least)',
      source: 'derived',
    },
    compute: (read) => {
      const lost = read.fact('deadlock_rate');
      return lost === 0 ? 0 : lost / (lost + read.fact('commit_rate_least'));
    },
  },
  {
    id: 'deadlock_rate',
    unit: 'count/s',
    type: 'number',
    needs: [
      'status.Innodb_deadlocks',
      'section.innodb-metrics',
      'section.innodb-status',
      'fact.statement_error_rate',
    ],
    doc: {
      what: 'Deadlocks per second; each rolls one transaction back.',
      formula:
        'Innodb_deadlocks (MariaDB, Percona Server), or INNODB_METRICS lock_deadlocks, per second; where that stands still while deadlocks are printed: 2 / (age of the latest at the start + at the end of the window), at most statement_error_rate; one in the window where that is not known',
      source:
        'MySQL manual, "The INFORMATION_SCHEMA INNODB_METRICS Table"; seen on MySQL 5.7.22, where the counter stayed 0 through 29 deadlocks a second',
    },
    compute: (read) => {
      if (read.hasStatus('Innodb_deadlocks')) return read.rate('Innodb_deadlocks');
      const counted = metricRate(read, 'lock_deadlocks');
      return counted === 0 ? (rateByFreshness(read) ?? 0) : counted;
    },
  },
  {
    id: 'latest_deadlock',
    unit: 'none',
    type: 'string',
    needs: ['section.innodb-status'],
    doc: {
      what: 'The latest deadlock: which connections, tables and indexes.',
      formula: 'LATEST DETECTED DEADLOCK',
      source: 'SHOW ENGINE INNODB STATUS',
    },
    compute: (read) => {
      const { latestDeadlock } = read.innodbStatus();
      return latestDeadlock === null
        ? read.missing('absent', 'The InnoDB status holds no deadlock.')
        : deadlockText(latestDeadlock);
    },
  },
  {
    id: 'latest_deadlock_age',
    unit: 'seconds',
    type: 'number',
    needs: ['section.innodb-status'],
    doc: {
      what: 'Time between the latest deadlock and the InnoDB status that shows it.',
      formula:
        'time of the monitor output - time of LATEST DETECTED DEADLOCK, both in the zone of the server',
      source: 'SHOW ENGINE INNODB STATUS',
    },
    compute: (read) => {
      const { at, latestDeadlock } = read.innodbStatus();
      const [then, now] = [clockSeconds(latestDeadlock?.at ?? null), clockSeconds(at)];
      return then === null || now === null || now < then
        ? read.missing('absent', 'The InnoDB status holds no deadlock with its time.')
        : now - then;
    },
  },
  {
    id: 'lock_timeout_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['section.innodb-metrics'],
    doc: {
      what: 'Row lock waits per second that ended in an error after innodb_lock_wait_timeout.',
      formula: 'INNODB_METRICS lock_timeouts, increase / seconds',
      source: 'INFORMATION_SCHEMA.INNODB_METRICS (on by default)',
    },
    compute: (read) => metricRate(read, 'lock_timeouts'),
  },
  {
    id: 'prepared_transactions',
    unit: 'count',
    type: 'number',
    needs: lockInputs,
    doc: {
      what: 'XA transactions that have been prepared for a minute or longer, were found by recovery, or block others.',
      formula:
        'transactions "ACTIVE (PREPARED)" of 60 s or more, or "recovered trx", or at the head of the longest queue, in the list of the InnoDB status; a head without a connection (TRX_MYSQL_THREAD_ID 0) counts as one',
      source: 'MySQL manual, "XA Transaction States"',
    },
    compute: (read) => {
      const list =
        read.innodbStatus().transactions?.list ?? read.missing('absent', 'No list of transactions.');
      const head = headOfQueue(read);
      const left = list.filter(
        ({ id, state, seconds, recovered }) =>
          state === 'prepared' && (recovered || (seconds ?? 0) >= 60 || id === head?.id),
      );
      return Math.max(left.length, head?.connection === '0' ? 1 : 0);
    },
  },
  {
    id: 'largest_transaction_rows',
    unit: 'count',
    type: 'number',
    needs: ['section.transactions'],
    doc: {
      what: 'Rows that the largest open transaction has changed.',
      formula: 'largest TRX_ROWS_MODIFIED',
      source: 'MySQL manual, "The INFORMATION_SCHEMA INNODB_TRX Table"',
    },
    compute: (read) => largestTransaction(read)?.rows ?? 0,
  },
  {
    id: 'largest_transaction_connection',
    unit: 'none',
    type: 'string',
    needs: ['section.transactions'],
    doc: {
      what: 'Connection of that transaction.',
      formula: 'TRX_MYSQL_THREAD_ID',
      source: 'MySQL manual, "The INFORMATION_SCHEMA INNODB_TRX Table"',
    },
    compute: (read) => largestTransaction(read)?.connection ?? 'none',
  },
];

function ofRoot(
  id: string,
  unit: FactDefinition['unit'],
  type: FactDefinition['type'],
  what: string,
  formula: string,
  value: (root: LockRoot | undefined) => number | string,
): FactDefinition {
  return {
    id,
    unit,
    type,
    needs: lockInputs,
    doc: { what, formula, source: lockSource },
    compute: (read) => value(rootsOf(read)[0]),
  };
}

/** The transaction at the head of the longest queue; undefined: nobody waits, or nobody can see who does. */
function headOfQueue(read: FactReader): OpenTransaction | undefined {
  try {
    return rootsOf(read)[0]?.transaction;
  } catch (thrown) {
    if (thrown instanceof MissingInput) return undefined;
    throw thrown;
  }
}

function rootsOf(read: FactReader): LockRoot[] {
  if ('reason' in read.rowsOrReason('lock-waits')) {
    const found = read.innodbStatusOrReason('end');
    const status = 'reason' in found ? null : found.status;
    const listed = status?.transactions == null ? null : listedQueue(status.transactions.list);
    // Of a part of the list, that nobody waits in it says nothing.
    const isCut = status !== null && status.truncated !== null;
    if (listed !== null && !(isCut && listed.waits.length === 0))
      return lockRoots(listed.waits, listed.transactions);
  }
  // sys.innodb_lock_waits alone says who waits for whom; the list adds what an idle session does.
  const hasList = !('reason' in read.rowsOrReason('processlist'));
  const sessions = hasList ? sessionsById(read) : new Map<string, Session>();
  const transactions = new Map(
    read.rows('transactions').map((row): [string, OpenTransaction] => {
      const connection = String(row.trx_mysql_thread_id ?? '0');
      const session = sessions.get(connection);
      const statement = row.trx_query ?? session?.info ?? null;
      return [
        String(row.trx_id),
        {
          id: String(row.trx_id),
          connection,
          age: cellNumber(row.age_seconds) ?? 0,
          waited: cellNumber(row.wait_seconds),
          doing: statement === null ? sleepText(session) : shortened(String(statement)),
        },
      ];
    }),
  );
  const waits = read.rows('lock-waits').map((row) => ({
    waiting: String(row.waiting_trx_id),
    blocking: String(row.blocking_trx_id),
    object: objectOf(row),
  }));
  return lockRoots(waits, transactions);
}

function objectOf({ object_schema, object_name, index_name }: Row<'lock-waits'>): string | null {
  if (object_name == null) return null;
  const [index, schema] = [index_name, object_schema].map((one) => (one == null ? null : String(one)));
  return lockedObject(String(object_name), index ?? null, schema);
}

function sleepText(session: Session | undefined): string {
  if (session === undefined || session.command !== 'Sleep') return 'between two statements';
  return `asleep for ${session.time ?? 'an unknown number of'} s`;
}

/** The process list at the end of the window by connection. */
export function sessionsById(read: FactReader): Map<string, Session> {
  return new Map(read.rows('processlist').map((row) => [String(row.id), row]));
}

interface IdleTransaction {
  connection: string;
  seconds: number;
  locks: number;
}

function idleTransaction(read: FactReader): IdleTransaction | undefined {
  const sessions = sessionsById(read);
  let longest: IdleTransaction | undefined;
  for (const row of read.rows('transactions')) {
    const connection = String(row.trx_mysql_thread_id ?? '');
    const session = sessions.get(connection);
    if (session?.command !== 'Sleep') continue;
    // Both were read a moment apart: the session cannot have slept longer than its transaction is old.
    const seconds = Math.min(cellNumber(session.time) ?? 0, cellNumber(row.age_seconds) ?? 0);
    const locks = cellNumber(row.trx_rows_locked) ?? 0;
    if (longest === undefined || seconds > longest.seconds) longest = { connection, seconds, locks };
  }
  return longest;
}

/** A statement on one line, cut where it is long. */
export function shortened(statement: string): string {
  const line = statement.replace(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 117)}...` : line;
}

/**
 * Deadlocks per second by how long ago the latest was at both ends of the window: of what comes at random the ages add up
 * to two intervals. No more than statements fail; where nobody counts those, the one that was printed is all there is.
 * null: none was printed within the window, or one end does not say.
 */
function rateByFreshness(read: FactReader): number | null {
  const [start, end] = [latestDeadlock(read, 'start'), latestDeadlock(read, 'end')];
  if (start === null || end === null || start.at === end.at) return null;
  const one = 1 / read.windowSeconds();
  // Both times are whole seconds: the half is where they are on average.
  const byAge = 2 / (start.age + end.age + 1);
  return Math.max(one, Math.min(byAge, read.factOr('statement_error_rate', one)));
}

/** When the latest deadlock was, and the seconds between it and the status that prints it; null: none, or no time of it. */
function latestDeadlock(read: FactReader, end: 'start' | 'end'): { at: string; age: number } | null {
  const found = read.innodbStatusOrReason(end);
  if ('reason' in found || found.status.at === null) return null;
  const at = found.status.latestDeadlock?.at ?? null;
  if (at === null) return null;
  const age = (Date.parse(isoTime(found.status.at)) - Date.parse(isoTime(at))) / 1000;
  return Number.isFinite(age) && age >= 0 ? { at, age } : null;
}

/** `2026-11-21 04:14:17` of the server, whatever its zone: only differences count. */
function isoTime(printed: string): string {
  return `${printed.replace(' ', 'T')}Z`;
}

/** Who met whom at which index. */
export function deadlockText({ transactions, victim, at }: Deadlock): string {
  const parts = transactions.map((transaction, index) => {
    const lock = transaction.waitsFor[0] ?? transaction.holds[0];
    const table = lock?.table.replaceAll('`', '');
    const where =
      lock === undefined
        ? ''
        : ` at ${table}${lock.index === null ? '' : `, index ${lock.index}`} (${lock.mode})`;
    return `connection ${transaction.connection ?? 'unknown'}${where}${index === victim ? ', rolled back' : ''}`;
  });
  return `${at ?? 'time unknown'}: ${parts.join(' against ')}`;
}

function largestTransaction(read: FactReader): { rows: number; connection: string } | undefined {
  let largest: { rows: number; connection: string } | undefined;
  for (const row of read.rows('transactions')) {
    const rows = cellNumber(row.trx_rows_modified) ?? 0;
    if (largest === undefined || rows > largest.rows) {
      largest = { rows, connection: String(row.trx_mysql_thread_id ?? 'unknown') };
    }
  }
  return largest;
}

/** `2026-11-21 04:14:16` and `121121  4:14:16` in seconds of the server's own clock; null: no time. */
function clockSeconds(text: string | null): number | null {
  const [, year = '', month, day, hour = '', rest] =
    /^(\d{4}|\d\d)-?(\d\d)-?(\d\d) {1,4}(\d{1,2}):(\d\d:\d\d)/.exec(text ?? '') ?? [];
  if (rest === undefined) return null;
  const ms = Date.parse(
    `${year.length === 2 ? `20${year}` : year}-${month}-${day}T${hour.padStart(2, '0')}:${rest}Z`,
  );
  return Number.isNaN(ms) ? null : ms / 1000;
}
