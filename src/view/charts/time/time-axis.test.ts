import { expect, test } from 'vitest';
import { showsClock, timeTicks } from './time-axis';

test('ticks are round and no more than asked for', () => {
  expect(timeTicks(0, 30_000, 7)).toEqual([0, 5000, 10_000, 15_000, 20_000, 25_000, 30_000]);
  expect(timeTicks(1300, 4200, 8)).toEqual([1500, 2000, 2500, 3000, 3500, 4000]);
  expect(timeTicks(0, 86_400_000, 10)).toHaveLength(9);
  expect(timeTicks(0, 30 * 86_400_000, 10).length).toBeLessThanOrEqual(11);
});

test('ticks are round in the time of day', () => {
  const tenPastOne = 70 * 60_000;
  expect(timeTicks(0, 3_600_000, 5, tenPastOne)).toEqual([300_000, 1_200_000, 2_100_000, 3_000_000]);
});

test('an empty range has no ticks', () => {
  expect(timeTicks(5, 5, 10)).toEqual([]);
});

test('only a long range with a known start is shown in the time of day', () => {
  expect(showsClock(0, 3_600_000, '2026-01-01T00:00:00Z')).toBe(true);
  expect(showsClock(0, 60_000, '2026-01-01T00:00:00Z')).toBe(false);
  expect(showsClock(0, 3_600_000, undefined)).toBe(false);
});
