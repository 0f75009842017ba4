import { mean, sum } from './descriptive';
import { twoSidedCritical } from './distributions';
import type { Interval } from './interval';

/**
 * A ratio of totals with its interval, e.g. server CPU seconds per operation over slots: Fieller's interval (1954) for a ratio of
 * means of pairs, t with n - 1 degrees of freedom. It is not symmetric and needs no ratio in any single pair.
 *
 * @param numerators one for each slot, e.g. CPU seconds
 * @param denominators of the same slots, e.g. operations
 * @returns undefined where no bounded interval exists: fewer than two pairs, or a denominator that cannot be told from 0
 */
export function ratioOfTotals(
  numerators: readonly number[],
  denominators: readonly number[],
  confidence = 0.95,
): Interval | undefined {
  const pairs = denominators.length;
  if (pairs < 2 || numerators.length !== pairs) return undefined;
  const x = mean(denominators);
  const y = mean(numerators);
  const critical = twoSidedCritical(1 - confidence, pairs - 1);
  const scale = critical ** 2 / pairs;
  // Roots in r of (y - r x)^2 = t^2 (s_yy - 2 r s_xy + r^2 s_xx) / n.
  const a = x ** 2 - scale * covariance(denominators, denominators);
  const b = x * y - scale * covariance(numerators, denominators);
  const c = y ** 2 - scale * covariance(numerators, numerators);
  if (x === 0 || a <= 0) return undefined;
  const width = Math.sqrt(Math.max(0, b ** 2 - a * c)) / a;
  return { estimate: y / x, low: b / a - width, high: b / a + width };
}

function covariance(a: readonly number[], b: readonly number[]): number {
  const centreA = mean(a);
  const centreB = mean(b);
  return sum(a.map((value, index) => (value - centreA) * ((b[index] ?? 0) - centreB))) / (a.length - 1);
}
