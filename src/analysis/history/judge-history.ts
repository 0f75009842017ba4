import { hourMs, hoursOf, type ServerHistory, stepNote } from '../../shared/history';
import type { HistoryChange, HistoryJudgement } from '../../shared/history-judgement';
import { redoSeries } from '../../shared/series-names';
import type { Effect } from './before-after';
import { momentText, patternOf } from './calendar';
import { type Change, type ChangeMetric, changesIn } from './changes';
import { type GrowthSettings, growthTrends } from './growth-trends';
import { type Peak, peakOf } from './peaks';

/** What the hours of a history say by themselves, without any rule. */
export function judgeHistory(history: ServerHistory, settings: GrowthSettings): HistoryJudgement {
  const { source, from, to, stepMs, restarts, gaps, missing } = history;
  const hours = hoursOf(history);
  const all = Object.values(history.series);
  const isSeen = (hour: number) => all.some(({ mean }) => mean[hour] !== null);
  return {
    source,
    from,
    to,
    hours,
    seenHours: Array.from({ length: hours }, (_, hour) => hour).filter(isSeen).length,
    stepMs,
    stepText: stepNote(history),
    peaks: peaksOf(history),
    pattern: loadPattern(history),
    growth: growthTrends(history, settings),
    changes: changesIn(history).map(judgedChange),
    restarts,
    gaps: gaps.length,
    missing: Object.entries(missing).map(([what, { text }]) => ({ what, text })),
  };
}

/** Redo by hour: bytes per second; null: the store has none of its series. */
export function redoByHour({ series }: ServerHistory): (number | null)[] | null {
  const name = redoSeries.find((one) => series[one]?.kind === 'counter');
  return name === undefined ? null : (series[name]?.mean ?? null);
}

function peaksOf(history: ServerHistory): HistoryJudgement['peaks'] {
  const { series } = history;
  const fromMs = Date.parse(history.from);
  const asked: (Pick<HistoryJudgement['peaks'][number], 'id' | 'label' | 'unit'> & {
    values: readonly (number | null)[] | null | undefined;
  })[] = [
    { id: 'statements', label: 'Statements', unit: 'count/s', values: series.Questions?.mean },
    { id: 'redo', label: 'Redo written', unit: 'bytes/s', values: redoByHour(history) },
    { id: 'busy', label: 'Busy sessions (largest step)', unit: 'count', values: series.Threads_running?.max },
    {
      id: 'connections',
      label: 'Open connections (largest step)',
      unit: 'count',
      values: series.Threads_connected?.max,
    },
  ];
  return asked.flatMap(({ values, ...named }) => {
    const peak = peakOf(values ?? []);
    return peak === null ? [] : [{ ...named, ...peakValues(peak, fromMs) }];
  });
}

function peakValues({ hour, value, p95, p99, hours }: Peak, fromMs: number) {
  return { at: new Date(fromMs + hour * hourMs).toISOString(), value, p95, p99, hours };
}

/** Part of the 95th percentile from which an hour is one of high load. */
const high = 0.8;

/** When most statements run: `weekdays 9 to 17`. null: no pattern, or more hours are busy than not. */
export function loadPattern({ series, from }: ServerHistory): string | null {
  const values = series.Questions?.mean ?? [];
  const peak = peakOf(values);
  if (peak === null) return null;
  const isHigh = values.map((value) => (value === null ? null : value >= high * peak.p95));
  const share = isHigh.filter((one) => one === true).length / peak.hours;
  return share > 0.5 ? null : patternOf(Date.parse(from), isHigh);
}

/** A change with its effects in words. */
export function judgedChange({ at, settings, effects }: Change): HistoryChange {
  const judged = effects.map(({ metric, effect }) => effectOf(metric, effect));
  const what = changeText(settings);
  const known = judged.filter(({ verdict }) => verdict === 'higher' || verdict === 'lower');
  const isCompared = judged.some(({ verdict }) => verdict !== 'unknown');
  const said =
    known.length > 0
      ? known.map(({ text }) => text).join('; ')
      : isCompared
        ? `no change beyond noise (${judged
            .filter(({ verdict }) => verdict === 'noise')
            .map(({ text }) => text)
            .join('; ')})`
        : `nothing can be compared: ${judged[0]?.text ?? 'the store has no series of the load'}`;
  return {
    at: new Date(at).toISOString(),
    settings,
    effects: judged,
    text: `Since ${what} on ${momentText(at)}: ${said.replace(/\.$/, '')}.`,
  };
}

function changeText(settings: readonly { name: string; from: string; to: string }[]): string {
  const [first, ...others] = settings.map(({ name, from, to }) => `${name} went from ${from} to ${to}`);
  return `${first ?? ''}${others.length === 0 ? '' : ` and ${others.length} more changed`}`;
}

function effectOf({ id, label }: ChangeMetric, effect: Effect): HistoryChange['effects'][number] {
  const named = { metric: id, label };
  if (!effect.known) {
    return { ...named, percent: null, low: null, high: null, verdict: 'unknown', text: effect.reason };
  }
  const { percent, low, high: upper } = effect;
  const verdict = low > 0 ? 'higher' : upper < 0 ? 'lower' : 'noise';
  const range = `${signed(low)} to ${signed(upper)} %`;
  const text = verdict === 'noise' ? `${label} ${range}` : `${label} ${signed(percent)} % (${range})`;
  return { ...named, percent, low, high: upper, verdict, text };
}

function signed(percent: number): string {
  const rounded = Math.abs(percent) >= 10 ? Math.round(percent) : Number(percent.toFixed(1));
  return `${rounded > 0 ? '+' : ''}${rounded}`;
}
