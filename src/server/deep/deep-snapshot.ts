import { LatchkeyError, toLatchkeyError } from '../../shared/base/error';
import type { ChangePlan } from '../../shared/change';
import type { DeepReport, MeasuredPeriod } from '../../shared/deep';
import type { JobContext } from '../../shared/progress';
import type { Reason } from '../../shared/reason';
import type { Snapshot } from '../../shared/snapshot';
import { type Journal, planChange, runChange } from '../change';
import { type CollectOptions, collectSnapshot } from '../collect/snapshot';
import type { Session } from '../connect/session';
import { cpuSecondsOf } from '../machine/cpu-time';
import { locate } from '../machine/locality';
import { type Machine, thisMachine } from '../machine/machine';
import { readServerPlace } from '../machine/server-place';
import { deepRequest } from './deep';
import { costText, measurePeriod } from './deep-cost';
import { texts } from './texts';

/** What deep mode would do to a server, for the person who has to consent. */
export interface DeepPlan {
  plan: ChangePlan;
  /** Evidence that could not be enabled, with what would make it available. */
  left: Reason[];
}

/** Works out what deep mode would enable; changes nothing. @throws LatchkeyError as `planChange` */
export async function planDeep(session: Session, signal: AbortSignal): Promise<DeepPlan> {
  const { instruments, left } = await deepRequest(session);
  return { plan: await planChange(session, 'deep', [], { instruments, signal }), left };
}

export interface DeepOptions {
  journal: Journal;
  /** Shows the statements and answers whether they may be sent. */
  consent: (deep: DeepPlan) => Promise<boolean>;
  withNewSession: <R>(use: (session: Session) => Promise<R>) => Promise<R>;
}

/**
 * Takes a snapshot with all wait instruments and InnoDB counters on for its window, and restores every row; a short
 * baseline period, with and after them shows what they cost. A cancelled run gives its partial snapshot.
 * @returns the snapshot; its `deep.restore` is `pending` when rows could not be restored: the journal entry then stays
 * @throws LatchkeyError before anything was switched: privilege-missing, change-refused, busy, cancelled; afterwards
 *   only where nothing could be collected, and `restore-incomplete` when moreover rows were left
 */
export async function collectDeepSnapshot(
  session: Session,
  options: CollectOptions,
  { journal, consent, withNewSession }: DeepOptions,
  job: JobContext,
): Promise<Snapshot> {
  const { instruments, left } = await deepRequest(session);
  const cpuSeconds = await serverCpu(session, options.machine ?? thisMachine());
  const seconds = Math.min(5, Math.max(2, options.windowSeconds / 6));
  const measure = (note: string) => {
    job.report({ done: 0, total: null, phase: 'deep', note });
    return measurePeriod(session, seconds, options.clock, cpuSeconds, job.signal);
  };
  let before: MeasuredPeriod | undefined;
  let during: MeasuredPeriod | undefined;
  let collecting: Promise<Snapshot> | undefined;
  const run = await runChange(
    session,
    journal,
    { purpose: 'deep', settings: [], instruments, signal: job.signal, clock: options.clock, withNewSession },
    async (plan) => {
      if (!(await consent({ plan, left }))) return false;
      before = await measure('Measuring the server without instruments');
      return true;
    },
    async () => {
      during = await measure('Measuring the server with instruments');
      collecting = collectSnapshot(session, options, job);
      await collecting;
    },
  );
  if (before === undefined || during === undefined || collecting === undefined) throw endedEarly(run);
  // After a cancel it still reads what belongs to the end of the window.
  const snapshot = await collecting;
  const after = job.signal.aborted
    ? null
    : await measure('Measuring the server without instruments again').catch(() => null);
  const deep: DeepReport = {
    switched: run.plan.instruments.map(({ group, rows }) => ({ group, rows: rows.length })),
    left,
    restore: {
      status: run.restore.status,
      detail: run.restore.detail,
      restored: run.restore.restored,
      remaining: run.restore.remaining,
    },
    cost: { before, during, after, text: costText(before, during, after) },
  };
  return { ...snapshot, deep, statements: [...session.statements] };
}

function endedEarly(run: Awaited<ReturnType<typeof runChange>>): LatchkeyError {
  const cause =
    run.status === 'failed' ? run.error : new LatchkeyError('internal', texts.deepModeEndedWithoutA);
  if (run.restore.status !== 'pending') return cause;
  return new LatchkeyError('restore-incomplete', `${cause.message} ${run.restore.detail}`, {
    hint: texts.latchkeyRestoreRestoresTheRest(run.restore.entryId),
    cause,
  });
}

/** Reads the CPU time of the server's process, where it runs on this machine. */
async function serverCpu(session: Session, machine: Machine): Promise<() => Promise<number | null>> {
  try {
    const found = await locate(session.target, await readServerPlace(session), machine);
    const pid = found.local ? found.pid : null;
    return async () => (pid === null ? null : cpuSecondsOf(pid, machine));
  } catch (error) {
    if (toLatchkeyError(error).code === 'connection-lost') throw error;
    return async () => null;
  }
}
