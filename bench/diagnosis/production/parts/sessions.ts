import type { Draft, Row } from '../draft.ts';
import type { Model } from '../model.ts';
import type { World } from '../world.ts';
import { moment } from './statements.ts';

type Session = World['sessions'][number];
type Listed = Session & { id: number; place: number };

const firstId = 90_000;
/** Places of the heads of queues, beyond those of a case. */
const firstQueue = 1000;

/** Who is connected, what they wait for, and the samples of it. */
export function applySessions(draft: Draft, model: Model): void {
  const classes = Object.entries(model.sessions);
  const active = classes.reduce((sum, [, count]) => sum + count, 0);
  draft.removeSeries((name) => name.startsWith('sessions.'));
  for (const [name, count] of classes) if (name !== 'queued') draft.dithered(`sessions.${name}`, count);
  // Half of those on a processor are found inside the engine, as are those that wait to go on.
  draft.dithered('sessions.running', model.sessions.running * 0.4);
  draft.dithered('sessions.engine', model.sessions.running * 0.6 + model.sessions.queued);
  const sums = draft.samples.times.map((_, index) =>
    Object.entries(draft.samples.series)
      .filter(([name]) => /^sessions\.(?!active|object)/.test(name))
      .reduce((sum, [, { values }]) => sum + (values[index] ?? 0), 0),
  );
  draft.samples.series['sessions.active'] = { kind: 'gauge', unit: 'count', base: '0', values: sums };
  for (const [name, object] of [
    ['dataIo', 'data_file'],
    ['redoIo', 'log_file'],
    ['binlog', 'binlog'],
    ['metadataLock', 'metadata_lock'],
  ] as const) {
    if (model.sessions[name] > 0.05) draft.dithered(`sessions.object.${object}`, model.sessions[name]);
  }
  if (draft.samples.sessions !== undefined) {
    draft.samples.sessions.basis = 'waits';
    draft.samples.sessions.text = 'By the current wait of each session.';
    delete draft.samples.sessions.remedy;
  }
  const listed = listSessions(model);
  const inStatements = Math.max(
    0,
    Math.round(active) - listed.filter(({ command }) => command !== 'Sleep').length,
  );
  const idle = Math.max(0, model.world.connected - Math.round(active));
  draft.rows('processlist', () => [
    ...processRows(listed),
    ...idleRows(idle),
    ...busyRows(model, inStatements),
  ]);
  applyTransactions(draft, listed);
  draft.rows('accounts', (end) => [
    {
      user: 'app',
      host: '10.0.1.17',
      current_connections: model.world.connected,
      total_connections: Math.round(model.world.connects * (0.6 * model.uptime + draft.at('accounts', end))),
    },
  ]);
}

/** Those of the case, and those whose statements were found in a queue for row locks. */
function listSessions({ world, statements }: Model): Listed[] {
  let id = firstId;
  const queues = statements.flatMap((one, index) => {
    const waiting = Math.round((one.perSecond * one.rowLockMs) / 1000);
    if (waiting < 1) return [];
    const base = {
      command: 'Query',
      state: 'updating',
      seconds: 0,
      sql: one.sql,
      user: 'app',
      host: '10.0.1.17:41000',
    };
    const head = firstQueue + index;
    const session = (extra: Partial<Session>): Session => ({ ...base, count: 1, ...extra });
    return [
      { place: head, session: session({ transaction: { seconds: 0, changed: 1, locked: 2, waits: false } }) },
      {
        place: -1,
        session: session({
          count: waiting,
          blockedBy: head,
          transaction: { seconds: 0, changed: 0, locked: 1, waits: true },
        }),
      },
    ];
  });
  return [...world.sessions.map((session, place) => ({ session, place })), ...queues].flatMap(
    ({ session, place }) =>
      Array.from({ length: session.count }, (): Listed => {
        id += 1;
        return { ...session, id, place };
      }),
  );
}

function processRows(listed: Listed[]): Row[] {
  return listed.map((one) => ({
    id: one.id,
    user: one.user,
    host: one.host,
    db: 'shop',
    command: one.command,
    time: one.seconds,
    state: one.command === 'Sleep' ? '' : one.state,
    info: one.sql,
    progress: 0,
  }));
}

