import { defaultProofSeconds, leastProofSeconds, planProof } from '../../../experiment/design/proof-design';
import { mayStay } from '../../../experiment/verdict/proof-observed';
import { isHeld, isObserved, isToggled, triedChanges } from '../../../experiment/verdict/proof-pairs';
import { type MeasuredProof, proofJudgement } from '../../../experiment/verdict/proof-result';
import { defined } from '../../../shared/base/defined';
import { LatchkeyError, toLatchkeyError } from '../../../shared/base/error';
import { counted, formatSeconds } from '../../../shared/base/units';
import { describeTarget } from '../../../shared/connection';
import { metricFacts, type ProbePlan, type ProbeRequest } from '../../../shared/probe';
import type { JobContext } from '../../../shared/progress';
import {
  type ProofChange,
  type ProofDesign,
  type ProofRequest,
  type ProofResult,
  proofSchemaName,
} from '../../../shared/proof';
import { type ArmControl, type ArmsPlan, type ArmsRun, planArms } from '../../change';
import type { Session } from '../../connect/session';
import { thisMachine } from '../../machine/machine';
import { findSysbench } from '../../workload/sysbench-program';
import { guardTexts } from '../runner/guards';
import { guardedRun, hostOf, loadOf, loadRemarks, targetArms, withoutPath } from '../runner/load';
import { type PreparedProbe, prepareProbe } from '../runner/prepare';
import {
  consentOf,
  environmentOf,
  type MeasuredRun,
  type ProbeOptions,
  type RunTimes,
  type RunTools,
  runConsented,
  settleOutcome,
} from '../runner/run-consented';
import { withoutRepeats } from '../runner/sent-statements';
import { serverMeter } from '../runner/server-meter';
import { ProofTaken } from './proof-taken';
import { runProtocol } from './protocol';
import { protocolTexts } from './protocol-texts';
import { texts } from './texts';

/**
 * Proves a plan: plan, consent, journal, load, the steps of the protocol, verdicts, and everything restored.
 * @returns the result, whatever became of the run; its `restore` says what became of the server
 * @throws LatchkeyError only before anything was set; usage where the time is too short
 */
export async function runProof(
  session: Session,
  request: ProofRequest,
  options: ProbeOptions,
  consent: (plan: ProbePlan) => Promise<boolean>,
  job: JobContext,
): Promise<ProofResult> {
  const { prepared, changes } = await prepareProof(session, request, options, job.signal);
  return runConsented(
    session,
    prepared,
    options,
    consent,
    job,
    (tools) => new ProofRun({ ...{ prepared, changes, request, options, job }, ...tools }),
  );
}

/** Works out what a proof would do; changes nothing. @throws LatchkeyError as `runProof` */
export async function planOfProof(
  session: Session,
  request: ProofRequest,
  options: Pick<ProbeOptions, 'seed' | 'machine' | 'environment' | 'logged'>,
  signal: AbortSignal,
): Promise<ProbePlan> {
  const prepared = await prepareProof(session, request, options, signal);
  // Reported before anybody reads a plan and agrees to it.
  if (request.workload.kind === 'sysbench') await findSysbench(options.environment);
  const arms = await planArms(session, targetArms(prepared.prepared, signal));
  return plannedProof(prepared, request, options.seed, arms).plan;
}

/** Changes that whole plots of one proof separate: a design of eight rows. */
const mostHeld = 7;
/** Changes that are only observed: one of them more leaves less time for what can be proven. */
const mostObserved = 3;

interface Prepared {
  prepared: PreparedProbe;
  changes: ProofChange[];
}

/** What can be tried on this server, as a probe of its changes; each other change with the reason. */
async function prepareProof(
  session: Session,
  request: ProofRequest,
  { machine = thisMachine(), logged }: Pick<ProbeOptions, 'machine' | 'logged'>,
  signal: AbortSignal,
): Promise<Prepared> {
  const prepare = (changes: readonly ProofChange[]) =>
    prepareProbe(session, asProbe(request, changes), machine, signal, logged ?? null);
  try {
    return { prepared: await prepare(request.changes), changes: request.changes };
  } catch (error) {
    const failure = toLatchkeyError(error);
    const others = withoutSession(request.changes, failure.message);
    const rest = triedChanges(others).length;
    // Open connections of live traffic keep their values: the changes of sessions alone stand in the way.
    if (failure.code !== 'change-refused' || rest === 0 || rest === triedChanges(request.changes).length)
      throw error;
    return { prepared: await prepare(others), changes: others };
  }
}

function withoutSession(changes: readonly ProofChange[], reason: string): ProofChange[] {
  return changes.map((change) =>
    change.class === 'session' && change.untested === null
      ? { ...change, untested: reason.replace(/\.$/, '') }
      : change,
  );
}

