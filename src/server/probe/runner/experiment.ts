import { nameOf, outwards, type Point, valuesOf } from '../../../experiment/design/best-value';
import { minimumDetectablePercent, slotNoiseOfBaseline } from '../../../experiment/design/power';
import { chooseMetric, samplesOfSlot } from '../../../experiment/design/proof-metric';
import {
  baselineName,
  blockOrder,
  blockSeconds,
  fewestBlocks,
  samplesOfBreach,
  timedSeconds,
} from '../../../experiment/design/schedule';
import { cutShort } from '../../../experiment/design/sequential-looks';
import { samplesValue } from '../../../experiment/design/slot-value';
import { percentOfLogRatio } from '../../../experiment/statistics/interval';
import { judgeCarryOver, judgeProbe, pickArms } from '../../../experiment/verdict/judge';
import { endedBy, searchChoice } from '../../../experiment/verdict/search';
import { waitingAmong } from '../../../knowledge/catalog/proof-class';
import type { Clock } from '../../../shared/base/clock';
import { LatchkeyError } from '../../../shared/base/error';
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
} from '../../../shared/probe';
import type { ReportProgress } from '../../../shared/progress';
import type { ArmControl, EnteredArm } from '../../change';
import type { Load } from '../../workload/load';
import type { Meter } from '../../workload/meter-reading';
import type { LoadFacts } from '../definitions/definition';
import { type GuardedRun, Guards } from './guards';
import { Ended, SlotRunner, shown, type Taken } from './slots';

export interface ExperimentPlan {
  design: ProbeDesign;
  /** The same design for the time that is left, once it is known what a switch takes; null: too little is left. */
  replan(timed: { switchSeconds: number; spentSeconds: number }): ProbeDesign | null;
  metric: MetricId;
  /** The quieter one of the baseline period takes the place of `metric`. */
  choosesMetric?: boolean;
  arms: readonly { name: string; settings: readonly { variable: string; value: string }[] }[];
  /** Settings reach new connections only: the load reconnects in each slot. */
  freshConnections: boolean;
  /** The present values of the variables of which better ones are looked for, which variants are named by; null: none are. */
  best?: Point | null;
  /** Value of the outer factor in the baseline; null: there is none. */
  outerOriginal: string | null;
  lacksLoad(load: LoadFacts): string | null;
  /** Processors of the server's machine; null: not known. */
  cpus: number | null;
  /** The load times its own statements: their latency is kept beside whatever is compared. */
  timesStatements: boolean;
  /** Which statements come is up to clients, whose digests are counted in each slot. */
  mixed?: boolean;
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
export class Measured implements Taken {
  outcome: ProbeOutcome = 'failed';
  text = 'It ended before anything was measured.';
  /** As planned, then as timed and cut short. */
  design: ProbeDesign;
  baselinePeriod: ProbeSample[] = [];
  baselineLatency: number[] = [];
  blocks: ProbeBlock[] = [];
  order: string[][] = [];
  metric: MetricId;
  /** Why it is this metric; null: there was no choice. */
  metricText: string | null = null;
  noise: ProbeResult['noise'] = null;
  digests: ProbeResult['digests'] = undefined;
  readonly stored = new Map<string, EnteredArm>();
  readonly guards: Guards;

  constructor(design: ProbeDesign, metric: MetricId, run: GuardedRun) {
    this.design = design;
    this.metric = metric;
    this.guards = new Guards(run);
  }
}

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

class Experiment {
  readonly #plan: ExperimentPlan;
  readonly #tools: ExperimentTools;
  readonly #measured: Measured;
  readonly #slots: SlotRunner;
  readonly #dropped = new Set<string>();
  /** What the last slot took beyond settling and measuring, seconds. */
  #lastSwitch = 0;
  #outer: string | null;
  #stage: ProbeProgress['stage'] = 'load';

  constructor(plan: ExperimentPlan, tools: ExperimentTools, measured: Measured, signal: AbortSignal) {
    this.#plan = plan;
    this.#tools = tools;
    this.#measured = measured;
    this.#slots = new SlotRunner(
      {
        ...plan,
        sampleSeconds: plan.design.sampleSeconds,
        digestExecutions: plan.design.digestExecutions,
        named: (arm) => namedArmText(arm, plan.arms),
        sampled: (sample) => this.#report(null, sample),
      },
      tools,
      measured,
      signal,
    );
    this.#outer = plan.outerOriginal;
  }

