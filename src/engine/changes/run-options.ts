import { randomInt, randomUUID } from 'node:crypto';
import { readSlowLogStatements } from '../../files/slow-log-statements';
import type { KeptDigest } from '../../knowledge/sql/replay';
import type { ProbeOptions, Session } from '../../server';
import { defined } from '../../shared/base/defined';
import { seededRandom } from '../../shared/base/random';
import type { ProbePlan, ProbeWorkload } from '../../shared/probe';
import type { ConnectRequest } from '../../shared/rpc/connection';
import type { CallContext } from '../base/calls';
import { furtherSessions } from '../base/session';
import { consentTo } from './consent';

/** Of a probe or a proof: what decides how it runs besides what it measures. */
interface Requested {
  workload: ProbeWorkload;
  seed?: number | undefined;
}

/** What a probe or a proof is run with, on a session that was opened for it. */
export function runOptions(
  { journal, createdBy, clock }: Pick<ProbeOptions, 'journal' | 'createdBy' | 'clock'>,
  request: Requested,
  connect: ConnectRequest,
  { session, secrets, logged }: { session: Session } & Pick<ProbeOptions, 'secrets' | 'logged'>,
  signal: AbortSignal,
): ProbeOptions {
  const seed = seedOf(request);
  return {
    ...{ id: randomUUID(), createdBy, journal, clock, secrets, seed },
    random: seededRandom(seed),
    environment: process.env,
    ...defined({ logged }),
    withNewSession: furtherSessions(connect, session, { report: () => {}, signal }),
  };
}

/** Asks for consent to what a probe or a proof would do. @param agreed digest of a plan that was agreed to before */
export function consentToProbe(agreed: string | undefined, ask: CallContext['ask']) {
  return consentTo<ProbePlan>(agreed, ask, (probe) => ({
    plan: probe.plan,
    remarks: probe.remarks,
    probe,
  }));
}

/** The statements of the slow log that is to be replayed, where one is named. */
export async function loggedOf(
  { workload }: Requested,
  signal: AbortSignal,
): Promise<{ logged?: KeptDigest[] }> {
  if (workload.kind !== 'replay' || workload.slowLog === undefined) return {};
  return { logged: await readSlowLogStatements(workload.slowLog, signal) };
}

export function seedOf({ seed }: Requested): number {
  return seed ?? randomInt(2 ** 31);
}
