import { minimumDetectablePercent, slotNoiseOfBaseline } from '../../../experiment/design/power';
import { baselineName, blockOrder } from '../../../experiment/design/schedule';
import { samplesValue } from '../../../experiment/design/slot-value';
import { histogramQuantile } from '../../../experiment/statistics/histogram';
import { percentOfLogRatio } from '../../../experiment/statistics/interval';
import { judgeCarryOver, judgeProbe, pickArms } from '../../../experiment/verdict/judge';
import type { Clock } from '../../../shared/base/clock';
import { LatchkeyError, throwIfCancelled } from '../../../shared/base/error';
import type { RandomSource } from '../../../shared/base/random';
import { counted, formatSeconds } from '../../../shared/base/units';
import {
  type MetricId,
  metricFacts,
  namedArmText,
  type ProbeBlock,
  type ProbeDesign,
  type ProbeOutcome,
  type ProbeProgress,
  type ProbeResult,
  type ProbeSample,
  type ProbeSlot,
} from '../../../shared/probe';
import type { ReportProgress } from '../../../shared/progress';
import type { ArmControl, EnteredArm } from '../../change';
import type { Load } from '../../workload/load';
import {
  type DigestSums,
  type Histogram,
  type Meter,
  type MeterReading,
  sampleBetween,
} from '../../workload/meter-reading';
import type { LoadFacts } from '../definitions/definition';
import { type Breach, Guards } from './guards';

export interface ExperimentPlan {
  design: ProbeDesign;
  metric: MetricId;
  arms: readonly { name: string; settings: readonly { variable: string; value: string }[] }[];
  /** Settings reach new connections only: the load reconnects in each slot. */
  freshConnections: boolean;
  /** Value of the outer factor in the baseline; null: there is none. */
  outerOriginal: string | null;
  lacksLoad(load: LoadFacts): string | null;
  /** Processors of the server's machine; null: not known. */
  cpus: number | null;
  /** The load times its own statements: their latency is kept beside whatever is compared. */
  timesStatements: boolean;
}

export interface ExperimentTools {
  clock: Clock;
  random: RandomSource;
  arms: Pick<ArmControl, 'enter'>;
  load: Load;
  meter: Meter;
  report: ReportProgress;
}

/** What a run has measured so far; kept up to date, so that one that is cut short loses nothing. */
export class Measured {
  outcome: ProbeOutcome = 'failed';
  text = 'It ended before anything was measured.';
  baselinePeriod: ProbeSample[] = [];
  blocks: ProbeBlock[] = [];
  order: string[][] = [];
  noise: ProbeResult['noise'] = null;
  digests: ProbeResult['digests'] = undefined;
  readonly stored = new Map<string, EnteredArm>();
  readonly guards = new Guards();
}

/** Operations per second below which nothing can be measured. */
const leastLoad = 10;
/** Percent of the statements that must have a digest for their latency to stand for the traffic. */
const leastCoverage = 50;
const preparedRemark = 'MySQL 5.6 and MariaDB keep no digest of statements that are sent as prepared ones. ';
/** The client's share of the CPU time of both from which on it is the limit. */
const clientShare = 0.65;
/** The busy share of a client's own processors from which on statements wait for the client. */
const processorShare = 0.85;

/**
 * Goes through the baseline period without changes, exploration and verdict: slot by slot, each arm once and the baseline twice
 * in each block, in random order. Ends early at a planned look when every arm is decided, or by a guard.
 * @throws LatchkeyError cancelled, connection-lost, and what the gate or the load throws; `measured` holds what there is
 */
export async function runExperiment(
  plan: ExperimentPlan,
  tools: ExperimentTools,
  measured: Measured,
  signal: AbortSignal,
): Promise<void> {
  await new Experiment(plan, tools, measured, signal).run();
}

/** Ends the run in good order. */
class Ended extends Error {
  readonly outcome: ProbeOutcome;
  constructor(outcome: ProbeOutcome, text: string) {
    super(text);
    this.outcome = outcome;
  }
}

class Experiment {
  readonly #plan: ExperimentPlan;
  readonly #tools: ExperimentTools;
  readonly #measured: Measured;
  readonly #signal: AbortSignal;
  readonly #start: number;
  readonly #dropped = new Set<string>();
  #arm = baselineName;
  #outer: string | null;
  #stage: ProbeProgress['stage'] = 'load';

