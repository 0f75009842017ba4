import {
  classifySession,
  isActive,
  type SessionState,
  type SessionWait,
  sessionClasses,
  sessionSeries,
} from '../../knowledge/waits/session-waits';
import type { Clock } from '../../shared/base/clock';
import type { SessionSampling, Table } from '../../shared/snapshot';
import type { QueryOptions, Session } from '../connect/session';
import { unlessRefused } from './unless-refused';

/** Active sessions by what they wait for, at one moment, as values by series name; null: the server shows none. */
export interface SessionReader {
  /** @param rowLockWaits transactions that wait for a row lock by the status of the same tick; undefined: not known */
  read(rowLockWaits: number | undefined, options: QueryOptions): Promise<Map<string, string> | null>;
  /** By what the sessions were classed so far. */
  sampling(): SessionSampling | undefined;
}

const rowLimit = 2000;
/** Which consumers are on is asked again after so many readings: deep mode and others switch them. */
const recheckAfter = 60;
/**
 * InnoDB renews what INNODB_TRX shows only when nobody has read it for 100 ms (CACHE_MIN_IDLE_TIME_NS, trx0i_s.cc):
 * whoever asks more often is shown the same for ever.
 */
const transactionsEveryMs = 250;
/** More objects than this are not distinguished: a recording must not grow a series for each of them. */
const objectLimit = 60;

const consumersSql = `SELECT NAME, ENABLED FROM performance_schema.setup_consumers
WHERE NAME IN ('global_instrumentation', 'thread_instrumentation', 'events_waits_current')`;

const idle = "('Sleep', 'Daemon', 'Binlog Dump', 'Binlog Dump GTID', 'Connect')";

/**
 * A wait that goes on has no END_EVENT_ID (in MySQL 8.0 it does have a TIMER_END). One row for each nesting level.
 * The threads table is read without a global mutex, unlike the process list (MySQL manual, "The threads Table").
 */
const waitsSql = `SELECT t.PROCESSLIST_ID, t.PROCESSLIST_COMMAND, t.PROCESSLIST_STATE, w.EVENT_NAME, w.EVENT_ID
FROM performance_schema.threads t LEFT JOIN performance_schema.events_waits_current w
ON w.THREAD_ID = t.THREAD_ID AND w.END_EVENT_ID IS NULL AND w.EVENT_NAME <> 'idle'
WHERE t.TYPE = 'FOREGROUND' AND t.PROCESSLIST_ID <> CONNECTION_ID() AND t.PROCESSLIST_COMMAND NOT IN ${idle}
LIMIT ${rowLimit}`;
const threadsSql = `SELECT PROCESSLIST_ID, PROCESSLIST_COMMAND, PROCESSLIST_STATE FROM performance_schema.threads
WHERE TYPE = 'FOREGROUND' AND PROCESSLIST_ID <> CONNECTION_ID() AND PROCESSLIST_COMMAND NOT IN ${idle}
LIMIT ${rowLimit}`;
const processlistSql = `SELECT ID, COMMAND, STATE FROM information_schema.PROCESSLIST
WHERE ID <> CONNECTION_ID() AND COMMAND NOT IN ${idle} LIMIT ${rowLimit}`;
const rowLockSql =
  "SELECT trx_mysql_thread_id FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'";

type Source = 'waits' | 'threads' | 'processlist';
const sqlOf: Readonly<Record<Source, string>> = {
  waits: waitsSql,
  threads: threadsSql,
  processlist: processlistSql,
};