function asProbe(request: ProofRequest, changes: readonly ProofChange[]): ProbeRequest {
  const { workload, maxSeconds = defaultProofSeconds, seed, metric, allowDurability } = request;
  const arms = triedChanges(changes).map(({ name, settings }) => ({
    name,
    settings: settings.map(({ variable, value }) => ({ variable, value })),
  }));
  if (arms.length === 0)
    throw new LatchkeyError('change-refused', texts.nothingOfThisPlanCan(reasons(changes)));
  return {
    ...{ probe: 'custom', arms, workload, maxSeconds },
    ...defined({ seed, metric, allowDurability }),
    ...defined({ deadMansSwitchSeconds: request.deadMansSwitchSeconds }),
  };
}

function reasons(changes: readonly ProofChange[]): string {
  return changes.map(({ name, untested }) => `${name}: ${untested}.`).join(' ');
}

interface RunContext extends Prepared, RunTools {
  request: ProofRequest;
  options: ProbeOptions;
  job: JobContext;
}

/** The plan of a proof, once the gate has said which changes can be made. */
function plannedProof(
  { prepared, changes: asked }: Prepared,
  request: ProofRequest,
  seed: number,
  { plan, leftOut }: ArmsPlan,
): { plan: ProbePlan; changes: ProofChange[]; design: ProofDesign } {
  const possible = asked.map((change) => {
    const left = leftOut.find(({ arm }) => arm === change.name);
    return left === undefined ? change : { ...change, untested: left.reason.replace(/\.$/, '') };
  });
  const { changes, design } = designOf(prepared, request, possible);
  const tried = new Set(triedChanges(changes).map(({ name }) => name));
  const staying = request.keepObserved === true ? variablesOf(triedChanges(changes).filter(isObserved)) : [];
  const arms = (plan.arms ?? []).flatMap(({ name, settings }) =>
    tried.has(name) ? [{ name, settings }] : [],
  );
  return {
    changes,
    design,
    plan: {
      probe: 'custom',
      title: 'Proof of a plan',
      plan:
        staying.length === 0
          ? plan
          : { ...plan, staying, risks: [...plan.risks, texts.mayStayInForce(staying.join(', '))] },
      ...{ arms, workload: request.workload, seed },
      design: probeDesignOf(design),
      leftOut: changes.flatMap(({ name, untested }) =>
        untested === null ? [] : [{ arm: name, reason: untested }],
      ),
      guards: guardTexts(),
      remarks: [...protocolTexts(design, triedChanges(changes), staying), ...loadRemarks(prepared)],
    },
  };
}

function variablesOf(changes: readonly ProofChange[]): string[] {
  return changes.flatMap(({ settings }) => settings.map(({ variable }) => variable));
}

/**
 * Fits the changes into the time. Those that act over tens of seconds need whole plots: as many of them as fit, in the order of the plan.
 * @throws LatchkeyError usage where the time is too short
 */
function designOf(
  prepared: PreparedProbe,
  request: ProofRequest,
  possible: readonly ProofChange[],
): { changes: ProofChange[]; design: ProofDesign } {
  const maxSeconds = request.maxSeconds ?? defaultProofSeconds;
  const tried = triedChanges(possible);
  const [slow, long] = [tried.filter(isObserved), tried.filter(isHeld)];
  const reconnects = prepared.freshConnections;
  const toggled = tried.filter(isToggled).length;
  // What can be proven comes first; what is only observed has what is left.
  for (let held = Math.min(long.length, mostHeld); held >= 0; held -= 1) {
    for (let observed = Math.min(slow.length, mostObserved); observed >= 0; observed -= 1) {
      const design = planProof({ changes: toggled, held, observed, reconnects, maxSeconds });
      if (design === null) continue;
      const beyond = [...long.slice(held), ...slow.slice(observed)];
      return {
        design,
        changes: possible.map((each) => (beyond.includes(each) ? needsTime(each, held, observed) : each)),
      };
    }
  }
  const alone = toggled === 0 ? { held: Math.min(1, long.length), observed: long.length === 0 ? 1 : 0 } : {};
  throw new LatchkeyError(
    'usage',
    texts.isTooShortToProve(
      formatSeconds(maxSeconds),
      counted(tried.length, 'change'),
      formatSeconds(leastProofSeconds({ changes: toggled, ...alone, reconnects })),
    ),
    { hint: texts.giveMoreTimeOrLock },
  );

  function needsTime(change: ProofChange, held: number, observed: number): ProofChange {
    const more = isHeld(change) ? { held: held + 1, observed } : { held, observed: observed + 1 };
    const most = isHeld(change) ? mostHeld : mostObserved;
    const acts = isHeld(change) ? 'acts over tens of seconds and needs long slots' : 'fills over minutes';
    if ((isHeld(change) ? held : observed) === most)
      return {
        ...change,
        untested: isHeld(change)
          ? `one proof separates ${most} changes that act over tens of seconds; it needs a second one`
          : `one proof observes ${most} changes that fill over minutes; it needs a second one`,
      };
    const least = leastProofSeconds({ changes: toggled, ...more, reconnects });
    return {
      ...change,
      untested: `it ${acts}, for which ${formatSeconds(maxSeconds)} is too short; the least is ${formatSeconds(least)}`,
    };
  }
}

