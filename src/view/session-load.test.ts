import { expect, test } from 'vitest';
import type { DrawnSeries } from '../shared/recording';
import { loadLines, sessionNames, topObjects } from './session-load';

const drawn = (name: string, low: (number | null)[], averageMs?: number): DrawnSeries => ({
  name,
  kind: 'gauge',
  unit: 'count',
  times: low.map((_, index) => index * 1000),
  low,
  high: low,
  ...(averageMs === undefined ? {} : { averageMs }),
});

test('only what sessions did is asked for, whatever else is sampled', () => {
  expect(
    sessionNames(['Questions', 'sessions.active', 'sessions.latch', 'sessions.object.log_file']),
  ).toEqual({
    classes: ['sessions.latch'],
    objects: ['sessions.object.log_file'],
  });
  expect(sessionNames(['Questions'])).toEqual({ classes: [], objects: [] });
});

test('averages are stacked in one order, and a class keeps its colour', () => {
  const lines = loadLines([
    drawn('sessions.latch', [9]),
    drawn('sessions.latch', [2, 3], 1000),
    drawn('sessions.running', [1, 1], 1000),
  ]);
  expect(lines.map(({ label, colour }) => [label, colour])).toEqual([
    ['CPU or running', 1],
    ['mutexes and rw-locks', 7],
  ]);
  expect(lines[1]?.points.map(({ y }) => y)).toEqual([2, 3]);
});

test('objects are told by their mean, the highest first; gaps count for nothing', () => {
  expect(
    topObjects([
      drawn('sessions.object.a', [1, null, 3], 1000),
      drawn('sessions.object.b', [5, 5], 1000),
      drawn('sessions.object.c', [0, 0], 1000),
    ]),
  ).toEqual([
    { object: 'b', sessions: 5 },
    { object: 'a', sessions: 2 },
  ]);
});
