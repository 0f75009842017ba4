import { randomInt, randomUUID } from 'node:crypto';
import { readSlowLogStatements } from '../files/slow-log-statements';
import type { KeptDigest } from '../knowledge/sql/replay';
import { listProbes, planProbe, runProbe, type Session } from '../server';
import type { Journal } from '../server/change';
import type { Clock } from '../shared/base/clock';
import { seededRandom } from '../shared/base/random';
import type { ProbePlan, ProbeRequest, ProbeResult } from '../shared/probe';
import type { JobContext } from '../shared/progress';
import type { ConnectRequest } from '../shared/rpc/connection';
import type { CallHandlers } from './call-handlers';
import { heldTo, withSession } from './connection';
import { agreedTo, planMark } from './plan-digest';

export interface ProbeContext {
  journal: Journal;
  version: string;
  clock: Clock;
  /** Keeps a result in the history. */
  keep(result: ProbeResult): Promise<ProbeResult>;
}

type ProbeCall = 'probe.list' | 'probe.plan' | 'probe.run';

/** Probes, as calls of the window and for the command line. */
export function createProbes({ journal, version, clock, keep }: ProbeContext): {
  handlers: Pick<CallHandlers, ProbeCall>;
  run(
    connect: ConnectRequest,
    request: ProbeRequest,
    consent: (plan: ProbePlan) => Promise<boolean>,
    job: JobContext,
  ): Promise<ProbeResult>;
} {
  const run = async (
    connect: ConnectRequest,
    request: ProbeRequest,
    consent: (plan: ProbePlan) => Promise<boolean>,
    job: JobContext,
  ) => {
    const result = await withSession(connect, job, async (session, _warnings, secrets) => {
      const seed = seedOf(request);
      const options = {
        id: randomUUID(),
        createdBy: `latchkey ${version}`,
        journal,
        clock,
        secrets,
        seed,
        random: seededRandom(seed),
        environment: process.env,
        // Not to be cancelled: it is what puts everything back.
        ...(await loggedOf(request, job.signal)),
        withNewSession: <R>(use: (session: Session) => Promise<R>) =>
          withSession(
            heldTo(connect, session),
            { report: () => {}, signal: new AbortController().signal },
            use,
          ),
      };
      return runProbe(session, request, options, consent, job);
    });
    return keep(result);
  };
  return {
    run,
    handlers: {
      'probe.list': ({ connection }, job) =>
        connection === null
          ? listProbes(null, job.signal)
          : withSession(connection, job, (session) => listProbes(session, job.signal)),
      'probe.plan': ({ request, ...connect }, job) =>
        withSession(connect, job, async (session) => {
          const options = {
            seed: seedOf(request),
            environment: process.env,
            ...(await loggedOf(request, job.signal)),
          };
          const plan = await planProbe(session, request, options, job.signal);
          return { plan, mark: planMark(plan.plan) };
        }),
      'probe.run': ({ request, agreed, ...connect }, job) => run(connect, request, agreedTo(agreed), job),
    },
  };
}

/** The statements of the slow log that is to be replayed, where one is named. */
async function loggedOf({ workload }: ProbeRequest, signal: AbortSignal): Promise<{ logged?: KeptDigest[] }> {
  if (workload.kind !== 'replay' || workload.slowLog === undefined) return {};
  return { logged: await readSlowLogStatements(workload.slowLog, signal) };
}

function seedOf({ seed }: ProbeRequest): number {
  return seed ?? randomInt(2 ** 31);
}