class ProofRun implements MeasuredRun<ProofResult> {
  readonly #context: RunContext;
  #changes: ProofChange[];
  #taken: ProofTaken | undefined;
  /** As it was shown. */
  #plan: ProbePlan['plan'] | undefined;

  constructor(context: RunContext) {
    this.#context = context;
    this.#changes = context.changes;
  }

  /** @throws LatchkeyError usage where the time is too short */
  planned(arms: ArmsPlan): ProbePlan {
    const { request, options, ...prepared } = this.#context;
    const { plan, changes, design } = plannedProof(prepared, request, options.seed, arms);
    this.#changes = changes;
    this.#plan = plan.plan;
    this.#taken = new ProofTaken(design, prepared.prepared.metric, guardedRun(prepared.prepared));
    return plan;
  }

  async measure(control: ArmControl): Promise<void> {
    const { prepared, options, program, monitor, job, request } = this.#context;
    const { clock, random } = options;
    const taken = this.#agreed();
    const { load } = loadOf(prepared, {
      ...options,
      ...{ program, monitor, control },
      totalSeconds: taken.design.totalSeconds,
    });
    try {
      await load.start(job.signal, job.report);
      const host = hostOf(prepared);
      const meter = serverMeter({ session: monitor, host, load, clock, counters: [] });
      await runProtocol(
        {
          design: taken.design,
          changes: this.#changes,
          metric: this.#requestedMetric(),
          freshConnections: prepared.freshConnections,
          cpus: host?.machine.cpus ?? null,
          timesStatements: request.workload.kind === 'replay',
          mixed: request.workload.kind === 'live',
        },
        { clock, random, arms: control, load, meter, report: job.report },
        taken,
        job.signal,
      );
    } finally {
      await load.stop();
    }
  }

  /** What was agreed to, of the changes that were observed and of which nothing speaks against. */
  staying(): string[] {
    const measured = this.#measured();
    const agreed = this.#plan?.staying ?? [];
    if (measured.outcome !== 'completed' || agreed.length === 0) return [];
    const { changes } = proofJudgement(measured, this.#changes);
    const names = mayStay(changes, measured.metric.id, measured.design.marginPercent);
    const variables = variablesOf(this.#changes.filter(({ name }) => names.includes(name)));
    return variables.filter((variable) => agreed.includes(variable));
  }

  /** What the verdicts follow from. */
  #measured(): MeasuredProof {
    const { outcome, text, design, pairs, dropped, digests, seconds, metric: id } = this.#agreed();
    const { unit, higherIsBetter, text: metricText } = metricFacts[id];
    return {
      ...{ outcome, text, design, pairs, dropped, digests, seconds },
      metric: { id, unit, higherIsBetter, text: metricText },
      workload: withoutPath(this.#context.request.workload),
    };
  }

  /** The metric that the load or the request decides; null: the A/A period does. */
  #requestedMetric() {
    const { prepared, request } = this.#context;
    return request.metric ?? (prepared.metric === 'latency' ? prepared.metric : null);
  }

  #agreed(): ProofTaken {
    if (this.#taken === undefined) throw new LatchkeyError('internal', texts.theProofBeganWithoutA);
    return this.#taken;
  }

  result(run: ArmsRun<void>, { startedAt, consentedAt }: RunTimes): ProofResult {
    const { prepared, options, monitor, request, program } = this.#context;
    const taken = this.#agreed();
    settleOutcome(taken, run);
    const { entryId, status, detail, remaining } = run.restore;
    const measured = this.#measured();
    return {
      schema: proofSchemaName,
      id: options.id,
      createdBy: options.createdBy,
      target: describeTarget(monitor.target),
      startedAt,
      endedAt: options.clock.now().toISOString(),
      remarks: loadRemarks(prepared),
      ...measured,
      ...proofJudgement(measured, this.#changes),
      metricText: taken.metricText,
      noise: taken.noise,
      baselinePeriod: taken.baselinePeriod,
      seed: options.seed,
      guards: taken.guards.report(),
      environment: environmentOf(prepared, program),
      ...consentOf(consentedAt, this.#plan ?? run.plan, request),
      statements: withoutRepeats(run.statements),
      restore: { entryId, status, detail, remaining },
      ...(run.staying.length === 0 ? {} : { staying: run.staying }),
    };
  }
}

/** As much of the design as a plan of a probe shows. */
function probeDesignOf(design: ProofDesign): ProbePlan['design'] {
  const { settleSeconds, measureSeconds, sampleSeconds, marginPercent, digestExecutions } = design;
  return {
    ...{ settleSeconds, measureSeconds, sampleSeconds, marginPercent, digestExecutions },
    ...{
      outerSettleSeconds: 0,
      stretchSeconds: design.baselineSeconds,
      outerVariable: null,
      explorationBlocks: design.which.pairs,
    },
    ...{ verdictBlocks: design.whole.extended, verdictArms: 1, looks: design.whole.looks },
    ...{ familyLevel: design.level, totalSeconds: design.totalSeconds },
  };
}
