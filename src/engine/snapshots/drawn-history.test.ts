import { expect, test } from 'vitest';
import { exampleHistory } from '../../../test/files/example-history';
import { exampleSnapshot } from '../../../test/files/example-snapshot';
import { hourMs } from '../../shared/history';
import { drawHistory, historyNames } from './drawn-history';

const hourly = (value: (hour: number) => number | null) =>
  Array.from({ length: 48 }, (_, hour) => value(hour));
const history = exampleHistory(48, {
  series: {
    Questions: {
      kind: 'counter',
      unit: 'count',
      mean: hourly((hour) => (hour === 20 ? null : hour)),
      max: hourly((hour) => (hour === 20 ? null : hour * 10)),
      p95: hourly((hour) => hour),
    },
  },
  restarts: ['2026-11-07T05:10:00.000Z'],
  settings: [{ at: '2026-11-08T03:00:00.000Z', variable: 'sync_binlog', from: '1', to: '0' }],
});
const snapshot = exampleSnapshot({
  history,
  createdAt: '2026-11-09T03:20:00.000Z',
  samples: {
    startedAt: '2026-11-09T03:20:00.000Z',
    intervalMs: 1000,
    times: [0, 1000, 2000],
    restarts: [],
    series: { Questions: { kind: 'counter', unit: 'count', base: '5', values: [0, 100, 300] } },
  },
});

test('of each hour the mean and the largest step are drawn, with gaps, and the window after them', () => {
  const [drawn] = drawHistory(snapshot, { id: 'x', names: ['Questions', 'absent'], pixels: 20_000 });
  expect(drawn?.times.slice(0, 2)).toEqual([0.5 * hourMs, 1.5 * hourMs]);
  expect([drawn?.low[7], drawn?.high[7]]).toEqual([7, 70]);
  expect(drawn?.low[20]).toBeNull();
  expect(drawn?.times.at(-1)).toBe(48 * hourMs + 20 * 60_000 + 2000);
  expect(drawn?.high.at(-1)).toBe(200);
});

test('at few pixels peaks stay, and a range holds what lies in it', () => {
  const [coarse] = drawHistory(snapshot, { id: 'x', names: ['Questions'], pixels: 4 });
  expect(coarse?.times.length).toBeLessThanOrEqual(5);
  expect(Math.max(...(coarse?.high ?? []).map(Number))).toBe(470);
  const [zoomed] = drawHistory(snapshot, {
    id: 'x',
    names: ['Questions'],
    fromMs: 0,
    toMs: 3 * hourMs,
    pixels: 100,
  });
  expect(zoomed?.low).toEqual([0, 1, 2]);
});

test('what happened is marked: restarts, changes, the snapshot itself', () => {
  const names = historyNames(snapshot);
  expect(names?.events).toEqual([
    { atMs: 2 * hourMs + 600_000, kind: 'restart', text: 'The server was restarted.' },
    { atMs: 24 * hourMs, kind: 'changed', text: 'sync_binlog went from 1 to 0' },
    { atMs: 48 * hourMs + 20 * 60_000, kind: 'snapshot', text: 'This snapshot was taken.' },
  ]);
  expect(names?.stepText).toBe('15 s averages: no micro-stalls can be seen.');
  expect(historyNames(exampleSnapshot())).toBeNull();
});
