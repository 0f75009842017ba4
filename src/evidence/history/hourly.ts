import { type HourlySeries, hourMs } from '../../shared/history';

/** Where hours lie, and what the steps of a store are. Times are milliseconds since 1970, UTC. */
export interface HourSpan {
  /** Start of the first hour. */
  fromMs: number;
  hours: number;
  /** Scrape interval, ms. */
  stepMs: number;
  /** Moments at which the server started, ascending: no step over one says what was counted. */
  restarts: readonly number[];
}

/** A step is a gap from here on: two scrapes in a row were lost. */
const gapSteps = 2.5;
/** The part of an hour that has to be seen, or the hour is unknown. */
const leastSeen = 0.5;

/** Whether so much time between two points is a gap, and no late scrape. */
export function isGap(stepMs: number, milliseconds: number): boolean {
  return milliseconds > gapSteps * stepMs;
}

/**
 * The points of one series by hours. Points come in any number of pieces, in ascending order; only those of the current
 * hour are held. What cannot be known is left out: steps over a restart, over a gap, and of a counter that fell.
 */
export class HourlyPoints {
  readonly #kind: HourlySeries['kind'];
  readonly #span: HourSpan;
  /** Of a counter: what was counted in each hour; of a gauge: the sum of its points. */
  readonly #sums: Float64Array;
  /** Milliseconds of each hour that were seen. */
  readonly #seen: Float64Array;
  readonly #max: (number | null)[];
  readonly #p95: (number | null)[];
  readonly #last: (number | null)[];
  #current = -1;
  /** Rates of the steps, or levels, of the current hour. */
  #steps: number[] = [];
  #before: { at: number; value: number } | null = null;
  #restart = 0;

  constructor(kind: HourlySeries['kind'], span: HourSpan) {
    this.#kind = kind;
    this.#span = span;
    this.#sums = new Float64Array(span.hours);
    this.#seen = new Float64Array(span.hours);
    const unknown = () => Array.from({ length: span.hours }, () => null);
    this.#max = unknown();
    this.#p95 = unknown();
    this.#last = unknown();
  }

  /** Points with values that are no numbers say nothing; neither do those that are not later than the one before. */
  add(times: ArrayLike<number>, values: ArrayLike<number | null>): void {
    for (let index = 0; index < times.length; index += 1) {
      const at = times[index];
      const value = values[index];
      if (at === undefined || value == null || !Number.isFinite(value)) continue;
      if (this.#before !== null && at <= this.#before.at) continue;
      if (this.#kind === 'gauge') this.#level(at, value);
      else if (this.#before !== null) this.#count(this.#before, at, value);
      this.#before = { at, value };
    }
  }

  /** By hours. @param unit of the level, or of what is counted */
  series(unit: string): HourlySeries {
    this.#close();
    const { stepMs } = this.#span;
    const known = (values: readonly (number | null)[]) =>
      values.map((value, hour) => (value === null || !this.#isSeen(hour) ? null : short(value)));
    const divisor = (seen: number) => (this.#kind === 'gauge' ? seen / stepMs : seen / 1000);
    return {
      kind: this.#kind,
      unit,
      mean: known(Array.from(this.#sums, (sum, hour) => sum / divisor(this.#seen[hour] || Number.NaN))),
      max: known(this.#max),
      p95: known(this.#p95),
    };
  }

  /** The last level of each hour, as it was read; null where there was none. */
  levels(): (number | null)[] {
    return [...this.#last];
  }

  #isSeen(hour: number): boolean {
    return (this.#seen[hour] ?? 0) >= leastSeen * hourMs;
  }

  #level(at: number, value: number): void {
    const hour = this.#hourAt(at);
    if (hour === null) return;
    this.#goTo(hour);
    this.#steps.push(value);
    this.#last[hour] = value;
    this.#sums[hour] = (this.#sums[hour] ?? 0) + value;
    this.#seen[hour] = (this.#seen[hour] ?? 0) + this.#span.stepMs;
  }

  #count(before: { at: number; value: number }, at: number, value: number): void {
    const length = at - before.at;
    const counted = value - before.value;
    if (counted < 0 || isGap(this.#span.stepMs, length) || this.#isRestarted(before.at, at)) return;
    const { fromMs, hours } = this.#span;
    const middle = this.#hourAt((before.at + at) / 2);
    if (middle !== null) {
      this.#goTo(middle);
      this.#steps.push((counted * 1000) / length);
    }
    // A step over the end of an hour belongs to both, to each by its time.
    const first = Math.max(0, Math.floor((before.at - fromMs) / hourMs));
    for (let hour = first; hour < hours && fromMs + hour * hourMs < at; hour += 1) {
      const start = Math.max(before.at, fromMs + hour * hourMs);
      const part = Math.min(at, fromMs + (hour + 1) * hourMs) - start;
      this.#sums[hour] = (this.#sums[hour] ?? 0) + counted * (part / length);
      this.#seen[hour] = (this.#seen[hour] ?? 0) + part;
    }
  }

  #isRestarted(from: number, to: number): boolean {
    const { restarts } = this.#span;
    while ((restarts[this.#restart] ?? Number.POSITIVE_INFINITY) <= from) this.#restart += 1;
    return (restarts[this.#restart] ?? Number.POSITIVE_INFINITY) <= to;
  }

  #hourAt(at: number): number | null {
    const hour = Math.floor((at - this.#span.fromMs) / hourMs);
    return hour >= 0 && hour < this.#span.hours ? hour : null;
  }

  #goTo(hour: number): void {
    if (hour === this.#current) return;
    this.#close();
    this.#current = hour;
  }

  #close(): void {
    if (this.#steps.length > 0) {
      const steps = Float64Array.from(this.#steps).sort();
      this.#max[this.#current] = steps.at(-1) ?? null;
      this.#p95[this.#current] = steps[Math.ceil(0.95 * steps.length) - 1] ?? null;
    }
    this.#steps = [];
    this.#current = -1;
  }
}

/** Seven digits: more than a scrape every few seconds knows, in half of the space. */
function short(value: number): number {
  return Number(value.toPrecision(7));
}
