import type { Samples, Series, Snapshot } from '../../../shared/snapshot';

/** One interval between two neighbouring samples. */
export interface Interval {
  /** Index of the later sample. */
  index: number;
  seconds: number;
  /** The server was found restarted at the later sample: counters of this interval mean nothing. */
  restarted: boolean;
}

/** The intervals of the sampled window; empty when there are fewer than two samples. */
export function intervalsOf(samples: Samples | null): Interval[] {
  if (samples === null) return [];
  const restarts = new Set(samples.restarts);
  const intervals: Interval[] = [];
  for (let index = 1; index < samples.times.length; index += 1) {
    const from = samples.times[index - 1];
    const to = samples.times[index];
    if (from === undefined || to === undefined || to <= from) continue;
    intervals.push({ index, seconds: (to - from) / 1000, restarted: restarts.has(index) });
  }
  return intervals;
}

/**
 * Increase of a counter in each interval, exact (the series is relative to its base). null: no value at either
 * end, a restart, or a counter that fell (reset by FLUSH STATUS): unknown for that interval, not zero.
 */
export function increases(series: Series, intervals: Interval[]): (number | null)[] {
  return intervals.map(({ index, restarted }) => {
    const before = series.values[index - 1];
    const after = series.values[index];
    if (restarted || before == null || after == null || after < before) return null;
    return after - before;
  });
}

/** Per-second rate of a counter in each interval. */
export function ratesPerSecond(series: Series, intervals: Interval[]): (number | null)[] {
  const deltas = increases(series, intervals);
  return intervals.map(({ seconds }, position) => {
    const delta = deltas[position];
    return delta == null ? null : delta / seconds;
  });
}

/** Mean rate over the valid intervals; null when there is none. */
export function meanRate(series: Series, intervals: Interval[]): number | null {
  let total = 0;
  let seconds = 0;
  increases(series, intervals).forEach((delta, position) => {
    if (delta === null) return;
    total += delta;
    seconds += intervals[position]?.seconds ?? 0;
  });
  return seconds > 0 ? total / seconds : null;
}

/**
 * `a - b` at each sample, exact for 64-bit values (LSNs): the bases are subtracted as integers first.
 */
export function differences(a: Series, b: Series): (number | null)[] {
  const base = Number(BigInt(a.base) - BigInt(b.base));
  return a.values.map((value, index) => {
    const other = b.values[index];
    return value === null || other == null ? null : base + (value - other);
  });
}

/** Statements that Latchkey itself sent per second of the sampled window (its own load, to be taken off). */
export function ownStatementRate(snapshot: Snapshot): number {
  const samples = snapshot.samples;
  if (samples === null) return 0;
  const last = samples.times[samples.times.length - 1] ?? 0;
  const first = samples.times[0] ?? 0;
  const start = Date.parse(samples.startedAt);
  if (last <= first || Number.isNaN(start)) return 0;
  let count = 0;
  for (const statement of snapshot.statements) {
    const at = Date.parse(statement.at) - start;
    if (at > first && at <= last) count += 1;
  }
  return (count * 1000) / (last - first);
}
