import {
  detectableByProof,
  leastProofSeconds,
  observingSeconds,
  pairSeconds,
  planProof,
  planTogether,
  plotPairs,
  refit,
  refitKept,
  screeningPairs,
  secondsOfPlot,
} from '../../../experiment/design/proof-design';
import { chooseMetric, samplesOfSlot } from '../../../experiment/design/proof-metric';
import { baselineName } from '../../../experiment/design/schedule';
import { cutShort } from '../../../experiment/design/sequential-looks';
import { samplesValue } from '../../../experiment/design/slot-value';
import { percentOfLogRatio } from '../../../experiment/statistics/interval';
import {
  isHeld,
  isObserved,
  isToggled,
  type ProofEvidence,
  triedChanges,
} from '../../../experiment/verdict/proof-pairs';
import { judgeProof, keptPlaces, proofCarryOver } from '../../../experiment/verdict/proof-verdict';
import { waitingAmong } from '../../../knowledge/catalog/proof-class';
import type { Clock } from '../../../shared/base/clock';
import { defined } from '../../../shared/base/defined';
import { LatchkeyError } from '../../../shared/base/error';
import { type RandomSource, shuffled } from '../../../shared/base/random';
import { counted, formatSeconds } from '../../../shared/base/units';
import {
  type MetricId,
  metricFacts,
  type ProbeOutcome,
  type ProbeResult,
  type ProbeSample,
} from '../../../shared/probe';
import type { ReportProgress } from '../../../shared/progress';
import type { ProofChange, ProofDesign, ProofPair, ProofResult } from '../../../shared/proof';
import type { ArmControl, EnteredArm } from '../../change';
import type { Load } from '../../workload/load';
import type { Meter } from '../../workload/meter-reading';
import { type GuardedRun, Guards } from '../runner/guards';
import { Ended, SlotRunner, shown, type Taken } from '../runner/slots';
import { armOf, measureTogether, observe, type StepTools } from './last-steps';

export interface ProtocolPlan {
  design: ProofDesign;
  /** All changes of the plan; those without a reason against it are tried. */
  changes: readonly ProofChange[];
  /** null: the quieter one of the A/A period. */
  metric: MetricId | null;
  freshConnections: boolean;
  cpus: number | null;
  timesStatements: boolean;
  mixed?: boolean;
}

export interface ProtocolTools {
  clock: Clock;
  random: RandomSource;
  arms: Pick<ArmControl, 'enter'>;
  load: Load;
  meter: Meter;
  report: ReportProgress;
}

/** What a proof has measured so far; kept up to date, so that one that is cut short loses nothing. */
export class ProofTaken implements Taken {
  outcome: ProbeOutcome = 'failed';
  text = 'It ended before anything was measured.';
  design: ProofDesign;
  metric: MetricId;
  metricText = '';
  baselinePeriod: ProbeSample[] = [];
  baselineLatency: number[] = [];
  pairs: ProofPair[] = [];
  dropped: ProofResult['dropped'] = [];
  noise: ProbeResult['noise'] = null;
  digests: ProbeResult['digests'] = undefined;
  /** Seconds since the measuring began. */
  seconds = 0;
  readonly stored = new Map<string, EnteredArm>();
  readonly guards: Guards;

  constructor(design: ProofDesign, metric: MetricId | null, run: GuardedRun) {
    this.guards = new Guards(run);
    this.design = design;
    this.metric = metric ?? 'throughput';
  }
}

/**
 * A/A period, dry run, whole plan, which changes, kept plan; no pair begins that the deadline would not see the end of.
 * @throws LatchkeyError cancelled, connection-lost, and what the gate or the load throws; `taken` holds what there is
 */
export async function runProtocol(
  plan: ProtocolPlan,
  tools: ProtocolTools,
  taken: ProofTaken,
  signal: AbortSignal,
): Promise<void> {
  await new Protocol(plan, tools, taken, signal).run();
}

/** Arms by these names are combinations of changes. */
const combination = 'plan';
/** Seconds in which halves of the plan are tried for the one that breached a guard: three samples in a row are a breach. */
const searchSeconds = 4;
/** How much longer than planned a step may take before it ends with fewer pairs. */
const leeway = 1.15;

