import { inSafeOrder } from '../../../knowledge/catalog/values/coupled-variables';
import { intermediateValue } from '../../../knowledge/catalog/values/intermediate-value';
import { cannotRestore } from '../../../knowledge/catalog/values/restorable-value';
import { LatchkeyError, throwIfCancelled } from '../../../shared/base/error';
import type { ChangePlan, ChangePurpose, ValueType } from '../../../shared/change';
import { grantSql, privilegeFor } from '../../connect/account/change-privileges';
import { emptyMonitorSql } from '../gate/instrument-sql';
import {
  instrumentStatements,
  planInstruments,
  type RequestedInstruments,
  restoreInstrumentStatements,
} from '../gate/instruments';
import { isDurability, movableBy, restoreOrder } from '../session/change-order';
import { type ChangeSession, firstCell, serverErrorNumber, withWriting } from '../session/change-session';
import {
  type GlobalVariables,
  readBackslashEscapes,
  readGlobals,
  readScope,
  readValueType,
} from '../session/global-variables';
import { quotedName, type RequestedValue, requestedText, setGlobalSql } from '../session/literal';
import { dryRun } from './dry-run';
import { forwardRun, poolAfterSet, poolSize } from './pool-set';
import { refusalReason } from './refusals';
import { durabilityRisk, instrumentRisks, risksOf } from './risks';
import { texts } from './texts';

export interface RequestedSetting {
  variable: string;
  value: RequestedValue;
}

export interface PlanOptions {
  /** Durability settings are refused unless the person has consented to them by name. */
  allowDurability?: boolean;
  instruments?: readonly RequestedInstruments[];
  signal?: AbortSignal;
}

type PlannedChange = ChangePlan['changes'][number];
/** A request that the gate cannot grant: why, and the line for the option file where that is the way. */
interface Refusal {
  text: string;
  optionLine?: string;
}
type Judged = { change: PlannedChange; held: boolean } | { refusal: Refusal };

/**
 * Works out what setting these variables would do, by asking the server; changes nothing. A missing privilege is part
 * of the plan (`held: false`), not an error.
 * @throws LatchkeyError change-refused, naming every variable that cannot be set live (with its my.cnf line) or must
 *   not be; usage for a value of the wrong kind; else as `query` does
 */
export async function planChange(
  session: ChangeSession,
  purpose: ChangePurpose,
  settings: readonly RequestedSetting[],
  options: PlanOptions = {},
): Promise<ChangePlan> {
  const requests = distinct(settings);
  if (requests.length === 0 && (options.instruments ?? []).length === 0) {
    throw new LatchkeyError('usage', texts.noVariableIsToBe);
  }
  const globals = await readGlobals(session);
  const escapes = await readBackslashEscapes(session);
  const judged: { change: PlannedChange; held: boolean }[] = [];
  const refusals: Refusal[] = [];
  for (const requested of requests) {
    throwIfCancelled(options.signal);
    const result = await judge(session, requested, globals, escapes, options);
    if ('refusal' in result) refusals.push(result.refusal);
    else judged.push(result);
  }
  if (refusals.length > 0) throw refused(refusals);

  const changes = inSafeOrder(
    judged.map(({ change }) => ({ ...change, value: change.proposed })),
    globals,
  ).map(({ value: _, ...change }) => change);
  const mayMove = await alsoChangedVariables(session, changes, globals);
  const instruments = await planInstruments(session, options.instruments ?? []);
  return {
    purpose,
    serverKey: session.identity.serverKey,
    changes,
    mayMove,
    instruments,
    statements: [
      ...changes.flatMap((change) => setStatements(session, change, change.proposed, escapes)),
      ...instruments.flatMap((planned) => instrumentStatements(planned, session.identity, escapes)),
    ],
    restoreStatements: [
      ...instruments.flatMap((planned) => restoreInstrumentStatements(planned, session.identity, escapes)),
      ...restoreOrder(
        changes.map((change) => ({ ...change, value: change.current })),
        new Map(changes.map((change) => [change.variable, change.proposed])),
      ).flatMap((change) => setStatements(session, change, change.value, escapes)),
    ],
    privileges: [
      ...(await privileges(session, judged)),
      ...(await instrumentPrivileges(session, instruments)),
    ],
    risks: [
      ...(changes.some(({ durability }) => durability) ? [durabilityRisk] : []),
      ...risksOf(changes, session.identity),
      ...sessionScopeNote(changes),
      ...instrumentRisks(instruments),
    ],
  };
}

