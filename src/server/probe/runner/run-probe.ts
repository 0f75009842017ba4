import { designProbe } from '../../../experiment/design/schedule';
import { digestCoverage } from '../../../experiment/design/slot-value';
import { armResults, type PlannedArm } from '../../../experiment/verdict/arm-results';
import { outcomeText } from '../../../experiment/verdict/outcome-text';
import { recomputeSearch } from '../../../experiment/verdict/search';
import { defined } from '../../../shared/base/defined';
import { LatchkeyError, toLatchkeyError } from '../../../shared/base/error';
import { counted, formatSeconds } from '../../../shared/base/units';
import type { ChangePlan } from '../../../shared/change';
import { describeTarget } from '../../../shared/connection';
import {
  metricFacts,
  type ProbePlan,
  type ProbeRequest,
  type ProbeResult,
  type ProbeSearch,
  probeSchemaName,
} from '../../../shared/probe';
import type { JobContext } from '../../../shared/progress';
import { type ArmControl, type ArmsPlan, type ArmsRun, planArms } from '../../change';
import type { Session } from '../../connect/session';
import { watchGlobalVariables } from '../../foreign/moved-variables';
import { thisMachine } from '../../machine/machine';
import type { ReplayLoad } from '../../workload/replay';
import { findSysbench, type SysbenchProgram } from '../../workload/sysbench-program';
import { type ExperimentPlan, Measured, runExperiment } from './experiment';
import { guardTexts } from './guards';
import { guardedRun, hostOf, loadOf, loadRemarks, targetArms, withoutPath } from './load';
import { designFor, designRequest, type PreparedProbe, prepareProbe } from './prepare';
import { runResize } from './resize';
import {
  consentOf,
  environmentOf,
  type MeasuredRun,
  type ProbeOptions,
  type RunTimes,
  type RunTools,
  runConsented,
  settleOutcome,
} from './run-consented';
import { withoutRepeats } from './sent-statements';
import { serverMeter } from './server-meter';
import { texts } from './texts';

/** Works out what a probe would do; changes nothing. @throws LatchkeyError as `prepareProbe` and `planArms` */
export async function planProbe(
  session: Session,
  request: ProbeRequest,
  options: Pick<ProbeOptions, 'seed' | 'machine' | 'environment' | 'logged'>,
  signal: AbortSignal,
): Promise<ProbePlan> {
  const { seed, machine = thisMachine(), environment, logged } = options;
  const prepared = await prepareProbe(session, request, machine, signal, logged);
  // Reported before anybody reads a plan and agrees to it.
  if (request.workload.kind === 'sysbench') await findSysbench(environment);
  const arms = await planArms(session, targetArms(prepared, signal));
  return probePlan(prepared, arms, seed);
}

/**
 * Runs a probe: plan, consent, journal, load, slots, verdicts, and everything restored.
 * @returns the result, whatever became of the run; its `restore` says what became of the server
 * @throws LatchkeyError only before anything was set
 */
export async function runProbe(
  session: Session,
  request: ProbeRequest,
  options: ProbeOptions,
  consent: (plan: ProbePlan) => Promise<boolean>,
  job: JobContext,
): Promise<ProbeResult> {
  const { machine = thisMachine(), logged } = options;
  const prepared = await prepareProbe(session, request, machine, job.signal, logged);
  return runConsented(
    session,
    prepared,
    options,
    consent,
    job,
    (tools) => new ProbeRun(prepared, options, tools, job),
  );
}

function probePlan(prepared: PreparedProbe, { plan, leftOut }: ArmsPlan, seed: number): ProbePlan {
  const { definition, request, server } = prepared;
  const arms = (plan.arms ?? []).map(({ name, settings }) => ({ name, settings }));
  const design = designFor(prepared, arms.length);
  return {
    probe: definition.id,
    title: definition.title,
    plan,
    design,
    arms,
    leftOut: [...prepared.leftOut, ...leftOut],
    workload: request.workload,
    seed,
    guards: definition.resizes === true ? [] : guardTexts(),
    remarks: [
      ...(definition.remarks?.(server) ?? []),
      ...(request.best === undefined
        ? []
        : [
            `Half of the time explores ${request.best.length === 1 ? counted(arms.length, 'value') : `${counted(arms.length, 'pair')} of values`} of ${request.best.join(' and ')} from the present ${request.best.length === 1 ? 'one' : 'ones'} outwards, a direction up to a value that breaches a guard or is worse; the other half confirms the one that looks best in fresh blocks. Only that is reported. "No value beats the present one" is a common answer.`,
          ]),
      ...loadRemarks(prepared),
      ...(definition.resizes === true
        ? []
        : [
            `Measuring takes at most ${formatSeconds(design.totalSeconds)}: ${formatSeconds(design.stretchSeconds)} without any change, then ${design.pairs === true ? 'pairs of slots, one of the setting and one of the present settings, each' : 'blocks in which each setting has one slot and the present settings have two, each'} with ${formatSeconds(design.settleSeconds)} to settle and ${formatSeconds(design.measureSeconds)} that count. A switch is taken to last ${formatSeconds(design.switchSeconds ?? 0)}, and is timed before the first ${design.pairs === true ? 'pair' : 'block'}.`,
          ]),
      'Settings follow each other in random order. Everything is restored at the end, on a cancel, on any failure, and at the next start of Latchkey if it is killed.',
      'A replica is a safer place, but proves something only if it carries the same traffic.',
    ],
  };
}

