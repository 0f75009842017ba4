import { formatBytes, formatCount } from '../../shared/base/units';
import type { Growth, ServerHistory } from '../../shared/history';
import type { GrowthTrend } from '../../shared/history-judgement';
import { dayText } from './calendar';
import { afterDays, type Trend, trendOf } from './growth';

/** What of the settings decides what is full. */
export interface GrowthSettings {
  /** null: not known. */
  dataFolder: string | null;
  maxConnections: number | null;
}

/** Tables and columns beyond these are left out, those that grow least. */
const mostOfAKind = 5;

/** Whatever fills up: disks, tables, auto-increment columns, connections. */
export function growthTrends(history: ServerHistory, settings: GrowthSettings): GrowthTrend[] {
  const all = history.growth.map((growth) => ofGrowth(growth, history, settings));
  const connections = connectionTrend(history, settings);
  const soonest = (of: GrowthTrend['of']) =>
    all
      .filter((trend) => trend.of === of)
      .sort((a, b) => order(a).localeCompare(order(b)) || (b.perDay ?? 0) - (a.perDay ?? 0))
      .slice(0, mostOfAKind);
  return [
    ...soonest('disk'),
    ...soonest('auto-increment'),
    ...soonest('table'),
    ...(connections === null ? [] : [connections]),
  ];
}

/** The disk that holds the data; null: it is not known which. */
export function dataDisk({ growth }: ServerHistory, dataFolder: string | null): Growth | null {
  if (dataFolder === null) return null;
  const folder = withSlash(dataFolder);
  const disks = growth.filter((one) => one.of === 'disk' && folder.startsWith(withSlash(one.path)));
  const pathOf = (one: Growth) => (one.of === 'disk' ? one.path.length : 0);
  return disks.sort((a, b) => pathOf(b) - pathOf(a))[0] ?? null;
}

/** The most connections of each day, for every hour of it. */
export function connectionsByDay({ series }: ServerHistory): (number | null)[] {
  const hourly = series.Threads_connected?.max ?? [];
  // Days are counted back from the end, as trends count them.
  const dayOf = (hour: number) => Math.floor((hourly.length - 1 - hour) / 24);
  const most = new Map<number, number>();
  hourly.forEach((value, hour) => {
    if (value !== null) most.set(dayOf(hour), Math.max(value, most.get(dayOf(hour)) ?? 0));
  });
  return hourly.map((value, hour) => (value === null ? null : (most.get(dayOf(hour)) ?? null)));
}

function ofGrowth(growth: Growth, history: ServerHistory, { dataFolder }: GrowthSettings): GrowthTrend {
  const trend = trendOf(growth.values, growth.limit ?? Number.POSITIVE_INFINITY);
  const unit = growth.of === 'auto-increment' ? 'count' : 'bytes';
  return asTrend(
    { of: growth.of, label: labelOf(growth, history, dataFolder), unit },
    growth,
    trend,
    history,
  );
}

function connectionTrend(history: ServerHistory, { maxConnections }: GrowthSettings): GrowthTrend | null {
  if (history.series.Threads_connected === undefined) return null;
  const growth = { values: connectionsByDay(history), limit: maxConnections };
  const trend = trendOf(growth.values, maxConnections ?? Number.POSITIVE_INFINITY);
  return asTrend({ of: 'connections', label: 'Connections', unit: 'count' }, growth, trend, history);
}

function labelOf(growth: Growth, history: ServerHistory, dataFolder: string | null): string {
  if (growth.of === 'table') return `Table ${growth.schema}.${growth.table}`;
  if (growth.of === 'auto-increment') return `${growth.schema}.${growth.table}.${growth.column}`;
  const ofData = dataDisk(history, dataFolder);
  return ofData === growth ? `Disk of the data (${growth.path})` : `Disk ${growth.path}`;
}

function asTrend(
  named: Pick<GrowthTrend, 'of' | 'label' | 'unit'>,
  { values, limit }: { values: readonly (number | null)[]; limit: number | null },
  trend: Trend,
  { to }: ServerHistory,
): GrowthTrend {
  const value = values.findLast((one) => one !== null) ?? 0;
  const day = (days: number | null) => (days === null ? null : dayText(afterDays(to, days)));
  const grows = trend.kind === 'grows' ? trend : null;
  return {
    ...named,
    value,
    limit,
    perDay: trend.kind === 'unknown' ? null : trend.perDay,
    fullOn: day(grows?.days ?? null),
    earliest: day(grows?.earliest ?? null),
    latest: day(grows?.latest ?? null),
    text: trendText(trend, named.unit, to, limit !== null),
  };
}

/** A trend in a sentence. */
export function trendText(trend: Trend, unit: GrowthTrend['unit'], to: string, isLimited: boolean): string {
  if (trend.kind === 'unknown') return trend.reason;
  const amount = unit === 'bytes' ? formatBytes(Math.abs(trend.perDay)) : formatCount(Math.abs(trend.perDay));
  const pace = `${trend.perDay < 0 ? 'Shrinks' : 'Grows'} by ${amount} a day`;
  if (trend.kind === 'steady') return isLimited ? `${pace}: not full within ten years.` : `${pace}.`;
  const day = (days: number) => dayText(afterDays(to, days));
  const latest = trend.latest === null ? 'or much later' : `to ${day(trend.latest)}`;
  return `${pace}: full on ${day(trend.days)} (${day(trend.earliest)} ${latest}).`;
}

/** Those with a day first, the nearest first. */
function order({ fullOn }: GrowthTrend): string {
  return fullOn ?? '9';
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