/** Reads who is active and why, in one statement a reading (two while there are row lock waits). `clock`: for pacing. */
export function sessionReader(session: Session, clock: Pick<Clock, 'monotonicMs'>): SessionReader {
  let source: Source | null = session.identity.performanceSchema === false ? 'processlist' : 'threads';
  let sampling: SessionSampling | undefined;
  let untilCheck = 0;
  let binlog: boolean | undefined;
  let mayReadTransactions = true;
  let blocked = new Set<string>();
  let blockedAtMs = Number.NEGATIVE_INFINITY;
  const objects = new Set<string>();

  /** Waits are read where the server writes them down; what is refused once is not asked again. */
  async function choose(options: QueryOptions): Promise<void> {
    if (source !== 'processlist' && untilCheck <= 0) {
      untilCheck = recheckAfter;
      const consumers = await unlessRefused(() => session.query(consumersSql, options));
      const on = consumers?.rows.length === 3 && consumers.rows.every((row) => row[1] === 'YES');
      source = on ? 'waits' : 'threads';
    }
    untilCheck -= 1;
    binlog ??=
      String((await unlessRefused(() => session.query('SELECT @@log_bin', options)))?.rows[0]?.[0]) === '1';
  }

  async function rows(options: QueryOptions): Promise<Table | null> {
    while (source !== null) {
      const from: Source = source;
      const table = await unlessRefused(() => session.query(sqlOf[from], options));
      if (table !== null) {
        sampling = samplingOf(from, sampling);
        return table;
      }
      source = from === 'waits' ? 'threads' : from === 'threads' ? 'processlist' : null;
    }
    return null;
  }

  async function waitingForRows(count: number | undefined, options: QueryOptions): Promise<Set<string>> {
    if (!mayReadTransactions || count === undefined || !(count > 0)) return new Set();
    const nowMs = clock.monotonicMs();
    if (nowMs - blockedAtMs < transactionsEveryMs) return blocked;
    blockedAtMs = nowMs;
    const table = await unlessRefused(() => session.query(rowLockSql, options));
    if (table === null) mayReadTransactions = false;
    blocked = new Set(table?.rows.map((row) => String(row[0])));
    return blocked;
  }

  return {
    sampling: () => sampling,
    read: async (rowLockWaits, options) => {
      if (source === null) return null;
      await choose(options);
      const table = await rows(options);
      if (table === null) return null;
      const waits = sessionsOf(table, await waitingForRows(rowLockWaits, options))
        .filter(isActive)
        .map((one) => classifySession(one, binlog === true));
      return countWaits(waits, objects);
    },
  };
}

/** The rows, one for each session and current wait, as sessions with their waits from the outside in. */
function sessionsOf(table: Table, blocked: ReadonlySet<string>): SessionState[] {
  const sessions = new Map<
    string,
    Omit<SessionState, 'waits'> & { waits: { event: string; id: number }[] }
  >();
  for (const [id, command, state, event, eventId] of table.rows) {
    const key = String(id);
    const known = sessions.get(key) ?? {
      command: String(command ?? ''),
      state: String(state ?? ''),
      waits: [],
      waitsForRowLock: blocked.has(key),
    };
    if (event != null) known.waits.push({ event: String(event), id: Number(eventId) });
    sessions.set(key, known);
  }
  return [...sessions.values()].map((one) => ({
    ...one,
    waits: one.waits.sort((a, b) => a.id - b.id).map(({ event }) => event),
  }));
}

/** @param objects those that already have a series; they get a 0 while nobody waits for them */
function countWaits(waits: readonly SessionWait[], objects: Set<string>): Map<string, string> {
  const counts = new Map<string, number>([[sessionSeries.active, waits.length]]);
  for (const name of sessionClasses) counts.set(sessionSeries.ofClass(name), 0);
  for (const object of objects) counts.set(sessionSeries.objectPrefix + object, 0);
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { class: name, object } of waits) {
    add(sessionSeries.ofClass(name));
    if (object === null || (!objects.has(object) && objects.size >= objectLimit)) continue;
    objects.add(object);
    add(sessionSeries.objectPrefix + object);
  }
  return new Map([...counts].map(([name, count]) => [name, String(count)]));
}

/** Once waits were read, the window says so, even where they were off for a part of it. */
function samplingOf(source: Source, before: SessionSampling | undefined): SessionSampling {
  if (source === 'waits') {
    return {
      basis: 'waits',
      text: 'By the current wait of each session (events_waits_current), and by its state where no instrumented wait is on.',
    };
  }
  if (before?.basis === 'waits') return before;
  const where = source === 'threads' ? 'performance_schema.threads' : 'the process list';
  return {
    basis: 'states',
    text: `By the state of each session in ${where}: waits inside the storage engine cannot be distinguished.`,
    remedy:
      source === 'threads'
        ? "Enable the consumer: UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_waits_current'"
        : 'Set performance_schema = ON under [mysqld] and restart the server.',
  };
}
