import { optionText, parseSettingText, sameSetting } from '../../analysis';
import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Session } from '../../server';
import {
  applyChange,
  type Journal,
  keptSessions,
  planChange,
  type RequestedSetting,
  readGlobals,
} from '../../server/change';
import { type ApplyOutcome, applySchemaName } from '../../shared/apply';
import { LatchkeyError } from '../../shared/base/error';
import type { ChangePlan } from '../../shared/change';
import { changesNow, type PlanChange, type TuningPlan } from '../../shared/plan';
import { isSameServerKey } from '../../shared/server';
import type { Snapshot } from '../../shared/snapshot';
import { texts } from './texts';

export interface ApplyOptions {
  allowDurability: boolean;
  /** Why the change is made on another server than that of the snapshot; null: it must be the same. */
  force: string | null;
}

/** What is applied: a plan, made of a snapshot. */
export interface ApplySubject extends ApplyOptions {
  snapshot: Snapshot;
  plan: TuningPlan;
}

/** What a person has to know before agreeing. */
export interface ApplyPreview {
  plan: ChangePlan;
  /** Sentences besides those of the plan. */
  remarks: string[];
}

/** Opens another session to the same server, for restoring what a lost one has set. */
type WithNewSession = <R>(use: (session: Session) => Promise<R>) => Promise<R>;

/**
 * What the plan's dynamic part would do to this server; nothing is changed. null: it has none.
 * @throws LatchkeyError change-refused as `applyPlan`
 */
export async function previewApply(
  session: Session,
  journal: Pick<Journal, 'kept'>,
  subject: ApplySubject,
  signal: AbortSignal,
): Promise<ApplyPreview | null> {
  const { snapshot, plan, allowDurability, force } = subject;
  if (requestedSettings(plan).length === 0) return null;
  requireServerOf(snapshot, session, force);
  const own = await ownValues(session, journal);
  const { settings, leftOut } = await settingsAsPlanned(session, subject, own);
  const change = await refusalsExplained(planChange(session, 'apply', settings, { signal, allowDurability }));
  return { plan: change, remarks: remarksOf(subject, leftOut) };
}

/**
 * Sets what of the plan can be set while the server runs and still has the value that the plan was made from: what
 * somebody has set since the snapshot is left out. What is in force afterwards is kept in the journal for `undo`; when
 * anything fails, everything is restored at once.
 * @throws LatchkeyError only before anything was set: change-refused, privilege-missing, busy, cancelled, write-failed
 */
