import { expect, test } from 'vitest';
import { unbroken } from './unbroken';

test('a number stays with its unit, and nothing else is tied', () => {
  const tied = (text: string) => unbroken(text).replaceAll('\u00a0', '_');
  expect(tied('8 MiB fills in 3.49 s; 11 of 30 seconds')).toBe('8_MiB fills in 3.49_s; 11 of 30_seconds');
  expect(tied('5 min 3 s, 39 % of 12.4 k pages, 1.25 GiB/s')).toBe(
    '5_min 3_s, 39_% of 12.4_k pages, 1.25_GiB/s',
  );
  expect(tied('MySQL 8 has 3 tables in 2 schemas and 4 slots')).toBe(
    'MySQL 8 has 3 tables in 2 schemas and 4 slots',
  );
});
