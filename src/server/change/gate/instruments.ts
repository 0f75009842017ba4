import { LatchkeyError, toLatchkeyError } from '../../../shared/base/error';
import { counted } from '../../../shared/base/units';
import type { ChangePlan, InstrumentGroup, InstrumentsItem } from '../../../shared/change';
import type { Cell } from '../../../shared/snapshot';
import { type ChangeSession, withWriting } from '../session/change-session';
import {
  type InstrumentRow,
  type InstrumentStatement,
  instrumentSql,
  type MetricsServer,
  metricsHaveEnabled,
} from './instrument-sql';
import { texts } from './texts';

/** Rows of one group that are to be in one position. */
export interface RequestedInstruments {
  group: InstrumentGroup;
  /** Names, with `%` for any text. */
  names: readonly string[];
  /** Names that stay as they are all the same. */
  except?: readonly string[];
  position: 'ON' | 'OFF' | 'ON+TIMED';
}

/** Position of each row of a group by name. */
export type InstrumentStates = ReadonlyMap<string, string>;

/**
 * Reads how the rows of a group stand. Instruments without timing are left out: switched in between, their accounts would
 * go wrong (manual, "Memory Summary Tables"). TIMED is NULL for them from MySQL 8.0 on; MySQL 5.7 and MariaDB say NO, and
 * do not let go of those of the Performance Schema's own memory.
 * @throws LatchkeyError as `query` does
 */
export async function readInstruments(
  session: Pick<ChangeSession, 'query'>,
  group: InstrumentGroup,
  server: MetricsServer,
): Promise<InstrumentStates> {
  const table = await session.query(readSql(group, server));
  return new Map(table.rows.map(([name, ...state]) => [String(name), positionOf(state)]));
}

function readSql(group: InstrumentGroup, server: MetricsServer): string {
  switch (group) {
    case 'setup_instruments':
      return "SELECT NAME, ENABLED, TIMED FROM performance_schema.setup_instruments WHERE TIMED IS NOT NULL AND NAME NOT LIKE 'memory/%'";
    case 'setup_consumers':
      return 'SELECT NAME, ENABLED FROM performance_schema.setup_consumers';
    case 'innodb_metrics':
      return metricsHaveEnabled(server)
        ? "SELECT NAME, IF(ENABLED, 'YES', 'NO') FROM information_schema.INNODB_METRICS"
        : "SELECT NAME, IF(STATUS = 'enabled', 'YES', 'NO') FROM information_schema.INNODB_METRICS";
  }
}

function positionOf([enabled, timed]: readonly Cell[]): string {
  return `${enabled === 'YES' ? 'ON' : 'OFF'}${timed === 'YES' ? '+TIMED' : ''}`;
}

/** The rows that have to move to grant the requests, by group. */
export async function planInstruments(
  session: ChangeSession,
  requests: readonly RequestedInstruments[],
): Promise<ChangePlan['instruments']> {
  const planned: ChangePlan['instruments'] = [];
  for (const group of new Set(requests.map((requested) => requested.group))) {
    const present = await readInstruments(session, group, session.identity);
    const rows = [...present].flatMap(([name, original]) => {
      // Of several requests for a row the last one counts.
      const requested = requests
        .filter((candidate) => candidate.group === group && isNamed(candidate, name))
        .pop();
      return requested === undefined || requested.position === original
        ? []
        : [{ name, original, proposed: requested.position }];
    });
    if (rows.length > 0) planned.push({ group, rows });
  }
  return planned;
}

function isNamed({ names, except = [] }: RequestedInstruments, name: string): boolean {
  return names.some((pattern) => isLike(name, pattern)) && !except.some((pattern) => isLike(name, pattern));
}

/** LIKE with `%` alone: `_` stands for itself, as most names have one. */
function isLike(name: string, pattern: string): boolean {
  const parts = pattern.split('%').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(name);
}

/** Everything that a switch does to a server, statement by statement. */
export function instrumentStatements(
  planned: ChangePlan['instruments'][number],
  server: MetricsServer,
  escapes: boolean,
): string[] {
  return instrumentSql(planned.group, forth(planned.rows), server, escapes).map(({ sql }) => sql);
}

export function restoreInstrumentStatements(
  planned: ChangePlan['instruments'][number],
  server: MetricsServer,
  escapes: boolean,
): string[] {
  const rows = planned.rows.map(({ name, original }) => ({ name, position: original, from: '' }));
  return instrumentSql(planned.group, rows, server, escapes).map(({ sql }) => sql);
}

/**
 * The statements by which a stored program restores rows, each only while it stands where this change may have put it:
 * a row that someone else has changed elsewhere since stays as it is.
 */