  constructor(plan: ExperimentPlan, tools: ExperimentTools, measured: Measured, signal: AbortSignal) {
    this.#plan = plan;
    this.#tools = tools;
    this.#measured = measured;
    this.#signal = signal;
    this.#start = tools.clock.monotonicMs();
    this.#outer = plan.outerOriginal;
  }

  async run(): Promise<void> {
    const measured = this.#measured;
    try {
      await this.#baselinePeriod();
      await this.#explore();
      await this.#decide();
      measured.outcome = 'completed';
      measured.text = '';
      const { placebo } = this.#judge();
      // First, for it also makes the baselines differ.
      if (judgeCarryOver(this.#judgeInput())?.detected === true)
        throw new Ended('carry-over', this.#carryOverText());
      if (placebo?.unstable === true) {
        throw new Ended(
          'unstable',
          'The two baselines of the blocks differ from each other: the load drifts, or one setting still acts in the slots of the next. No verdict can be trusted.',
        );
      }
      this.#watchClient(measured.blocks.flatMap(({ slots }) => slots.flatMap(({ samples }) => samples)));
    } catch (error) {
      if (error instanceof Ended) {
        measured.outcome = error.outcome;
        measured.text = error.message;
        return;
      }
      if (error instanceof LatchkeyError && error.code === 'connection-lost') {
        measured.guards.noteLostConnection(this.#now(), this.#arm);
        measured.outcome = 'stopped-by-guard';
        measured.text = 'The connection to the server was lost.';
      }
      throw error;
    }
  }

  #carryOverText(): string {
    const { settleSeconds, outerSettleSeconds } = this.#plan.design;
    const longer = formatSeconds(Math.ceil(4 * Math.max(settleSeconds, outerSettleSeconds)));
    return `A variant still acts in the slot after its own, so that the difference of the slots is not what the setting does. Settling took ${formatSeconds(settleSeconds)}: measure again with longer settling (such as ${longer}).`;
  }

  /** The load as it is, before anything is set: is there enough of it, and how noisy is it? */
  async #baselinePeriod(): Promise<void> {
    this.#stage = 'baseline';
    const { design } = this.#plan;
    const { meter } = this.#tools;
    const digestsBefore = this.#timesStatements() ? await meter.digests(this.#signal) : null;
    const first = await meter.read(this.#signal);
    const until = first.at + design.stretchSeconds * 1000;
    const last = await this.#sample(first, until, (sample) => {
      this.#measured.baselinePeriod.push(sample);
      this.#measured.guards.learn(sample);
    });
    this.#judgeLoad(first, last);
    if (this.#timesStatements()) await this.#referenceDigests(digestsBefore, first, last);
    this.#estimateNoise();
  }

  #timesStatements(): boolean {
    return this.#plan.metric === 'latency' || this.#plan.timesStatements;
  }

  #judgeLoad(first: MeterReading, last: MeterReading): void {
    const { baselinePeriod } = this.#measured;
    const seconds = (last.at - first.at) / 1000;
    const operationsPerSecond = samplesValue(baselinePeriod, 'throughput') ?? 0;
    if (operationsPerSecond < leastLoad) {
      throw new Ended(
        'not-enough-load',
        `The server did ${operationsPerSecond.toFixed(1)} statements a second; below ${leastLoad} nothing can be measured. Nothing was set.`,
      );
    }
    const busy =
      last.busySeconds === null || first.busySeconds === null
        ? null
        : (last.busySeconds - first.busySeconds) / seconds / (this.#plan.cpus ?? 1);
    const perSecond = new Map(
      [...last.counters].map(([name, value]) => [
        name,
        (value - (first.counters.get(name) ?? value)) / seconds,
      ]),
    );
    const lacking = this.#plan.lacksLoad({ operationsPerSecond, busyShare: busy, perSecond });
    if (lacking !== null) throw new Ended('not-enough-load', `${lacking} Nothing was set.`);
    this.#watchClient(baselinePeriod);
  }

  #watchClient(samples: readonly ProbeSample[]): void {
    const sum = (pick: (sample: ProbeSample) => number | null) =>
      samples.reduce((total, sample) => total + (pick(sample) ?? 0), 0);
    const client = sum(({ clientCpuSeconds }) => clientCpuSeconds);
    const server = sum(({ cpuSeconds }) => cpuSeconds);
    const share = client / (client + server);
    if (server > 0 && share > clientShare) {
      throw new Ended(
        'client-bound',
        `The client that makes the load took ${Math.round(share * 100)} % of the CPU time of both: what was measured is the client.`,
      );
    }
    const { processors } = this.#tools.load;
    const busy = client / samples.reduce((total, { seconds }) => total + seconds, 0);
    if (processors !== null && busy > processorShare * processors) {
      throw new Ended(
        'client-bound',
        `The client that makes the load was busy for ${Math.round((busy / processors) * 100)} % of the time: what was measured is the client. A replay at a lower rate (--rate), or sysbench, leaves it room.`,
      );
    }
  }

