/**
 * Values as people write them. Counts: 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6 and 8 times a power of ten (below 100 whole
 * numbers, 12 in place of 12.5). Sizes: 1, 1.25, 1.5 and 1.75 times a power of two, so 128M, 160M, 1536M, 2G; below
 * 4 MiB only 1 and 1.5 times.
 */
export type SizingUnit = 'bytes' | 'count';

const countSteps = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const mib = 1024 ** 2;

/** The least such value that is not below `value`. */
export function roundedUp(value: number, unit: SizingUnit): number {
  return between(value, unit).above;
}

/** The largest such value that is not above `value`; what is below 1 stays 0. */
export function roundedDown(value: number, unit: SizingUnit): number {
  return between(value, unit).below;
}

function between(value: number, unit: SizingUnit): { below: number; above: number } {
  if (!(value >= 1)) return { below: 0, above: value > 0 ? 1 : 0 };
  if (unit === 'count' && value < 10) return { below: Math.floor(value), above: Math.ceil(value) };
  const base = unit === 'bytes' ? 2 : 10;
  const power = powerBelow(value, base);
  const steps = [...stepsFrom(power, unit), power * base];
  const below = steps.findLast((step) => step <= value) ?? power;
  const above = steps.find((step) => step >= value) ?? power * base;
  return { below, above };
}

function stepsFrom(power: number, unit: SizingUnit): number[] {
  if (unit === 'count') return countSteps.map((step) => Math.floor(step * power));
  return (power >= 4 * mib ? [1, 1.25, 1.5, 1.75] : [1, 1.5]).map((step) => Math.floor(step * power));
}

/** The largest power of `base` that is not above `value`. Counted, because a logarithm is off by one at the powers themselves. */
function powerBelow(value: number, base: number): number {
  let power = 1;
  while (power * base <= value) power *= base;
  return power;
}

/** A size rounded down in steps of a sixteenth to an eighth: for what is left of a machine, where a quarter would be a waste. */
export function roundedDownFinely(bytes: number): number {
  if (!(bytes >= 1)) return 0;
  const step = Math.max(1, powerBelow(bytes, 2) / 8);
  return Math.floor(bytes / step) * step;
}