export function ownSwitchBackStatements(
  planned: ChangePlan['instruments'][number],
  server: MetricsServer,
  escapes: boolean,
): string[] {
  const rows = planned.rows.flatMap(({ name, original, proposed, also = [] }) =>
    [proposed, ...also]
      .filter((from) => from !== original)
      .map((from) => ({ name, position: original, from })),
  );
  return instrumentSql(planned.group, rows, server, escapes).map(({ sql, conditions }) => {
    const condition = conditions.join(' AND ');
    if (sql.startsWith('UPDATE ')) return `${sql} AND ${condition}`;
    return condition === '' ? sql : `IF ${condition} THEN ${sql}; END IF`;
  });
}

/** What the gate offers for switching: the noted sending of a statement, and the server's kind. */
interface InstrumentGate {
  send(sql: string): Promise<unknown>;
  /** Lets the server carry a statement out only where the conditions hold. */
  sendIf(sql: string, conditions: readonly string[]): Promise<void>;
  readInstruments(group: InstrumentGroup): Promise<InstrumentStates>;
  identity: MetricsServer;
  escapes: boolean;
}

/**
 * Switches the rows of an item as proposed and reads them back.
 * @throws LatchkeyError change-refused when rows were moved since the plan, or do not move; else as `query`
 */
export async function enableInstruments(gate: InstrumentGate, item: InstrumentsItem): Promise<void> {
  await setInstruments(gate, item.group, forth(item.rows));
}

/**
 * Switches rows, each from where it stands by what was read last, and reads them back.
 * @throws LatchkeyError change-refused when rows do not move, or someone else moves them first; else as `query`
 */
export async function setInstruments(
  gate: InstrumentGate,
  group: InstrumentGroup,
  rows: readonly InstrumentRow[],
): Promise<void> {
  const statements = instrumentSql(group, rows, gate.identity, gate.escapes);
  await withWriting(
    (sql) => gate.send(sql),
    async () => {
      for (const { sql, conditions } of statements) await gate.sendIf(sql, conditions);
    },
  );
  const after = await gate.readInstruments(group);
  const stuck = rows.filter(({ name, position }) => after.get(name) !== position);
  const [first] = stuck;
  if (first === undefined) return;
  const why =
    after.get(first.name) === first.from
      ? 'did not take the new state'
      : 'were changed meanwhile by someone else';
  throw new LatchkeyError(
    'change-refused',
    texts.ofOfAmongThem(stuck.length, counted(rows.length, 'row'), group, why, first.name),
  );
}

/** Rows of an item that another client has moved since the plan was made. */
export async function movedSince(gate: InstrumentGate, item: InstrumentsItem): Promise<string[]> {
  const now = await gate.readInstruments(item.group);
  return item.rows.filter(({ name, original }) => now.get(name) !== original).map(({ name }) => name);
}

export interface RestoredInstruments {
  /** Rows restored now. */
  restored: number;
  /** Rows that stand otherwise than they did, and why. */
  left: { name: string; original: string; now: string; reason: string }[];
}

/**
 * Restores the rows of an item and proves it by reading them. A row that stands neither as it did nor as it was
 * switched was moved by someone else and is left alone, unless forced; one that is gone has nothing to restore.
 * @throws only for a lost connection or a read that fails; a refused statement is part of the result
 */
export async function restoreInstruments(
  gate: InstrumentGate,
  item: InstrumentsItem,
  force: boolean,
): Promise<RestoredInstruments> {
  const before = await gate.readInstruments(item.group);
  const due = item.rows.filter((row) => isDue(row, before, force));
  let refusal = 'the server did not take the state';
  const send = async ({ sql, conditions }: InstrumentStatement) => {
    try {
      await gate.sendIf(sql, conditions);
    } catch (error) {
      const failure = toLatchkeyError(error);
      if (failure.code === 'connection-lost') throw failure;
      refusal = failure.message;
    }
  };
  await withWriting(
    (sql) => gate.send(sql),
    async () => {
      const back = due.map(({ name, original }) => ({
        name,
        position: original,
        from: before.get(name) ?? '',
      }));
      for (const one of instrumentSql(item.group, back, gate.identity, gate.escapes)) await send(one);
    },
  );
  const after = due.length === 0 ? before : await gate.readInstruments(item.group);
  const left = item.rows.flatMap(({ name, original }) => {
    const now = after.get(name);
    if (now === undefined || now === original) return [];
    const tried = due.some((row) => row.name === name) && now === before.get(name);
    return [{ name, original, now, reason: tried ? refusal : 'someone else has changed it since' }];
  });
  return { restored: due.filter(({ name, original }) => after.get(name) === original).length, left };
}

/** Whether a row stands where this change may have put it. */
function isDue(row: InstrumentsItem['rows'][number], now: InstrumentStates, force: boolean): boolean {
  const position = now.get(row.name);
  if (position === undefined || position === row.original) return false;
  return force || position === row.proposed || row.also?.includes(position) === true;
}

/** From where the plan found them to where it wants them. */
function forth(rows: InstrumentsItem['rows']): InstrumentRow[] {
  return rows.map(({ name, original, proposed }) => ({ name, position: proposed, from: original }));
}
