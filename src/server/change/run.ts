import { type Clock, systemClock } from '../../shared/base/clock';
import { defined } from '../../shared/base/defined';
import { LatchkeyError, throwIfCancelled, toLatchkeyError } from '../../shared/base/error';
import {
  type ChangePlan,
  type ChangePurpose,
  type ChangeStatement,
  pendingOutcome,
  type RestoreOutcome,
} from '../../shared/change';
import { isSameServerKey } from '../../shared/server';
import { patientSql } from '../connect/driver/limits';
import { type AppliedChange, plannedItems, requireUnchanged, setAll } from './apply';
import { type ArmControl, controlArms } from './arm-control';
import { Gate, readWayOfWriting } from './gate/gate';
import type { RequestedInstruments } from './gate/instruments';
import { releaseServerLock, takeServerLock } from './guard/server-lock';
import { readServerStart } from './guard/server-start';
import { startHeartbeat } from './journal/heartbeat';
import type { Journal, JournalRecord } from './journal/journal';
import { type ArmsPlan, type ArmsPlanRequest, planArms } from './plan/arms-plan';
import { planChange, type RequestedSetting, requirePrivileges } from './plan/plan';
import { type DeadMansSwitch, setDeadMansSwitch } from './restore/dead-mans-switch';
import { restoreEntry } from './restore/restore';
import { restoreValues } from './restore/restore-values';
import { movableBy } from './session/change-order';
import type { ChangeSession } from './session/change-session';
import { texts } from './texts';

export interface ChangeRequest {
  purpose: ChangePurpose;
  settings: readonly RequestedSetting[];
  /** Rows of Performance Schema set-up and InnoDB counters to be switched. */
  instruments?: readonly RequestedInstruments[];
  /** Cancels; a change that is in force is restored. */
  signal: AbortSignal;
  allowDurability?: boolean;
  clock?: Clock;
  /** Opens another session to the same server: used to restore everything when the first one is lost. */
  withNewSession?: <R>(use: (session: ChangeSession) => Promise<R>) => Promise<R>;
}

/** Shows the plan to a person (or checks it against --yes) and answers whether it may be carried out. */
export type Consent = (plan: ChangePlan) => Promise<boolean>;

interface RunRecord {
  plan: ChangePlan;
  restore: RestoreOutcome;
  statements: ChangeStatement[];
}
/** How a change ended once it had begun. `restore` shows what became of the server either way. */
export type ChangeRun<T> = RunRecord &
  ({ status: 'completed'; applied: AppliedChange; value: T } | { status: 'failed'; error: LatchkeyError });

/** How long a body that was cancelled may take to let go of the session before the originals are restored anyway. */
const bodyGraceMs = 5_000;

/**
 * Makes a change for as long as `body` runs, and restores everything: plan, consent, journal on the disk, SET,
 * read-back, body, restore, read-back. Whatever happens in between (refusal, cancel, a body that throws), the
 * originals are restored; `restore.status` is `pending` when that failed, and the journal entry then stays.
 * @throws LatchkeyError only before anything was set: change-refused, privilege-missing, busy, cancelled, write-failed
 */
export async function runChange<T>(
  session: ChangeSession,
  journal: Journal,
  request: ChangeRequest,
  consent: Consent,
  body: (applied: AppliedChange) => Promise<T>,
): Promise<ChangeRun<T>> {
  const make = () => planRequested(session, request);
  const run = await withOpenGate<ChangeRun<T>>(
    session,
    journal,
    request,
    make,
    consent,
    async (gate, plan) => {
      const run = await attempt(
        request.signal,
        () => setAll(gate, request.signal, 'refused'),
        body,
        gate.clock,
      );
      const restore = await restoreNow(gate);
      const result: ChangeRun<T> = { plan, restore, statements: [...gate.entry.statements], ...run };
      return { done: restore.status !== 'pending', result };
    },
  );
  return { ...run, restore: await restoreAnew(run.restore, journal, request) };
}

/** How applying a change ended: kept, with its undo record in the journal, or restored. */
export type ChangeApplication =
  | { status: 'applied'; plan: ChangePlan; applied: AppliedChange; statements: ChangeStatement[] }
  | (RunRecord & { status: 'failed'; error: LatchkeyError });