/** The statements by which a value is set, with the one that some values need before them. */
function setStatements(
  { identity }: Pick<ChangeSession, 'identity'>,
  item: { variable: string; type: ValueType },
  value: string,
  escapes: boolean,
): string[] {
  const between = intermediateValue(item.variable, value, identity);
  return [...(between === null ? [] : [between]), value].map((each) => setGlobalSql(item, each, escapes));
}

/** Throws the precise error when the plan lacks a privilege. */
export function requirePrivileges(plan: ChangePlan): void {
  const missing = plan.privileges.filter(({ held }) => !held);
  if (missing.length === 0) return;
  const what = missing.map(({ privilege, variables }) => `${privilege} for ${variables.join(', ')}`);
  throw new LatchkeyError('privilege-missing', texts.theAccountMayNotMake(what.join(' and ')), {
    hint: texts.managedServicesChangeItIn(missing.map(({ grant }) => `${grant};`).join(' ')),
  });
}

function distinct(settings: readonly RequestedSetting[]): RequestedSetting[] {
  const seen = new Map<string, RequestedSetting>();
  for (const { variable, value } of settings) {
    const name = variable.trim().toLowerCase().replaceAll('-', '_');
    if (seen.has(name)) throw new LatchkeyError('usage', texts.isToBeSetTwice(name));
    seen.set(name, { variable: name, value });
  }
  return [...seen.values()];
}

async function judge(
  session: ChangeSession,
  requested: RequestedSetting,
  globals: GlobalVariables,
  escapes: boolean,
  { allowDurability = false, signal }: PlanOptions,
): Promise<Judged> {
  const { variable } = requested;
  quotedName(variable);
  const current = globals.get(variable);
  if (current === undefined) return { refusal: { text: `${variable} does not exist on this server` } };
  const reason = refusalReason(variable, globals);
  if (reason !== null) return { refusal: { text: `${variable} is not changed by Latchkey: ${reason}` } };
  const durability = isDurability(variable);
  if (durability && !allowDurability) {
    return {
      refusal: {
        text: `${variable} is a durability setting, which needs a consent of its own (--allow-durability)`,
      },
    };
  }
  const type = await readValueType(session, variable, current);
  const proposed = requestedText(variable, requested.value, type);
  const wanted = { variable, type };
  const forward = await forwardRun(session, wanted, { current, proposed, globals, escapes, signal });
  if (forward.outcome === 'read-only') {
    return {
      refusal: {
        text: `${variable} is read-only while the server runs`,
        optionLine: `${variable} = ${String(requested.value)}`,
      },
    };
  }
  if (forward.outcome === 'refused') return { refusal: { text: `${variable}: ${forward.message}` } };
  const hazard =
    variable === poolSize ? poolAfterSet(session.identity, globals, Number(proposed)).hazard : null;
  if (hazard !== null) {
    return {
      refusal: { text: `${variable}: ${hazard.slice(0, -1)}`, optionLine: `${variable} = ${proposed}` },
    };
  }
  const remarks = forward.outcome === 'accepted' ? forward.warnings : [];
  if (forward.outcome === 'accepted') {
    const refusal = await judgeRestore(session, wanted, current, globals, escapes);
    if (refusal !== null) return { refusal };
  }
  const scope = await readScope(session, variable);
  return {
    change: { variable, type, current, proposed, scope, durability, remarks },
    held: forward.outcome === 'accepted',
  };
}

/** A value that the server would not take back as it is (MariaDB: innodb_lru_flush_size 0 becomes 1) is not touched. */
async function judgeRestore(
  session: ChangeSession,
  wanted: { variable: string; type: ValueType },
  current: string,
  globals: GlobalVariables,
  escapes: boolean,
): Promise<Refusal | null> {
  const known = cannotRestore(wanted.variable, current, (name) => globals.get(name), session.identity);
  if (known !== null) {
    return { text: `${wanted.variable} could not be restored to its present value "${current}": ${known}` };
  }
  if (current.length >= shortestCut && (await lengthOf(session, wanted.variable)) > current.length) {
    return {
      text: `${wanted.variable} could not be restored: its present value is longer than the server shows`,
    };
  }
  const back = await dryRun(session, setGlobalSql(wanted, current, escapes));
  if (back.outcome === 'accepted' && !back.truncated) return null;
  const why =
    back.outcome === 'accepted'
      ? back.warnings.join(' ')
      : back.outcome === 'refused'
        ? back.message
        : back.outcome;
  return { text: `${wanted.variable} could not be restored to its present value "${current}": ${why}` };
}