function idleRows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 1000 + index,
    user: 'app',
    host: `10.0.1.${20 + (index % 6)}:${42_000 + index}`,
    db: 'shop',
    command: 'Sleep',
    // A pool keeps its connections busy in turn.
    time: (index * 7) % 55,
    state: '',
    info: null,
    progress: 0,
  }));
}

function busyRows(model: Model, count: number): Row[] {
  const shown = Math.min(count, 200);
  const heaviest = [...model.statements].sort(
    (a, b) => b.perSecond * (b.ms + model.waitMs(b)) - a.perSecond * (a.ms + model.waitMs(a)),
  );
  return Array.from({ length: shown }, (_, index) => {
    const one = heaviest[index % Math.max(1, Math.min(3, heaviest.length))];
    return {
      id: 50_000 + index,
      user: 'app',
      host: `10.0.1.${20 + (index % 6)}:${43_000 + index}`,
      db: 'shop',
      command: 'Query',
      time: Math.floor(((one?.ms ?? 0) + (one === undefined ? 0 : model.waitMs(one))) / 1500),
      state: one?.sql === 'COMMIT' ? 'starting' : 'executing',
      info: one?.sql ?? null,
      progress: 0,
    };
  });
}

function applyTransactions(draft: Draft, listed: Listed[]): void {
  const open = listed.filter(({ transaction }) => transaction !== undefined);
  const trxId = (one: Listed) => 4_000_000 + one.id;
  draft.rows('transactions', () =>
    open.map((one) => ({
      trx_id: trxId(one),
      trx_state: one.blockedBy === undefined ? 'RUNNING' : 'LOCK WAIT',
      trx_started: moment(draft, -(one.transaction?.seconds ?? 0)).slice(0, 19),
      age_seconds: one.transaction?.seconds ?? 0,
      wait_seconds: one.blockedBy === undefined ? null : one.seconds,
      trx_weight: (one.transaction?.changed ?? 0) + 2,
      trx_mysql_thread_id: one.id,
      trx_query: one.command === 'Sleep' ? null : one.sql,
      trx_operation_state: one.blockedBy === undefined ? null : 'starting index read',
      trx_tables_in_use: one.command === 'Sleep' ? 0 : 1,
      trx_tables_locked: 1,
      trx_lock_structs: 2 + Math.round((one.transaction?.locked ?? 0) / 100),
      trx_lock_memory_bytes: 1128,
      trx_rows_locked: one.transaction?.locked ?? 0,
      trx_rows_modified: one.transaction?.changed ?? 0,
      trx_concurrency_tickets: 0,
      trx_isolation_level: 'REPEATABLE READ',
    })),
  );
  const waiting = open.filter(({ blockedBy }) => blockedBy !== undefined);
  draft.rows('lock-waits', () =>
    waiting.flatMap((one) => {
      const blocker = open.find(({ place }) => place === one.blockedBy);
      if (blocker === undefined) return [];
      return [
        {
          waiting_trx_id: trxId(one),
          blocking_trx_id: trxId(blocker),
          lock_mode: 'X',
          lock_type: 'RECORD',
          object_schema: 'shop',
          object_name: /`(\w+)`/.exec(one.sql ?? '')?.[1] ?? 'orders',
          index_name: 'PRIMARY',
        },
      ];
    }),
  );
  draft.rows('data-locks', () => []);
  draft.rows('metadata-locks', () =>
    listed.flatMap((one) =>
      one.metadataLock === undefined
        ? []
        : [
            {
              object_type: 'TABLE',
              object_schema: 'shop',
              object_name: one.metadataLock.table,
              lock_type: one.metadataLock.type,
              lock_duration: 'TRANSACTION',
              lock_status: one.metadataLock.pending ? 'PENDING' : 'GRANTED',
              processlist_id: one.id,
              processlist_time: one.seconds,
              thread_name: 'thread/sql/one_connection',
            },
          ],
    ),
  );
}
