import { mean, sum } from '../../experiment/statistics/descriptive';
import { twoSidedCritical } from '../../experiment/statistics/distributions';
import { hourMs } from '../../shared/history';

/** How a level grows, and when it is full. Days are counted from the end of the history. */
export type Trend =
  | {
      kind: 'grows';
      perDay: number;
      /** Days until it is full: by the line, and with the ends of its 95 % interval (`latest`: null where it may be never). */
      days: number;
      earliest: number;
      latest: number | null;
    }
  /** Not full within ten years, by the whole of the interval. */
  | { kind: 'steady'; perDay: number }
  /** Nothing can be said; why, as a sentence. */
  | { kind: 'unknown'; reason: string };

const dayHours = 24;
/** A line through fewer days says nothing of the next weeks. */
const leastDays = 7;
/** Share of the variation that the line has to explain. */
const leastFit = 0.8;
/** Ten years: from there on something is not growing. */
const never = 3650;

/**
 * A line through the last level of each day, by least squares, with the interval that Student's t gives its slope. Days
 * rather than hours, as hours of one day hang together; a line that explains little (a disk that is cleared each night) is
 * called a poor fit.
 * @param values levels by hour
 * @param limit the level at which it is full
 */
export function trendOf(values: readonly (number | null)[], limit: number): Trend {
  const days = dailyLevels(values);
  if (days.length < leastDays) {
    return unknown(`The history holds ${days.length} of the ${leastDays} days that a trend needs.`);
  }
  const times = days.map(({ day }) => day);
  const levels = days.map(({ level }) => level);
  const [middle, centre] = [mean(times), mean(levels)];
  const spread = sum(times.map((time) => (time - middle) ** 2));
  const slope = sum(times.map((time, index) => (time - middle) * ((levels[index] ?? 0) - centre))) / spread;
  const residuals = levels.map((level, index) => level - centre - slope * ((times[index] ?? 0) - middle));
  const unexplained = sum(residuals.map((one) => one ** 2));
  const total = sum(levels.map((level) => (level - centre) ** 2));
  const degrees = days.length - 2;
  const error = Math.sqrt(unexplained / degrees / spread) * twoSidedCritical(0.05, degrees);
  const [low, high] = [slope - error, slope + error];
  const left = Math.max(0, limit - (levels.at(-1) ?? 0));
  if (high <= 0 || left / high > never) return { kind: 'steady', perDay: slope };
  if (total > 0 && 1 - unexplained / total < leastFit) {
    return unknown('It does not grow along a line: no day can be given.');
  }
  if (slope <= 0) return unknown('It does not grow beyond its noise.');
  return {
    kind: 'grows',
    perDay: slope,
    days: left / slope,
    earliest: left / high,
    latest: low > 0 && left / low <= never ? left / low : null,
  };
}

function unknown(reason: string): Trend {
  return { kind: 'unknown', reason };
}

/** The last known level of each day, counted back from the end; a day is known by any of its hours. */
function dailyLevels(values: readonly (number | null)[]): { day: number; level: number }[] {
  const found = new Map<number, { day: number; level: number }>();
  values.forEach((level, hour) => {
    if (level === null) return;
    const back = values.length - 1 - hour;
    found.set(Math.floor(back / dayHours), { day: -back / dayHours, level });
  });
  return [...found.values()].sort((a, b) => a.day - b.day);
}

/** The moment after so many days. @param to end of the history, ISO 8601. @returns ms since 1970 */
export function afterDays(to: string, days: number): number {
  return Date.parse(to) + days * dayHours * hourMs;
}
