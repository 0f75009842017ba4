import { expect, test } from 'vitest';
import { seededRandom, shuffled, xoshiro128 } from './random';

test('the generator gives the numbers of its authors (xoshiro128starstar.c 1.1, state 1 2 3 4)', () => {
  const next = xoshiro128([1, 2, 3, 4]);
  expect(Array.from({ length: 10 }, next)).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ]);
});

test('a seed gives the same numbers again, another seed others', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  for (const value of draw(7)) expect(value >= 0 && value < 1).toBe(true);
});

test('every order of three comes about equally often', () => {
  const random = seededRandom(1);
  const counts = new Map<string, number>();
  for (let run = 0; run < 6000; run++) {
    const order = shuffled(['a', 'b', 'c'], random).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  // 1000 each, standard deviation 29.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(140);
});