/**
 * Makes a change that stays. Its journal entry is kept as the undo record: `restoreEntry` with its id restores the
 * originals, nothing else does. On any failure everything is restored at once.
 * @throws LatchkeyError only before anything was set, as `runChange`
 */
export async function applyChange(
  session: ChangeSession,
  journal: Journal,
  request: Omit<ChangeRequest, 'purpose'>,
  consent: Consent,
): Promise<ChangeApplication> {
  const full: ChangeRequest = { ...request, purpose: 'apply' };
  const make = () => planRequested(session, full);
  const end = await withOpenGate<ChangeApplication>(
    session,
    journal,
    full,
    make,
    consent,
    async (gate, plan) => {
      // Kept only from here on: a crash before leaves an entry that is restored.
      const run = await attempt(
        request.signal,
        () => setAll(gate, request.signal, 'left-out'),
        () =>
          gate.advance((entry) => {
            entry.phase = 'kept';
          }),
      );
      const statements = [...gate.entry.statements];
      if (run.status === 'completed') {
        const result: ChangeApplication = { status: 'applied', plan, applied: run.applied, statements };
        return { done: false, result };
      }
      const restore = await restoreNow(gate);
      const result: ChangeApplication = {
        ...run,
        plan,
        restore,
        statements: [...gate.entry.statements],
      };
      return { done: restore.status !== 'pending', result };
    },
  );
  if (end.status === 'applied') return end;
  return { ...end, restore: await restoreAnew(end.restore, journal, full) };
}

/** A value that stays in force after a run through arms, with its undo record in the journal. */
export interface StayingValue {
  variable: string;
  original: string;
  value: string;
}

/** How a run through arms ended once it had begun; a body that failed is reported by `error`. */
export type ArmsRun<T> = RunRecord & { staying: StayingValue[] } & (
    | { status: 'completed'; value: T }
    | { status: 'failed'; error: LatchkeyError }
  );

export type ArmsRequest = ArmsPlanRequest &
  Pick<ChangeRequest, 'clock' | 'withNewSession'> & {
    /** Variables that stay as they are at the end; asked for once the body has completed. */
    staying?: () => readonly string[];
  };

/**
 * Lets `body` go from arm to arm of one plan within one journal entry, which holds the originals of everything that any
 * arm may move before the first SET; restores everything at the end, as `runChange` does, but for what is to stay: the
 * entry is then its undo record, as that of `applyChange`.
 * @throws LatchkeyError only before anything was set: change-refused, privilege-missing, busy, cancelled, write-failed
 */
export async function runArms<T>(
  session: ChangeSession,
  journal: Journal,
  request: ArmsRequest,
  consent: (arms: ArmsPlan) => Promise<boolean>,
  body: (control: ArmControl) => Promise<T>,
): Promise<ArmsRun<T>> {
  const full = { ...request, purpose: 'probe' as const };
  let arms: ArmsPlan | undefined;
  const make = async () => {
    arms = await planArms(session, request);
    return arms.plan;
  };
  const agreed = async () => arms !== undefined && consent(arms);
  const run = await withOpenGate<ArmsRun<T>>(session, journal, full, make, agreed, async (gate, plan) => {
    const run = await throughArms(gate, arms ?? { plan, leftOut: [], positions: new Map() }, request, body);
    const kept = await restoreButStaying(gate, run.status === 'completed' ? (request.staying?.() ?? []) : []);
    const { restore, staying } = kept ?? { restore: await restoreNow(gate), staying: [] };
    const result: ArmsRun<T> = { plan, restore, staying, statements: [...gate.entry.statements], ...run };
    return { done: restore.status !== 'pending' && staying.length === 0, result };
  });
  return { ...run, restore: await restoreAnew(run.restore, journal, full) };
}

