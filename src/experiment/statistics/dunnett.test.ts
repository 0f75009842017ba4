import { expect, test } from 'vitest';
import { holmAdjusted } from './adjusted-p';
import { twoSidedCritical } from './distributions';
import { dunnettCritical, dunnettP } from './dunnett';

const oneHalf = (comparisons: number, degreesOfFreedom: number) => ({
  comparisons,
  degreesOfFreedom,
  correlation: 0.5,
});

// Dunnett, "New tables for multiple comparisons with a control", Biometrics 20 (1964), table II: two-sided, 5 %, one control.
test.each([
  [5, [2.57, 3.03, 3.29, 3.48, 3.62, 3.73]],
  [10, [2.23, 2.57, 2.76, 2.89, 2.99, 3.07]],
  [20, [2.09, 2.38, 2.54, 2.65, 2.73, 2.8]],
  [60, [2.0, 2.27, 2.41, 2.51, 2.58, 2.64]],
])("Dunnett's table at 5 %% with %d degrees of freedom", (df, published) => {
  for (const [index, value] of published.entries()) {
    expect(Math.abs(dunnettCritical(0.05, oneHalf(index + 1, df)) - value)).toBeLessThan(0.011);
  }
});

test('adjusted for one comparison it is the t test, for many it lies between that and Bonferroni', () => {
  expect(dunnettCritical(0.05, oneHalf(1, 9))).toBeCloseTo(2.262, 3);
  for (const comparisons of [2, 4, 7]) {
    const critical = dunnettCritical(0.05, oneHalf(comparisons, 9));
    expect(critical).toBeGreaterThan(twoSidedCritical(0.05, 9));
    expect(critical).toBeLessThan(twoSidedCritical(0.05 / comparisons, 9));
    expect(dunnettP(critical, oneHalf(comparisons, 9))).toBeCloseTo(0.05, 4);
  }
});

test('a larger t is never less significant', () => {
  const ps = [0, 0.5, 1, 2, 3, 5, 9].map((t) => dunnettP(t, oneHalf(3, 8)));
  expect(ps).toEqual([...ps].sort((a, b) => b - a));
  expect(ps[0]).toBeCloseTo(1, 5);
});

test('Holm as R gives it: p.adjust(c(0.01, 0.02, 0.03, 0.005), "holm")', () => {
  expect(holmAdjusted([0.01, 0.02, 0.03, 0.005]).map((p) => Math.round(p * 1e6) / 1e6)).toEqual([
    0.03, 0.04, 0.04, 0.02,
  ]);
  expect(holmAdjusted([])).toEqual([]);
  expect(holmAdjusted([0.9, 0.8])).toEqual([1, 1]);
});