  async #referenceDigests(before: DigestSums | null, first: MeterReading, last: MeterReading): Promise<void> {
    const after = before === null ? null : await this.#tools.meter.digests(this.#signal);
    if (before === null || after === null) {
      throw new Ended(
        'not-enough-load',
        'Latency by digest is not available on this server. Nothing was set.',
      );
    }
    const grown = [...grownDigests(before, after)]
      .map(([digest, sums]) => ({ digest, ...sums }))
      .sort((a, b) => b.seconds - a.seconds);
    const executed = grown.reduce((total, { executions }) => total + executions, 0);
    const coverage = Math.min(100, (100 * executed) / Math.max(1, last.operations - first.operations));
    const reference = grown
      .filter(({ executions }) => executions >= this.#plan.design.digestExecutions)
      .slice(0, 200);
    const what = this.#plan.timesStatements ? 'are replayed' : 'have a digest';
    const text = `${Math.round(coverage)} % of the statements ${what}; the mix: ${counted(reference.length, 'digest')}.`;
    this.#measured.digests = { coveragePercent: coverage, text, reference };
    // What a load times itself is comparable however much else runs on the server.
    const few = coverage < leastCoverage && !this.#plan.timesStatements;
    if (this.#plan.metric === 'latency' && (few || reference.length === 0)) {
      throw new Ended(
        'not-enough-load',
        `${text} Too little of the traffic can be distinguished to compare its latency. ${preparedRemark}Nothing was set.`,
      );
    }
  }

