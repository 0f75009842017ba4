import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inverse, leastSquares, product } from './least-squares';

// Longley, "An appraisal of least squares programs", Journal of the American Statistical Association 62 (1967), is ill-conditioned;
// this is the line through Anscombe's first data set (The American Statistician 27, 1973): y = 3.00 + 0.500 x, s = 1.2366.
test('the line of Anscombe is found, with its residuals', () => {
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
  const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
  const fit = leastSquares(
    x.map((value) => [1, value]),
    y,
  );
  expect(fit?.coefficients[0]).toBeCloseTo(3.0001, 4);
  expect(fit?.coefficients[1]).toBeCloseTo(0.5001, 4);
  expect(Math.sqrt((fit?.residualSquares ?? 0) / 9)).toBeCloseTo(1.2366, 4);
});

test('what lies on the plane is found exactly, whatever the plane', () => {
  const number = fc.double({ min: -100, max: 100, noNaN: true });
  fc.assert(
    fc.property(fc.array(number, { minLength: 3, maxLength: 3 }), (truth) => {
      const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((step) => [1, step % 2, step >= 4 ? 1 : 0]);
      const fit = leastSquares(
        rows,
        rows.map((row) => product(row, truth)),
      );
      for (const [index, value] of truth.entries()) expect(fit?.coefficients[index]).toBeCloseTo(value, 8);
    }),
  );
});

test('columns that do not determine every coefficient have no answer', () => {
  expect(
    leastSquares(
      [
        [1, 2],
        [2, 4],
        [3, 6],
      ],
      [1, 2, 3],
    ),
  ).toBeNull();
  expect(inverse([[0]])).toBeNull();
});
