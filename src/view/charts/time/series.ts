import { type Unit, unitSchema } from '../../../shared/analysis';
import { formatSeconds } from '../../../shared/base/units';
import type { DrawnSeries } from '../../../shared/recording';
import type { Samples } from '../../../shared/snapshot';

/** One point of a chart: milliseconds since the window's start; NaN where there is no value, so that a gap shows. */
export interface Point {
  x: number;
  y: number;
  /** Where the point stands for several samples: the highest of them, and `y` the lowest. */
  top?: number;
}

/** The points of a series as the engine draws it: the lowest and the highest sample of each pixel. */
export function drawnPoints({ times, low, high }: Pick<DrawnSeries, 'times' | 'low' | 'high'>): Point[] {
  return times.map((x, index) => {
    const y = low[index] ?? Number.NaN;
    const top = high[index] ?? Number.NaN;
    return y === top || Number.isNaN(y) ? { x, y } : { x, y, top };
  });
}

/** In which unit a series is drawn: of counters that is their rate per second. */
export function drawnUnit({ kind, unit }: Pick<DrawnSeries, 'kind' | 'unit'>): Unit {
  const known = unitSchema.safeParse(unit);
  const own = known.success ? known.data : 'none';
  if (kind === 'gauge') return own;
  // Milliseconds waited in each second stay milliseconds: the label says what they are.
  if (own === 'bytes') return 'bytes/s';
  return own === 'count' || own === 'pages' || own === 'none' ? 'count/s' : own;
}

/** A sample's time as axes and tables show it: samples are at least 100 ms apart, so less than that is jitter. */
export function sampleTime(milliseconds: number): string {
  return formatSeconds(Math.round(milliseconds / 100) / 10);
}

/** The values of a gauge as they were read. [] when the series is not there. */
export function gaugePoints(samples: Samples, name: string): Point[] {
  const series = samples.series[name];
  if (series === undefined) return [];
  return samples.times.map((x, index) => ({ x, y: series.values[index] ?? Number.NaN }));
}

/**
 * A counter as a rate per second between neighbouring samples, at the later one's time. A gap (NaN) stands where a
 * sample is missing, where the server restarted, and where the counter went back.
 */
export function ratePoints(samples: Samples, name: string): Point[] {
  const series = samples.series[name];
  if (series === undefined) return [];
  const restarts = new Set(samples.restarts);
  return samples.times.slice(1).map((x, before) => {
    const index = before + 1;
    const from = series.values[before] ?? null;
    const to = series.values[index] ?? null;
    const seconds = (x - (samples.times[before] ?? x)) / 1000;
    const known = from !== null && to !== null && to >= from && seconds > 0 && !restarts.has(index);
    return { x, y: known ? (to - from) / seconds : Number.NaN };
  });
}

/** Rate of a counter, value of a gauge. */
export function seriesPoints(samples: Samples, name: string): Point[] {
  return samples.series[name]?.kind === 'counter' ? ratePoints(samples, name) : gaugePoints(samples, name);
}
