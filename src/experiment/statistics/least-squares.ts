import { sum } from './descriptive';

export interface Fit {
  coefficients: number[];
  /** Covariance of the coefficients for a noise of 1; times the variance of the residuals, that of the estimates. */
  covariance: number[][];
  residualSquares: number;
  residuals: number[];
}

/**
 * Ordinary least squares without an intercept.
 * @param rows one for each observation, all of the same length
 * @returns null where the columns do not determine every coefficient
 */
export function leastSquares(rows: readonly (readonly number[])[], observed: readonly number[]): Fit | null {
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? 0));
  const covariance = inverse(columns.map((one) => columns.map((other) => product(one, other))));
  if (covariance === null) return null;
  const moments = columns.map((column) => product(column, observed));
  const coefficients = covariance.map((row) => product(row, moments));
  const residuals = rows.map((row, index) => (observed[index] ?? 0) - product(row, coefficients));
  return { coefficients, covariance, residualSquares: product(residuals, residuals), residuals };
}

/** Pivots below this share of the largest entry count as 0: dummy variables have entries of about the same size. */
const singular = 1e-9;

/** Inverse of a symmetric matrix by Gauss and Jordan with pivoting; null: it has none. */
export function inverse(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length;
  const largest = Math.max(...matrix.flat().map(Math.abs));
  const work = matrix.map((row, index) => [
    ...row,
    ...Array.from({ length: size }, (_, column) => (column === index ? 1 : 0)),
  ]);
  for (let column = 0; column < size; column += 1) {
    const candidates = work.slice(column).map((row) => Math.abs(row[column] ?? 0));
    const best = column + candidates.indexOf(Math.max(...candidates));
    const pivotRow = work[best];
    const pivot = pivotRow?.[column] ?? 0;
    if (pivotRow === undefined || !(Math.abs(pivot) > singular * largest)) return null;
    work[best] = work[column] ?? pivotRow;
    const scaled = pivotRow.map((value) => value / pivot);
    work[column] = scaled;
    for (const [index, row] of work.entries()) {
      const factor = row[column] ?? 0;
      if (index !== column && factor !== 0)
        work[index] = row.map((value, place) => value - factor * (scaled[place] ?? 0));
    }
  }
  return work.map((row) => row.slice(size));
}

export function product(one: readonly number[], other: readonly number[]): number {
  return sum(one.map((value, index) => value * (other[index] ?? 0)));
}