export async function applyPlan(
  session: Session,
  journal: Journal,
  subject: ApplySubject,
  consent: (preview: ApplyPreview) => Promise<boolean>,
  signal: AbortSignal,
  withNewSession: WithNewSession,
): Promise<ApplyOutcome> {
  const { snapshot, plan, allowDurability, force } = subject;
  const later = laterOf(plan, snapshot);
  if (requestedSettings(plan).length === 0) return { ...nothingDone, later };
  requireServerOf(snapshot, session, force);
  const own = await ownValues(session, journal);
  const { settings, leftOut } = await settingsAsPlanned(session, subject, own);
  const run = await refusalsExplained(
    applyChange(session, journal, { settings, signal, allowDurability, withNewSession }, async (change) => {
      const present = new Map(change.changes.map(({ variable, current }) => [variable, current]));
      const [moved] = movedSince(subject, present, own);
      // Between the two readings: the next one leaves it out.
      if (moved !== undefined) throw changedMeanwhile([moved]);
      return consent({ plan: change, remarks: remarksOf(subject, leftOut) });
    }),
  );
  const outcome: ApplyOutcome = {
    ...nothingDone,
    status: run.status,
    later,
    statements: run.statements,
    forced: force,
  };
  if (run.status === 'failed') return { ...outcome, restore: run.restore, error: run.error.toDocument() };
  const { applied } = run;
  const both = run.plan.changes.filter(({ scope }) => scope === 'both').map(({ variable }) => variable);
  return {
    ...outcome,
    entryId: applied.entryId,
    settings: applied.settings,
    alsoChanged: applied.alsoChanged,
    meanwhile: applied.meanwhile,
    leftOut: [...leftOut, ...applied.leftOut],
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
  alsoChanged: [],
  meanwhile: [],
  leftOut: [],
  later: [],
  sessions: [],
  statements: [],
  forced: null,
  restore: null,
  error: null,
};

type LeftOut = ApplyOutcome['leftOut'];

/**
 * What is to be set, without the variables that somebody has set since the snapshot.
 * @throws LatchkeyError change-refused where nothing is left
 */
async function settingsAsPlanned(
  session: Session,
  subject: ApplySubject,
  own: OwnValues,
): Promise<{ settings: RequestedSetting[]; leftOut: LeftOut }> {
  const leftOut = movedSince(subject, await readGlobals(session), own);
  const settings = requestedSettings(subject.plan).filter(
    ({ variable }) => !leftOut.some((left) => left.variable === variable),
  );
  if (settings.length === 0) throw changedMeanwhile(leftOut);
  return { settings, leftOut };
}

/** Whether an earlier change of Latchkey's own, which was kept, has left a variable at this value. */
type OwnValues = (variable: string, value: string) => boolean;

async function ownValues({ identity }: Session, journal: Pick<Journal, 'kept'>): Promise<OwnValues> {
  const entries = (await journal.kept()).filter(({ serverKey }) =>
    isSameServerKey(serverKey, identity.serverKey),
  );
  const items = entries.flatMap((entry) => entry.items);
  return (name, value) =>
    items.some((item) => item.kind === 'global-variable' && item.variable === name && item.stored === value);
}

/**
 * The changes whose variable has neither the value that the plan was made from nor the one that it asks for. None on another
 * server than that of the snapshot: its values are its own, and the user has said why these fit there.
 */
function movedSince(
  { snapshot, plan, force }: ApplySubject,
  present: ReadonlyMap<string, string>,
  own: OwnValues,
): LeftOut {
  if (force !== null) return [];
  return settableNow(plan).flatMap(({ variable, from, stored }) => {
    const now = present.get(variable);
    if (now === undefined || from === null) return [];
    const type = variableFacts(variable, snapshot.server)?.type;
    const value = parseSettingText(now, type);
    if (sameSetting(from, value) || sameSetting(stored, value) || own(variable, now)) return [];
    return [
      {
        variable,
        proposed: optionText(stored, type),
        reason: `changed by someone else: it was ${optionText(from, type)} in the snapshot and is ${now} now`,
      },
    ];
  });
}

function changedMeanwhile(leftOut: LeftOut): LatchkeyError {
  return new LatchkeyError(
    'change-refused',
    texts.leftOutAsSomebodyElse(leftOut.map(({ variable }) => variable).join(', ')),
    { hint: texts.takeANewSnapshotIts },
  );
}

const isNow = ({ when, stored }: PlanChange) => when === 'now' && stored !== null;
const settableNow = ({ changes }: TuningPlan) => changesNow(changes).filter(isNow);

function requestedSettings(plan: TuningPlan): RequestedSetting[] {
  return settableNow(plan).map(({ variable, stored }) => ({
    variable,
    value: typeof stored === 'number' || stored === null ? optionText(stored, undefined) : stored,
  }));
}

function laterOf(plan: TuningPlan, { server }: Snapshot): ApplyOutcome['later'] {
  return plan.changes
    .filter((change) => !isNow(change))
    .map(({ variable, stored }) => ({
      variable,
      optionText: optionText(stored, variableFacts(variable, server)?.type),
    }));
}

/** @throws LatchkeyError change-refused where the snapshot is of another server, and no reason was given */
export function requireServerOf({ server }: Snapshot, session: Session, force: string | null): void {
  const { serverKey } = session.identity;
  if (isSameServerKey(server.serverKey, serverKey) || force !== null) return;
  throw new LatchkeyError('change-refused', texts.theSnapshotIsOfAnother(server.serverKey, serverKey), {
    hint: texts.takeASnapshotOfThis,
  });
}

async function refusalsExplained<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof LatchkeyError) || error.code !== 'change-refused') throw error;
    throw new LatchkeyError(error.code, error.message, {
      hint: [error.hint, texts.nothingWasSetLockVariable].filter(Boolean).join(' '),
      cause: error.cause,
    });
  }
}

function remarksOf({ plan, force }: ApplySubject, leftOut: LeftOut): string[] {
  const waiting = plan.changes.filter((each) => !isNow(each)).map(({ variable }) => variable);
  return [
    ...leftOut.map(({ variable, reason }) => `${variable} is left out: ${reason}.`),
    ...(force === null ? [] : [`The snapshot is of another server; it is changed because: ${force}`]),
    ...(waiting.length === 0
      ? []
      : [`Not part of this, as it needs a restart and an option file: ${waiting.join(', ')}.`]),
    'SET GLOBAL is forgotten at the next restart: put the values into an option file too.',
  ];
}
