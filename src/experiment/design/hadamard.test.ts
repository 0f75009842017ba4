import { expect, test } from 'vitest';
import { sum } from '../statistics/descriptive';
import { foldover, hadamardRows, mostFactors } from './hadamard';

const sizes = [4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 16];

test.each(sizes.map((rows, index) => [index + 1, rows]))(
  'the design for %i changes has %i rows, balanced and orthogonal columns',
  (factors, rows) => {
    const design = hadamardRows(factors);
    expect(design).toHaveLength(rows);
    for (let column = 0; column < factors; column += 1) {
      expect(sum(design.map((row) => row[column] ?? 0))).toBe(0);
      for (let other = 0; other < column; other += 1)
        expect(sum(design.map((row) => (row[column] ?? 0) * (row[other] ?? 0)))).toBe(0);
    }
  },
);

test('a foldover has every change the other way', () => {
  for (const row of hadamardRows(5)) expect(foldover(row).map((sign) => -sign)).toEqual(row);
});

test('more changes than one design holds are refused', () => {
  expect(() => hadamardRows(mostFactors + 1)).toThrow(RangeError);
  expect(() => hadamardRows(0)).toThrow(RangeError);
});
