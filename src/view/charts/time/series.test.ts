import { expect, test } from 'vitest';
import type { Samples } from '../../../shared/snapshot';
import { drawnVitalSigns, readVitalSigns } from '../../workload/vital-signs';
import { topWaits } from '../../workload/waits';
import { gaugePoints, ratePoints, sampleTime } from './series';
import { sparklinePath } from './sparkline';

const samples: Samples = {
  startedAt: '2026-01-01T00:00:00Z',
  intervalMs: 1000,
  times: [0, 1000, 2000, 4000, 5000],
  restarts: [4],
  series: {
    Questions: { kind: 'counter', unit: 'count', base: '9007199254740993', values: [0, 10, null, 40, 50] },
    Threads_running: { kind: 'gauge', unit: 'count', base: '0', values: [1, 2, null, 4, 5] },
  },
};

test('a counter becomes a rate; gaps stand at missing samples and at a restart', () => {
  expect(ratePoints(samples, 'Questions').map((point) => point.y)).toEqual([
    10,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
});

test('the rate takes the real distance between samples', () => {
  const whole: Samples = {
    ...samples,
    restarts: [],
    series: { c: { kind: 'counter', unit: 'count', base: '0', values: [0, 10, 20, 60, 50] } },
  };
  expect(ratePoints(whole, 'c').map((point) => point.y)).toEqual([10, 10, 20, Number.NaN]);
});

test('a gauge is shown as read', () => {
  expect(gaugePoints(samples, 'Threads_running').map((point) => point.y)).toEqual([1, 2, Number.NaN, 4, 5]);
  expect(gaugePoints(samples, 'absent')).toEqual([]);
});

test('a vital sign as the engine draws it shows lowest, mean and highest, and leaves gaps out', () => {
  const own = { name: 'Threads_running', kind: 'gauge' as const, unit: 'count' };
  const [reading, ...others] = drawnVitalSigns([
    { ...own, times: [0, 2000, 4000], low: [1, null, 4], high: [2, null, 5] },
    { ...own, averageMs: 5000, times: [2500], low: [3], high: [3] },
  ]);
  expect(others).toEqual([]);
  expect(reading).toMatchObject({ name: 'Threads_running', numbers: { low: 1, mean: 3, high: 5 } });
  expect(sparklinePath(reading?.points ?? []).match(/M/g)).toHaveLength(2);
  const nothing = { times: [0], low: [null], high: [null] };
  expect(
    drawnVitalSigns([
      { ...own, ...nothing },
      { ...own, averageMs: 5000, ...nothing },
    ])[0]?.numbers,
  ).toBeNull();
});

test('a sparkline lifts its pen at a gap', () => {
  const path = sparklinePath(gaugePoints(samples, 'Threads_running'));
  expect(path.match(/M/g)).toHaveLength(2);
  expect(path).not.toContain('NaN');
});

test('vital signs are those that the snapshot has', () => {
  expect(readVitalSigns(samples).map(({ sign }) => sign.id)).toEqual(['throughput', 'running']);
});

test('waits are differences over the window, costliest first, without idle; those for clients last', () => {
  const columns = ['EVENT_NAME', 'COUNT_STAR', 'SUM_TIMER_WAIT'];
  const capture = (at: string, rows: (string | number)[][]) => ({ at, tookMs: 1, table: { columns, rows } });
  const waits = topWaits(
    {
      status: 'ok',
      tookMs: 2,
      data: {
        start: capture('2026-01-01T00:00:00Z', [
          ['wait/io/redo', 100, '1000000000000'],
          ['idle', 0, 0],
        ]),
        end: capture('2026-01-01T00:00:10Z', [
          ['wait/io/redo', 300, '11000000000000'],
          ['wait/lock', 10, 20e12],
          ['wait/io/socket/sql/client_connection', 100, 50e12],
          ['idle', 10, 90e12],
        ]),
      },
    },
    10,
  );
  expect(waits).toEqual([
    { event: 'wait/lock', perSecond: 1, sessions: 2, mean: 2, network: false },
    { event: 'wait/io/redo', perSecond: 20, sessions: 1, mean: 0.05, network: false },
    { event: 'wait/io/socket/sql/client_connection', perSecond: 10, sessions: 5, mean: 0.5, network: true },
  ]);
});

test('one end is no window', () => {
  expect(topWaits({ status: 'ok', tookMs: 1, data: {} }, 10)).toBeNull();
});

test('the time of a sample is reported without jitter, from 0 s', () => {
  expect([1.38, 1000.108, 2499.6, 500.3].map(sampleTime)).toEqual(['0 s', '1 s', '2.5 s', '500 ms']);
});
