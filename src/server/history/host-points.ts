import type { MappedMetric } from '../../knowledge/metrics/dialect';
import type { ServerNames } from '../../knowledge/metrics/server-names';
import { translate } from '../../knowledge/metrics/translate';
import type { StoreSeries } from './answer';
import { sampledName, timeOf, type Values } from './readings';

/** Series of the host at their own times, ascending: those of several processors added up. */
export class HostPoints {
  readonly #series = new Map<string, { times: number[]; values: number[] }>();

  get names(): string[] {
    return [...this.#series.keys()];
  }

  add(series: readonly StoreSeries[], metrics: readonly MappedMetric[], names: ServerNames): void {
    const piece = new Map<string, Map<number, number>>();
    for (const { labels, points } of series) {
      const translated = translate(labels, metrics, names);
      const name = translated === null ? null : sampledName(translated);
      if (translated === null || name === null) continue;
      const sums = piece.get(name) ?? new Map<number, number>();
      piece.set(name, sums);
      for (const point of points) {
        const value = Number(point[1]) * translated.times;
        const time = timeOf(point);
        if (Number.isFinite(value)) sums.set(time, (translated.sum ? (sums.get(time) ?? 0) : 0) + value);
      }
    }
    for (const [name, sums] of piece) {
      const known = this.#series.get(name) ?? { times: [], values: [] };
      this.#series.set(name, known);
      for (const [time, value] of [...sums].sort(([a], [b]) => a - b)) {
        if (time <= (known.times.at(-1) ?? Number.NEGATIVE_INFINITY)) continue;
        known.times.push(time);
        known.values.push(value);
      }
    }
  }

  /**
   * The values at a moment, between the points before and after it, where they are at most so far apart: the store scrapes
   * server and host at different moments of its interval.
   */
  at(time: number, mostMs: number): Values {
    const values: Values = new Map();
    for (const [name, { times, values: known }] of this.#series) {
      const after = firstFrom(times, time);
      const before = times[after] === time ? after : after - 1;
      const [from, to] = [times[before], times[after]];
      const [low, high] = [known[before], known[after]];
      if (from === undefined || to === undefined || low === undefined || high === undefined) continue;
      if (to - from > mostMs) continue;
      const value = to === from ? low : low + ((high - low) * (time - from)) / (to - from);
      values.set(name, String(Math.round(value)));
    }
    return values;
  }

  /** Every series with its points. */
  entries(): Iterable<[name: string, points: { times: number[]; values: number[] }]> {
    return this.#series.entries();
  }

  /** Drops what lies before a moment and is not needed any more. */
  forget(before: number): void {
    for (const series of this.#series.values()) {
      const keep = Math.max(0, series.times.findIndex((time) => time >= before) - 1);
      series.times.splice(0, keep);
      series.values.splice(0, keep);
    }
  }
}

/** Position of the first of ascending times that is not before a moment; -1: all are. */
function firstFrom(times: readonly number[], moment: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? moment) < moment) low = middle + 1;
    else high = middle;
  }
  return low < times.length ? low : -1;
}
