import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/base/random';
import { hodgesLehmann, hodgesLehmannShift } from './hodges-lehmann';
import { normalDraw } from './simulation';

// Hollander and Wolfe (1973), Hamilton depression scale factor IV; the data of R's ?wilcox.test.
const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
// The same book, permeability of the human chorioamnion at term and at 12 to 26 weeks.
const term = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
const weeks = [1.15, 0.88, 0.9, 0.74, 1.21];

test('paired: estimate -0.46, interval -0.786 to -0.010 (Hollander and Wolfe, examples 3.3 and 3.4)', () => {
  const { estimate, low, high } = hodgesLehmann(before.map((value, index) => (after[index] ?? 0) - value));
  expect(estimate).toBeCloseTo(-0.46, 10);
  expect(low).toBeCloseTo(-0.786, 10);
  expect(high).toBeCloseTo(-0.01, 10);
});

test('two samples: estimate 0.305, interval -0.15 to 0.76 (Hollander and Wolfe, examples 4.3 and 4.4)', () => {
  const { estimate, low, high } = hodgesLehmannShift(weeks, term);
  expect(estimate).toBeCloseTo(0.305, 10);
  expect(low).toBeCloseTo(-0.15, 10);
  expect(high).toBeCloseTo(0.76, 10);
});

test('too few values have no interval at 95 %: five are one too few', () => {
  expect(hodgesLehmann([1, 2, 3, 4, 5])).toEqual({
    estimate: 3,
    low: Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
  });
  expect(hodgesLehmann([1, 2, 3, 4, 5, 6])).toEqual({ estimate: 3.5, low: 1, high: 6 });
});

test('the interval holds the estimate, and moves and grows with the values', () => {
  const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 6, maxLength: 25 });
  fc.assert(
    fc.property(
      values,
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 1, max: 9 }),
      (sample, shift, scale) => {
        const plain = hodgesLehmann(sample);
        expect(plain.low <= plain.estimate && plain.estimate <= plain.high).toBe(true);
        const moved = hodgesLehmann(sample.map((value) => scale * value + shift));
        expect(moved.estimate).toBeCloseTo(scale * plain.estimate + shift, 6);
        expect(moved.low).toBeCloseTo(scale * plain.low + shift, 6);
      },
    ),
    { numRuns: 50 },
  );
});

test('one wild value moves the estimate little', () => {
  const calm = hodgesLehmann([1, 2, 3, 4, 5, 6, 7]);
  expect(Math.abs(hodgesLehmann([1, 2, 3, 4, 5, 6, 7000]).estimate - calm.estimate)).toBeLessThan(1.5);
});

test('exact and approximate ranks agree where one takes over from the other', () => {
  const sample = (size: number) => Array.from({ length: size }, (_, index) => index);
  const width = (size: number) => {
    const { low, high } = hodgesLehmann(sample(size));
    return (high - low) / size ** 0.5;
  };
  expect(width(101) / width(100)).toBeCloseTo(1, 1);
  const shift = (size: number) => {
    const { low, high } = hodgesLehmannShift(sample(size), sample(size));
    return (high - low) / size ** 0.5;
  };
  expect(shift(72) / shift(70)).toBeCloseTo(1, 1);
});

test('the interval covers the truth in at least 95 % of samples', { timeout: 30_000 }, () => {
  const random = seededRandom(5);
  const runs = 2000;
  let covered = 0;
  for (let run = 0; run < runs; run++) {
    const { low, high } = hodgesLehmann(Array.from({ length: 10 }, () => normalDraw(random)));
    if (low <= 0 && high >= 0) covered += 1;
  }
  expect(covered / runs).toBeGreaterThan(0.95 - 4 * Math.sqrt((0.05 * 0.95) / runs));
  expect(covered / runs).toBeLessThan(0.98);
});
