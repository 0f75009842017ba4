import { intermediateValue } from '../../../knowledge/catalog/values/intermediate-value';
import { type Clock, systemClock } from '../../../shared/base/clock';
import { LatchkeyError, toLatchkeyError } from '../../../shared/base/error';
import type { ChangePlan } from '../../../shared/change';
import { isSameServerKey } from '../../../shared/server';
import { grantSql } from '../../connect/account/change-privileges';
import type { Gate } from '../gate/gate';
import { ownSwitchBackStatements } from '../gate/instruments';
import { eventName, qualifiedEvent, unlogged } from '../gate/restore-event';
import { createScratchSchema } from '../gate/scratch-schema';
import { markSession } from '../guard/same-server';
import { isSameStart, readServerStart } from '../guard/server-start';
import { restoreOrder } from '../session/change-order';
import { type ChangeSession, firstCell, serverErrorNumber, withWriting } from '../session/change-session';
import { quotedName, setGlobalSql, valueLiteral } from '../session/literal';
import { stillOursSql } from './still-ours';
import { texts } from './texts';

const unknownEvent = 1539;
const unknownSchema = 1049;
const schemaDenied = 1044;
const binaryLogDenied = 1227;
/** The switch is put off this many times before its time is over. */
const renewalsPerTerm = 4;

function due(seconds: number): string {
  return `ON SCHEDULE AT CURRENT_TIMESTAMP + INTERVAL ${seconds} SECOND`;
}

function renewSql(schema: string, seconds: number): string {
  return `ALTER EVENT ${qualifiedEvent(schema)} ${due(seconds)}`;
}

export interface RequestedEvent {
  schema: string;
  seconds: number;
}

/**
 * Whether this server and account can have a dead man's switch; asks only, changes nothing.
 * @returns the privileges that it needs
 * @throws LatchkeyError change-refused with the reason where the server cannot have one
 */
export async function switchPrivileges(
  session: ChangeSession,
  { schema }: RequestedEvent,
  globals: ReadonlyMap<string, string>,
): Promise<ChangePlan['privileges']> {
  const scheduler = globals.get('event_scheduler')?.toUpperCase();
  if (scheduler !== 'ON') {
    throw refused(
      `the event scheduler of this server is ${scheduler === 'DISABLED' ? 'disabled, which only a start changes' : 'off'}`,
      "Latchkey does not enable it, because that runs everyone's events. Under [mysqld]: event_scheduler = ON",
    );
  }
  if (globals.get('super_read_only') === 'ON') {
    throw refused('the server is super_read_only, so that no event can be made');
  }
  const account = String(firstCell(await session.query('SELECT CURRENT_USER()')) ?? '');
  const name = `${schema}.${eventName}`;
  const event = {
    privilege: 'EVENT',
    variables: [name],
    held: await mayMakeEvents(session, schema),
    grant: grantSql('EVENT', account, `${quotedName(schema)}.*`),
  };
  if (globals.get('log_bin') !== 'ON' || (await mayLeaveBinaryLog(session))) return [event];
  const privilege = session.identity.flavour === 'mariadb' ? 'BINLOG ADMIN' : 'SESSION_VARIABLES_ADMIN';
  return [event, { privilege, variables: ['sql_log_bin'], held: false, grant: grantSql(privilege, account) }];
}

function refused(why: string, hint = 'Run the probe without it.'): LatchkeyError {
  return new LatchkeyError('change-refused', texts.thereCanBeNoDead(why), {
    hint,
  });
}

/** Altering an event that is not there fails only after the right to do so has been looked at (tried on all four). */
async function mayMakeEvents(session: ChangeSession, schema: string): Promise<boolean> {
  try {
    await withWriting(
      (sql) => session.query(sql),
      () => session.query(`ALTER EVENT ${qualifiedEvent(schema)} ENABLE`),
    );
  } catch (error) {
    const errno = serverErrorNumber(error);
    if (errno === unknownEvent || errno === unknownSchema) return true;
    if (errno === schemaDenied) return false;
    if (errno === undefined) throw error;
    throw refused(toLatchkeyError(error).message.replace(/\.$/, ''));
  }
  throw refused(
    `an event ${schema}.${eventName} is there already`,
    'latchkey restore drops what is left of one.',
  );
}

