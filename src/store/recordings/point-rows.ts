import type { DrawnSeries } from '../../shared/recording';

/** Gathers drawn values, left to right, into the points of one line. */
export interface PointRow {
  /** @param lengthMs since the sample before, 0 where there is none; means weigh by it */
  add(timeMs: number, low: number | null, high: number | null, lengthMs: number): void;
  done(): Pick<DrawnSeries, 'times' | 'low' | 'high'>;
}

/** Lowest and highest value of each pixel. */
export class PixelRow implements PointRow {
  readonly #fromMs: number;
  readonly #pixelMs: number;
  readonly #times: number[] = [];
  readonly #low: (number | null)[] = [];
  readonly #high: (number | null)[] = [];
  #pixel = -1;

  constructor(fromMs: number, pixelMs: number) {
    this.#fromMs = fromMs;
    this.#pixelMs = pixelMs;
  }

  add(timeMs: number, low: number | null, high: number | null): void {
    const pixel = Math.floor((timeMs - this.#fromMs) / this.#pixelMs);
    const last = this.#times.length - 1;
    if (pixel !== this.#pixel || last < 0) {
      this.#pixel = pixel;
      this.#times.push(timeMs);
      this.#low.push(low);
      this.#high.push(high);
      return;
    }
    const lowest = this.#low[last] ?? null;
    const highest = this.#high[last] ?? null;
    if (low !== null && (lowest === null || low < lowest)) this.#low[last] = low;
    if (high !== null && (highest === null || high > highest)) this.#high[last] = high;
  }

  done(): Pick<DrawnSeries, 'times' | 'low' | 'high'> {
    return { times: this.#times, low: this.#low, high: this.#high };
  }
}

/** A range of time, both ends included. */
export interface TimeSpan {
  fromMs: number;
  toMs: number;
}

/** What has to be read so that the means of every range that reaches into a view are those of whole ranges. */
export function averagedSpan(view: TimeSpan, averagesMs: readonly number[]): TimeSpan {
  const spans = averagesMs.map((averageMs) => ({
    fromMs: startAndEnd(intervalOf(view.fromMs, averageMs), averageMs).fromMs,
    toMs: startAndEnd(intervalOf(view.toMs, averageMs) + 1, averageMs).toMs,
  }));
  return {
    fromMs: Math.min(view.fromMs, ...spans.map(({ fromMs }) => fromMs)),
    toMs: Math.max(view.toMs, ...spans.map(({ toMs }) => toMs)),
  };
}

/** A sample belongs to the range in which most of the time before it lies; samples are about a second apart. */
const belongsMs = 500;

/**
 * Means over ranges of one length, counted from time 0, each at the middle of its range; then as `PixelRow`. A
 * range without a known value is a gap. Ranges are whole whatever is in view: a zoom shows the means of before, it does not make others.
 * Each sample weighs by the time since the one before, as facts do; the first of all, at time 0, has none.
 */
export class AverageRow implements PointRow {
  readonly #row: PixelRow;
  readonly #averageMs: number;
  readonly #view: TimeSpan;
  #interval = Number.NaN;
  #taken = 0;
  #sum = 0;
  #weight = 0;
  /** Of a range that holds nothing but the first sample of all. */
  #only: number | null = null;

  /** @param view what is shown: samples of every range that reaches into it (`averagedSpan`) have to be added */
  constructor(row: PixelRow, averageMs: number, view: TimeSpan) {
    this.#row = row;
    this.#averageMs = averageMs;
    this.#view = view;
  }

  add(timeMs: number, value: number | null, _high: number | null, lengthMs: number): void {
    const interval = intervalOf(timeMs, this.#averageMs);
    if (interval !== this.#interval) this.#close();
    this.#interval = interval;
    this.#taken += 1;
    if (value === null) return;
    this.#sum += value * lengthMs;
    this.#weight += lengthMs;
    this.#only = value;
  }

  done(): Pick<DrawnSeries, 'times' | 'low' | 'high'> {
    this.#close();
    return this.#row.done();
  }

  #close(): void {
    if (this.#taken === 0) return;
    const mean = this.#weight > 0 ? this.#sum / this.#weight : this.#only;
    const { fromMs, toMs } = startAndEnd(this.#interval, this.#averageMs);
    if (toMs > this.#view.fromMs && fromMs <= this.#view.toMs) this.#row.add((fromMs + toMs) / 2, mean, mean);
    this.#taken = 0;
    this.#sum = 0;
    this.#weight = 0;
    this.#only = null;
  }
}

function intervalOf(timeMs: number, averageMs: number): number {
  return Math.max(0, Math.floor((timeMs - belongsMs) / averageMs));
}

/** Of a range, where its samples lie. */
function startAndEnd(interval: number, averageMs: number): TimeSpan {
  const fromMs = interval * averageMs + belongsMs;
  return { fromMs, toMs: fromMs + averageMs };
}
