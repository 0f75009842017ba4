import { ascending, median } from './descriptive';
import { normalQuantile } from './distributions';
import type { Interval } from './interval';

/**
 * Typical value of a symmetric sample, e.g. of log ratios over blocks, that one wild block cannot drag: the median of the means of
 * all pairs. Its interval comes from Wilcoxon's signed rank statistic (Hollander and Wolfe, "Nonparametric Statistical Methods",
 * 2nd ed. 1999, sections 3.2 and 3.3); real confidence at least `confidence`. With few values no interval reaches that (six are
 * needed for 95 %): then its ends are infinite.
 */
export function hodgesLehmann(values: readonly number[], confidence = 0.95): Interval {
  const averages = values.flatMap((value, index) =>
    values.slice(index).map((other) => value + (other - value) / 2),
  );
  const n = values.length;
  const counts = n <= exactUpTo ? signedRankCounts(n) : undefined;
  const moments = { mean: (n * (n + 1)) / 4, variance: (n * (n + 1) * (2 * n + 1)) / 24 };
  return orderInterval(averages, lowestRank(counts, moments, confidence));
}

/**
 * How far the values of `b` lie above those of `a`: the median of all differences, interval from the rank sum statistic (Hollander
 * and Wolfe, sections 4.2 and 4.3). For unpaired samples, e.g. benchmark results of two versions.
 */
export function hodgesLehmannShift(a: readonly number[], b: readonly number[], confidence = 0.95): Interval {
  const differences = b.flatMap((value) => a.map((other) => value - other));
  const pairs = a.length * b.length;
  const counts = pairs <= exactUpTo ** 2 / 2 ? rankSumCounts(a.length, b.length) : undefined;
  const moments = { mean: pairs / 2, variance: (pairs * (a.length + b.length + 1)) / 12 };
  return orderInterval(differences, lowestRank(counts, moments, confidence));
}

/** Beyond this many values the normal approximation differs by less than a rank. */
const exactUpTo = 100;

/** Rank, from 1, of the ordered value that is the lower end; 0: none is low enough. */
function lowestRank(
  counts: readonly number[] | undefined,
  moments: { mean: number; variance: number },
  confidence: number,
): number {
  const tail = (1 - confidence) / 2;
  if (counts === undefined) {
    return Math.max(0, Math.floor(moments.mean + normalQuantile(tail) * Math.sqrt(moments.variance)));
  }
  const total = counts.reduce((all, count) => all + count, 0);
  let below = 0;
  for (const [statistic, count] of counts.entries()) {
    below += count;
    if (below / total > tail) return statistic;
  }
  return counts.length;
}

function orderInterval(values: readonly number[], rank: number): Interval {
  const sorted = ascending(values);
  return {
    estimate: median(sorted),
    low: sorted[rank - 1] ?? Number.NEGATIVE_INFINITY,
    high: sorted[sorted.length - rank] ?? Number.POSITIVE_INFINITY,
  };
}

/** In how many of the 2^n sign patterns the ranks with a plus add up to 0, 1, 2 ... */
function signedRankCounts(n: number): number[] {
  let counts = [1];
  for (let rank = 1; rank <= n; rank++) {
    const without = counts;
    counts = Array.from(
      { length: without.length + rank },
      (_, sum) => (without[sum] ?? 0) + (without[sum - rank] ?? 0),
    );
  }
  return counts;
}

/** In how many of the orders of both samples 0, 1, 2 ... pairs have the first above the second: Gaussian binomials. */
function rankSumCounts(m: number, n: number): number[] {
  // (1 - q^(n+1)) ... (1 - q^(n+m)) / ((1 - q) ... (1 - q^m)), one factor at a time, cut at the highest power m n.
  const size = m * n + 1;
  const counts = [1, ...Array.from({ length: size - 1 }, () => 0)];
  for (let factor = 1; factor <= m; factor++) {
    for (let power = size - 1; power >= n + factor; power--) {
      counts[power] = (counts[power] ?? 0) - (counts[power - n - factor] ?? 0);
    }
    for (let power = factor; power < size; power++) {
      counts[power] = (counts[power] ?? 0) + (counts[power - factor] ?? 0);
    }
  }
  return counts;
}