class ProbeRun implements MeasuredRun<ProbeResult> {
  readonly #prepared: PreparedProbe;
  readonly #options: ProbeOptions;
  readonly #program: SysbenchProgram | null;
  readonly #monitor: Session;
  readonly #job: JobContext;
  #measured: Measured | undefined;
  #plan: ProbePlan | undefined;
  #replay: ReplayLoad | undefined;
  #resize: ProbeResult['resize'];
  /** Global variables that others changed during the replay, as sentences. */
  #moved: readonly string[] = [];

  constructor(
    prepared: PreparedProbe,
    options: ProbeOptions,
    { program, monitor }: RunTools,
    job: JobContext,
  ) {
    this.#prepared = prepared;
    this.#options = options;
    this.#program = program;
    this.#monitor = monitor;
    this.#job = job;
  }

  planned(arms: ArmsPlan): ProbePlan {
    const plan = probePlan(this.#prepared, arms, this.#options.seed);
    this.#plan = plan;
    this.#measured = new Measured(plan.design, this.#prepared.metric, guardedRun(this.#prepared));
    return plan;
  }

  async measure(control: ArmControl): Promise<void> {
    const { plan, measured } = this.#agreed();
    const { clock, random } = this.#options;
    const { signal, report } = this.#job;
    const [first] = plan.arms;
    if (this.#prepared.definition.resizes === true && first !== undefined) {
      report({ done: 0, total: 2, phase: 'probe', note: 'resizing the buffer pool' });
      const done = await runResize(first, this.#prepared.server, { control, clock }, signal);
      this.#resize = done.resize;
      measured.outcome = done.matched ? 'matched' : 'differs';
      measured.text = done.text;
      return;
    }
    const { load, replay } = loadOf(this.#prepared, {
      ...this.#options,
      ...{ program: this.#program, monitor: this.#monitor, control },
      totalSeconds: plan.design.totalSeconds,
    });
    this.#replay = replay ?? undefined;
    let moved: () => Promise<string[]> = async () => [];
    try {
      await load.start(signal, report);
      if (this.#replay !== undefined) moved = await this.#watchVariables(plan.plan);
      const meter = serverMeter({
        session: this.#monitor,
        host: hostOf(this.#prepared),
        load,
        clock,
        counters: this.#prepared.definition.counters ?? [],
      });
      const tools = { clock, random, arms: control, load, meter, report };
      await runExperiment(this.#experiment(plan), tools, measured, signal);
    } finally {
      await load.stop();
      this.#moved = await moved().catch((error: unknown) => [`not read (${toLatchkeyError(error).message})`]);
    }
  }

  /** Over the whole replay, and after a cancel too; what the probe sets, and what may also change with it, is its own. */
  #watchVariables({ changes, mayMove, arms }: ChangePlan): Promise<() => Promise<string[]>> {
    const set = (arms ?? []).flatMap(({ settings }) => settings);
    const own = new Set([...changes, ...mayMove, ...set].map(({ variable }) => variable.toLowerCase()));
    const context = { session: this.#monitor, signal: new AbortController().signal };
    return watchGlobalVariables(context, (variable) => own.has(variable.toLowerCase()));
  }

  #agreed(): { plan: ProbePlan; measured: Measured } {
    const [plan, measured] = [this.#plan, this.#measured];
    if (plan === undefined || measured === undefined)
      throw new LatchkeyError('internal', texts.theProbeBeganWithoutA);
    return { plan, measured };
  }

  #experiment({ design, arms }: ProbePlan): ExperimentPlan {
    const { definition, metric, choosesMetric, freshConnections, server, request } = this.#prepared;
    const { outerVariable } = design;
    const outer = outerVariable === null ? undefined : server.globals.get(outerVariable);
    const host = hostOf(this.#prepared);
    return {
      design,
      replan: (timed) => designProbe({ ...designRequest(this.#prepared, arms.length), ...timed }),
      ...{ metric, choosesMetric, arms, freshConnections },
      best: searchOf(this.#prepared)?.map(({ present }) => present) ?? null,
      outerOriginal: outer ?? null,
      lacksLoad: (load) => definition.lacksLoad?.(load) ?? null,
      cpus: host?.machine.cpus ?? null,
      timesStatements: request.workload.kind === 'replay',
      mixed: request.workload.kind === 'live',
    };
  }

  result(run: ArmsRun<void>, { startedAt, consentedAt }: RunTimes): ProbeResult {
    const { definition, request, server } = this.#prepared;
    const { id, createdBy, clock, seed } = this.#options;
    const { plan, measured } = this.#agreed();
    const { metric, metricText } = measured;
    settleOutcome(measured, run);
    const { entryId, status, detail, remaining } = run.restore;
    const context = { digests: measured.digests?.reference };
    const input = { design: measured.design, blocks: measured.blocks, metric, context };
    const judged = armResults(input, plannedArms(run.plan, measured), measured.outcome);
    const variables = searchOf(this.#prepared);
    const { unit, higherIsBetter, text } = metricFacts[metric];
    const result: ProbeResult = {
      schema: probeSchemaName,
      id,
      createdBy,
      probe: definition.id,
      title: definition.title,
      target: describeTarget(this.#monitor.target),
      startedAt,
      endedAt: clock.now().toISOString(),
      outcome: measured.outcome,
      text: outcomeText(measured.outcome, measured.text, judged.arms, metric, variables),
      remarks: [
        ...(definition.remarks?.(server) ?? []),
        ...this.#replayRemarks(),
        ...(metricText === null ? [] : [metricText]),
        ...coverageRemark(measured),
      ],
      ...judged,
      leftOut: plan.leftOut,
      metric: { id: metric, unit, higherIsBetter, text },
      noise: measured.noise,
      workload: withoutPath(request.workload),
      design: measured.design,
      ...(variables === undefined ? {} : { best: { variables, chosen: null } }),
      stretch: measured.baselinePeriod,
      blocks: measured.blocks,
      order: measured.order,
      seed,
      ...defined({ digests: measured.digests, resize: this.#resize }),
      guards: measured.guards.report(),
      environment: environmentOf(this.#prepared, this.#program),
      ...consentOf(consentedAt, plan.plan, request),
      statements: withoutRepeats(run.statements),
      restore: { entryId, status, detail, remaining },
    };
    return { ...result, ...defined({ best: recomputeSearch(result) }) };
  }

  #replayRemarks(): string[] {
    const { replay } = this.#prepared;
    if (replay === null) return [];
    const unfit = this.#replay?.unfitText() ?? '';
    return [
      `Replayed: ${replay.text}${unfit === '' ? '' : ` Left out when tried: ${unfit}.`}`,
      ...(this.#moved.length === 0
        ? []
        : [`Global variables were changed by someone else during the replay: ${this.#moved.join('; ')}.`]),
    ];
  }
}

/** The variables of which better values are looked for, with their present ones. */
function searchOf({ request, server }: PreparedProbe): ProbeSearch['variables'] | undefined {
  return request.best?.map((variable) => ({ variable, present: Number(server.globals.get(variable)) }));
}

/** How much of the mix of statements the slots of live traffic could compare. */
function coverageRemark({ digests, blocks, design: { digestExecutions } }: Measured): string[] {
  if (digests === undefined || blocks.length === 0) return [];
  const context = { digests: digests.reference, digestExecutions };
  const shares = blocks.flatMap(({ slots }) => slots.map((slot) => digestCoverage(slot, context)));
  return [
    `${digests.text} In the slot where they cover least, digests with at least ${digestExecutions} executions stand for ${Math.round(Math.min(...shares))} % of the time of the mix.`,
  ];
}

function plannedArms({ arms }: ChangePlan, { stored }: Measured): PlannedArm[] {
  return (arms ?? []).map(({ name, settings, instruments }) => {
    const entered = stored.get(name);
    return {
      name,
      settings: settings.map(({ variable, value }) => ({
        variable,
        value,
        stored: entered?.settings.find((each) => each.variable === variable)?.stored ?? null,
      })),
      ...(instruments.length === 0 ? {} : { instruments }),
    };
  });
}
