import { pauseClass } from '../../../knowledge/catalog/pause-class';
import type { KeptDigest } from '../../../knowledge/sql/replay';
import type { Clock } from '../../../shared/base/clock';
import type { RandomSource } from '../../../shared/base/random';
import type { ChangePlan } from '../../../shared/change';
import type { ConnectionSecrets } from '../../../shared/connection';
import type { ProbeOutcome, ProbePlan, ProbeResult } from '../../../shared/probe';
import type { JobContext } from '../../../shared/progress';
import { type ArmControl, type ArmsPlan, type ArmsRun, type Journal, runArms } from '../../change';
import { patientSql } from '../../connect/driver/limits';
import type { Session } from '../../connect/session';
import type { Machine } from '../../machine/machine';
import { findSysbench, type SysbenchProgram } from '../../workload/sysbench-program';
import { targetArms } from './load';
import type { PreparedProbe } from './prepare';

/** What a run is made with. */
export interface ProbeOptions {
  id: string;
  createdBy: string;
  journal: Journal;
  clock: Clock;
  secrets: ConnectionSecrets;
  seed: number;
  random: RandomSource;
  environment: NodeJS.ProcessEnv;
  machine?: Machine;
  /** Statements of a slow log to be replayed; absent: those that the server itself has kept. */
  logged?: readonly KeptDigest[];
  withNewSession: <R>(use: (session: Session) => Promise<R>) => Promise<R>;
}

/** What a probe and a proof do between consent and result. */
export interface MeasuredRun<R> {
  /** The plan to be consented to, once the gate has said which arms can be had. */
  planned(arms: ArmsPlan): ProbePlan;
  measure(control: ArmControl): Promise<void>;
  /** Variables that stay in force, of those that were agreed to; absent: everything is restored. */
  staying?(): readonly string[];
  result(ended: ArmsRun<void>, times: RunTimes): R;
}

export interface RunTimes {
  startedAt: string;
  /** undefined: nobody has agreed. */
  consentedAt: string | undefined;
}

/** What it runs on besides the session that changes the server. */
export interface RunTools {
  program: SysbenchProgram | null;
  /** A session of its own, which reads while the other one sets. */
  monitor: Session;
}

/** Consent, journal, measuring, and everything restored. @throws LatchkeyError only before anything was set */
export async function runConsented<R>(
  session: Session,
  prepared: PreparedProbe,
  options: ProbeOptions,
  consent: (plan: ProbePlan) => Promise<boolean>,
  job: JobContext,
  runOf: (tools: RunTools) => MeasuredRun<R>,
): Promise<R> {
  const { clock, environment, journal, withNewSession } = options;
  const isSysbench = prepared.request.workload.kind === 'sysbench';
  const program = isSysbench ? await findSysbench(environment) : null;
  return withNewSession(async (monitor) => {
    await monitor.query(patientSql, { signal: job.signal });
    const run = runOf({ program, monitor });
    const startedAt = clock.now().toISOString();
    let consentedAt: string | undefined;
    const ended = await runArms<void>(
      session,
      journal,
      {
        ...targetArms(prepared, job.signal),
        ...{ clock, withNewSession },
        staying: () => run.staying?.() ?? [],
      },
      async (arms) => {
        const agreed = await consent(run.planned(arms));
        if (agreed) consentedAt = clock.now().toISOString();
        return agreed;
      },
      (control) => run.measure(control),
    );
    return run.result(ended, { startedAt, consentedAt });
  });
}

/** Where it was measured. */
export function environmentOf(
  { server, host }: PreparedProbe,
  program: SysbenchProgram | null,
): ProbeResult['environment'] {
  return {
    serverVersion: server.identity.versionText,
    serverComment: server.identity.comment,
    flavour: server.identity.flavour,
    host,
    pauseClass: pauseClass(host.cpuModel.value ?? null),
    workloadProgram: program?.version ?? null,
  };
}

/** What was agreed to, and when; nothing where nobody was asked. */
export function consentOf(
  at: string | undefined,
  { risks }: ChangePlan,
  { allowDurability }: { allowDurability?: boolean | undefined },
): Pick<ProbeResult, 'consent'> {
  return at === undefined ? {} : { consent: { at, risks, durability: allowDurability === true } };
}

/** Why a run that did not come to its end ended, where it does not know itself. */
export function settleOutcome(taken: { outcome: ProbeOutcome; text: string }, run: ArmsRun<void>): void {
  if (run.status === 'completed' || taken.outcome === 'stopped-by-guard') return;
  taken.outcome = run.error.code === 'cancelled' ? 'cancelled' : 'failed';
  const hint = run.error.hint === undefined ? '' : ` ${run.error.hint}`;
  taken.text = `${run.error.message}${hint}`;
}
