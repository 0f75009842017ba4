import { expect, test } from 'vitest';
import { inVersionRange } from './version-range';

test.each([
  [[8, 0, 0], '8.0', true],
  [[8, 0, 46], '8.0', true],
  [[8, 1, 0], '8.0', false],
  [[5, 7, 44], '5.6..8.0.29', true],
  [[8, 0, 29], '5.6..8.0.29', true],
  [[8, 0, 30], '5.6..8.0.29', false],
  [[8, 3, 9], '8.0.30..8.3', true],
  [[8, 4, 0], '8.0.30..8.3', false],
  [[9, 7, 4], '8.4..', true],
  [[5, 5, 9], '..5.7', true],
  [[10, 11, 11], '10.11.12..', false],
] as const)('%j in %s: %s', (version, range, inside) => {
  expect(inVersionRange([...version], range)).toBe(inside);
});
