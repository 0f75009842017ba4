import { setImmediate } from 'node:timers/promises';
import { baselineName } from '../../../experiment/design/schedule';
import { samplesValue, slotValue } from '../../../experiment/design/slot-value';
import { histogramQuantile } from '../../../experiment/statistics/histogram';
import type { Clock } from '../../../shared/base/clock';
import { LatchkeyError, throwIfCancelled } from '../../../shared/base/error';
import { counted } from '../../../shared/base/units';
import type { MetricId, ProbeOutcome, ProbeResult, ProbeSample, ProbeSlot } from '../../../shared/probe';
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
import type { Breach, Guards } from './guards';
import { texts } from './texts';

/** What slots of one run have in common. */
export interface SlotPlan {
  metric: MetricId;
  /** Settings reach new connections only: the load reconnects in each slot. */
  freshConnections: boolean;
  /** Processors of the server's machine; null: not known. */
  cpus: number | null;
  /** The load times its own statements: their latency is kept beside whatever is compared. */
  timesStatements: boolean;
  /** Which statements come is up to clients, whose digests are counted in each slot. */
  mixed?: boolean | undefined;
  sampleSeconds: number;
  digestExecutions: number;
  /** An arm, for people. */
  named(arm: string): string;
  /** Called after each sample. */
  sampled(sample: ProbeSample): void;
}

export interface SlotTools {
  clock: Clock;
  arms: Pick<ArmControl, 'enter'>;
  load: Load;
  meter: Meter;
}

/** What slots add to; kept up to date, so that a run that is cut short loses nothing. */
export interface Taken {
  baselinePeriod: ProbeSample[];
  /** Latency of the baseline period's samples, milliseconds; of others than `latency` none. */
  baselineLatency: number[];
  digests: ProbeResult['digests'];
  readonly stored: Map<string, EnteredArm>;
  readonly guards: Guards;
}

export interface SlotRequest {
  arm: string;
  /** What is brought into force: arms of the plan; null: the originals. */
  enter: string | readonly string[] | null;
  settleSeconds: number;
  measureSeconds: number;
}

/** Operations per second below which nothing can be measured. */
const leastLoad = 10;
/** Of CPU time per statement: processors that the server must use, for less is noise of the clock. */
const leastProcessors = 0.05;
/** Percent of the statements that must have a digest for their latency to stand for the traffic. */
const leastCoverage = 50;
const preparedRemark =
  'Executions of prepared statements may count to no digest (MySQL 5.6 and 8.0, MariaDB); sysbench or a replay as the load depends on none. ';
/** The client's share of the CPU time of both from which on it is the limit. */
const clientShare = 0.65;
/** The busy share of a client's own processors from which on statements wait for the client. */
const processorShare = 0.85;

/** Ends the run in good order. */
export class Ended extends Error {
  readonly outcome: ProbeOutcome;
  constructor(outcome: ProbeOutcome, text: string) {
    super(text);
    this.outcome = outcome;
  }
}

/** Takes slots one after the other, and watches their guards. */
export class SlotRunner {
  readonly #plan: SlotPlan;
  readonly #tools: SlotTools;
  readonly #taken: Taken;
  readonly #signal: AbortSignal;
  readonly #start: number;
  /** The arm in force. */
  arm = baselineName;

  constructor(plan: SlotPlan, tools: SlotTools, taken: Taken, signal: AbortSignal) {
    this.#plan = plan;
    this.#tools = tools;
    this.#taken = taken;
    this.#signal = signal;
    this.#start = tools.clock.monotonicMs();
  }

  /** The load as it is, before anything is set: is there enough of it, and how noisy is it? */
  async baselinePeriod(seconds: number, lacksLoad: (load: LoadFacts) => string | null): Promise<void> {
    const { meter } = this.#tools;
    const { baselinePeriod, guards } = this.#taken;
    const before = this.#readsDigests() ? await meter.digests(this.#signal) : null;
    const sums = before === null ? [] : [before];
    const first = await meter.read(this.#signal);
    const until = first.at + seconds * 1000;
    const last = await this.#sample(first, until, async (sample) => {
      baselinePeriod.push(sample);
      guards.learn(sample);
      const now = this.#plan.metric === 'latency' ? await meter.digests(this.#signal) : null;
      if (now !== null) sums.push(now);
    });
    this.#judgeLoad(first, last, lacksLoad);
    if (!this.#readsDigests()) return;
    await this.#referenceDigests(before, first, last);
    this.#latencies(sums);
  }

