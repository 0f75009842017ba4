import { defined } from '../../../shared/base/defined';
import { LatchkeyError, toLatchkeyError } from '../../../shared/base/error';
import type { ChangePlan } from '../../../shared/change';
import type { RequestedInstruments } from '../gate/instruments';
import { createSchemaSql, dropSchemaSql, schemaExists } from '../gate/scratch-schema';
import { createEvent, switchPrivileges, switchRisk } from '../restore/dead-mans-switch';
import type { ChangeSession } from '../session/change-session';
import { readBackslashEscapes, readGlobals } from '../session/global-variables';
import { planChange, type RequestedSetting } from './plan';
import { texts } from './texts';

/** One setting of several that are compared within one journal entry. */
export interface TargetArm {
  name: string;
  settings: readonly RequestedSetting[];
  instruments?: readonly RequestedInstruments[];
}

export interface ArmsPlanRequest {
  arms: readonly TargetArm[];
  allowDurability?: boolean;
  /** Name of a schema to be made for the load and dropped afterwards. */
  scratchSchema?: string;
  /** Seconds without Latchkey after which the server itself restores everything; needs a schema of its own. */
  deadMansSwitchSeconds?: number;
  signal: AbortSignal;
}

/** Positions of the rows that an arm switches, by group and name. */
export type ArmInstrumentStates = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface ArmsPlan {
  plan: ChangePlan;
  /** Arms that this server cannot be brought into, with the reason. */
  leftOut: { arm: string; reason: string }[];
  positions: ReadonlyMap<string, ArmInstrumentStates>;
}

/**
 * Works out what going through these arms would do, by asking the server; changes nothing. One that cannot be set here
 * is left out.
 * @throws LatchkeyError change-refused when none is left, or when the schema exists already; else as `planChange`
 */
export async function planArms(session: ChangeSession, request: ArmsPlanRequest): Promise<ArmsPlan> {
  const planned: { arm: TargetArm; plan: ChangePlan }[] = [];
  const leftOut: ArmsPlan['leftOut'] = [];
  let lastRefusal: LatchkeyError | undefined;
  for (const arm of request.arms) {
    try {
      planned.push({ arm, plan: await planArm(session, arm, request) });
    } catch (error) {
      const failure = toLatchkeyError(error);
      if (failure.code !== 'change-refused') throw failure;
      lastRefusal = failure;
      const hint = failure.hint === undefined ? '' : ` ${failure.hint}`;
      leftOut.push({ arm: arm.name, reason: `${failure.message}${hint}` });
    }
  }
  if (planned.length === 0 && request.arms.length > 0) {
    throw lastRefusal ?? new LatchkeyError('change-refused', texts.noSettingIsLeftTo);
  }
  const { scratchSchema } = request;
  if (scratchSchema !== undefined && (await schemaExists(session, scratchSchema))) {
    throw new LatchkeyError('change-refused', texts.theServerHasASchema(scratchSchema), {
      hint: texts.latchkeyRestoreDropsWhatAn,
    });
  }
  const risks =
    scratchSchema === undefined ? [] : scratchSchemaRisks(scratchSchema, session, await readGlobals(session));
  const plan = await withDeadMansSwitch(session, merged(session, planned, { scratchSchema, risks }), request);
  return { plan, leftOut, positions: positionsOf(planned) };
}

function planArm(
  session: ChangeSession,
  { settings, instruments = [] }: TargetArm,
  { allowDurability, signal }: ArmsPlanRequest,
): Promise<ChangePlan> {
  return planChange(session, 'probe', settings, { signal, instruments, ...defined({ allowDurability }) });
}

/** The plan with the switch that was requested. @throws LatchkeyError change-refused where there can be none */
async function withDeadMansSwitch(
  session: ChangeSession,
  plan: ChangePlan,
  { scratchSchema: schema, deadMansSwitchSeconds: seconds }: ArmsPlanRequest,
): Promise<ChangePlan> {
  if (seconds === undefined || schema === undefined) return plan;
  const requested = { schema, seconds };
  const globals = await readGlobals(session);
  const privileges = await switchPrivileges(session, requested, globals);
  const { sql: createSql, unguarded } = createEvent(
    requested,
    plan,
    session,
    await readBackslashEscapes(session),
    globals,
  );
  const [createSchema = '', ...statements] = plan.statements;
  return {
    ...plan,
    deadMansSwitch: { seconds, createSql },
    statements: [createSchema, createSql, ...statements],
    privileges: [...plan.privileges, ...privileges],
    risks: [...plan.risks, switchRisk(requested, plan.instruments, unguarded)],
  };
}

