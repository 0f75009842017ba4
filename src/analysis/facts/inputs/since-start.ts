import { statusVariable } from '../../../knowledge/catalog/status/status-catalog';
import type { StatusReset } from '../../../knowledge/catalog/status/status-resets';
import { formatSeconds } from '../../../shared/base/units';
import { compareVersions, type ServerIdentity } from '../../../shared/server';
import { type Average, type FactValue, unknown } from './fact-value';

/** Uptime from which on an average since start stands for the load: a day holds its night and its peak. */
export const averagesFrom = 86_400;
/** A ratio of totals needs no length at all. */
export const noLength = -1;

/** Times of one reading, in seconds; null: not known. */
export interface ReadingTimes {
  uptime: number | null;
  sinceFlush: number | null;
  /** Averages of an unknown time, as a report gave them: the counters are what they come to in a day. */
  areOfADay?: boolean;
}

/**
 * What a counter counted per second since it was last set to zero: since FLUSH STATUS for the counters that it resets,
 * since the start for the others. Positions in the data (log sequence numbers) have no such zero.
 * @param enough seconds below which there is no average; `noLength`: for a ratio, in which the length cancels out
 */
export function averageOf(
  name: string,
  total: number,
  server: ServerIdentity,
  times: ReadingTimes,
  enough: number,
): FactValue<number> {
  const resets = statusVariable(name)?.resets;
  if (resets === undefined || !resets.restart) {
    return unknown('no-window', `${name} was read once only: a rate needs a window.`);
  }
  if (times.areOfADay === true && times.uptime === null && total >= 0)
    return { known: true, value: total / averagesFrom, average: { seconds: null, since: 'start' } };
  const average = averageSpan(resets, server, times);
  if (average === null && enough === noLength && total >= 0) {
    return { known: true, value: total, average: { seconds: null, since: 'start' } };
  }
  if (average === null || average.seconds === null) {
    return unknown('no-window', `${name} was read once only, and the uptime is not known.`);
  }
  if (average.seconds < enough) {
    const since = average.since === 'start' ? 'after the start' : 'after FLUSH STATUS';
    const text = `${name} was read once only, ${formatSeconds(average.seconds)} ${since}: averages are judged from 24 h on.`;
    return unknown('no-window', text);
  }
  return total < 0
    ? unknown('error', `${name} is below zero here.`)
    : { known: true, value: total / average.seconds, average };
}

/** MySQL, and MariaDB before 11.5, reset some counters by FLUSH STATUS; MariaDB from 11.5 on more, by FLUSH GLOBAL STATUS. */
function averageSpan(
  { flushStatus, flushGlobalStatus }: StatusReset,
  { flavour, version }: ServerIdentity,
  { uptime, sinceFlush }: ReadingTimes,
): Average | null {
  const isGlobal = flavour === 'mariadb' && compareVersions(version, [11, 5, 0]) >= 0;
  const isReset = isGlobal ? flushGlobalStatus : flushStatus;
  if (isReset && sinceFlush !== null && sinceFlush > 0 && (uptime === null || sinceFlush < uptime - 1)) {
    return { seconds: sinceFlush, since: 'FLUSH STATUS' };
  }
  return uptime === null || uptime <= 0 ? null : { seconds: uptime, since: 'start' };
}

/** The shorter of both. */
export function shorter(a: Average | undefined, b: Average | undefined): Average | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.seconds === null || b.seconds === null) return a.seconds === null ? a : b;
  return b.seconds < a.seconds ? b : a;
}

/** "average since start over 3.4 days; peaks hidden". Rates of a report or of mysqladmin -r come without their time. */
export function averageText({ seconds, since }: Average): string {
  if (seconds === null) return 'average over a time that is not known; peaks hidden';
  return `average since ${since} over ${lengthText(seconds)}; peaks hidden`;
}

function lengthText(seconds: number): string {
  if (seconds < 2 * 86_400) return formatSeconds(seconds);
  const days = seconds / 86_400;
  return `${days >= 10 ? Math.round(days) : Number(days.toFixed(1))} days`;
}
