import { observingSeconds, pairSeconds } from '../../../experiment/design/proof-design';
import { baselineName } from '../../../experiment/design/schedule';
import { samplesValue } from '../../../experiment/design/slot-value';
import {
  isHeld,
  isObserved,
  isToggled,
  type ProofEvidence,
  triedChanges,
} from '../../../experiment/verdict/proof-pairs';
import { defined } from '../../../shared/base/defined';
import { type MetricId, metricFacts, type ProbeProgress, type ProbeSample } from '../../../shared/probe';
import type { ProofChange, ProofDesign, ProofPair } from '../../../shared/proof';
import type { ExperimentTools } from '../runner/experiment';
import { Ended, SlotRunner } from '../runner/slots';
import type { ProofTaken } from './proof-taken';

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

/** Arms by these names are combinations of changes. */
export const combination = 'plan';
/** Seconds in which halves of the plan are tried for the one that breached a guard: three samples in a row are a breach. */
const searchSeconds = 4;
/** How much longer than planned a step may take before it ends with fewer pairs. */
export const leeway = 1.15;

/** Combinations of changes in slots and pairs: which of them are still tried, and which one breached a guard. */
export class Combinations {
  /** Places of the changes that are switched in slots of seconds, that stay for whole plots, and that are only observed. */
  readonly toggled: readonly number[];
  readonly held: readonly number[];
  readonly observed: readonly number[];
  /** What is done now, as it is reported. */
  step = 'the load as it is';
  stage: ProbeProgress['stage'] = 'baseline';
  readonly slots: SlotRunner;
  readonly #plan: ProtocolPlan;
  readonly #tools: ExperimentTools;
  readonly #taken: ProofTaken;
  readonly #names: readonly string[];
  readonly #off = new Set<number>();
  /** What the last slot took beyond settling and measuring, seconds. */
  #lastSwitch = 0;

  constructor(plan: ProtocolPlan, tools: ExperimentTools, taken: ProofTaken, signal: AbortSignal) {
    this.#plan = plan;
    this.#tools = tools;
    this.#taken = taken;
    const tried = triedChanges(plan.changes);
    this.#names = tried.map(({ name }) => name);
    const placesOf = (is: (change: ProofChange) => boolean) =>
      tried.flatMap((change, place) => (is(change) ? [place] : []));
    this.held = placesOf(isHeld);
    this.toggled = placesOf(isToggled);
    this.observed = placesOf(isObserved);
    const { sampleSeconds, digestExecutions } = plan.design;
    this.slots = new SlotRunner(
      {
        ...plan,
        metric: taken.metric,
        sampleSeconds,
        digestExecutions,
        named: (arm) => (arm === baselineName ? 'the present settings' : arm),
        sampled: (sample) => this.report(null, sample),
      },
      tools,
      taken,
      signal,
    );
  }

  /** Its variables, joined. @param place of a change in the pairs */
  nameOf(place: number): string {
    return this.#names[place] ?? '';
  }

