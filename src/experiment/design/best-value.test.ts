import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/base/random';
import { normalQuantile } from '../statistics/distributions';
import { beyond, chosenValue, type GridPoint, valueGrid } from './best-value';

test('the grid goes outwards from the present value in steps of four, within the bounds', () => {
  expect(valueGrid(64, {})).toEqual([1, 4, 16, 256, 1024, 4096]);
  expect(valueGrid(6, { min: 0, max: 100 })).toEqual([0, 2, 24, 96]);
  expect(valueGrid(0, { min: 0, max: 1000 })).toEqual([1, 4, 16, 64, 256]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }), (present, max) => {
      const grid = valueGrid(present, { min: 0, max });
      expect(grid.length).toBeLessThanOrEqual(6);
      expect(grid).not.toContain(present);
      for (const value of grid) expect(value).toBeLessThanOrEqual(max);
    }),
  );
});

test('beyond one that was stopped nothing more is tried in its direction', () => {
  expect(beyond(256, 64, [1, 4, 16, 256, 1024, 4096])).toEqual([1024, 4096]);
  expect(beyond(4, 64, [1, 4, 16, 256])).toEqual([1]);
});

const grid = [1, 4, 16, 64, 256, 1024, 4096];
function measured(effect: (value: number) => number, noise: number, seed: number): GridPoint[] {
  const random = seededRandom(seed);
  const draw = () => normalQuantile(Math.max(1e-12, random()));
  return Array.from({ length: 8 }, (_, block) => {
    const level = 0.2 * draw();
    return grid.map((value) => ({ block, value, log: level + effect(value) + noise * draw() }));
  }).flat();
}

test('of a smooth optimum the value nearest to it is chosen, whichever way is better', () => {
  const bump = (value: number) => -0.03 * (Math.log(value) - Math.log(256)) ** 2;
  for (let seed = 1; seed <= 20; seed += 1) {
    expect(chosenValue(measured(bump, 0.03, seed), 16, 1)).toBe(256);
    const less = measured((value) => -bump(value), 0.03, seed);
    expect(chosenValue(less, 16, -1)).toBe(256);
  }
});

test('where no quadratic fits, the value with the best mean is chosen', () => {
  const cliff = (value: number) => (value === 4 ? 0.5 : 0);
  for (let seed = 1; seed <= 20; seed += 1) expect(chosenValue(measured(cliff, 0.03, seed), 16, 1)).toBe(4);
});

test('with no value but the present one there is none to choose', () => {
  expect(chosenValue([{ block: 0, value: 16, log: 1 }], 16, 1)).toBeNull();
});