  async run(): Promise<void> {
    const measured = this.#measured;
    try {
      this.#stage = 'baseline';
      await this.#slots.baselinePeriod(this.#plan.design.stretchSeconds, this.#plan.lacksLoad);
      this.#chooseMetric();
      this.#estimateNoise();
      await this.#goOutwards();
      await this.#timeSwitch();
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
      this.#slots.watchClient(
        measured.blocks.flatMap(({ slots }) => slots.flatMap(({ samples }) => samples)),
      );
    } catch (error) {
      if (error instanceof Ended) {
        measured.outcome = error.outcome;
        measured.text = error.message;
        return;
      }
      if (error instanceof LatchkeyError && error.code === 'connection-lost') {
        measured.guards.noteLostConnection(this.#slots.now(), this.#slots.arm);
        measured.outcome = 'stopped-by-guard';
        measured.text = 'The connection to the server was lost.';
      }
      throw error;
    }
  }

  #carryOverText(): string {
    const { settleSeconds, outerSettleSeconds } = this.#measured.design;
    const longer = formatSeconds(Math.ceil(4 * Math.max(settleSeconds, outerSettleSeconds)));
    return `A variant still acts in the slot after its own, so that the difference of the slots is not what the setting does. Settling took ${formatSeconds(settleSeconds)}: measure again with longer settling (such as ${longer}).`;
  }

  #chooseMetric(): void {
    const { choosesMetric, cpus, arms } = this.#plan;
    if (choosesMetric !== true) return;
    const { baselinePeriod, design } = this.#measured;
    const { metric, text } = chooseMetric(baselinePeriod, {
      ...{ requested: null, cpus, waiting: waitingAmong(arms) },
      slotSamples: samplesOfSlot(design),
    });
    this.#measured.metric = metric;
    this.#measured.metricText = text;
  }

  #estimateNoise(): void {
    const { design } = this.#measured;
    const { baselinePeriod, baselineLatency, metric } = this.#measured;
    const compared = metric === 'latency' && baselineLatency.length === 0 ? 'throughput' : metric;
    const found = slotNoiseOfBaseline(
      compared === 'latency'
        ? baselineLatency
        : baselinePeriod.map((sample) => samplesValue([sample], compared) ?? 0),
      samplesOfSlot(design),
    );
    if (found === undefined) return;
    const detectable = minimumDetectablePercent({
      slotNoise: found.slotNoise,
      blocks: design.verdictBlocks,
      level: design.familyLevel / Math.max(1, design.verdictArms),
      baselines: design.pairs === true ? 1 : 2,
    });
    const detectablePercent = Number.isFinite(detectable) ? detectable : null;
    const total = formatSeconds(Math.round(design.totalSeconds));
    const text =
      detectablePercent === null
        ? 'The noise could not be estimated.'
        : `At the noise of this baseline period${compared === metric ? '' : ' (of statements per second)'}, ${shown(Number(detectablePercent.toPrecision(2)))} % would be found in ${total} (4 times of 5).`;
    this.#measured.noise = {
      slotPercent: percentOfLogRatio(found.slotNoise),
      basis: found.basis,
      detectablePercent,
      text,
    };
    this.#report(text, null);
  }

  /** One switch to the first variant and one back: what they take is planned with, so that the time announced is kept. */
  async #timeSwitch(): Promise<void> {
    const measured = this.#measured;
    const [first] = this.#names();
    if (first === undefined || !this.#endsInTime(first)) return;
    const begun = this.#slots.now();
    for (const arm of [first, baselineName]) {
      const enter = arm === baselineName ? null : arm;
      const { dropped } = await this.#slots.slot({
        arm,
        enter,
        settleSeconds: 0,
        measureSeconds: timedSeconds,
      });
      if (dropped !== null) this.#dropped.add(arm);
    }
    const spentSeconds = this.#slots.now() / 1000;
    const switchSeconds = Math.max(0.02, (this.#slots.now() - begun) / 2000 - timedSeconds);
    const { totalSeconds, sampleSeconds, stretchSeconds } = measured.design;
    // Where too little is left for what would be sound, what was planned is begun and cut short.
    const design = this.#plan.replan({ switchSeconds, spentSeconds }) ?? {
      ...measured.design,
      switchSeconds,
    };
    // What samples are made of has been said to the guards already.
    measured.design = { ...design, sampleSeconds, stretchSeconds, totalSeconds };
  }

  /**
   * The first block of a search goes from the present values outwards, each point in force for as long as a guard takes to
   * be sure: no further one is tried in a direction that has ended.
   */
  async #goOutwards(): Promise<void> {
    const { best } = this.#plan;
    if (best == null) return;
    this.#stage = 'exploration';
    const points = outwards(this.#names().map(valuesOf), best, this.#tools.random).map(nameOf);
    const block: ProbeBlock = { stage: 'exploration', slots: [] };
    const { blocks, order, design } = this.#measured;
    blocks.push(block);
    order.push([baselineName, ...points, baselineName]);
    const measureSeconds = samplesOfBreach * design.sampleSeconds;
    for (const arm of [baselineName, ...points, baselineName]) {
      if (this.#dropped.has(arm)) continue;
      if (!this.#endsInTime(arm, measureSeconds)) return;
      await this.#slot(block, arm, measureSeconds);
      this.#endDirections();
    }
  }

  async #explore(): Promise<void> {
    const { design, blocks } = this.#measured;
    this.#stage = 'exploration';
    for (let block = blocks.length; block < design.explorationBlocks; block++) {
      // Slots that take longer than planned leave fewer blocks to choose by, not less time for those that decide.
      if (block > 0 && !this.#leavesTime()) break;
      if (!(await this.#block('exploration', this.#names()))) break;
      this.#endDirections();
    }
  }

  /** Beyond a point that breached a guard, or is worse for sure, nothing more is tried. */
  #endDirections(): void {
    const { best } = this.#plan;
    if (best == null) return;
    for (const name of endedBy(this.#judgeInput(), best)) this.#dropped.add(name);
  }

  /** The arms that go on into the verdict. */
  #picked(): string[] {
    const { best } = this.#plan;
    if (best == null) return pickArms(this.#judgeInput());
    const chosen = searchChoice(this.#judgeInput(), best);
    return chosen === null ? [] : [chosen];
  }

  async #decide(): Promise<void> {
    const measured = this.#measured;
    this.#stage = 'verdict';
    let arms = measured.design.explorationBlocks === 0 ? this.#names() : this.#picked();
    for (let block = 0; block < measured.design.verdictBlocks; block++) {
      arms = arms.filter((arm) => !this.#dropped.has(arm));
      // Where none was picked though some are left, the exploration had no time.
      if (arms.length === 0 && (block > 0 || this.#names().length === 0)) return;
      if (arms.length === 0 || !this.#fits(arms.length)) {
        this.#cutShort(block);
        return;
      }
      if (!(await this.#block('verdict', arms))) {
        this.#cutShort(block);
        return;
      }
      // Nothing is decided between the looks.
      if (measured.design.looks.every(({ blocks }) => blocks !== block + 1)) continue;
      const { arms: judged, finished } = this.#judge();
      if (finished) return;
      // What is worse for sure need not be suffered again.
      for (const { name, verdict } of judged) if (verdict === 'worse') this.#dropped.add(name);
    }
  }

  /** Whether after one more block of the exploration those that decide would still have the time planned for them. */
  #leavesTime(): boolean {
    const { design } = this.#measured;
    const deciding = design.verdictBlocks * blockSeconds(design.verdictArms, design);
    const ended = this.#slots.now() / 1000 + blockSeconds(this.#names().length, design);
    return ended + deciding <= design.totalSeconds + 0.5 * blockSeconds(this.#names().length, design);
  }

  /** Whether a block would end before the time announced is over. */
  #fits(arms: number): boolean {
    const { design } = this.#measured;
    return this.#slots.now() / 1000 + blockSeconds(arms, design) <= design.totalSeconds;
  }

  /** Time was over before the blocks were: the last look is taken where they end. */
  #cutShort(blocks: number): void {
    const { design } = this.#measured;
    if (blocks < fewestBlocks) {
      const seconds = Math.max(design.switchSeconds ?? 0, this.#lastSwitch);
      const switching = formatSeconds(Number(seconds.toPrecision(2)));
      throw new Ended(
        'failed',
        `A switch takes ${switching} here, so that only ${counted(blocks, 'block')} ended in ${formatSeconds(design.totalSeconds)}: too few for a verdict. Measure again with more time.`,
      );
    }
    this.#measured.design = { ...design, verdictBlocks: blocks, looks: cutShort(design.looks, blocks) };
  }

  #names(): string[] {
    return this.#plan.arms.map(({ name }) => name).filter((name) => !this.#dropped.has(name));
  }

  #judgeInput() {
    const { design, blocks, digests, metric } = this.#measured;
    const arms = this.#plan.arms.map(({ name }) => name);
    return { design, blocks, metric, arms, context: { digests: digests?.reference } };
  }

  #judge() {
    return judgeProbe(this.#judgeInput());
  }

  /** @returns false: its slots took longer than planned and the time announced came first; what there is of it does not count */
  async #block(stage: ProbeBlock['stage'], arms: readonly string[]): Promise<boolean> {
    const order = blockOrder(arms, this.#tools.random, {
      outer: (name) => this.#outerOf(name) ?? '',
      pairs: this.#measured.design.pairs,
    });
    const block: ProbeBlock = { stage, slots: [] };
    this.#measured.blocks.push(block);
    this.#measured.order.push(order);
    for (const arm of order) {
      if (this.#dropped.has(arm)) continue;
      if (!this.#endsInTime(arm)) {
        this.#measured.blocks.pop();
        this.#measured.order.pop();
        return false;
      }
      await this.#slot(block, arm);
    }
    return true;
  }

  /** Whether a slot would, by what the last one took. */
  #endsInTime(arm: string, measureSeconds = this.#measured.design.measureSeconds): boolean {
    const { totalSeconds, switchSeconds = 0 } = this.#measured.design;
    const seconds = this.#settlingOf(arm) + measureSeconds + Math.max(switchSeconds, this.#lastSwitch);
    return this.#slots.now() / 1000 + seconds <= totalSeconds;
  }

  #outerOf(name: string): string | null {
    const { outerVariable } = this.#measured.design;
    if (outerVariable === null) return null;
    const arm = this.#plan.arms.find((each) => each.name === name);
    const set = arm?.settings.find(({ variable }) => variable === outerVariable);
    return set?.value ?? this.#plan.outerOriginal;
  }

  async #slot(
    block: ProbeBlock,
    arm: string,
    measureSeconds = this.#measured.design.measureSeconds,
  ): Promise<void> {
    const settle = this.#settlingOf(arm);
    this.#outer = this.#outerOf(arm);
    const begun = this.#slots.now();
    const enter = arm === baselineName ? null : arm;
    const { slot, dropped } = await this.#slots.slot({ arm, enter, settleSeconds: settle, measureSeconds });
    if (dropped !== null) this.#dropped.add(arm);
    else this.#lastSwitch = (this.#slots.now() - begun) / 1000 - settle - measureSeconds;
    block.slots.push(slot);
  }

  #settlingOf(arm: string): number {
    const { settleSeconds, outerSettleSeconds } = this.#measured.design;
    return this.#outerOf(arm) === this.#outer ? settleSeconds : outerSettleSeconds + settleSeconds;
  }

  #report(note: string | null, sample: ProbeSample | null): void {
    const { design, blocks, guards, metric } = this.#measured;
    const shownMetric = metric === 'latency' ? 'throughput' : metric;
    const elapsed = this.#slots.now() / 1000;
    const total = design.explorationBlocks + design.verdictBlocks;
    this.#tools.report({
      done: Math.min(elapsed, design.totalSeconds),
      total: design.totalSeconds,
      phase: 'probe',
      note:
        note ??
        (this.#stage === 'baseline'
          ? 'measuring the load as it is'
          : `${this.#stage}, ${namedArmText(this.#slots.arm, this.#plan.arms)}`),
      secondsLeft: Math.max(0, design.totalSeconds - elapsed),
      probe: {
        stage: this.#stage,
        arm: this.#stage === 'baseline' ? null : this.#slots.arm,
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
