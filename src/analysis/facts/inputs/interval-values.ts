import type { Interval } from './window';

/** Mean of the known values, each weighted by the length of its interval; null when none is known. */
export function meanOver(values: (number | null)[], intervals: readonly Interval[]): number | null {
  let total = 0;
  let seconds = 0;
  values.forEach((value, position) => {
    const length = intervals[position]?.seconds ?? 0;
    if (value === null) return;
    total += value * length;
    seconds += length;
  });
  return seconds > 0 ? total / seconds : null;
}

/** Largest known value; null when none is known. */
export function largest(values: (number | null)[]): number | null {
  let found: number | null = null;
  for (const value of values) if (value !== null && (found === null || value > found)) found = value;
  return found;
}

/** Combines two lists interval by interval; null where either is unknown or the result is not finite. */
export function combine(
  a: (number | null)[],
  b: (number | null)[],
  formula: (a: number, b: number) => number,
): (number | null)[] {
  return a.map((value, position) => {
    const other = b[position];
    if (value === null || other == null) return null;
    const result = formula(value, other);
    return Number.isFinite(result) ? result : null;
  });
}
