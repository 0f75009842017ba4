import { expect, test } from 'vitest';
import { defined } from '../../shared/base/defined';
import type { Samples } from '../../shared/snapshot';
import { drawSamples, sampledNames } from './drawn-samples';

const samples: Samples = {
  startedAt: '2026-01-01T00:00:00Z',
  intervalMs: 1000,
  times: Array.from({ length: 101 }, (_, second) => second * 1000),
  restarts: [50],
  series: {
    Questions: {
      kind: 'counter',
      unit: 'count',
      base: '9007199254740993',
      values: Array.from({ length: 101 }, (_, second) => (second < 50 ? second * 10 : second - 1000)),
    },
    Threads_running: {
      kind: 'gauge',
      unit: 'count',
      base: '0',
      values: Array.from({ length: 101 }, (_, second) => second),
    },
  },
};

test('each pixel has the lowest and the highest of its samples, and peaks stay', () => {
  const [drawn] = drawSamples(samples, { id: 'x', names: ['Threads_running'], pixels: 10 });
  expect(drawn?.times).toHaveLength(11);
  expect(drawn?.low[3]).toBe(30);
  expect(drawn?.high[3]).toBe(39);
});

test('counters are rates with a gap at a restart, and a zoom draws what lies in it', () => {
  const [drawn] = drawSamples(samples, {
    id: 'x',
    names: ['Questions', 'absent'],
    fromMs: 48_000,
    toMs: 52_000,
    pixels: 1000,
  });
  expect(drawn?.times).toEqual([48_000, 49_000, 50_000, 51_000, 52_000]);
  expect(drawn?.high).toEqual([10, 10, null, 1, 1]);
});

test('averages hide what lasts a second', () => {
  const values = Array.from({ length: 101 }, (_, second) => (second === 42 ? 1000 : 0));
  const spike: Samples = { ...samples, series: { a: { kind: 'gauge', unit: 'count', base: '0', values } } };
  const drawn = drawSamples(spike, { id: 'x', names: ['a'], pixels: 1000, averagesMs: [10_000, 60_000] });
  expect(drawn.map(({ averageMs, high }) => [averageMs, Math.max(...high.map(Number))])).toEqual([
    [undefined, 1000],
    [10_000, 100],
    [60_000, 1000 / 60],
  ]);
});

test('the mean of a level over the whole window is of all samples, not of the first one', () => {
  // Each weighs by the time since the one before: the first has none.
  const drawn = drawSamples(samples, {
    id: 'x',
    names: ['Threads_running'],
    pixels: 600,
    averagesMs: [101_000],
  });
  expect(drawn.find(({ averageMs }) => averageMs !== undefined)?.low).toEqual([50.5]);
});

test('a zoom shows the averages of before: they are made first, and cut afterwards', () => {
  const draw = (fromMs?: number, toMs?: number) =>
    drawSamples(samples, {
      id: 'x',
      names: ['Threads_running'],
      pixels: 1000,
      averagesMs: [10_000],
      ...defined({ fromMs, toMs }),
    }).find(({ averageMs }) => averageMs !== undefined);
  const whole = draw();
  const zoomed = draw(33_200, 47_900);
  expect(zoomed?.times).toEqual([35_500, 45_500]);
  for (const [index, time] of (zoomed?.times ?? []).entries()) {
    expect(zoomed?.low[index]).toBe(whole?.low[whole.times.indexOf(time)]);
  }
});

test('the list of series shows the restarts', () => {
  expect(sampledNames(samples, { redoSyncLimit: null })).toMatchObject({
    lengthMs: 100_000,
    series: [{ name: 'Questions' }, { name: 'Threads_running' }],
    events: [{ kind: 'restart', atMs: 50_000 }],
  });
});
