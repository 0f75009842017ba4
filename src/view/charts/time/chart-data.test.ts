import { expect, test } from 'vitest';
import { chartTable } from './chart-data';

const line = {
  label: 'Statements per second',
  points: [1000, 2000, 3000, 4000].map((x) => ({ x, y: x / 10 })),
};

test('the numbers of a probe name the variant that was in force in each second', () => {
  const table = chartTable({
    lines: [line],
    marks: [
      { kind: 'present', fromMs: 0, toMs: 1000, label: 'present settings' },
      { kind: 'arm', fromMs: 2000, toMs: 4000, label: 'delay 12' },
    ],
  });
  expect(table.columns).toEqual(['second', 'Statements per second', 'in force']);
  // The second that ends at 2 s was for settling.
  expect(table.rows.map((row) => row[2])).toEqual(['present settings', null, 'delay 12', 'delay 12']);
});

test('stalls and events add no column', () => {
  const marks = [{ kind: 'stall' as const, fromMs: 0, toMs: 1000, label: 'stall' }];
  expect(chartTable({ lines: [line], marks }).columns).toEqual(['second', 'Statements per second']);
});
