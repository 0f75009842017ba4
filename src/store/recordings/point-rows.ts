import type { DrawnSeries } from '../../shared/recording';

/** Gathers drawn values, left to right, into the points of one line. */
export interface PointRow {
  add(timeMs: number, low: number | null, high: number | null): void;
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

/** A sample belongs to the range in which most of the time before it lies; samples are about a second apart. */
const belongsMs = 500;

/**
 * Means over ranges of one length, counted from time 0, each at the middle of its range; then as `PixelRow`. A
 * range without a known value is a gap.
 */
export class AverageRow implements PointRow {
  readonly #row: PixelRow;
  readonly #averageMs: number;
  #interval = Number.NaN;
  #taken = 0;
  #sum = 0;
  #known = 0;

  constructor(row: PixelRow, averageMs: number) {
    this.#row = row;
    this.#averageMs = averageMs;
  }

  add(timeMs: number, value: number | null): void {
    const interval = Math.floor((timeMs - belongsMs) / this.#averageMs);
    if (interval !== this.#interval) this.#close();
    this.#interval = interval;
    this.#taken += 1;
    if (value === null) return;
    this.#sum += value;
    this.#known += 1;
  }

  done(): Pick<DrawnSeries, 'times' | 'low' | 'high'> {
    this.#close();
    return this.#row.done();
  }

  #close(): void {
    if (this.#taken === 0) return;
    const mean = this.#known === 0 ? null : this.#sum / this.#known;
    this.#row.add((this.#interval + 0.5) * this.#averageMs + belongsMs, mean, mean);
    this.#taken = 0;
    this.#sum = 0;
    this.#known = 0;
  }
}
