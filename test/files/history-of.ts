import { type HourlySeries, hourMs, type ServerHistory } from '../../src/shared/history';
import type { Snapshot } from '../../src/shared/snapshot';
import { exampleHistory } from './example-history';

/**
 * A history whose hours are like the window of a snapshot, times what `load` says of each hour: what a store would hold of
 * a server with this traffic. Ends at the full hour before the snapshot.
 */
export function historyOf(snapshot: Snapshot, hours: number, load: (at: Date) => number): ServerHistory {
  const to = Math.floor(Date.parse(snapshot.createdAt) / hourMs) * hourMs;
  const from = to - hours * hourMs;
  const loads = Array.from({ length: hours }, (_, hour) => load(new Date(from + hour * hourMs)));
  const { times = [], series = {} } = snapshot.samples ?? {};
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  const hourly = Object.entries(series).flatMap(
    ([name, { kind, unit, base, values }]): [string, HourlySeries][] => {
      if (name.startsWith('sessions.') || seconds <= 0) return [];
      const known = values.filter((value) => value !== null);
      const [first = 0, last = 0] = [known[0], known.at(-1)];
      const level =
        kind === 'counter'
          ? Math.max(0, last - first) / seconds
          : Number(base) + known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
      const mean = loads.map((one) => (kind === 'counter' ? level * one : level));
      return [[name, { kind, unit, mean, max: mean, p95: mean }]];
    },
  );
  return exampleHistory(hours, {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    readAt: snapshot.createdAt,
    series: Object.fromEntries(hourly),
  });
}
