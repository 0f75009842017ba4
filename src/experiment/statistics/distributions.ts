import jstat from 'jstat';

/** Distributions from jStat, under the names that this folder uses. Probabilities are shares of 1. */

export function normalCdf(x: number): number {
  return jstat.normal.cdf(x, 0, 1);
}

export function normalQuantile(probability: number): number {
  return jstat.normal.inv(probability, 0, 1);
}

export function studentCdf(t: number, degreesOfFreedom: number): number {
  return jstat.studentt.cdf(t, degreesOfFreedom);
}

export function studentQuantile(probability: number, degreesOfFreedom: number): number {
  return jstat.studentt.inv(probability, degreesOfFreedom);
}

/** Two-sided p-value of a t statistic. */
export function twoSidedP(t: number, degreesOfFreedom: number): number {
  return Math.min(1, 2 * studentCdf(-Math.abs(t), degreesOfFreedom));
}

/** The t that |T| passes with probability `level`. */
export function twoSidedCritical(level: number, degreesOfFreedom: number): number {
  // The upper tail, so that levels far below 1e-8 do not vanish in 1 - level / 2.
  return -studentQuantile(level / 2, degreesOfFreedom);
}

/** Probability that F passes `f`, with the degrees of freedom of its numerator and denominator. */
export function fisherP(f: number, numerator: number, denominator: number): number {
  return Math.max(0, 1 - jstat.centralF.cdf(f, numerator, denominator));
}

export function logGamma(x: number): number {
  return jstat.gammaln(x);
}
