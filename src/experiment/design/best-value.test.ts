import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/base/random';
import { normalQuantile } from '../statistics/distributions';
import { beyond, chosenPoint, type GridPoint, outwards, type Point, searchPoints } from './best-value';

const alone = (...numbers: number[]): Point[] => numbers.map((value) => [value]);

test('the grid goes outwards from the present value in steps of four, within the bounds', () => {
  expect(searchPoints([{ present: 64 }])).toEqual(alone(1, 4, 16, 256, 1024, 4096));
  expect(searchPoints([{ present: 6, min: 0, max: 100 }])).toEqual(alone(0, 2, 24, 96));
  expect(searchPoints([{ present: 0, min: 0, max: 1000 }])).toEqual(alone(1, 4, 16, 64, 256));
});

test('whatever the bounds: no point twice, none outside, none the present one; of two variables at most 16', () => {
  const variable = fc.record({
    present: fc.integer({ min: 0, max: 1e9 }),
    min: fc.integer({ min: 0, max: 10 }),
    max: fc.integer({ min: 0, max: 1e9 }),
  });
  fc.assert(
    fc.property(fc.array(variable, { minLength: 1, maxLength: 2 }), (variables) => {
      const points = searchPoints(variables);
      expect(points.length).toBeLessThanOrEqual(variables.length === 1 ? 6 : 16);
      expect(new Set(points.map(String)).size).toBe(points.length);
      for (const point of points) {
        expect(point.some((value, place) => value !== variables[place]?.present)).toBe(true);
        for (const [place, value] of point.entries()) {
          const { present, min, max } = variables[place] ?? { present: 0, min: 0, max: 0 };
          expect(value === present || (value >= min && value <= max)).toBe(true);
        }
      }
    }),
  );
});

test('of two variables axes and diagonals are tried', () => {
  const points = searchPoints([{ present: 16 }, { present: 100 }]).map(String);
  expect(points).toHaveLength(16);
  expect(points).toEqual(expect.arrayContaining(['64,100', '16,400', '64,400', '64,25', '256,1600', '1,6']));
  expect(points).not.toContain('64,1600');
});

test('outwards: a point comes after those that lie between it and the present values', () => {
  const [present, points] = [[16, 100], searchPoints([{ present: 16 }, { present: 100 }])];
  const order = outwards(points, present, seededRandom(3)).map(String);
  const place = (point: string) => order.indexOf(point);
  expect(place('256,1600')).toBeGreaterThan(place('64,400'));
  expect(place('64,400')).toBeGreaterThan(Math.max(place('64,100'), place('16,400')));
  expect(order).not.toEqual(outwards(points, present, seededRandom(4)).map(String));
});

test('beyond one that was stopped nothing more is tried in its direction', () => {
  expect(beyond([256], [64], alone(1, 4, 16, 256, 1024, 4096), 'any')).toEqual(alone(1024, 4096));
  expect(beyond([4], [64], alone(1, 4, 16, 256), 'present')).toEqual(alone(1));
  const pairs = searchPoints([{ present: 16 }, { present: 100 }]);
  const further = (...given: [Point, 'any' | 'present']) =>
    beyond(given[0], [16, 100], pairs, given[1]).map(String).sort();
  // What breaches a guard alone may not be tried with anything else; what is worse alone may.
  expect(further([64, 100], 'any')).toEqual(['256,100', '256,1600', '256,6', '64,25', '64,400'].sort());
  expect(further([64, 100], 'present')).toEqual(['256,100']);
  for (const others of ['any', 'present'] as const) expect(further([64, 400], others)).toEqual(['256,1600']);
});

const grid = alone(1, 4, 16, 64, 256, 1024, 4096);
function measured(
  points: readonly Point[],
  effect: (...values: number[]) => number,
  noise: number,
  seed: number,
): GridPoint[] {
  const random = seededRandom(seed);
  const draw = () => normalQuantile(Math.max(1e-12, random()));
  return Array.from({ length: 8 }, (_, block) => {
    const level = 0.2 * draw();
    return points.map((values) => ({ block, values, log: level + effect(...values) + noise * draw() }));
  }).flat();
}
const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

test('of a smooth optimum the value nearest to it is chosen, whichever way is better', () => {
  const bump = (value: number) => -0.03 * (Math.log(value) - Math.log(256)) ** 2;
  for (const seed of seeds) {
    expect(chosenPoint(measured(grid, bump, 0.03, seed), [16], 1)).toEqual([256]);
    const less = measured(grid, (value) => -bump(value), 0.03, seed);
    expect(chosenPoint(less, [16], -1)).toEqual([256]);
  }
});

test('where no quadratic fits, the value with the best mean is chosen', () => {
  const cliff = (value: number) => (value === 4 ? 0.5 : 0);
  for (const seed of seeds) expect(chosenPoint(measured(grid, cliff, 0.03, seed), [16], 1)).toEqual([4]);
});

test('a 0 has no logarithm: it is chosen by its own mean, beside the quadratic of the others', () => {
  const points = alone(0, 2, 6, 24, 96);
  const none = (value: number) => (value === 0 ? 0.3 : -0.01 * Math.log(value / 6) ** 2);
  const some = (value: number) => (value === 0 ? -0.2 : -0.05 * Math.log(value / 24) ** 2);
  for (const seed of seeds) {
    expect(chosenPoint(measured(points, none, 0.03, seed), [6], 1)).toEqual([0]);
    expect(chosenPoint(measured(points, some, 0.03, seed), [6], 1)).toEqual([24]);
  }
});

test('of two variables that act on each other the pair at the peak is chosen more often than by means', () => {
  const points: Point[] = [[16, 100], ...searchPoints([{ present: 16 }, { present: 100 }])];
  const ridge = (x = 1, y = 1) => {
    const [a, b] = [Math.log(x / 64) / Math.log(4), Math.log(y / 400) / Math.log(4)];
    return -0.02 * (a * a + b * b) + 0.015 * a * b;
  };
  const means = (all: readonly GridPoint[]) => {
    const total = (point: Point) =>
      all.filter(({ values }) => String(values) === String(point)).reduce((sum, { log }) => sum + log, 0);
    return [...points.slice(1)].sort((a, b) => total(b) - total(a))[0];
  };
  let [byFit, byMeans] = [0, 0];
  for (const seed of seeds.concat(seeds.map((seed) => seed + 100))) {
    const all = measured(points, ridge, 0.08, seed);
    if (String(chosenPoint(all, [16, 100], 1)) === '64,400') byFit += 1;
    if (String(means(all)) === '64,400') byMeans += 1;
  }
  expect(byFit).toBeGreaterThan(byMeans);
});

test('with no value but the present one there is none to choose', () => {
  expect(chosenPoint([{ block: 0, values: [16], log: 1 }], [16], 1)).toBeNull();
});
