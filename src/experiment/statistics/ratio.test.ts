import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/base/random';
import { ratioOfTotals } from './ratio';
import { normalDraw } from './simulation';

const amounts = fc.array(fc.integer({ min: 900, max: 1100 }), { minLength: 3, maxLength: 20 });

test('the interval holds the estimate and turns over when the ratio does', () => {
  fc.assert(
    fc.property(amounts, (values) => {
      const others = values.map((value, index) => value * (1 + 0.01 * (index % 3)));
      const interval = ratioOfTotals(values, others);
      const turned = ratioOfTotals(others, values);
      if (interval === undefined || turned === undefined)
        throw new Error('values far from 0 have an interval');
      expect(interval.low <= interval.estimate && interval.estimate <= interval.high).toBe(true);
      expect(1 / turned.high).toBeCloseTo(interval.low, 8);
      expect(1 / turned.low).toBeCloseTo(interval.high, 8);
    }),
  );
});

test('a constant ratio is known exactly, whatever the load did', () => {
  const interval = ratioOfTotals([2, 4, 8, 6], [1, 2, 4, 3]);
  for (const value of [interval?.low, interval?.estimate, interval?.high]) expect(value).toBeCloseTo(2, 6);
});

test('nothing is said about too few slots or about operations that may be none', () => {
  expect(ratioOfTotals([1], [1])).toBeUndefined();
  expect(ratioOfTotals([1, 2], [1])).toBeUndefined();
  expect(ratioOfTotals([1, 1, 1], [0, 0, 0])).toBeUndefined();
  expect(ratioOfTotals([1, 1, 1], [100, 0, 0])).toBeUndefined();
});

test('it covers the true cost per operation in 95 % of runs', () => {
  const random = seededRandom(9);
  const runs = 3000;
  let covered = 0;
  for (let run = 0; run < runs; run++) {
    const operations = Array.from({ length: 8 }, () => 1000 + 100 * normalDraw(random));
    const seconds = operations.map((count) => 0.04 * count + normalDraw(random));
    const { low, high } = ratioOfTotals(seconds, operations) ?? { low: 1, high: 0 };
    if (low <= 0.04 && high >= 0.04) covered += 1;
  }
  expect(Math.abs(covered / runs - 0.95)).toBeLessThan(4 * Math.sqrt((0.05 * 0.95) / runs));
});
