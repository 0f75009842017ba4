import { mean, variance } from '../../experiment/statistics/descriptive';
import { twoSidedCritical } from '../../experiment/statistics/distributions';
import { percentOfLogRatio } from '../../experiment/statistics/interval';
import { weekHour } from './calendar';

/** What changed between two spans, percent, with the 95 % interval; or why nothing can be said. */
export type Effect =
  | { known: true; percent: number; low: number; high: number }
  | { known: false; reason: string };

/** Each span needs so many days, each with so many hours that both spans have. */
const leastDays = 3;
const leastHours = 4;

/**
 * How a value of the hours changed from one span to another. An hour is compared with the same hour of the day before the
 * change (weekends with weekends), as load follows the clock; days are the units of the interval (Welch), as hours of one
 * day hang together. Ratios: a value of 0 says nothing.
 * @param values by hour; null: not known
 * @param spans hours of each, the end not among them
 */
export function effectOf(
  fromMs: number,
  values: readonly (number | null)[],
  { before, after }: { before: readonly [number, number]; after: readonly [number, number] },
): Effect {
  const usual = meansBySlot(fromMs, values, before);
  const compared = {
    before: dailyMeans(fromMs, values, before, usual),
    after: dailyMeans(fromMs, values, after, usual),
  };
  for (const [span, days] of Object.entries(compared)) {
    if (days.length < leastDays) {
      return {
        known: false,
        reason: `${days.length} of the ${leastDays} comparable days ${span} it are known.`,
      };
    }
  }
  const difference = mean(compared.after) - mean(compared.before);
  const errors = [compared.before, compared.after].map((days) => variance(days) / days.length);
  const error = errors.reduce((total, one) => total + one, 0);
  const degrees =
    error ** 2 /
    [compared.before, compared.after].reduce(
      (total, days, index) => total + (errors[index] ?? 0) ** 2 / (days.length - 1),
      0,
    );
  const reach = error > 0 ? twoSidedCritical(0.05, Math.max(1, degrees)) * Math.sqrt(error) : 0;
  return {
    known: true,
    percent: percentOfLogRatio(difference),
    low: percentOfLogRatio(difference - reach),
    high: percentOfLogRatio(difference + reach),
  };
}

/** Means of the logarithms by hour of the day, weekends apart. */
function meansBySlot(
  fromMs: number,
  values: readonly (number | null)[],
  [start, end]: readonly [number, number],
): Map<number, number> {
  const found = new Map<number, number[]>();
  for (let index = start; index < end; index += 1) {
    const value = values[index];
    if (value == null || value <= 0) continue;
    const slot = slotOf(fromMs, index);
    found.set(slot, [...(found.get(slot) ?? []), Math.log(value)]);
  }
  return new Map([...found].map(([slot, logs]) => [slot, mean(logs)]));
}

function dailyMeans(
  fromMs: number,
  values: readonly (number | null)[],
  [start, end]: readonly [number, number],
  usual: ReadonlyMap<number, number>,
): number[] {
  const days = new Map<number, number[]>();
  for (let index = start; index < end; index += 1) {
    const value = values[index];
    const expected = usual.get(slotOf(fromMs, index));
    if (value == null || value <= 0 || expected === undefined) continue;
    const { day } = weekHour(fromMs, index);
    days.set(day, [...(days.get(day) ?? []), Math.log(value) - expected]);
  }
  return [...days.values()].filter((hours) => hours.length >= leastHours).map(mean);
}

function slotOf(fromMs: number, index: number): number {
  const { hour, isWeekend } = weekHour(fromMs, index);
  return hour + (isWeekend ? 24 : 0);
}