async function mayLeaveBinaryLog(session: ChangeSession): Promise<boolean> {
  try {
    await session.query('SET SESSION sql_log_bin = 0');
    await session.query('SET SESSION sql_log_bin = 1');
    return true;
  } catch (error) {
    if (serverErrorNumber(error) === binaryLogDenied) return false;
    throw error;
  }
}

/**
 * Ends with the event, whose connection is its own. An event that is over is dropped by the scheduler, who writes a DROP
 * EVENT to the binary log (event_data_objects.cc, Event_job_data::execute and construct_drop_event_sql; MySQL 5.6 and
 * MariaDB without IF EXISTS): replicas, which never had the event, would stop with error 1539.
 */
const quietSql = 'SET SESSION sql_log_bin = 0';

/**
 * The sql_mode that the event is made under, and keeps. MySQL 5.6 quotes its name by the global sql_mode of the moment when
 * it goes off, and reads it by that of the event: while ANSI_QUOTES is set globally and not here, the event does not run at
 * all (event_data_objects.cc, construct_sp_sql; tried on 5.6.24). Nothing in its body stands in double quotes.
 */
const eventModeSql =
  "SET @latchkey_sql_mode = @@SESSION.sql_mode, SESSION sql_mode = CONCAT_WS(',', 'ANSI_QUOTES', NULLIF(@@SESSION.sql_mode, ''))";
const formerModeSql = 'SET SESSION sql_mode = @latchkey_sql_mode';

/**
 * The statement that makes the event. Its body goes on after a SET that fails, and goes through all of them twice, which
 * settles what one also changes of another. First of all it looks which variables still have what the change made of them; what
 * someone else has set since is left alone, and so are rows of a set-up. Where that cannot be determined beforehand, the variable is
 * restored: these are `unguarded`.
 * @param globals the values of now
 */
export function createEvent(
  { schema, seconds }: RequestedEvent,
  { changes, mayMove, instruments }: Pick<ChangePlan, 'changes' | 'mayMove' | 'instruments'>,
  { identity }: Pick<ChangeSession, 'identity'>,
  escapes: boolean,
  globals: ReadonlyMap<string, string>,
): { sql: string; unguarded: string[] } {
  const items = new Map(
    [...changes, ...mayMove].map(({ variable, type, current }) => [
      variable,
      { variable, type, value: current },
    ]),
  );
  const current = new Map([...items.values()].map(({ variable, value }) => [variable, value]));
  const ordered = restoreOrder([...items.values()], current).map((item, index) => ({
    item,
    flag: `ours_${index}`,
    condition: stillOursSql(item.variable, changes, globals, identity),
  }));
  const sets = ordered.map(({ item, flag }) => {
    const between = intermediateValue(item.variable, item.value, identity);
    const last = setGlobalSql(item, item.value, escapes);
    const all = between === null ? [last] : [setGlobalSql(item, between, escapes), 'DO SLEEP(0.5)', last];
    return `IF ${flag} THEN ${all.join('; ')}; END IF`;
  });
  const body = [
    ...ordered.map(({ flag }) => `DECLARE ${flag} INT DEFAULT 1`),
    'DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END',
    quietSql,
    // All are looked at before the first is set: restoring one may move another.
    ...ordered.flatMap(({ flag, condition }) =>
      condition === null ? [] : [`SET ${flag} = COALESCE(${condition}, 1)`],
    ),
    ...instruments.flatMap((planned) => ownSwitchBackStatements(planned, identity, escapes)),
    ...sets,
    ...(items.size > 1 ? sets : []),
  ];
  const comment = valueLiteral('Latchkey puts this off while its probe runs.', 'text', escapes);
  return {
    sql: `CREATE EVENT ${qualifiedEvent(schema)} ${due(seconds)} ON COMPLETION NOT PRESERVE COMMENT ${comment} DO BEGIN ${body.map((sql) => `${sql}; `).join('')}END`,
    unguarded: ordered.flatMap(({ item, condition }) => (condition === null ? [item.variable] : [])),
  };
}

