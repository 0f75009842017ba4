import { hourMs, hoursOf, type ServerHistory } from '../../shared/history';
import { type Effect, effectOf } from './before-after';

/** What is compared before and after a change, by hour. */
export interface ChangeMetric {
  id: 'statements' | 'commits' | 'statement-time' | 'fsyncs' | 'page-reads';
  label: string;
  values(history: ServerHistory): (number | null)[] | null;
}

const meanOf = (name: string) => (history: ServerHistory) => history.series[name]?.mean ?? null;

/** Busy sessions for each statement a second: the time that a statement takes (Little's law). Its own session is not counted. */
function statementTime({ series }: ServerHistory): (number | null)[] | null {
  const [running, statements] = [series.Threads_running?.mean, series.Questions?.mean];
  if (running === undefined || statements === undefined) return null;
  return running.map((busy, hour) => {
    const rate = statements[hour];
    return busy === null || rate == null || rate <= 0 ? null : Math.max(0, busy - 1) / rate;
  });
}

export const changeMetrics: readonly ChangeMetric[] = [
  { id: 'statements', label: 'statements/s', values: meanOf('Questions') },
  { id: 'commits', label: 'commits/s', values: meanOf('Com_commit') },
  { id: 'statement-time', label: 'busy sessions per statement/s', values: statementTime },
  { id: 'fsyncs', label: 'fsyncs/s', values: meanOf('Innodb_data_fsyncs') },
  { id: 'page-reads', label: 'pages read/s', values: meanOf('Innodb_buffer_pool_reads') },
];

/** Settings, or the version, that changed within the same hour. */
export interface Change {
  /** ms since 1970. */
  at: number;
  settings: { name: string; from: string; to: string }[];
  effects: { metric: ChangeMetric; effect: Effect }[];
}

/** A setting that changes so often moves by itself, or a program sets it: no change of it can be compared. */
const tooOften = 10;
/** At most so many are compared, the latest first. */
const mostChanges = 20;
/** Two weeks on either side: older days are of another load. */
const mostSpan = 14 * 24;

/**
 * The changes in the history of the settings and of the version, each with what changed in the load. A span ends where the
 * next change is; the hour of a change belongs to neither.
 */
export function changesIn(history: ServerHistory): Change[] {
  const grouped = groups(history);
  const fromMs = Date.parse(history.from);
  const hours = hoursOf(history);
  const hourOf = (at: number) => Math.floor((at - fromMs) / hourMs);
  return grouped
    .map(({ at, settings }, index): Change => {
      const here = hourOf(at);
      const previous = grouped[index - 1];
      const next = grouped[index + 1];
      const start = Math.max(0, here - mostSpan, previous === undefined ? 0 : hourOf(previous.at) + 1);
      const end = Math.min(hours, here + 1 + mostSpan, next === undefined ? hours : hourOf(next.at));
      const spans = { before: [start, here], after: [here + 1, end] } as const;
      const effects = changeMetrics.flatMap((metric) => {
        const values = metric.values(history);
        return values === null ? [] : [{ metric, effect: effectOf(fromMs, values, spans) }];
      });
      return { at, settings, effects };
    })
    .slice(-mostChanges);
}

function groups({ settings, versions }: ServerHistory): Pick<Change, 'at' | 'settings'>[] {
  const counts = new Map<string, number>();
  for (const { variable } of settings) counts.set(variable, (counts.get(variable) ?? 0) + 1);
  const seldom = settings.filter(({ variable }) => (counts.get(variable) ?? 0) <= tooOften);
  const all = [
    ...seldom.map(({ at, variable, from, to }) => ({ at: Date.parse(at), name: variable, from, to })),
    ...versions.map(({ at, from, to }) => ({ at: Date.parse(at), name: 'version', from, to })),
  ].sort((a, b) => a.at - b.at);
  const found: Pick<Change, 'at' | 'settings'>[] = [];
  for (const { at, ...setting } of all) {
    const last = found.at(-1);
    if (last !== undefined && at - last.at < hourMs) last.settings.push(setting);
    else found.push({ at, settings: [setting] });
  }
  return found;
}