  /** Of these places, those that breached no guard. */
  still(places: readonly number[]): number[] {
    return places.filter((place) => place >= 0 && !this.#off.has(place));
  }

  /**
   * @param long of slots in whole plots: which plot, and times in place of the design's; settling is of the first slot
   * @returns false: its slots took longer than planned and the time announced came first; what there is of it does not count
   */
  async pair(
    stage: ProofPair['stage'],
    sides: readonly (readonly number[])[],
    long: { plot?: number; settleSeconds?: number; measureSeconds?: number } = {},
  ): Promise<boolean> {
    const { plot, settleSeconds, measureSeconds } = long;
    const pair: ProofPair = { stage, ...defined({ plot }), slots: [] };
    this.#taken.pairs.push(pair);
    for (const [place, on] of sides.entries()) {
      const arm = on.length === 0 ? baselineName : combination;
      const settling = place === 0 ? settleSeconds : undefined;
      if (!this.endsInTime(measureSeconds, settling)) {
        this.#taken.pairs.pop();
        return false;
      }
      const { slot, dropped } = await this.slot(arm, on, measureSeconds, settling);
      pair.slots.push({ ...slot, on: [...on] });
      if (dropped === null) continue;
      await this.findBreach(on, dropped);
      return true;
    }
    return true;
  }

  /** Halves of the changes in force, until one is left that breaches the guard. */
  async findBreach(on: readonly number[], guard: string): Promise<void> {
    let suspects = [...on];
    let certain = on.length === 1;
    const breaches = async (some: readonly number[]) => {
      this.step = `looking for the change that breached the guard of ${guard}`;
      if (!this.endsInTime(searchSeconds))
        throw new Ended(
          'stopped-by-guard',
          `The changes breached the guard of ${guard}, and the time was over before it was found which of them does.`,
        );
      return (await this.slot(`${combination} (${some.join(' ')})`, some, searchSeconds)).dropped !== null;
    };
    while (suspects.length > 1) {
      const half = suspects.slice(0, Math.ceil(suspects.length / 2));
      certain = await breaches(half);
      suspects = certain ? half : suspects.slice(half.length);
    }
    const [place] = suspects;
    if (place === undefined) return;
    if (certain || (await breaches([place]))) this.drop(place, guard);
    else
      throw new Ended(
        'stopped-by-guard',
        `The changes breached the guard of ${guard} together, and none of them alone.`,
      );
  }

  drop(place: number, guard: string): void {
    const change = this.nameOf(place);
    this.#off.add(place);
    const { pairs, dropped } = this.#taken;
    dropped.push({ change, guard, beforePair: pairs.length, at: this.slots.now() });
    this.report(`${change} breached the guard of ${guard} and is dropped`, null);
  }

  requireLeft(): void {
    if (this.left().length > 0) return;
    throw new Ended('stopped-by-guard', 'Every change of the plan breached a guard and was dropped.');
  }

  left(): number[] {
    return this.still([...this.#names.keys()].filter((place) => !this.observed.includes(place)));
  }

  async slot(
    arm: string,
    on: readonly number[],
    measureSeconds = this.#taken.design.measureSeconds,
    settleSeconds = this.#taken.design.settleSeconds,
  ) {
    const enter = on.length === 0 ? null : on.map((place) => this.nameOf(place));
    const begun = this.slots.now();
    const taken = await this.slots.slot({ arm, enter, settleSeconds, measureSeconds });
    if (taken.dropped === null)
      this.#lastSwitch = (this.slots.now() - begun) / 1000 - settleSeconds - measureSeconds;
    return taken;
  }

  /** Whether a slot would end before the time announced is over, by what the last one took. */
  endsInTime(
    measureSeconds = this.#taken.design.measureSeconds,
    settleSeconds = this.#taken.design.settleSeconds,
  ): boolean {
    const { totalSeconds, switchSeconds } = this.#taken.design;
    const seconds = settleSeconds + measureSeconds + Math.max(switchSeconds, this.#lastSwitch);
    return this.slots.now() / 1000 + seconds <= totalSeconds;
  }

  /** Seconds after which what is only observed begins. */
  end(): number {
    const { design } = this.#taken;
    return design.totalSeconds - observingSeconds(design);
  }

  secondsLeft(): number {
    return this.end() - this.slots.now() / 1000;
  }

  /** When a step of so many pairs has to be over, milliseconds. */
  deadline(pairs: number): number {
    const { design } = this.#taken;
    const planned = this.slots.now() + pairs * pairSeconds(design) * 1000 * leeway;
    return Math.min(planned, this.end() * 1000);
  }

  fits(deadline: number): boolean {
    return this.slots.now() + pairSeconds(this.#taken.design) * 1000 <= deadline;
  }

  evidence(): ProofEvidence {
    const { design, pairs, metric, dropped, digests } = this.#taken;
    return { design, pairs, metric, dropped, changes: this.#plan.changes, digests: digests?.reference };
  }

  report(note: string | null, sample: ProbeSample | null): void {
    const { design, metric, pairs, guards } = this.#taken;
    const shownMetric = metric === 'latency' ? 'throughput' : metric;
    const elapsed = this.slots.now() / 1000;
    const { totalSeconds } = design;
    this.#tools.report({
      done: Math.min(elapsed, totalSeconds),
      total: totalSeconds,
      phase: 'probe',
      note: note ?? this.step,
      secondsLeft: Math.max(0, totalSeconds - elapsed),
      probe: {
        stage: this.stage,
        arm: this.stage === 'baseline' ? null : this.slots.arm,
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
