import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalDraw } from '../../../test/experiment/simulation';
import { seededRandom } from '../../shared/base/random';
import { autocorrelation, mean, median, quantile, standardDeviation, tailDegrees } from './descriptive';
import { effectiveSampleSize } from './effective-sample-size';

const alternating = (centre: number, low: number, high: number) => [
  centre,
  ...Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? low : high)),
];

// NIST Statistical Reference Datasets, univariate summary statistics: certified mean, standard deviation, lag-1 autocorrelation.
test.each([
  ['NumAcc1', [10000001, 10000003, 10000002], 10000002, 1, -0.5],
  ['NumAcc2', alternating(1.2, 1.1, 1.3), 1.2, 0.1, -0.999],
  ['NumAcc3', alternating(1000000.2, 1000000.1, 1000000.3), 1000000.2, 0.1, -0.999],
  ['NumAcc4', alternating(10000000.2, 10000000.1, 10000000.3), 10000000.2, 0.1, -0.999],
])('NIST %s', (_name, values, certifiedMean, certifiedDeviation, certifiedAutocorrelation) => {
  expect(mean(values) / certifiedMean).toBeCloseTo(1, 13);
  expect(standardDeviation(values)).toBeCloseTo(certifiedDeviation, 7);
  expect(autocorrelation(values, 1)).toBeCloseTo(certifiedAutocorrelation, 7);
});

test('quantiles are those of R: quantile(1:10, c(0, .25, .5, .95, 1))', () => {
  const values = [7, 1, 3, 2, 10, 9, 8, 4, 6, 5];
  for (const [share, value] of [
    [0, 1],
    [0.25, 3.25],
    [0.5, 5.5],
    [0.95, 9.55],
    [1, 10],
  ] as const)
    expect(quantile(values, share)).toBeCloseTo(value, 10);
});

test('a median lies between the ends and does not depend on the order', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
      const middle = median(values);
      expect(middle).toBe(median([...values].reverse()));
      expect(middle >= Math.min(...values) && middle <= Math.max(...values)).toBe(true);
    }),
  );
});

test('nothing has no mean and no deviation', () => {
  expect(mean([])).toBeNaN();
  expect(median([])).toBeNaN();
  expect(standardDeviation([1])).toBeNaN();
});

test('independent samples count in full, those of an AR(1) process (1 - phi) / (1 + phi) of it', () => {
  const random = seededRandom(11);
  const series = (phi: number) => {
    let value = 0;
    return Array.from({ length: 5000 }, () => {
      value = phi * value + normalDraw(random);
      return value;
    });
  };
  expect(effectiveSampleSize(series(0)) / 5000).toBeGreaterThan(0.9);
  expect(effectiveSampleSize(series(0.5)) / 5000).toBeCloseTo(1 / 3, 1);
  expect(effectiveSampleSize(series(0.9)) / (5000 / 19)).toBeGreaterThan(0.7);
  expect(effectiveSampleSize(series(0.9)) / (5000 / 19)).toBeLessThan(1.4);
});

test('an effective size lies between 1 and n', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 60 }), (values) => {
      const size = effectiveSampleSize(values);
      expect(size >= 1 && size <= values.length).toBe(true);
    }),
  );
});

test('a variance that rests on a few stalls has the degrees of freedom of these few', () => {
  const random = seededRandom(5);
  const normal = Array.from({ length: 400 }, () => normalDraw(random));
  expect(tailDegrees(normal, 399)).toBeGreaterThan(300);
  expect(tailDegrees(normal, 399)).toBeLessThanOrEqual(399);
  const stalls = Array.from({ length: 400 }, (_, index) => (index % 80 === 0 ? 5 : 0.01));
  expect(tailDegrees(stalls, 399)).toBeCloseTo(10, 0);
  expect(tailDegrees([0, 0, 0], 2)).toBe(2);
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 50 }),
      (values) => {
        const degrees = tailDegrees(values, values.length - 1);
        expect(degrees).toBeGreaterThanOrEqual(1);
        expect(degrees).toBeLessThanOrEqual(values.length - 1);
      },
    ),
  );
});