type Compared = 'whole' | 'kept';

class Protocol {
  readonly #plan: ProtocolPlan;
  readonly #tools: ProtocolTools;
  readonly #taken: ProofTaken;
  readonly #slots: SlotRunner;
  readonly #names: readonly string[];
  /** Places of the changes that are switched in slots of seconds, that stay for whole plots, and that are only observed. */
  readonly #toggled: readonly number[];
  readonly #held: readonly number[];
  readonly #observed: readonly number[];
  readonly #off = new Set<number>();
  #step = 'the load as it is';
  #stage: 'baseline' | 'exploration' | 'verdict' = 'baseline';

  constructor(plan: ProtocolPlan, tools: ProtocolTools, taken: ProofTaken, signal: AbortSignal) {
    this.#plan = plan;
    this.#tools = tools;
    this.#taken = taken;
    const tried = triedChanges(plan.changes);
    this.#names = tried.map(({ name }) => name);
    const placesOf = (is: (change: ProofChange) => boolean) =>
      tried.flatMap((change, place) => (is(change) ? [place] : []));
    this.#held = placesOf(isHeld);
    this.#toggled = placesOf(isToggled);
    this.#observed = placesOf(isObserved);
    const { sampleSeconds, digestExecutions } = plan.design;
    this.#slots = new SlotRunner(
      {
        ...plan,
        metric: taken.metric,
        sampleSeconds,
        digestExecutions,
        named: (arm) => (arm === baselineName ? 'the present settings' : arm),
        sampled: (sample) => this.#report(null, sample),
      },
      tools,
      taken,
      signal,
    );
  }

  async run(): Promise<void> {
    const taken = this.#taken;
    try {
      await this.#slots.baselinePeriod(taken.design.baselineSeconds, () => null);
      this.#announce();
      await this.#dryRun();
      if (this.#still(this.#toggled).length > 0)
        await this.#compare('whole', this.#still(this.#toggled), taken.design.whole.pairs);
      if (this.#held.length > 0) await this.#plots();
      else await this.#which();
      await this.#together();
      await this.#kept();
      await observe(
        this.#stepTools(),
        this.#keptPlaces(),
        this.#still(this.#observed),
        (place) => this.#names[place] ?? '',
      );
      taken.outcome = 'completed';
      taken.text = '';
      this.#judgeControls();
    } catch (error) {
      this.#ended(error);
    } finally {
      taken.seconds = this.#slots.now() / 1000;
    }
  }

  #ended(error: unknown): void {
    const taken = this.#taken;
    if (error instanceof Ended) {
      taken.outcome = error.outcome;
      taken.text = error.message;
      return;
    }
    if (error instanceof LatchkeyError && error.code === 'connection-lost') {
      taken.guards.noteLostConnection(this.#slots.now(), this.#slots.arm);
      taken.outcome = 'stopped-by-guard';
      taken.text = 'The connection to the server was lost.';
    }
    throw error;
  }

  /** The metric, and what can be found at the noise of the A/A period. */
  #announce(): void {
    const taken = this.#taken;
    const { design, baselinePeriod } = taken;
    const choice = chooseMetric(baselinePeriod, {
      requested: this.#plan.metric,
      cpus: this.#plan.cpus,
      latencies: taken.baselineLatency,
      slotSamples: samplesOfSlot(design),
      waiting: waitingAmong(triedChanges(this.#plan.changes)),
    });
    taken.metric = choice.metric;
    taken.metricText = choice.text;
    if (choice.slotNoise === null) return;
    const detectable = detectableByProof(design, choice.slotNoise, this.#toggled.length);
    const finite = (value: number) => (Number.isFinite(value) ? value : null);
    const text = `At the noise of the A/A period, ${percentText(detectable.whole)} of the whole plan and ${percentText(detectable.change)} of one change would be found in ${formatSeconds(Math.round(design.totalSeconds))} (4 times of 5).`;
    taken.noise = {
      slotPercent: percentOfLogRatio(choice.slotNoise),
      basis: choice.basis,
      detectablePercent: finite(detectable.whole),
      text,
    };
    this.#report(text, null);
  }

  /** Adds change after change under guards, then times the switch between the present settings and the whole plan. */
  async #dryRun(): Promise<void> {
    this.#stage = 'exploration';
    const { design } = this.#taken;
    if (this.#left().length === 0) return;
    for (const place of this.#left()) {
      this.#step = `dry run, adding ${this.#names[place]}`;
      const on = [...this.#left().filter((other) => other < place), place];
      const { dropped } = await this.#slot(this.#names[place] ?? '', on, design.dryRunSeconds);
      if (dropped !== null) this.#drop(place, dropped);
    }
    this.#requireLeft();
    this.#step = 'dry run, timing the switch';
    const begun = this.#slots.now();
    await this.#slot(baselineName, []);
    const toggled = this.#still(this.#toggled);
    await this.#slot(combination, toggled.length > 0 ? toggled : this.#left());
    const { settleSeconds, measureSeconds, totalSeconds, marginPercent } = design;
    const switchSeconds = Math.max(0.02, (this.#slots.now() - begun) / 2000 - settleSeconds - measureSeconds);
    const times = {
      ...{ changes: this.#toggled.length, held: this.#held.length, marginPercent, switchSeconds },
      observed: design.observe?.changes ?? 0,
      reconnects: this.#plan.freshConnections,
      spentSeconds: this.#slots.now() / 1000,
    };
    const replanned = planProof({ ...times, maxSeconds: totalSeconds });
    if (replanned === null) {
      throw new Ended(
        'failed',
        `Switching between the present settings and the plan takes ${formatSeconds(Number(switchSeconds.toPrecision(2)))} here, which leaves too few pairs in ${formatSeconds(totalSeconds)}; the least is ${formatSeconds(leastProofSeconds(times))}.`,
      );
    }
    // What samples are made of has been said to the guards already.
    this.#taken.design = { ...replanned, sampleSeconds: design.sampleSeconds };
  }

  /** Random AB pairs of these changes against the present settings, with the planned looks. */
  async #compare(stage: Compared, set: readonly number[], upTo: number): Promise<void> {
    this.#stage = 'verdict';
    const taken = this.#taken;
    const done = () => taken.pairs.filter((pair) => pair.stage === stage).length;
    const deadline = this.#deadline(upTo - done());
    let places = set;
    while (done() < upTo) {
      if (!this.#fits(deadline)) {
        this.#cutShort(stage, upTo, done());
        return;
      }
      const what = stage === 'whole' ? 'the whole plan' : 'the kept plan';
      this.#step = `${what} against the present settings, pair ${done() + 1} of ${upTo}`;
      await this.#pair(stage, shuffled([places, []], this.#tools.random));
      places = this.#still(places);
      this.#requireLeft();
      if (places.length === 0) return;
      if (taken.design[stage].looks.every(({ blocks }) => blocks !== done())) continue;
      const verdict = judgeProof(this.#evidence())[stage]?.verdict;
      if (verdict === 'proven' || verdict === 'harms') return;
    }
  }

  /** Time was over before the pairs were: the last look is taken where they end. The whole plan's may yet go on. */
  #cutShort(stage: Compared, upTo: number, pairs: number): void {
    const taken = this.#taken;
    if (stage === 'whole' && upTo < taken.design.whole.extended) return;
    const looks = cutShort(taken.design[stage].looks, pairs);
    taken.design = { ...taken.design, [stage]: { ...taken.design[stage], looks } };
  }

  /** Rows of the Hadamard design, each beside its foldover. */
  async #which(): Promise<void> {
    const taken = this.#taken;
    taken.design = refit(taken.design, this.#secondsLeft());
    const { rows, pairs } = taken.design.which;
    if (rows === 0) return;
    this.#stage = 'verdict';
    const deadline = this.#deadline(pairs);
    const planned = screeningPairs(this.#toggled.length, pairs, this.#tools.random);
    for (const [index, sides] of planned.entries()) {
      if (!this.#fits(deadline)) return;
      this.#step = `which changes, pair ${index + 1} of ${pairs}`;
      await this.#pair(
        'which',
        sides.map((side) => this.#still(side.map((index) => this.#toggled[index] ?? -1))),
      );
      this.#requireLeft();
    }
  }

  /** Whole plots: changes that act over tens of seconds stay as they are in each, and the others are switched within it. */
  async #plots(): Promise<void> {
    const taken = this.#taken;
    taken.design = refit(taken.design, this.#secondsLeft());
    const { plots, which } = taken.design;
    const end = this.#end();
    if (plots === undefined) return;
    this.#stage = 'verdict';
    const { random } = this.#tools;
    const held = plotPairs(this.#held.length, plots.count, random).flat();
    const within = plots.pairs === 0 ? [] : screeningPairs(this.#toggled.length, which.pairs, random);
    for (const [plot, side] of held.entries()) {
      if (this.#slots.now() / 1000 + secondsOfPlot(taken.design) > end) return;
      const on = () => this.#still(side.map((index) => this.#held[index] ?? -1));
      this.#step = `which changes, whole plot ${plot + 1} of ${held.length}`;
      if (plots.pairs === 0) {
        const times = { settleSeconds: plots.settleSeconds, measureSeconds: plots.seconds };
        await this.#pair('which', [on()], { plot, ...times });
        continue;
      }
      const deadline = Math.min(end * 1000, this.#slots.now() + secondsOfPlot(taken.design) * 1000 * leeway);
      for (let pair = 0; pair < plots.pairs; pair++) {
        // Slots that take longer than planned leave fewer pairs in the plot.
        if (pair > 0 && !this.#fits(deadline)) break;
        const sides = (within[plot * plots.pairs + pair] ?? []).map((other) => [
          ...on(),
          ...this.#still(other.map((index) => this.#toggled[index] ?? -1)),
        ]);
        // The first slot of the plot waits until what was switched between plots has settled.
        await this.#pair(
          'which',
          sides,
          pair === 0 ? { plot, settleSeconds: plots.settleSeconds } : { plot },
        );
        this.#requireLeft();
      }
    }
  }

  #still(places: readonly number[]): number[] {
    return places.filter((place) => place >= 0 && !this.#off.has(place));
  }

  /** What is kept on fresh pairs; where that is the whole plan, its own pairs go on. */
  async #kept(): Promise<void> {
    const taken = this.#taken;
    const kept = this.#keptPlaces().filter((place) => this.#toggled.includes(place));
    if (kept.length === 0) return;
    if (kept.length === this.#toggled.length) {
      if (this.#isWholeDecided()) return;
      await this.#compare('whole', kept, taken.design.whole.extended);
      return;
    }
    taken.design = refitKept(taken.design, this.#secondsLeft());
    if (taken.design.kept.looks.length > 0) await this.#compare('kept', kept, taken.design.kept.pairs);
  }

  #isWholeDecided(): boolean {
    const verdict = judgeProof(this.#evidence()).whole?.verdict;
    return verdict === 'proven' || verdict === 'harms';
  }

  /** Changes that are not to be dropped, but for those that are only observed. */
  #keptPlaces(): number[] {
    return this.#still(keptPlaces(this.#evidence())).filter((place) => !this.#observed.includes(place));
  }

  /** How the changes that were found act together, in blocks of four slots. */
  async #together(): Promise<void> {
    const taken = this.#taken;
    const judged = triedChanges(judgeProof(this.#evidence()).changes);
    const sizeOf = (place: number) => Math.abs(Math.log1p((judged[place]?.estimatePercent ?? 0) / 100));
    const found = this.#still(this.#toggled)
      .filter((place) => ['proven', 'harms'].includes(judged[place]?.verdict ?? ''))
      .sort((a, b) => sizeOf(b) - sizeOf(a));
    const kept = this.#keptPlaces().filter((place) => this.#toggled.includes(place));
    const keptFollows = kept.length > 0 && !(kept.length === this.#toggled.length && this.#isWholeDecided());
    taken.design = planTogether(taken.design, found, { secondsLeft: this.#secondsLeft(), keptFollows });
    await measureTogether(this.#stepTools());
  }

  #stepTools(): StepTools {
    this.#stage = 'verdict';
    return {
      random: this.#tools.random,
      pairs: this.#taken.pairs,
      design: () => this.#taken.design,
      elapsed: () => this.#slots.now() / 1000,
      still: (places) => this.#still(places),
      say: (step) => {
        this.#step = step;
      },
      slot: async (on, seconds) => {
        const arm = armOf(on, combination);
        const { slot, dropped } = await this.#slot(arm, on, seconds?.measure, seconds?.settle);
        if (dropped === null) return { ...slot, on: [...on] };
        const last = on.at(-1);
        // On top of what stood without it, only the last one can have done it.
        if (last !== undefined && this.#observed.includes(last)) this.#drop(last, dropped);
        else await this.#findBreach(on, dropped);
        return null;
      },
    };
  }

  /** Seconds after which what is only observed begins. */
  #end(): number {
    const { design } = this.#taken;
    return design.totalSeconds - observingSeconds(design);
  }

  #secondsLeft(): number {
    return this.#end() - this.#slots.now() / 1000;
  }

  #judgeControls(): void {
    const evidence = this.#evidence();
    if (proofCarryOver(evidence)?.detected === true) {
      throw new Ended(
        'carry-over',
        'What is in force in one slot still acts in the next, so that the difference of the slots is not what the changes do. No verdict can be trusted; measure the changes one by one, with probes of longer settling.',
      );
    }
    this.#slots.watchClient(
      this.#taken.pairs.flatMap(({ slots }) => slots.flatMap(({ samples }) => samples)),
    );
  }

  /** @param long of slots in whole plots: which plot, and times in place of the design's; settling is of the first slot */
  async #pair(
    stage: ProofPair['stage'],
    sides: readonly (readonly number[])[],
    long: { plot?: number; settleSeconds?: number; measureSeconds?: number } = {},
  ): Promise<void> {
    const { plot, settleSeconds, measureSeconds } = long;
    const pair: ProofPair = { stage, ...defined({ plot }), slots: [] };
    this.#taken.pairs.push(pair);
    for (const [place, on] of sides.entries()) {
      const arm = on.length === 0 ? baselineName : combination;
      const { slot, dropped } = await this.#slot(
        arm,
        on,
        measureSeconds,
        place === 0 ? settleSeconds : undefined,
      );
      pair.slots.push({ ...slot, on: [...on] });
      if (dropped === null) continue;
      await this.#findBreach(on, dropped);
      return;
    }
  }

  /** Halves of the changes in force, until one is left that breaches the guard. */
  async #findBreach(on: readonly number[], guard: string): Promise<void> {
    let suspects = [...on];
    let certain = on.length === 1;
    const breaches = async (some: readonly number[]) => {
      this.#step = `looking for the change that breached the guard of ${guard}`;
      return (await this.#slot(`${combination} (${some.join(' ')})`, some, searchSeconds)).dropped !== null;
    };
    while (suspects.length > 1) {
      const half = suspects.slice(0, Math.ceil(suspects.length / 2));
      certain = await breaches(half);
      suspects = certain ? half : suspects.slice(half.length);
    }
    const [place] = suspects;
    if (place === undefined) return;
    if (certain || (await breaches([place]))) this.#drop(place, guard);
    else
      throw new Ended(
        'stopped-by-guard',
        `The changes breached the guard of ${guard} together, and none of them alone.`,
      );
  }

  #drop(place: number, guard: string): void {
    const change = this.#names[place] ?? '';
    this.#off.add(place);
    const { pairs, dropped } = this.#taken;
    dropped.push({ change, guard, beforePair: pairs.length, at: this.#slots.now() });
    this.#report(`${change} breached the guard of ${guard} and is dropped`, null);
  }

  #requireLeft(): void {
    if (this.#left().length > 0) return;
    throw new Ended('stopped-by-guard', 'Every change of the plan breached a guard and was dropped.');
  }

  #left(): number[] {
    return this.#still([...this.#names.keys()].filter((place) => !this.#observed.includes(place)));
  }

  #slot(
    arm: string,
    on: readonly number[],
    measureSeconds = this.#taken.design.measureSeconds,
    settleSeconds = this.#taken.design.settleSeconds,
  ) {
    const enter = on.length === 0 ? null : on.map((place) => this.#names[place] ?? '');
    return this.#slots.slot({ arm, enter, settleSeconds, measureSeconds });
  }

  /** When a step of so many pairs has to be over, milliseconds. */
  #deadline(pairs: number): number {
    const { design } = this.#taken;
    const planned = this.#slots.now() + pairs * pairSeconds(design) * 1000 * leeway;
    return Math.min(planned, this.#end() * 1000);
  }

  #fits(deadline: number): boolean {
    return this.#slots.now() + pairSeconds(this.#taken.design) * 1000 <= deadline;
  }

  #evidence(): ProofEvidence {
    const { design, pairs, metric, dropped, digests } = this.#taken;
    return { design, pairs, metric, dropped, changes: this.#plan.changes, digests: digests?.reference };
  }

  #report(note: string | null, sample: ProbeSample | null): void {
    const { design, metric, pairs, guards } = this.#taken;
    const shownMetric = metric === 'latency' ? 'throughput' : metric;
    const elapsed = this.#slots.now() / 1000;
    const { totalSeconds } = design;
    this.#tools.report({
      done: Math.min(elapsed, totalSeconds),
      total: totalSeconds,
      phase: 'probe',
      note: note ?? this.#step,
      secondsLeft: Math.max(0, totalSeconds - elapsed),
      probe: {
        stage: this.#stage,
        arm: this.#stage === 'baseline' ? null : this.#slots.arm,
        block: pairs.length,
        blocks: design.whole.extended + design.which.pairs,
        value: sample === null ? null : samplesValue([sample], shownMetric),
        unit: metricFacts[shownMetric].unit,
        threadsRunning: sample?.threadsRunning ?? null,
        guards: guards.states(),
      },
    });
  }
}

function percentText(percent: number): string {
  return Number.isFinite(percent) ? `${shown(Number(percent.toPrecision(2)))} %` : 'no effect';
}

/** What a proof will do, in sentences to be read before agreeing. */
export function protocolTexts(design: ProofDesign, changes: readonly ProofChange[]): string[] {
  const { whole, which, kept, plots, observe: observed, settleSeconds, measureSeconds } = design;
  const toggled = changes.filter(isToggled).length;
  const held = changes.filter(isHeld).length;
  const inPairs =
    toggled + held === 0
      ? ''
      : `, a dry run that adds ${counted(toggled + held, 'change')} one by one, then pairs of adjacent slots in random order, each with ${formatSeconds(settleSeconds)} to settle and ${formatSeconds(measureSeconds)} that count`;
  const pairs =
    which.rows === 0
      ? ''
      : `, ${which.pairs} tell which changes do it (a design of ${counted(which.rows, 'row')}, each beside its opposite)`;
  return [
    `Measuring takes at most ${formatSeconds(design.totalSeconds)}: ${formatSeconds(design.baselineSeconds)} without any change (A/A period)${inPairs}.`,
    ...(toggled === 0
      ? []
      : [
          `About ${counted(whole.pairs, 'pair')} compare the whole plan with the present settings${pairs}, and ${kept.pairs} confirm what is kept.`,
        ]),
    ...(plots === undefined
      ? []
      : [
          `${counted(held, 'change')} that ${held === 1 ? 'acts' : 'act'} over tens of seconds ${held === 1 ? 'stays as it is' : 'stay as they are'} for ${counted(plots.count, 'whole plot')} of ${formatSeconds(plots.seconds)}, each after ${formatSeconds(plots.settleSeconds)} to settle; ${held === 1 ? 'it is' : 'they are'} no part of the plan as a whole.`,
        ]),
    ...(toggled < 2
      ? []
      : [
          'Where two changes or more are found, up to three pairs of them are measured together, in what is left of the time.',
        ]),
    ...(observed === undefined
      ? []
      : [
          `${counted(observed.changes, 'change')} that ${observed.changes === 1 ? 'fills' : 'fill'} over minutes ${observed.changes === 1 ? 'is' : 'are'} applied last, on top of what is kept, and never switched back and forth: ${formatSeconds(observed.settleSeconds)} to settle and ${formatSeconds(observed.seconds)} that count before and after. That is observed, and proves nothing.`,
        ]),
    'A change that breaches a guard is dropped. Everything is restored at the end, on a cancel, on any failure, and at the next start of Latchkey if it is killed.',
  ];
}