  /** Latency of each sample at the mix of the whole period: its noise is that of the metric. */
  #latencies(sums: readonly DigestSums[]): void {
    const { digests, baselineLatency } = this.#taken;
    const context = { digests: digests?.reference, digestExecutions: 1 };
    for (const [index, now] of sums.slice(1).entries()) {
      const before = sums[index];
      if (before === undefined) continue;
      const counts = this.#countsOf(before, now);
      const value = slotValue({ samples: [], digests: counts }, 'latency', context);
      if (value !== null) baselineLatency.push(value);
    }
  }

  #readsDigests(): boolean {
    return this.#plan.metric === 'latency' || this.#plan.timesStatements || this.#plan.mixed === true;
  }

  #judgeLoad(first: MeterReading, last: MeterReading, lacksLoad: (load: LoadFacts) => string | null): void {
    const { baselinePeriod } = this.#taken;
    const seconds = (last.at - first.at) / 1000;
    const operationsPerSecond = samplesValue(baselinePeriod, 'throughput') ?? 0;
    if (operationsPerSecond < leastLoad) {
      throw new Ended(
        'not-enough-load',
        `The server did ${operationsPerSecond.toFixed(1)} statements a second; below ${leastLoad} nothing can be measured. Nothing was set.`,
      );
    }
    const processors = (samplesValue(baselinePeriod, 'cpu-per-operation') ?? 0) * operationsPerSecond * 1e-6;
    if (this.#plan.metric === 'cpu-per-operation' && processors < leastProcessors) {
      throw new Ended(
        'not-enough-load',
        `The server used ${(100 * processors).toFixed(1)} % of a processor; below ${100 * leastProcessors} % CPU time per statement cannot be measured. Nothing was set.`,
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
    const lacking = lacksLoad({ operationsPerSecond, busyShare: busy, perSecond });
    if (lacking !== null) throw new Ended('not-enough-load', `${lacking} Nothing was set.`);
    this.watchClient(baselinePeriod);
  }

  /** @throws Ended where the client that makes the load was the limit in these samples */
  watchClient(samples: readonly ProbeSample[]): void {
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
      if (this.#plan.metric !== 'latency') return;
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
      .filter(({ executions }) => executions >= this.#plan.digestExecutions)
      .slice(0, 200);
    const what = this.#plan.timesStatements ? 'are replayed' : 'have a digest';
    const text = `${Math.round(coverage)} % of the statements ${what}; the mix: ${counted(reference.length, 'digest')}.`;
    this.#taken.digests = { coveragePercent: coverage, text, reference };
    // What a load times itself is comparable however much else runs on the server.
    const few = coverage < leastCoverage && !this.#plan.timesStatements;
    if (this.#plan.metric === 'latency' && (few || reference.length === 0)) {
      throw new Ended(
        'not-enough-load',
        `${text} Too little of the traffic can be distinguished to compare its latency. ${preparedRemark}Nothing was set.`,
      );
    }
  }

  /** One slot: set, settle, measure, under guards. `dropped`: the guard that ended it; it is kept, but counts for nothing. */
  async slot(request: SlotRequest): Promise<{ slot: ProbeSlot; dropped: Breach['guard'] | null }> {
    const { arm } = request;
    const { load } = this.#tools;
    throwIfCancelled(this.#signal);
    this.arm = arm;
    const startedAt = this.now();
    const entered = await this.#enter(request);
    if (arm !== baselineName) this.#taken.stored.set(arm, entered);
    if (this.#plan.freshConnections) await load.reconnect(this.#signal);
    this.#taken.guards.begin(arm);
    const slot: ProbeSlot = { arm, startedAt, measuredFrom: startedAt, samples: [], p95Ms: null };
    try {
      await this.#fill(slot, request);
      return { slot, dropped: null };
    } catch (error) {
      if (!(error instanceof ArmDropped)) throw error;
      return { slot: { ...slot, stopped: true }, dropped: error.guard };
    }
  }

  /** Brings the arm into force; where that takes longer than a sample, under the guards of the server's safety. */
  async #enter({ arm, enter }: SlotRequest): Promise<EnteredArm> {
    const [over, stop] = [new AbortController(), new AbortController()];
    const cancel = () => stop.abort();
    this.#signal.addEventListener('abort', cancel);
    if (this.#signal.aborted) cancel();
    const entering = this.#tools.arms.enter(enter, stop.signal).finally(() => over.abort());
    entering.catch(() => undefined);
    try {
      await this.#watchUntil(over.signal, arm);
    } catch (error) {
      cancel();
      await entering.catch(() => undefined);
      throw error;
    } finally {
      this.#signal.removeEventListener('abort', cancel);
    }
    return entering;
  }

  async #watchUntil(over: AbortSignal, arm: string): Promise<void> {
    const { clock, meter } = this.#tools;
    // Most statements are over before the next turn of the event loop that follows their answer.
    await setImmediate();
    let before: MeterReading | null = null;
    while (!over.aborted) {
      await clock.sleep(this.#plan.sampleSeconds * 1000, over);
      if (over.aborted) return;
      const now = await meter.read(this.#signal);
      const breach =
        before === null ? null : this.#taken.guards.watch(sampleBetween(before, now, this.#start), true);
      if (breach !== null) this.#breached(breach, arm);
      before = now;
    }
  }

  async #fill(slot: ProbeSlot, { arm, settleSeconds, measureSeconds }: SlotRequest): Promise<void> {
    const { meter } = this.#tools;
    const { guards } = this.#taken;
    const settled: ProbeSample[] = [];
    slot.settling = settled;
    const watch = (settling: boolean) => (sample: ProbeSample) => {
      const breach = guards.watch(sample, settling);
      if (breach !== null) this.#breached(breach, arm);
      (settling ? settled : slot.samples).push(sample);
    };
    const from = await meter.read(this.#signal);
    await this.#sample(from, from.at + settleSeconds * 1000, watch(true));
    slot.measuredFrom = this.now();
    const digests = this.#readsDigests() ? await meter.digests(this.#signal) : null;
    const histogram = await meter.histogram(this.#signal);
    const begun = await meter.read(this.#signal);
    await this.#sample(begun, begun.at + measureSeconds * 1000, watch(false));
    slot.p95Ms = p95Between(histogram, histogram === null ? null : await meter.histogram(this.#signal));
    if (digests !== null) slot.digests = await this.#slotDigests(digests);
    if (arm === baselineName) for (const sample of slot.samples) guards.learn(sample);
  }

  #breached(breach: Breach, arm: string): void {
    const { guards } = this.#taken;
    const dropped = breach.ofArm && arm !== baselineName;
    guards.note(breach, this.now(), arm, dropped ? 'arm-dropped' : 'run-ended');
    if (dropped) throw new ArmDropped(breach.guard);
    throw new Ended(
      'stopped-by-guard',
      `The guard of ${breach.guard} stopped the run in the slot of ${this.#plan.named(arm)}: ${shown(breach.value)}, where the limit was ${shown(breach.limit)}.`,
    );
  }

  async #slotDigests(before: DigestSums): Promise<[number, number, number][]> {
    const after = await this.#tools.meter.digests(this.#signal);
    return after === null ? [] : this.#countsOf(before, after);
  }

  #countsOf(before: DigestSums, after: DigestSums): [number, number, number][] {
    const reference = this.#taken.digests?.reference ?? [];
    const grown = grownDigests(before, after);
    return reference.flatMap(({ digest }, index): [number, number, number][] => {
      const sums = grown.get(digest);
      return sums === undefined ? [] : [[index, sums.executions, sums.seconds]];
    });
  }

  /** Samples each second until the time is over; the last one may be longer by less than half a second. */
  async #sample(
    from: MeterReading,
    until: number,
    each: (sample: ProbeSample) => void | Promise<void>,
  ): Promise<MeterReading> {
    const { clock, meter, load } = this.#tools;
    const step = this.#plan.sampleSeconds * 1000;
    let before = from;
    while (before.at < until - 1) {
      const left = until - before.at;
      await clock.sleep(left < 1.5 * step ? left : step, this.#signal);
      throwIfCancelled(this.#signal);
      const ended = load.failure();
      if (ended !== null) throw new LatchkeyError('query-failed', texts.theLoadEnded(ended));
      const now = await meter.read(this.#signal);
      const sample = sampleBetween(before, now, this.#start);
      before = now;
      this.#plan.sampled(sample);
      await each(sample);
    }
    return before;
  }

  /** Milliseconds since the start of the measuring. */
  now(): number {
    return Math.round(this.#tools.clock.monotonicMs() - this.#start);
  }
}

class ArmDropped extends Error {
  readonly guard: Breach['guard'];
  constructor(guard: Breach['guard']) {
    super(guard);
    this.guard = guard;
  }
}

/** Three significant digits. */
export function shown(value: number): string {
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