/** What to know of it before agreeing. @param unguarded variables that it restores whatever they are then */
export function switchRisk(
  { schema, seconds }: RequestedEvent,
  instruments: ChangePlan['instruments'],
  unguarded: readonly string[],
): string {
  const rows = instruments.map(({ group, rows: { length } }) => `${length} rows of ${group}`).join(', ');
  return [
    `The server is given an event, ${schema}.${eventName}, which Latchkey puts off again and again. When Latchkey is not heard of for ${seconds} s, the server puts these values${rows === '' ? '' : ` and ${rows}`} back itself.`,
    `What someone else has set meanwhile to something else than the probe${rows === '' ? '' : ', and a row that someone else has changed elsewhere,'} is left alone.`,
    ...(unguarded.length === 0
      ? []
      : [
          `Of ${unguarded.join(', ')} it is not known beforehand what the server makes of the values: these are restored whatever they are then.`,
        ]),
  ].join(' ');
}

/** A dead man's switch that is set. */
export interface DeadMansSwitch {
  /**
   * Puts it off, over the session of the gate.
   * @throws LatchkeyError change-refused when it has gone off
   */
  renew(): Promise<void>;
  /** Ends its being put off. It goes off unless it is dropped. */
  release(): void;
}

export interface SwitchTools {
  clock?: Clock | undefined;
  /** Opens a session of its own: a long SET must not hold up the heartbeat. */
  withNewSession?: (<R>(use: (session: ChangeSession) => Promise<R>) => Promise<R>) | undefined;
}

/**
 * Makes the schema and the event of a plan, outside the binary log, and puts the event off until it is released.
 * @throws LatchkeyError as `query`; write-failed, disk-full
 */
export async function setDeadMansSwitch(
  gate: Gate,
  { seconds, createSql }: NonNullable<ChangePlan['deadMansSwitch']>,
  { clock = systemClock, withNewSession }: SwitchTools,
): Promise<DeadMansSwitch> {
  const [item] = gate.scratchSchemas;
  if (item === undefined) throw new LatchkeyError('internal', texts.theDeadMansSwitchHas);
  await createScratchSchema(gate);
  await unlogged(
    (text) => gate.send(text),
    async () => {
      await gate.send(eventModeSql);
      await gate.send(createSql).finally(() => gate.send(formerModeSql));
    },
  );
  const sql = renewSql(item.name, seconds);
  const stop = new AbortController();
  const pause = (1000 * seconds) / renewalsPerTerm;
  const keepOff = async (session: ChangeSession) => {
    const mark = await markSession(session);
    const start = await readServerStart(session);
    // Another server behind the same address has no such event, or another probe's.
    if (
      !isSameServerKey(session.identity.serverKey, gate.entry.serverKey) ||
      !isSameStart(start, gate.entry.serverStartedAt)
    ) {
      throw new LatchkeyError('change-refused', texts.anotherServerAnswersAtThis);
    }
    for (;;) {
      await clock.sleep(pause, stop.signal);
      if (stop.signal.aborted) return;
      const send = (text: string) => session.query(text);
      await mark.requireSame();
      await unlogged(send, () => send(sql));
    }
  };
  const beating = async () => {
    while (withNewSession !== undefined && !stop.signal.aborted) {
      // A lost connection is replaced; that the event is gone is reported when the next arm is entered.
      await withNewSession(keepOff).catch((error: unknown) => {
        if (serverErrorNumber(error) === unknownEvent) stop.abort();
        return clock.sleep(pause, stop.signal);
      });
    }
  };
  void beating();
  return {
    renew: () => renewNow(gate, sql, seconds),
    release: () => stop.abort(),
  };
}

async function renewNow(gate: Gate, sql: string, seconds: number): Promise<void> {
  try {
    await unlogged(
      (text) => gate.send(text),
      () => gate.send(sql),
    );
  } catch (error) {
    if (serverErrorNumber(error) !== unknownEvent) throw error;
    throw new LatchkeyError('change-refused', texts.theDeadMansSwitchWent(seconds), {
      hint: texts.runTheProbeAgainWith,
    });
  }
}