async function throughArms<T>(
  gate: Gate,
  arms: ArmsPlan,
  { signal, withNewSession }: Pick<ArmsRequest, 'signal' | 'withNewSession'>,
  body: (control: ArmControl) => Promise<T>,
): Promise<Attempt<null, T>> {
  const requested = arms.plan.deadMansSwitch;
  const held: { deadMansSwitch: DeadMansSwitch | null } = { deadMansSwitch: null };
  const lent = gate.lend();
  const begin = async () => {
    await requireUnchanged(lent.gate, await lent.gate.readGlobals());
    if (requested !== undefined) {
      held.deadMansSwitch = await setDeadMansSwitch(lent.gate, requested, {
        clock: gate.clock,
        withNewSession,
      });
    }
    return null;
  };
  const measure = async () => {
    const value = await body(controlArms(lent.gate, arms, held.deadMansSwitch));
    // What was measured after it went off was measured with the originals.
    await held.deadMansSwitch?.renew();
    return value;
  };
  try {
    return await attempt(signal, begin, measure, gate.clock);
  } finally {
    // A body that was given up may come to itself while everything is restored, or later.
    lent.close();
    held.deadMansSwitch?.release();
  }
}

function planRequested(session: ChangeSession, request: ChangeRequest): Promise<ChangePlan> {
  return planChange(session, request.purpose, request.settings, {
    signal: request.signal,
    ...defined({ instruments: request.instruments, allowDurability: request.allowDurability }),
  });
}

/** Everything around the SETs that all kinds of change share. `done`: the entry may go. */
async function withOpenGate<R>(
  session: ChangeSession,
  journal: Journal,
  request: Pick<ChangeRequest, 'purpose' | 'signal' | 'clock'>,
  makePlan: () => Promise<ChangePlan>,
  consent: Consent,
  work: (gate: Gate, plan: ChangePlan) => Promise<{ done: boolean; result: R }>,
): Promise<R> {
  const { signal, clock = systemClock } = request;
  throwIfCancelled(signal);
  // It idles until the person has agreed, and for as long as the body takes.
  await session.query(patientSql);
  const way = await readWayOfWriting(session);
  const plan = await makePlan();
  requirePrivileges(plan);
  if (!(await consent(plan))) throw new LatchkeyError('cancelled', texts.theChangeWasNotAgreed);
  throwIfCancelled(signal);
  const connectionId = await takeServerLock(session);
  try {
    await requireClearJournal(journal, plan.serverKey);
    const record = await journal.create({
      purpose: request.purpose,
      phase: 'changing',
      target: session.target,
      ...defined({ needsSecrets: session.needsSecrets }),
      serverKey: plan.serverKey,
      serverStartedAt: await readServerStart(session),
      connectionId,
      items: plannedItems(plan),
    });
    return await workOnRecord(record, clock, () => work(new Gate(session, record, clock, way), plan));
  } finally {
    await releaseServerLock(session);
  }
}

async function workOnRecord<R>(
  record: JournalRecord,
  clock: Clock,
  work: () => Promise<{ done: boolean; result: R }>,
): Promise<R> {
  const stopHeartbeat = startHeartbeat(record, clock);
  let done = false;
  try {
    const outcome = await work();
    done = outcome.done;
    return outcome.result;
  } finally {
    await stopHeartbeat();
    // What cannot be tidied up stays for the next start, which finds the originals in force.
    await (done ? record.remove() : record.release()).catch(() => undefined);
  }
}

/**
 * A change on top of one that was never restored would take its values for originals.
 * @throws LatchkeyError busy or change-refused
 */
async function requireClearJournal(journal: Journal, serverKey: string): Promise<void> {
  const [damaged] = await journal.damaged();
  if (damaged !== undefined) {
    throw new LatchkeyError('change-refused', texts.theJournalOfChangesHolds(damaged.path, damaged.reason), {
      hint: texts.itMayHoldOriginalValues,
    });
  }
  const earlier = (await journal.list()).find((entry) => isSameServerKey(entry.serverKey, serverKey));
  if (earlier === undefined) return;
  throw new LatchkeyError('change-refused', texts.anEarlierChangeOfThis(earlier.createdAt), {
    hint: texts.runLatchkeyRestoreEntry(earlier.id),
  });
}

type Attempt<A, T> =
  | { status: 'completed'; applied: A; value: T }
  | { status: 'failed'; error: LatchkeyError };

async function attempt<A, T>(
  signal: AbortSignal,
  begin: () => Promise<A>,
  body: (applied: A) => Promise<T>,
  clock?: Clock,
): Promise<Attempt<A, T>> {
  try {
    const applied = await begin();
    throwIfCancelled(signal);
    const value = await (clock === undefined ? body(applied) : untilCancelled(body(applied), signal, clock));
    throwIfCancelled(signal);
    return { status: 'completed', applied, value };
  } catch (error) {
    return { status: 'failed', error: toLatchkeyError(error) };
  }
}

