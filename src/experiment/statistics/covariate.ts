import { type Fit, leastSquares } from './least-squares';

/** From this t on an effect on the covariate is taken for real: with it, part of what is looked for is taken out. */
const mostMoved = 2;
/** Fewest degrees of freedom that are left beside the covariate. */
const leastLeft = 4;

/** A fit with the covariate as its last column. */
export interface CovariateFit {
  fit: Fit;
  degreesOfFreedom: number;
  /** By column, without the covariate's own: it moves the covariate (|t| > 2). */
  moved: boolean[];
  /** What a coefficient may be off by, for columns that move the covariate by less than noise shows, as log ratio. */
  allowance: number;
}

/** A move of the covariate of up to 1 % is allowed for, as log ratio: none so small shows in the noise that it is to take out. */
const smallestMove = Math.log(1.01);

/**
 * Least squares with a covariate beside the columns (analysis of covariance; Montgomery, "Design and Analysis of
 * Experiments"): noise that it shares leaves the estimates, which stay unbiased where the columns do not move it. Given the
 * covariate the test of such a fit keeps its level. To use it only where it is not moved, and the plain test elsewhere, does
 * not: of ten observations with shared noise alone, 8 % are then called an effect at 5 %. So take `byCovariate` where it is moved.
 * A move too small to be seen there would be made an effect: so much of it is allowed for.
 * @param rows one for each observation, without an intercept
 * @param covariate one value for each observation; null: not known
 * @returns null: not known for each observation, does not vary, or too few observations
 */
export function fitWithCovariate(
  rows: readonly (readonly number[])[],
  observed: readonly number[],
  covariate: readonly (number | null)[],
): CovariateFit | null {
  const values = covariate.flatMap((value) => (value !== null && Number.isFinite(value) ? [value] : []));
  const width = rows[0]?.length ?? 0;
  const degreesOfFreedom = rows.length - width - 1;
  if (values.length < rows.length || degreesOfFreedom < leastLeft) return null;
  const onCovariate = leastSquares(rows, values);
  if (onCovariate === null || !(onCovariate.residualSquares > 0)) return null;
  const fit = leastSquares(
    rows.map((row, index) => [...row, values[index] ?? 0]),
    observed,
  );
  if (fit === null) return null;
  const errors = standardErrors(onCovariate, degreesOfFreedom + 1);
  const moved = onCovariate.coefficients.map(
    (coefficient, column) => Math.abs(coefficient) > mostMoved * (errors[column] ?? 0),
  );
  const allowance = Math.abs(fit.coefficients[width] ?? 0) * smallestMove;
  return { fit, degreesOfFreedom, moved, allowance };
}

/** Standard errors of the coefficients of a fit. */
export function standardErrors({ covariance, residualSquares }: Fit, degreesOfFreedom: number): number[] {
  const variance = residualSquares / degreesOfFreedom;
  return covariance.map((row, column) => Math.sqrt(Math.max(0, (row[column] ?? 0) * variance)));
}

/** Of an estimate with and one without the covariate the one to go by: where the covariate is moved, that with the larger p. */
export function byCovariate<Estimate extends { p: number }>(
  plain: Estimate,
  adjusted: Estimate,
  moved: boolean,
): Estimate {
  return moved && plain.p > adjusted.p ? plain : adjusted;
}
