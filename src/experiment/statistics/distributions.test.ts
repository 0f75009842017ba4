import { expect, test } from 'vitest';
import {
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
  twoSidedCritical,
  twoSidedP,
} from './distributions';

// NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2, "Critical Values of the Student's t Distribution".
test.each([
  [0.9, 1, 3.078],
  [0.95, 2, 2.92],
  [0.975, 1, 12.706],
  [0.975, 5, 2.571],
  [0.975, 9, 2.262],
  [0.975, 30, 2.042],
  [0.99, 4, 3.747],
  [0.995, 10, 3.169],
  [0.999, 3, 10.215],
  [0.999, 100, 3.174],
])('the %f quantile of t with %d degrees of freedom is %f', (share, df, published) => {
  expect(studentQuantile(share, df)).toBeCloseTo(published, 3);
});

// The same handbook, section 1.3.6.7.1, "Cumulative Distribution Function of the Standard Normal Distribution".
test.each([
  [0.5, 0.69146],
  [1, 0.84134],
  [1.96, 0.975],
  [2.5, 0.99379],
  [3.09, 0.999],
])('normal probability below %f is %f', (x, published) => {
  expect(normalCdf(x)).toBeCloseTo(published, 5);
});

test.each([0.001, 0.025, 0.5, 0.9, 0.9999])('quantiles invert the distribution at %f', (share) => {
  expect(normalCdf(normalQuantile(share))).toBeCloseTo(share, 10);
  expect(studentCdf(studentQuantile(share, 7), 7)).toBeCloseTo(share, 8);
});

test('a two-sided p-value and its critical value belong together, also far out', () => {
  for (const level of [0.05, 0.01, 1e-6, 1e-9])
    expect(twoSidedP(twoSidedCritical(level, 12), 12) / level).toBeCloseTo(1, 5);
});
