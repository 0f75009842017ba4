import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startsIn, stepOf } from './read-history';

const day = 86_400_000;

test('a step is whole minutes, three an hour at least, and no shorter than the scrapes', () => {
  expect(stepOf(day, 15_000)).toBe(60_000);
  expect(stepOf(14 * day, 15_000)).toBe(600_000);
  expect(stepOf(90 * day, 15_000)).toBe(1_200_000);
  expect(stepOf(day, 300_000)).toBe(300_000);
});

test('a restart is seen, a late scrape is none', () => {
  const at = (second: number, seconds: number) => ({ at: second * 1000, seconds });
  expect(startsIn([at(600, 100), at(1200, 690), at(1800, 1300)], 15_000)).toEqual([]);
  expect(startsIn([at(600, 100), at(1200, 50), at(1800, 650)], 15_000)).toEqual([1_150_000]);
  // Down for long, and up again for longer than it was before.
  expect(startsIn([at(600, 100), at(3600, 200)], 15_000)).toEqual([3_400_000]);
});

test('readings of one start, each as late as a scrape may be, show no restart', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 2, maxLength: 50 }), (late) => {
      const ticks = late.map((seconds, index) => ({
        at: (index + 1) * 600_000,
        seconds: (index + 1) * 600 - seconds,
      }));
      expect(startsIn(ticks, 15_000)).toEqual([]);
    }),
  );
});
