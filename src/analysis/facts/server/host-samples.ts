import { diskOfSeries, hostSeriesPrefix } from '../../../evidence/series/host-series';
import type { FactReader } from '../inputs/fact-reader';

/** What a fact declares that reads the sampled series of the host. */
export const hostSamples = 'samples.host' as const;

const fullName = (name: string) => `${hostSeriesPrefix}${name}` as const;

/**
 * Increase per second of a counter of the host between its first and its last reading (the host may be read less often
 * than the status). A counter that was read and is not among the series stood still.
 */
export function hostRate(read: FactReader, name: string): number {
  const full = fullName(name);
  const sampled = read.sampledTimes;
  const series = read.hostSeries(full);
  if (sampled === null || series === undefined) {
    return read.hostSampling()?.names.includes(full) ? 0 : notSampled(read, full);
  }
  let first: { value: number; atMs: number } | null = null;
  let last: { value: number; atMs: number } | null = null;
  series.values.forEach((value, index) => {
    const atMs = sampled.times[index];
    if (value === null || atMs === undefined) return;
    last = { value, atMs };
    first ??= last;
  });
  return between(first, last) ?? read.missing('no-window', `${full} was read once only: a rate needs two.`);
}

type Point = { value: number; atMs: number } | null;

function between(first: Point, last: Point): number | null {
  if (first === null || last === null || last.atMs <= first.atMs || last.value < first.value) return null;
  return ((last.value - first.value) / (last.atMs - first.atMs)) * 1000;
}

/** Rate in each interval; null where the host was not read at both of its ends. */
export function hostRates(read: FactReader, name: string): (number | null)[] | null {
  const full = fullName(name);
  if (read.hostSeries(full) !== undefined) return read.hostRateInIntervals(full);
  const stood = read.hostSampling()?.names.includes(full) === true;
  return stood ? read.intervals.map(() => 0) : null;
}

/** Mean of a level of the host over its readings. */
export function hostLevel(read: FactReader, name: string): number {
  const full = fullName(name);
  const series = read.hostSeries(full);
  const values = series?.values.filter((value) => value !== null) ?? [];
  if (series === undefined || values.length === 0) return notSampled(read, full);
  return values.reduce((sum, value) => sum + value, 0) / values.length + Number(series.base);
}

/** The disks that were sampled. */
export function sampledDisks(read: FactReader): string[] {
  const names = read.hostSampling()?.names ?? [];
  return [...new Set(names.flatMap((name) => diskOfSeries(name) ?? []))];
}

/** Leaves the computation with the reason why a series is not there. */
export function notSampled(read: FactReader, what: string): never {
  if (read.sampledTimes === null) {
    return read.missing('no-window', 'The host was not sampled.', 'Take a snapshot with --for 30s.');
  }
  const sampling = read.hostSampling();
  const reason = sampling?.reason;
  if (reason !== undefined) return read.missing(reason.code, reason.text, reason.remedy);
  return read.missing(
    sampling === undefined ? 'no-host' : 'absent',
    sampling === undefined
      ? 'The snapshot holds no samples of the host.'
      : `${what} could not be read on the host.`,
  );
}
