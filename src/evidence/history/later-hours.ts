import { hourMs, hoursOf, type ServerHistory } from '../../shared/history';

/** The last hours of a history. @param hours how many to keep; at least 1 */
export function laterHours(history: ServerHistory, hours: number): ServerHistory {
  const kept = Math.min(Math.max(1, hours), hoursOf(history));
  const from = new Date(Date.parse(history.to) - kept * hourMs).toISOString();
  const isKept = ({ at }: { at: string }) => Date.parse(at) >= Date.parse(from);
  const last = <T>(values: readonly T[]) => values.slice(values.length - kept);
  const series = Object.entries(history.series).map(([name, one]): [string, typeof one] => [
    name,
    { ...one, mean: last(one.mean), max: last(one.max), p95: last(one.p95) },
  ]);
  return {
    ...history,
    from,
    series: Object.fromEntries(series),
    restarts: history.restarts.filter((at) => isKept({ at })),
    gaps: history.gaps.filter(({ to }) => isKept({ at: to })),
    settings: history.settings.filter(isKept),
    versions: history.versions.filter(isKept),
    growth: history.growth.map((one) => ({ ...one, values: last(one.values) })),
  };
}
