import { expect, test } from 'vitest';
import { defined } from '../../shared/base/defined';
import type { DrawnSeries } from '../../shared/recording';
import { loadLines, sampledLoadLines, sessionNames, topObjects } from './session-load';

const drawn = (name: string, low: (number | null)[], averageMs?: number): DrawnSeries => ({
  name,
  kind: 'gauge',
  unit: 'count',
  times: low.map((_, index) => index * 1000),
  low,
  high: low,
  ...defined({ averageMs }),
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

test('objects are identified by their mean, the highest first; gaps count for nothing', () => {
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

test('an object that is first waited for late counts over all seconds that were sampled, as its class does', () => {
  expect(
    topObjects([
      drawn('sessions.redo', [0, 0, 1, 3], 1000),
      drawn('sessions.object.log_file', [null, null, 1, 3], 1000),
    ]),
  ).toEqual([{ object: 'log_file', sessions: 1 }]);
});

test('a document has the samples themselves, and of very many the mean of each range', () => {
  const gauge = (values: (number | null)[]) => ({ kind: 'gauge' as const, unit: 'count', base: '0', values });
  const samples = {
    startedAt: '2026-11-21T17:00:00.000Z',
    intervalMs: 1000,
    times: [0, 1000, 2000, 3000],
    restarts: [],
    series: {
      'sessions.running': gauge([1, 3, null, 4]),
      'sessions.rowLock': gauge([0, 0, 2, 2]),
      'sessions.latch': gauge([null, null, null, null]),
      Questions: gauge([1, 2, 3, 4]),
    },
  };
  expect(sampledLoadLines(samples, 4).map(({ label }) => label)).toEqual(['CPU or running', 'row locks']);
  expect(sampledLoadLines(samples, 2).map(({ points }) => points)).toEqual([
    [
      { x: 0, y: 2 },
      { x: 2000, y: 4 },
    ],
    [
      { x: 0, y: 0 },
      { x: 2000, y: 2 },
    ],
  ]);
});
