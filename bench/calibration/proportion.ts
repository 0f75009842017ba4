import jstat from 'jstat';
import type { Interval } from '../../src/experiment/statistics/interval.ts';

/**
 * Exact (Clopper-Pearson) interval for a share, e.g. of false winners among runs. Its real confidence is at least `confidence`
 * for every true share. Clopper and Pearson, Biometrika 26 (1934); beta quantiles as in Brown, Cai, DasGupta (2001).
 *
 * @param successes whole number, 0 to `trials`
 * @param trials whole number, at least 1
 */
export function clopperPearson(successes: number, trials: number, confidence = 0.95): Interval {
  const tail = (1 - confidence) / 2;
  return {
    estimate: successes / trials,
    low: successes === 0 ? 0 : jstat.beta.inv(tail, successes, trials - successes + 1),
    high: successes === trials ? 1 : jstat.beta.inv(1 - tail, successes + 1, trials - successes),
  };
}