  #estimateNoise(): void {
    const { design } = this.#plan;
    const { baselinePeriod } = this.#measured;
    // A statement's latency is timed by digest over whole slots; statements per second stand for it.
    const compared = this.#plan.metric === 'latency' ? 'throughput' : this.#plan.metric;
    const found = slotNoiseOfBaseline(
      baselinePeriod.map((sample) => samplesValue([sample], compared) ?? 0),
      Math.max(1, Math.round(design.measureSeconds / design.sampleSeconds)),
    );
    if (found === undefined) return;
    const detectable = minimumDetectablePercent({
      slotNoise: found.slotNoise,
      blocks: design.verdictBlocks,
      level: design.familyLevel / Math.max(1, design.verdictArms),
    });
    const detectablePercent = Number.isFinite(detectable) ? detectable : null;
    const total = formatSeconds(Math.round(design.totalSeconds));
    const text =
      detectablePercent === null
        ? 'The noise could not be estimated.'
        : `At the noise of this baseline period${compared === this.#plan.metric ? '' : ' (of statements per second)'}, ${shown(Number(detectablePercent.toPrecision(2)))} % would be found in ${total} (4 times of 5).`;
    this.#measured.noise = {
      slotPercent: percentOfLogRatio(found.slotNoise),
      basis: found.basis,
      detectablePercent,
      text,
    };
    this.#report(text, null);
  }

  async #explore(): Promise<void> {
    const { design } = this.#plan;
    this.#stage = 'exploration';
    for (let block = 0; block < design.explorationBlocks; block++) {
      await this.#block('exploration', this.#names());
    }
  }

  async #decide(): Promise<void> {
    const { design } = this.#plan;
    this.#stage = 'verdict';
    let arms = design.explorationBlocks === 0 ? this.#names() : pickArms(this.#judgeInput());
    for (let block = 0; block < design.verdictBlocks; block++) {
      arms = arms.filter((arm) => !this.#dropped.has(arm));
      if (arms.length === 0) return;
      await this.#block('verdict', arms);
      // Nothing is decided between the looks.
      if (design.looks.every(({ blocks }) => blocks !== block + 1)) continue;
      const { arms: judged, finished } = this.#judge();
      if (finished) return;
      // What is worse for sure need not be suffered again.
      for (const { name, verdict } of judged) if (verdict === 'worse') this.#dropped.add(name);
    }
  }

  #names(): string[] {
    return this.#plan.arms.map(({ name }) => name).filter((name) => !this.#dropped.has(name));
  }

  #judgeInput() {
    const { design, metric } = this.#plan;
    const { blocks, digests } = this.#measured;
    const arms = this.#plan.arms.map(({ name }) => name);
    return { design, blocks, metric, arms, context: { digests: digests?.reference } };
  }

  #judge() {
    return judgeProbe(this.#judgeInput());
  }

  async #block(stage: ProbeBlock['stage'], arms: readonly string[]): Promise<void> {
    const order = blockOrder(arms, this.#tools.random, (name) => this.#outerOf(name) ?? '');
    const block: ProbeBlock = { stage, slots: [] };
    this.#measured.blocks.push(block);
    this.#measured.order.push(order);
    for (const arm of order) {
      if (this.#dropped.has(arm)) continue;
      await this.#slot(block, arm);
    }
  }

  #outerOf(name: string): string | null {
    const { outerVariable } = this.#plan.design;
    if (outerVariable === null) return null;
    const arm = this.#plan.arms.find((each) => each.name === name);
    const set = arm?.settings.find(({ variable }) => variable === outerVariable);
    return set?.value ?? this.#plan.outerOriginal;
  }

  async #slot(block: ProbeBlock, arm: string): Promise<void> {
    const { design, freshConnections } = this.#plan;
    const { arms, load, meter } = this.#tools;
    const { guards, stored } = this.#measured;
    throwIfCancelled(this.#signal);
    this.#arm = arm;
    const startedAt = this.#now();
    const entered = await arms.enter(arm === baselineName ? null : arm, this.#signal);
    if (arm !== baselineName) stored.set(arm, entered);
    if (freshConnections) await load.reconnect(this.#signal);
    const outer = this.#outerOf(arm);
    const settle =
      outer === this.#outer ? design.settleSeconds : design.outerSettleSeconds + design.settleSeconds;
    this.#outer = outer;
    guards.begin(arm);
    const slot: ProbeSlot = { arm, startedAt, measuredFrom: startedAt, samples: [], p95Ms: null };
    const watch = (settling: boolean) => (sample: ProbeSample) => {
      const breach = guards.watch(sample, settling);
      if (breach !== null) this.#breached(breach, arm);
      if (!settling) slot.samples.push(sample);
    };
    const settled = await meter.read(this.#signal);
    const end = await this.#sampleSlot(settled, settle, watch(true), slot, block);
    if (end === null) return;
    slot.measuredFrom = this.#now();
    const digests = this.#timesStatements() ? await meter.digests(this.#signal) : null;
    const histogram = await meter.histogram(this.#signal);
    const begun = await meter.read(this.#signal);
    if ((await this.#sampleSlot(begun, design.measureSeconds, watch(false), slot, block)) === null) return;
    slot.p95Ms = p95Between(histogram, histogram === null ? null : await meter.histogram(this.#signal));
    if (digests !== null) slot.digests = await this.#slotDigests(digests);
    if (arm === baselineName) for (const sample of slot.samples) guards.learn(sample);
    block.slots.push(slot);
  }

  /** @returns null when a guard dropped the arm: the slot is kept, but counts for nothing */
  async #sampleSlot(
    from: MeterReading,
    seconds: number,
    each: (sample: ProbeSample) => void,
    slot: ProbeSlot,
    block: ProbeBlock,
  ): Promise<MeterReading | null> {
    try {
      return await this.#sample(from, from.at + seconds * 1000, each);
    } catch (error) {
      if (!(error instanceof ArmDropped)) throw error;
      this.#dropped.add(slot.arm);
      block.slots.push({ ...slot, stopped: true });
      return null;
    }
  }

  #breached(breach: Breach, arm: string): void {
    const { guards } = this.#measured;
    const dropped = breach.ofArm && arm !== baselineName;
    guards.note(breach, this.#now(), arm, dropped ? 'arm-dropped' : 'run-ended');
    if (dropped) throw new ArmDropped();
    throw new Ended(
      'stopped-by-guard',
      `The guard of ${breach.guard} stopped the run in the slot of ${namedArmText(arm, this.#plan.arms)}: ${shown(breach.value)}, where the limit was ${shown(breach.limit)}.`,
    );
  }

  async #slotDigests(before: DigestSums): Promise<[number, number, number][]> {
    const after = await this.#tools.meter.digests(this.#signal);
    const reference = this.#measured.digests?.reference ?? [];
    const grown = after === null ? new Map<string, never>() : grownDigests(before, after);
    return reference.flatMap(({ digest }, index): [number, number, number][] => {
      const sums = grown.get(digest);
      return sums === undefined ? [] : [[index, sums.executions, sums.seconds]];
    });
  }

  /** Samples each second until the time is over; the last one may be longer by less than half a second. */
  async #sample(
    from: MeterReading,
    until: number,
    each: (sample: ProbeSample) => void,
  ): Promise<MeterReading> {
    const { clock, meter, load } = this.#tools;
    const step = this.#plan.design.sampleSeconds * 1000;
    let before = from;
    while (before.at < until - 1) {
      const left = until - before.at;
      await clock.sleep(left < 1.5 * step ? left : step, this.#signal);
      throwIfCancelled(this.#signal);
      const ended = load.failure();
      if (ended !== null) throw new LatchkeyError('query-failed', `The load ended: ${ended}`);
      const now = await meter.read(this.#signal);
      const sample = sampleBetween(before, now, this.#start);
      before = now;
      this.#report(null, sample);
      each(sample);
    }
    return before;
  }

  #now(): number {
    return Math.round(this.#tools.clock.monotonicMs() - this.#start);
  }

  #report(note: string | null, sample: ProbeSample | null): void {
    const { design, metric } = this.#plan;
    const { blocks, guards } = this.#measured;
    const shownMetric = metric === 'latency' ? 'throughput' : metric;
    const elapsed = this.#now() / 1000;
    const total = design.explorationBlocks + design.verdictBlocks;
    this.#tools.report({
      done: Math.min(elapsed, design.totalSeconds),
      total: design.totalSeconds,
      phase: 'probe',
      note:
        note ??
        (this.#stage === 'baseline'
          ? 'measuring the load as it is'
          : `${this.#stage}, ${namedArmText(this.#arm, this.#plan.arms)}`),
      secondsLeft: Math.max(0, design.totalSeconds - elapsed),
      probe: {
        stage: this.#stage,
        arm: this.#stage === 'baseline' ? null : this.#arm,
        block: blocks.length,
        blocks: total,
        value: sample === null ? null : samplesValue([sample], shownMetric),
        unit: metricFacts[shownMetric].unit,
        threadsRunning: sample?.threadsRunning ?? null,
        guards: guards.states(),
      },
    });
  }
}

class ArmDropped extends Error {}

function shown(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

function grownDigests(before: DigestSums, after: DigestSums): DigestSums {
  const grown = new Map<string, { executions: number; seconds: number }>();
  for (const [digest, { executions, seconds }] of after) {
    const earlier = before.get(digest) ?? { executions: 0, seconds: 0 };
    // Fewer than before: the table was emptied in between.
    if (executions > earlier.executions) {
      grown.set(digest, {
        executions: executions - earlier.executions,
        seconds: Math.max(0, seconds - earlier.seconds),
      });
    }
  }
  return grown;
}

function p95Between(before: Histogram | null, after: Histogram | null): number | null {
  if (before === null || after === null) return null;
  const counts = new Map(before.map(({ low, count }) => [low, count]));
  const grown = after.map((bucket) => ({
    ...bucket,
    count: Math.max(0, bucket.count - (counts.get(bucket.low) ?? 0)),
  }));
  return histogramQuantile(grown, 0.95)?.value ?? null;
}