/** The body's result; after a cancel it has five seconds to end by itself. */
async function untilCancelled<T>(body: Promise<T>, signal: AbortSignal, clock: Clock): Promise<T> {
  const over = new AbortController();
  const cancelled = new Promise<never>((_, reject) => {
    const giveUp = async () => {
      await clock.sleep(bodyGraceMs, over.signal);
      reject(new LatchkeyError('cancelled', 'Cancelled.'));
    };
    if (signal.aborted) void giveUp();
    else signal.addEventListener('abort', () => void giveUp(), { once: true });
  });
  try {
    return await Promise.race([body, cancelled]);
  } finally {
    cancelled.catch(() => undefined);
    over.abort();
  }
}

/** Restores everything; a failure to do so is an outcome, and the entry stays in the journal. */
async function restoreNow(gate: Gate): Promise<RestoreOutcome> {
  try {
    return { entryId: gate.entry.id, ...(await restoreValues(gate, false)) };
  } catch (error) {
    return pendingOutcome(gate.entry, toLatchkeyError(error).message);
  }
}

/**
 * Restores everything else, and makes the entry the undo record of what stays. Until then it holds all originals: a crash
 * before restores them all.
 * @returns null: nothing is to stay, or something stood in the way, and everything is to be restored
 */
async function restoreButStaying(
  gate: Gate,
  wanted: readonly string[],
): Promise<{ restore: RestoreOutcome; staying: StayingValue[] } | null> {
  try {
    const isStaying = new Set(
      wanted.flatMap((variable) => [variable, ...movableBy(variable, gate.identity)]),
    );
    const globals = await gate.readGlobals();
    const staying = gate.variables.flatMap(({ variable, original, stored }): StayingValue[] => {
      const value = globals.get(variable);
      const isOurs = isStaying.has(variable) && value !== original && value === stored;
      return isOurs && value !== undefined ? [{ variable, original, value }] : [];
    });
    if (!wanted.some((variable) => staying.some((each) => each.variable === variable))) return null;
    const names = new Set(staying.map(({ variable }) => variable));
    const outcome = await restoreValues(gate, false, names);
    if (outcome.status === 'pending') return null;
    await gate.advance((entry) => {
      entry.phase = 'kept';
      entry.purpose = 'apply';
      entry.items = entry.items.filter((item) => item.kind === 'global-variable' && names.has(item.variable));
    });
    const { id: entryId } = gate.entry;
    const values = staying.map(({ variable, original, value }) => `${variable} = ${value} (was ${original})`);
    const detail = [
      outcome.status === 'not-needed' ? texts.everythingElseHasItsOriginal : outcome.detail,
      texts.staysInForce(values.join(', '), entryId),
    ].join(' ');
    return { restore: { entryId, ...outcome, detail }, staying };
  } catch {
    return null;
  }
}

/**
 * The server may need a moment to notice that the lost connection, which holds its lock and counts among its connections,
 * is gone; and the load, which ends with the probe, leaves connections free.
 */
const restorePatienceMs = 10_000;
const passing: readonly string[] = ['busy', 'too-many-connections'];

/** A second try over a new connection, where the first could not even read what is left to do. */
async function restoreAnew(
  restore: RestoreOutcome,
  journal: Journal,
  { withNewSession, clock = systemClock }: Pick<ChangeRequest, 'withNewSession' | 'clock'>,
): Promise<RestoreOutcome> {
  if (restore.status !== 'pending' || withNewSession === undefined) return restore;
  const deadline = clock.monotonicMs() + restorePatienceMs;
  for (;;) {
    try {
      return await withNewSession((session) => restoreEntry(session, journal, restore.entryId, { clock }));
    } catch (error) {
      const failure = toLatchkeyError(error);
      if (!passing.includes(failure.code) || clock.monotonicMs() > deadline) {
        return { ...restore, detail: `${restore.detail} Nor over a new connection: ${failure.message}` };
      }
      await clock.sleep(200);
    }
  }
}
