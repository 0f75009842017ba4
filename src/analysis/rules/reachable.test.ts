import { expect, test } from 'vitest';
import { reachable } from './reachable';

test('a number of things is compared with the least number that reaches the threshold', () => {
  expect(reachable(2.55, 3, 'count')).toBe(3);
  expect(reachable(128.35, 152, 'none')).toBe(129);
  expect(reachable(4, 4, 'count')).toBe(4);
});

test('rates, shares, sizes and fractions keep their threshold', () => {
  expect(reachable(2.5, 3, 'count/s')).toBe(2.5);
  expect(reachable(12.5, 80, 'percent')).toBe(12.5);
  expect(reachable(2.5, 12.4, 'count')).toBe(2.5);
  expect(reachable(0.5, 3, 'count')).toBe(0.5);
  expect(reachable('OFF', 3, 'none')).toBe('OFF');
});
