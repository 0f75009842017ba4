import type { MappedMetric } from '../../knowledge/metrics/dialect';
import type { ServerNames } from '../../knowledge/metrics/server-names';
import { printedNumber, statusValues } from '../../knowledge/metrics/server-values';
import { type Translated, translate } from '../../knowledge/metrics/translate';
import type { StoreSeries } from './answer';

/** Values by series name at one moment, as the server would print them. */
export type Values = Map<string, string>;

const prefixes: Readonly<Partial<Record<Translated['to'], string>>> = {
  'innodb-metric': 'innodb_metrics.',
  host: 'host.',
};

/** What the sampled series of a store are called in a snapshot; null: nothing of it is sampled. */
export function sampledName({ to, name }: Translated): string | null {
  if (to === 'status') return name;
  const prefix = prefixes[to];
  return prefix === undefined ? null : prefix + name;
}

/**
 * The readings of a server: at each point of the series that comes with its status, what the other series have then, or
 * less than half an interval away. @param tick name of that metric
 */
export function serverReadings(
  series: readonly StoreSeries[],
  metrics: readonly MappedMetric[],
  names: ServerNames,
  tick: string,
  intervalMs: number,
): [timeMs: number, values: Values][] {
  const ticks = [
    ...new Set(
      series.filter(({ labels }) => labels.__name__ === tick).flatMap(({ points }) => points.map(timeOf)),
    ),
  ].sort((a, b) => a - b);
  const readings = ticks.map((time): [number, Values] => [time, new Map()]);
  const index = new Map(ticks.map((time, position) => [time, position]));
  for (const { labels, points } of series) {
    const translated = translate(labels, metrics, names);
    const name = translated === null ? null : sampledName(translated);
    if (translated === null || name === null) continue;
    const printed = remembering(printedValues(translated));
    // Nearly all points stand at the ticks, one after the other.
    let next = 0;
    for (const point of points) {
      const time = timeOf(point);
      const position =
        ticks[next] === time ? next : (index.get(time) ?? nearest(ticks, time, intervalMs / 2));
      if (position !== null) next = position + 1;
      const text = position === null ? null : printed(point[1]);
      if (position !== null && text !== null) readings[position]?.[1].set(name, text);
    }
  }
  for (const [, values] of readings) addPages(values);
  return readings;
}

/** Most series stand still from one point to the next. */
function remembering(print: (text: string) => string | null): (text: string) => string | null {
  let last: { text: string; printed: string | null } | null = null;
  return (text) => {
    if (last === null || last.text !== text) last = { text, printed: print(text) };
    return last.printed;
  };
}

export function timeOf([seconds]: readonly [number, string]): number {
  return Math.round(seconds * 1000);
}

/** Value of a status variable or counter of InnoDB; null: none, or the number does not say. */
export function printedValue(translated: Translated, text: string): string | null {
  return printedValues(translated)(text);
}

/** The same for all points of a series. */
function printedValues({ to, name, times }: Translated): (text: string) => string | null {
  const numberOf = (text: string) => (times === 1 ? printedNumber(text) : scaled(text, times));
  if (to !== 'status') return numberOf;
  const stated = statusValues(name);
  return (text) => {
    const number = numberOf(text);
    return number === null ? null : stated(number);
  };
}

function scaled(text: string, times: number): string | null {
  const value = Number(text) * times;
  return Number.isFinite(value) ? String(Math.round(value)) : null;
}

/**
 * mysqld_exporter leaves out Innodb_buffer_pool_pages_total. InnoDB prints `misc` as what free and data leave of it
 * (srv0srv.cc, srv_export_innodb_status), so that the three add up to it.
 */
function addPages(values: Values): void {
  const total = 'Innodb_buffer_pool_pages_total';
  if (values.has(total)) return;
  const parts = ['data', 'free', 'misc'].map((part) =>
    Number(values.get(`Innodb_buffer_pool_pages_${part}`) ?? Number.NaN),
  );
  const sum = parts.reduce((all, part) => all + part, 0);
  if (Number.isSafeInteger(sum)) values.set(total, String(sum));
}

/** Position of the time that is nearest, at most so far away. */
function nearest(times: readonly number[], time: number, mostMs: number): number | null {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  const candidates = [low - 1, low].filter((one) => times[one] !== undefined);
  const best = candidates.sort((a, b) => away(a) - away(b))[0];
  return best !== undefined && away(best) < mostMs ? best : null;

  function away(position: number): number {
    return Math.abs((times[position] ?? 0) - time);
  }
}
