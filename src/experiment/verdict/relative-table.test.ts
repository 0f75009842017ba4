import { expect, test } from 'vitest';
import { relativeTable } from './relative-table';

test('relative throughput is summarised by group as minimum, maximum, average and median', () => {
  const rows = relativeTable([
    { group: 'point-1', base: 100, other: 105 },
    { group: 'writes', base: 1000, other: 830 },
    { group: 'point-1', base: 200, other: 254 },
    { group: 'point-1', base: 50, other: 54 },
    { group: 'writes', base: 1000, other: 2060 },
  ]);
  expect(rows.map(({ group, tests }) => [group, tests])).toEqual([
    ['point-1', 3],
    ['writes', 2],
  ]);
  expect(rows[0]).toMatchObject({ min: 1.05, max: 1.27, median: 1.08 });
  expect(rows[0]?.average).toBeCloseTo(1.1333, 4);
  expect(rows[1]).toMatchObject({ min: 0.83, max: 2.06 });
  expect(rows[1]?.median).toBeCloseTo(1.445, 10);
});

test('a test without a base is left out, and so is a group of nothing else', () => {
  expect(
    relativeTable([
      { group: 'scan', base: 0, other: 5 },
      { group: 'scan', base: Number.NaN, other: 5 },
    ]),
  ).toEqual([]);
});
