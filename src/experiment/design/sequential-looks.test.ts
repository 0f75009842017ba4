import { expect, test } from 'vitest';
import { normalDraw } from '../../../test/experiment/simulation';
import { seededRandom } from '../../shared/base/random';
import { normalQuantile } from '../statistics/distributions';
import { type Look, obrienFlemingSpending, planLooks, type Spending } from './sequential-looks';

/** About the same at each look: alpha log(1 + (e - 1) share), Lan and DeMets (1983), after Pocock (1977). */
const pocockSpending: Spending = (share, alpha) => alpha * Math.log(1 + (Math.E - 1) * share);

const boundary = ({ level }: Look) => -normalQuantile(level / 2);
const evenly = (looks: number) => Array.from({ length: looks }, (_, index) => index + 1);

// Two-sided 5 %, equally spaced looks: bounds of Lan and DeMets as in Jennison and Turnbull, "Group Sequential Methods" (2000),
// chapter 7, and as PROC SEQDESIGN and the R package ldbounds print them.
test.each([
  [2, [2.963, 1.969]],
  [3, [3.71, 2.511, 1.993]],
  [4, [4.333, 2.963, 2.359, 2.014]],
  [5, [4.877, 3.357, 2.68, 2.29, 2.031]],
])("bounds of O'Brien-Fleming type for %d looks", (looks, published) => {
  for (const [index, look] of planLooks(evenly(looks)).entries())
    expect(boundary(look)).toBeCloseTo(published[index] ?? 0, 2);
});

test('bounds of Pocock type for 5 looks', () => {
  const bounds = planLooks(evenly(5), 0.05, pocockSpending).map(boundary);
  for (const [index, value] of [2.438, 2.427, 2.41, 2.397, 2.386].entries())
    expect(bounds[index]).toBeCloseTo(value, 2);
});

test('one look at the end is the plain test; the whole budget is spent there', () => {
  expect(planLooks([12])).toEqual([
    { blocks: 12, level: expect.closeTo(0.05, 6), spent: expect.closeTo(0.05, 8) },
  ]);
  for (const spending of [obrienFlemingSpending, pocockSpending]) {
    expect(planLooks([4, 7, 20], 0.02, spending).at(-1)?.spent).toBeCloseTo(0.02, 8);
  }
});

test('without an effect, looking four times calls a difference in 5 % of runs', { timeout: 30_000 }, () => {
  const random = seededRandom(3);
  const looks = planLooks([5, 10, 20, 30]);
  const runs = 4000;
  let wrong = 0;
  for (let run = 0; run < runs; run++) {
    const values = Array.from({ length: 30 }, () => normalDraw(random));
    const stops = looks.some((look) => {
      const total = values.slice(0, look.blocks).reduce((all, value) => all + value, 0);
      return Math.abs(total) / Math.sqrt(look.blocks) > boundary(look);
    });
    if (stops) wrong += 1;
  }
  // Four standard deviations of a binomial share.
  expect(Math.abs(wrong / runs - 0.05)).toBeLessThan(4 * Math.sqrt((0.05 * 0.95) / runs));
});
