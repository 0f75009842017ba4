import { autocorrelation } from './descriptive';

/**
 * How many independent samples a series of correlated ones is worth: n / (1 + 2 sum of autocorrelations). The sum runs over pairs
 * of lags (0 and 1, 2 and 3 ...) and ends at the first pair that is not positive (initial positive sequence, Geyer, "Practical
 * Markov Chain Monte Carlo", Statistical Science 7, 1992), so that the noise of far lags does not count. Never above n: a series
 * that seems to alternate is not trusted to hold more than its samples. Samples of throughput of one second each are correlated:
 * bursts and checkpoints last longer.
 */
export function effectiveSampleSize(values: readonly number[]): number {
  const n = values.length;
  let pairs = 0;
  for (let lag = 0; lag + 1 < n; lag += 2) {
    const pair = (lag === 0 ? 1 : autocorrelation(values, lag)) + autocorrelation(values, lag + 1);
    if (pair <= 0) break;
    pairs += pair;
  }
  return Math.min(n, Math.max(1, n / Math.max(1, 2 * pairs - 1)));
}