/**
 * SHOW VARIABLES cuts values off: at 1,024 characters (MySQL 9.7.4: session_track_system_variables), MariaDB at more
 * (manual, "SHOW VARIABLES Statement").
 */
const shortestCut = 1024;

async function lengthOf(session: Pick<ChangeSession, 'query'>, variable: string): Promise<number> {
  return Number(firstCell(await session.query(`SELECT CHAR_LENGTH(@@GLOBAL.${quotedName(variable)})`)));
}

function refused(refusals: readonly Refusal[]): LatchkeyError {
  const lines = refusals.flatMap(({ optionLine }) => (optionLine === undefined ? [] : [optionLine]));
  return new LatchkeyError('change-refused', `${refusals.map(({ text }) => text).join('; ')}.`, {
    hint: lines.length === 0 ? undefined : texts.setItInTheOption(lines.join('; ')),
  });
}

async function alsoChangedVariables(
  session: ChangeSession,
  changes: readonly PlannedChange[],
  globals: GlobalVariables,
): Promise<ChangePlan['mayMove']> {
  const movers = new Map<string, string[]>();
  for (const { variable } of changes) {
    for (const other of movableBy(variable, session.identity)) {
      if (!globals.has(other) || refusalReason(other, globals) !== null) continue;
      if (changes.some((change) => change.variable === other)) continue;
      movers.set(other, [...(movers.get(other) ?? []), variable]);
    }
  }
  const moved: ChangePlan['mayMove'] = [];
  for (const [variable, movedBy] of movers) {
    const current = globals.get(variable) ?? '';
    moved.push({ variable, type: await readValueType(session, variable, current), current, movedBy });
  }
  return moved;
}

async function privileges(
  session: ChangeSession,
  judged: readonly { change: PlannedChange; held: boolean }[],
): Promise<ChangePlan['privileges']> {
  const account = String(firstCell(await session.query('SELECT CURRENT_USER()')) ?? '');
  const found: ChangePlan['privileges'] = [];
  for (const { change, held } of judged) {
    const privilege = privilegeFor(change.variable, session.identity);
    const same = found.find((entry) => entry.privilege === privilege && entry.held === held);
    if (same !== undefined) same.variables.push(change.variable);
    else {
      found.push({ privilege, variables: [change.variable], held, grant: grantSql(privilege, account) });
    }
  }
  return found;
}

/** Asked of the server too: a statement that would switch, and moves no row. */
async function instrumentPrivileges(
  session: ChangeSession,
  instruments: ChangePlan['instruments'],
): Promise<ChangePlan['privileges']> {
  if (instruments.length === 0) return [];
  const account = String(firstCell(await session.query('SELECT CURRENT_USER()')) ?? '');
  const found: ChangePlan['privileges'] = [];
  for (const { group } of instruments) {
    if (group === 'innodb_metrics') {
      const privilege = privilegeFor('innodb_monitor_enable', session.identity);
      const { outcome } = await dryRun(session, emptyMonitorSql);
      found.push({
        privilege,
        variables: [group],
        held: outcome === 'accepted',
        grant: grantSql(privilege, account),
      });
    } else {
      const on = `performance_schema.${group}`;
      found.push({
        privilege: 'UPDATE',
        variables: [group],
        held: await mayUpdate(session, on),
        grant: grantSql('UPDATE', account, on),
      });
    }
  }
  return found;
}

const tableAccessDenied = [1142, 1044];

async function mayUpdate(session: ChangeSession, table: string): Promise<boolean> {
  try {
    const sql = `UPDATE ${table} SET ENABLED = 'YES' WHERE NAME = ''`;
    await withWriting(
      (text) => session.query(text),
      () => session.query(sql),
    );
    return true;
  } catch (error) {
    if (tableAccessDenied.includes(serverErrorNumber(error) ?? 0)) return false;
    throw error;
  }
}

function sessionScopeNote(changes: readonly PlannedChange[]): string[] {
  const names = changes.filter(({ scope }) => scope === 'both').map(({ variable }) => variable);
  return names.length === 0
    ? []
    : [
        `Connections that are open keep their own value of ${names.join(', ')}; only new ones take the new value.`,
      ];
}
