import { randomUUID } from 'node:crypto';
import type { GrowingSamples } from '../../evidence/series/series';
import type { DecisionFiles } from '../../files/rules/decisions';
import { collectDeepSnapshot, collectSnapshot, type DeepPlan, type Session } from '../../server';
import type { Journal } from '../../server/change';
import type { Clock } from '../../shared/base/clock';
import { defined } from '../../shared/base/defined';
import { toLatchkeyError } from '../../shared/base/error';
import type { TakeSnapshotRequest } from '../../shared/rpc/snapshot';
import type { Snapshot } from '../../shared/snapshot';
import { windowRemark } from '../../shared/window-samples';
import type { CallContext } from '../base/calls';
import { furtherSessions, withSession } from '../base/session';
import { consentTo } from '../changes/consent';
import type { GrowingSnapshots } from './growing';
import { withHistory } from './store-history';

/** A request for a snapshot. What the contract has not is for callers who can ask the person. */
export interface TakeRequest extends Omit<TakeSnapshotRequest, 'deep'> {
  /** Deep mode, with the digest of the plan that was shown, unless a person is asked. */
  deep?: { agreed?: string } | undefined;
  /** Stacks are sampled with perf on this machine for so long, once a person agrees to the command. */
  profile?: { seconds: number };
}

interface Taking {
  decisions: Pick<DecisionFiles, 'explaining'>;
  journal: Journal;
  createdBy: string;
  clock: Clock;
  growing: GrowingSnapshots;
}

/** Connects, gathers and closes. A cancelled or broken run gives a partial snapshot (`complete: false`). */
export async function takeSnapshot(
  { decisions, journal, createdBy, clock, growing }: Taking,
  request: TakeRequest,
  { ask, ...job }: CallContext,
): Promise<Snapshot> {
  const remark = windowRemark(request.windowSeconds, request.intervalMs);
  if (remark !== null) job.warn?.(remark);
  const id = randomUUID();
  const collecting = async (session: Session) => {
    const { windowSeconds, intervalMs, keepLiterals, declaredHost, tableLimit, profile, deep } = request;
    const collect = {
      id,
      onSampling: (samples: GrowingSamples) => growing.begin(id, samples),
      createdBy,
      windowSeconds,
      intervalMs,
      keepLiterals,
      explain: request.explain !== false && (await decisions.explaining()),
      declaredHost,
      ...defined({ tableLimit }),
      clock,
      ...(profile === undefined
        ? {}
        : { profile: { ...profile, consent: ask?.profile ?? (async () => false) } }),
    };
    if (deep === undefined) return collectSnapshot(session, collect, job);
    const consent = consentTo<DeepPlan>(deep.agreed, ask, ({ plan, left }) => ({
      plan,
      remarks: left.map(({ text, remedy }) => (remedy === undefined ? text : `${text} ${remedy}`)),
    }));
    const change = { journal, consent, withNewSession: furtherSessions(request, session, job) };
    return collectDeepSnapshot(session, collect, change, job);
  };
  const snapshot = await withSession(request, job, collecting, { renewable: 'own' }).finally(() =>
    growing.end(id),
  );
  if (request.history === undefined || job.signal.aborted) return snapshot;
  try {
    return await withHistory(snapshot, request.history, clock, job);
  } catch (error) {
    // What was gathered of the server is worth keeping without it.
    const { message, hint } = toLatchkeyError(error);
    const warning = `The snapshot carries no history: ${message}${hint === undefined ? '' : ` ${hint}`}`;
    job.warn?.(warning);
    job.report({ done: 0, total: null, phase: 'history', note: '', warning });
    return snapshot;
  }
}