type Planned = readonly { arm: TargetArm; plan: ChangePlan }[];

/** What to know of a schema that is written to, before agreeing. */
function scratchSchemaRisks(
  name: string,
  { identity }: Pick<ChangeSession, 'identity'>,
  globals: ReadonlyMap<string, string>,
): string[] {
  // MariaDB gives each transaction in the binary log a GTID.
  const numbered = identity.flavour === 'mariadb' || (globals.get('gtid_mode') ?? 'OFF') !== 'OFF';
  return [
    `The schema ${name} is made, filled and dropped again; where there is a binary log, replicas do the same.`,
    ...(globals.get('log_bin') === 'ON' && numbered
      ? [
          `What is written to ${name} gets GTIDs of this server. If it is a replica, they are transactions that its source does not have (errant ones), which may get in the way when it is to take over or to follow another source.`,
        ]
      : []),
  ];
}

function merged(
  session: ChangeSession,
  planned: Planned,
  { scratchSchema, risks }: { scratchSchema: string | undefined; risks: readonly string[] },
): ChangePlan {
  const plans = planned.map(({ plan }) => plan);
  const all = distinct(
    plans.flatMap((plan) => plan.changes),
    ({ variable, proposed }) => `${variable}=${proposed}`,
  );
  const set = new Set(all.map(({ variable }) => variable));
  // Where other variants change it, that one leaves a variable as it is is no change.
  const isChanged = new Set(
    all.filter(({ current, proposed }) => proposed !== current).map(({ variable }) => variable),
  );
  const changes = all.filter(
    ({ variable, current, proposed }) => proposed !== current || !isChanged.has(variable),
  );
  return {
    purpose: 'probe',
    serverKey: session.identity.serverKey,
    changes,
    mayMove: distinct(
      plans.flatMap((plan) => plan.mayMove).filter(({ variable }) => !set.has(variable)),
      ({ variable }) => variable,
    ),
    instruments: mergedInstruments(plans),
    arms: planned.map(({ arm, plan }) => ({
      name: arm.name,
      settings: plan.changes.map(({ variable, proposed }) => ({ variable, value: proposed })),
      instruments: plan.instruments.map(({ group, rows }) => ({ group, rows: rows.length })),
    })),
    ...defined({ scratchSchema }),
    statements: [
      ...(scratchSchema === undefined ? [] : [createSchemaSql(scratchSchema)]),
      ...new Set(plans.flatMap((plan) => plan.statements)),
    ],
    restoreStatements: [
      ...new Set(plans.flatMap((plan) => plan.restoreStatements)),
      ...(scratchSchema === undefined ? [] : [dropSchemaSql(scratchSchema)]),
    ],
    privileges: mergedPrivileges(plans),
    risks: [...new Set(plans.flatMap((plan) => plan.risks)), ...risks],
  };
}

function mergedInstruments(plans: readonly ChangePlan[]): ChangePlan['instruments'] {
  const groups = new Map<string, ChangePlan['instruments'][number]>();
  for (const { group, rows } of plans.flatMap((plan) => plan.instruments)) {
    const known = groups.get(group) ?? { group, rows: [] };
    groups.set(group, known);
    const byName = new Map(known.rows.map((row) => [row.name, row]));
    for (const row of rows) {
      const same = byName.get(row.name);
      if (same === undefined) known.rows.push({ ...row });
      else if (same.proposed !== row.proposed && same.also?.includes(row.proposed) !== true) {
        same.also = [...(same.also ?? []), row.proposed];
      }
    }
  }
  return [...groups.values()];
}

function mergedPrivileges(plans: readonly ChangePlan[]): ChangePlan['privileges'] {
  const found: ChangePlan['privileges'] = [];
  for (const one of plans.flatMap((plan) => plan.privileges)) {
    const same = found.find(({ privilege, held }) => privilege === one.privilege && held === one.held);
    if (same === undefined) found.push({ ...one, variables: [...one.variables] });
    else same.variables = [...new Set([...same.variables, ...one.variables])];
  }
  return found;
}

function positionsOf(planned: Planned): ArmsPlan['positions'] {
  return new Map(
    planned.map(({ arm, plan }) => [
      arm.name,
      new Map(
        plan.instruments.map(({ group, rows }) => [
          group,
          new Map(rows.map(({ name, proposed }) => [name, proposed])),
        ]),
      ),
    ]),
  );
}

function distinct<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item] as const)).values()];
}
