import { optionText, parseSettingText, sameSetting } from '../analysis';
import { variableFacts } from '../knowledge/variable-catalog';
import type { Session } from '../server';
import { applyChange, type Journal, keptSessions, planChange, type WishedSetting } from '../server/change';
import { type ApplyOutcome, applySchemaName } from '../shared/apply';
import type { ChangePlan } from '../shared/change';
import { LatchkeyError } from '../shared/error';
import type { Plan, PlanChange } from '../shared/plan';
import type { Snapshot } from '../shared/snapshot';

export interface ApplyOptions {
  allowDurability: boolean;
  /** Why the change is made on another server than that of the snapshot; null: it must be the same. */
  force: string | null;
}

/** What is applied: a plan, made of a snapshot. */
export interface ApplySubject extends ApplyOptions {
  snapshot: Snapshot;
  plan: Plan;
}

/** What a person has to know before agreeing. */
export interface ApplyPreview {
  plan: ChangePlan;
  /** Sentences besides those of the plan. */
  remarks: string[];
}

/** Opens another session to the same server, for putting back what a lost one has set. */
type WithNewSession = <R>(use: (session: Session) => Promise<R>) => Promise<R>;

/** What the plan's dynamic part would do to this server; nothing is changed. null: it has none. */
export async function previewApply(
  session: Session,
  { snapshot, plan, ...options }: ApplySubject,
  signal: AbortSignal,
): Promise<ApplyPreview | null> {
  const wishes = wishesOf(plan);
  if (wishes.length === 0) return null;
  demandServerOf(snapshot, session, options.force);
  const change = await refusalsExplained(
    planChange(session, 'apply', wishes, { signal, allowDurability: options.allowDurability }),
  );
  return { plan: change, remarks: remarksOf(snapshot, plan, change, options.force) };
}

/**
 * Sets what of the plan can be set while the server runs. What is in force afterwards is kept in the journal for
 * `undo`; when anything fails, everything is put back at once.
 * @throws LatchkeyError only before anything was set: change-refused, privilege-missing, busy, cancelled, write-failed
 */
export async function applyPlan(
  session: Session,
  journal: Journal,
  { snapshot, plan, ...options }: ApplySubject,
  consent: (preview: ApplyPreview) => Promise<boolean>,
  signal: AbortSignal,
  withNewSession: WithNewSession,
): Promise<ApplyOutcome> {
  const later = laterOf(plan, snapshot);
  const settings = wishesOf(plan);
  if (settings.length === 0) return { ...nothingDone, later };
  demandServerOf(snapshot, session, options.force);
  const run = await refusalsExplained(
    applyChange(
      session,
      journal,
      { settings, signal, allowDurability: options.allowDurability, withNewSession },
      (change) => consent({ plan: change, remarks: remarksOf(snapshot, plan, change, options.force) }),
    ),
  );
  const outcome: ApplyOutcome = {
    ...nothingDone,
    status: run.status,
    later,
    statements: run.statements,
    forced: options.force,
  };
  if (run.status === 'failed') return { ...outcome, restore: run.restore, error: run.error.toDocument() };
  const { applied } = run;
  const both = run.plan.changes.filter(({ scope }) => scope === 'both').map(({ variable }) => variable);
  return {
    ...outcome,
    entryId: applied.entryId,
    settings: applied.settings,
    dragged: applied.dragged,
    meanwhile: applied.meanwhile,
    leftOut: applied.leftOut,
    // The change is made and kept: a count that cannot be had must not make it look otherwise.
    sessions: await keptSessions(
      session,
      applied.settings.filter(({ variable }) => both.includes(variable)),
    ).catch(() => []),
  };
}

const nothingDone: ApplyOutcome = {
  schema: applySchemaName,
  status: 'nothing',
  entryId: null,
  settings: [],
  dragged: [],
  meanwhile: [],
  leftOut: [],
  later: [],
  sessions: [],
  statements: [],
  forced: null,
  restore: null,
  error: null,
};

const isNow = ({ when, stored }: PlanChange) => when === 'now' && stored !== null;

function wishesOf(plan: Plan): WishedSetting[] {
  return plan.changes.filter(isNow).map(({ variable, stored }) => ({
    variable,
    value: typeof stored === 'number' || stored === null ? optionText(stored, undefined) : stored,
  }));
}

function laterOf(plan: Plan, { server }: Snapshot): ApplyOutcome['later'] {
  return plan.changes
    .filter((change) => !isNow(change))
    .map(({ variable, stored }) => ({
      variable,
      optionText: optionText(stored, variableFacts(variable, server)?.type),
    }));
}

function demandServerOf({ server }: Snapshot, session: Session, force: string | null): void {
  const { serverKey } = session.identity;
  if (server.serverKey === serverKey || force !== null) return;
  throw new LatchkeyError(
    'change-refused',
    `The snapshot is of another server: it was taken at ${server.serverKey}, this is ${serverKey}. Nothing was set.`,
    {
      hint: 'Take a snapshot of this server, or give --force with the reason why its values fit here too.',
    },
  );
}

async function refusalsExplained<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof LatchkeyError) || error.code !== 'change-refused') throw error;
    throw new LatchkeyError(error.code, error.message, {
      hint: [error.hint, 'Nothing was set. --lock VARIABLE leaves one out.'].filter(Boolean).join(' '),
      cause: error.cause,
    });
  }
}

function remarksOf({ server }: Snapshot, plan: Plan, change: ChangePlan, force: string | null): string[] {
  const moved = plan.changes.flatMap(({ variable, from }) => {
    const now = change.changes.find((each) => each.variable === variable);
    if (now === undefined) return [];
    const current = parseSettingText(now.current, variableFacts(variable, server)?.type);
    if (sameSetting(from, current)) return [];
    return [`${variable} was ${String(from)} in the snapshot and is ${now.current} now.`];
  });
  const waiting = plan.changes.filter((each) => !isNow(each)).map(({ variable }) => variable);
  return [
    ...moved,
    ...(force === null ? [] : [`The snapshot is of another server; it is changed because: ${force}`]),
    ...(waiting.length === 0
      ? []
      : [`Not part of this, as it needs a restart and an option file: ${waiting.join(', ')}.`]),
    'SET GLOBAL is forgotten at the next restart: put the values into an option file too.',
  ];
}
