import {
  detectableByProof,
  leastProofSeconds,
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
import { percentOfLogRatio } from '../../../experiment/statistics/interval';
import { triedChanges } from '../../../experiment/verdict/proof-pairs';
import { judgeProof, keptPlaces, proofCarryOver } from '../../../experiment/verdict/proof-verdict';
import { waitingAmong } from '../../../knowledge/catalog/proof-class';
import { LatchkeyError } from '../../../shared/base/error';
import { shuffled } from '../../../shared/base/random';
import { formatSeconds } from '../../../shared/base/units';
import type { ExperimentTools } from '../runner/experiment';
import { Ended, shown } from '../runner/slots';
import { Combinations, combination, leeway, type ProtocolPlan } from './combinations';
import { armOf, measureTogether, observe, type StepTools } from './last-steps';
import type { ProofTaken } from './proof-taken';

/**
 * A/A period, dry run, whole plan, which changes, kept plan; no pair begins that the deadline would not see the end of.
 * @throws LatchkeyError cancelled, connection-lost, and what the gate or the load throws; `taken` holds what there is
 */
export async function runProtocol(
  plan: ProtocolPlan,
  tools: ExperimentTools,
  taken: ProofTaken,
  signal: AbortSignal,
): Promise<void> {
  await new Protocol(plan, tools, taken, signal).run();
}

type Compared = 'whole' | 'kept';

class Protocol {
  readonly #plan: ProtocolPlan;
  readonly #tools: ExperimentTools;
  readonly #taken: ProofTaken;
  readonly #changes: Combinations;

  constructor(plan: ProtocolPlan, tools: ExperimentTools, taken: ProofTaken, signal: AbortSignal) {
    this.#plan = plan;
    this.#tools = tools;
    this.#taken = taken;
    this.#changes = new Combinations(plan, tools, taken, signal);
  }

  async run(): Promise<void> {
    const taken = this.#taken;
    try {
      await this.#changes.slots.baselinePeriod(taken.design.baselineSeconds, () => null);
      this.#announce();
      await this.#dryRun();
      if (this.#changes.still(this.#changes.toggled).length > 0)
        await this.#compare('whole', this.#changes.still(this.#changes.toggled), taken.design.whole.pairs);
      if (this.#changes.held.length > 0) await this.#plots();
      else await this.#which();
      await this.#together();
      await this.#kept();
      await observe(
        this.#stepTools(),
        this.#keptPlaces(),
        this.#changes.still(this.#changes.observed),
        (place) => this.#changes.nameOf(place),
      );
      taken.outcome = 'completed';
      taken.text = '';
      this.#judgeControls();
    } catch (error) {
      this.#ended(error);
    } finally {
      taken.seconds = this.#changes.slots.now() / 1000;
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
      taken.guards.noteLostConnection(this.#changes.slots.now(), this.#changes.slots.arm);
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
    const detectable = detectableByProof(design, choice.slotNoise, this.#changes.toggled.length);
    const finite = (value: number) => (Number.isFinite(value) ? value : null);
    const text = `At the noise of the A/A period, ${percentText(detectable.whole)} of the whole plan and ${percentText(detectable.change)} of one change would be found in ${formatSeconds(Math.round(design.totalSeconds))} (4 times of 5).`;
    taken.noise = {
      slotPercent: percentOfLogRatio(choice.slotNoise),
      basis: choice.basis,
      detectablePercent: finite(detectable.whole),
      text,
    };
    this.#changes.report(text, null);
  }

  /** Adds change after change under guards, then times the switch between the present settings and the whole plan. */
  async #dryRun(): Promise<void> {
    this.#changes.stage = 'exploration';
    const { design } = this.#taken;
    if (this.#changes.left().length === 0) return;
    for (const place of this.#changes.left()) {
      this.#changes.step = `dry run, adding ${this.#changes.nameOf(place)}`;
      const on = [...this.#changes.left().filter((other) => other < place), place];
      const { dropped } = await this.#changes.slot(this.#changes.nameOf(place), on, design.dryRunSeconds);
      if (dropped !== null) this.#changes.drop(place, dropped);
    }
    this.#changes.requireLeft();
    this.#changes.step = 'dry run, timing the switch';
    const begun = this.#changes.slots.now();
    await this.#changes.slot(baselineName, []);
    const toggled = this.#changes.still(this.#changes.toggled);
    await this.#changes.slot(combination, toggled.length > 0 ? toggled : this.#changes.left());
    const { settleSeconds, measureSeconds, totalSeconds, marginPercent } = design;
    const switchSeconds = Math.max(
      0.02,
      (this.#changes.slots.now() - begun) / 2000 - settleSeconds - measureSeconds,
    );
    const times = {
      ...{
        changes: this.#changes.toggled.length,
        held: this.#changes.held.length,
        marginPercent,
        switchSeconds,
      },
      observed: design.observe?.changes ?? 0,
      reconnects: this.#plan.freshConnections,
      spentSeconds: this.#changes.slots.now() / 1000,
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
    this.#changes.stage = 'verdict';
    const taken = this.#taken;
    const done = () => taken.pairs.filter((pair) => pair.stage === stage).length;
    const deadline = this.#changes.deadline(upTo - done());
    let places = set;
    while (done() < upTo) {
      if (!this.#changes.fits(deadline)) {
        this.#cutShort(stage, upTo, done());
        return;
      }
      const what = stage === 'whole' ? 'the whole plan' : 'the kept plan';
      this.#changes.step = `${what} against the present settings, pair ${done() + 1} of ${upTo}`;
      if (!(await this.#changes.pair(stage, shuffled([places, []], this.#tools.random)))) {
        this.#cutShort(stage, upTo, done());
        return;
      }
      places = this.#changes.still(places);
      this.#changes.requireLeft();
      if (places.length === 0) return;
      if (taken.design[stage].looks.every(({ blocks }) => blocks !== done())) continue;
      const verdict = judgeProof(this.#changes.evidence())[stage]?.verdict;
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
    taken.design = refit(taken.design, this.#changes.secondsLeft());
    const { rows, pairs } = taken.design.which;
    if (rows === 0) return;
    this.#changes.stage = 'verdict';
    const deadline = this.#changes.deadline(pairs);
    const planned = screeningPairs(this.#changes.toggled.length, pairs, this.#tools.random);
    for (const [index, sides] of planned.entries()) {
      if (!this.#changes.fits(deadline)) return;
      this.#changes.step = `which changes, pair ${index + 1} of ${pairs}`;
      const inTime = await this.#changes.pair(
        'which',
        sides.map((side) => this.#changes.still(side.map((index) => this.#changes.toggled[index] ?? -1))),
      );
      if (!inTime) return;
      this.#changes.requireLeft();
    }
  }

  /** Whole plots: changes that act over tens of seconds stay as they are in each, and the others are switched within it. */
  async #plots(): Promise<void> {
    const taken = this.#taken;
    taken.design = refit(taken.design, this.#changes.secondsLeft());
    const { plots, which } = taken.design;
    const end = this.#changes.end();
    if (plots === undefined) return;
    this.#changes.stage = 'verdict';
    const { random } = this.#tools;
    const held = plotPairs(this.#changes.held.length, plots.count, random).flat();
    const within = plots.pairs === 0 ? [] : screeningPairs(this.#changes.toggled.length, which.pairs, random);
    for (const [plot, side] of held.entries()) {
      if (this.#changes.slots.now() / 1000 + secondsOfPlot(taken.design) > end) return;
      const on = () => this.#changes.still(side.map((index) => this.#changes.held[index] ?? -1));
      this.#changes.step = `which changes, whole plot ${plot + 1} of ${held.length}`;
      if (plots.pairs === 0) {
        const times = { settleSeconds: plots.settleSeconds, measureSeconds: plots.seconds };
        if (!(await this.#changes.pair('which', [on()], { plot, ...times }))) return;
        continue;
      }
      const deadline = Math.min(
        end * 1000,
        this.#changes.slots.now() + secondsOfPlot(taken.design) * 1000 * leeway,
      );
      for (let pair = 0; pair < plots.pairs; pair++) {
        // Slots that take longer than planned leave fewer pairs in the plot.
        if (pair > 0 && !this.#changes.fits(deadline)) break;
        const sides = (within[plot * plots.pairs + pair] ?? []).map((other) => [
          ...on(),
          ...this.#changes.still(other.map((index) => this.#changes.toggled[index] ?? -1)),
        ]);
        // The first slot of the plot waits until what was switched between plots has settled.
        const inTime = await this.#changes.pair(
          'which',
          sides,
          pair === 0 ? { plot, settleSeconds: plots.settleSeconds } : { plot },
        );
        if (!inTime) return;
        this.#changes.requireLeft();
      }
    }
  }

  /** What is kept on fresh pairs; where that is the whole plan, its own pairs go on. */
  async #kept(): Promise<void> {
    const taken = this.#taken;
    const kept = this.#keptPlaces().filter((place) => this.#changes.toggled.includes(place));
    if (kept.length === 0) return;
    if (kept.length === this.#changes.toggled.length) {
      if (this.#isWholeDecided()) return;
      await this.#compare('whole', kept, taken.design.whole.extended);
      return;
    }
    taken.design = refitKept(taken.design, this.#changes.secondsLeft());
    if (taken.design.kept.looks.length > 0) await this.#compare('kept', kept, taken.design.kept.pairs);
  }

  #isWholeDecided(): boolean {
    const verdict = judgeProof(this.#changes.evidence()).whole?.verdict;
    return verdict === 'proven' || verdict === 'harms';
  }

  /** Changes that are not to be dropped, but for those that are only observed. */
  #keptPlaces(): number[] {
    return this.#changes
      .still(keptPlaces(this.#changes.evidence()))
      .filter((place) => !this.#changes.observed.includes(place));
  }

  /** How the changes that were found act together, in blocks of four slots. */
  async #together(): Promise<void> {
    const taken = this.#taken;
    const judged = triedChanges(judgeProof(this.#changes.evidence()).changes);
    const sizeOf = (place: number) => Math.abs(Math.log1p((judged[place]?.estimatePercent ?? 0) / 100));
    const found = this.#changes
      .still(this.#changes.toggled)
      .filter((place) => ['proven', 'harms'].includes(judged[place]?.verdict ?? ''))
      .sort((a, b) => sizeOf(b) - sizeOf(a));
    const kept = this.#keptPlaces().filter((place) => this.#changes.toggled.includes(place));
    const keptFollows =
      kept.length > 0 && !(kept.length === this.#changes.toggled.length && this.#isWholeDecided());
    taken.design = planTogether(taken.design, found, {
      secondsLeft: this.#changes.secondsLeft(),
      keptFollows,
    });
    await measureTogether(this.#stepTools());
  }

  #stepTools(): StepTools {
    this.#changes.stage = 'verdict';
    return {
      random: this.#tools.random,
      pairs: this.#taken.pairs,
      design: () => this.#taken.design,
      elapsed: () => this.#changes.slots.now() / 1000,
      still: (places) => this.#changes.still(places),
      say: (step) => {
        this.#changes.step = step;
      },
      slot: async (on, seconds) => {
        const arm = armOf(on, combination);
        if (!this.#changes.endsInTime(seconds?.measure, seconds?.settle)) return null;
        const { slot, dropped } = await this.#changes.slot(arm, on, seconds?.measure, seconds?.settle);
        if (dropped === null) return { ...slot, on: [...on] };
        const last = on.at(-1);
        // On top of what stood without it, only the last one can have done it.
        if (last !== undefined && this.#changes.observed.includes(last)) this.#changes.drop(last, dropped);
        else await this.#changes.findBreach(on, dropped);
        return null;
      },
    };
  }

  #judgeControls(): void {
    const evidence = this.#changes.evidence();
    if (proofCarryOver(evidence)?.detected === true) {
      throw new Ended(
        'carry-over',
        'What is in force in one slot still acts in the next, so that the difference of the slots is not what the changes do. No verdict can be trusted; measure the changes one by one, with probes of longer settling.',
      );
    }
    this.#changes.slots.watchClient(
      this.#taken.pairs.flatMap(({ slots }) => slots.flatMap(({ samples }) => samples)),
    );
  }
}

function percentText(percent: number): string {
  return Number.isFinite(percent) ? `${shown(Number(percent.toPrecision(2)))} %` : 'no effect';
}
