import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historySchema, hourMs, type ServerHistory } from '../../shared/history';
import { HistoryBuilder } from './history-builder';
import { laterHours } from './later-hours';

const start = Date.parse('2026-11-07T00:00:00.000Z');
const source: ServerHistory['source'] = {
  kind: 'prometheus',
  url: 'http://127.0.0.1:9090',
  server: 'db1:9104',
  dialect: 'mysqld_exporter',
};
const step = 60_000;

function builder(hours: number, restarts: number[] = []): HistoryBuilder {
  return new HistoryBuilder({ fromMs: start, toMs: start + hours * hourMs, stepMs: step, restarts });
}

/** Every step of some hours, the end among them. */
function everyStep(hours: number): number[] {
  return Array.from({ length: (hours * hourMs) / step + 1 }, (_, index) => start + index * step);
}

test('a counter becomes rates per second: mean, largest step and 95th percentile of each hour', () => {
  const times = everyStep(2);
  // 1 a second in the first hour; 2 a second in the second, but for one minute with 50 a second.
  let total = 0;
  const values = times.map((_, index) => {
    if (index > 0) total += index <= 60 ? 60 : index === 90 ? 3000 : 120;
    return total;
  });
  const built = builder(2);
  built.series('Questions', { kind: 'counter', unit: 'count' }, times, values);
  const { series } = built.build(source, start);
  expect(series.Questions).toEqual({
    kind: 'counter',
    unit: 'count',
    mean: [1, (59 * 120 + 3000) / 3600],
    max: [1, 50],
    p95: [1, 2],
  });
});

test('a reset, a restart and a gap leave out their own step and nothing else', () => {
  const times = everyStep(1);
  const values = times.map((_, index) => (index >= 30 ? index - 29 : index) * 60);
  const built = builder(1);
  built.series('Questions', { kind: 'counter', unit: 'count' }, times, values);
  expect(built.build(source, start).series.Questions?.mean).toEqual([1]);

  // Down for so long that the counter is higher than before: only the restart says that the step means nothing.
  const jump = times.map((_, index) => (index < 30 ? index : index + 1000) * 60);
  const restarted = builder(1, [start + 29.5 * step]);
  restarted.series('Questions', { kind: 'counter', unit: 'count' }, times, jump);
  expect(restarted.build(source, start).series.Questions).toMatchObject({ mean: [1], max: [1] });

  const gap = builder(1);
  const kept = times
    .map((time, index) => ({ time, value: jump[index] ?? 0 }))
    .filter((_, i) => i < 25 || i > 30);
  gap.series(
    'Questions',
    { kind: 'counter', unit: 'count' },
    kept.map(({ time }) => time),
    kept.map(({ value }) => value),
  );
  expect(gap.build(source, start).series.Questions).toMatchObject({ mean: [1], max: [1] });
});

test('an hour of which less than half was seen is unknown, not zero', () => {
  const built = builder(3);
  const times = everyStep(3).filter((time) => time < start + 1.4 * hourMs);
  built.series(
    'Threads_running',
    { kind: 'gauge', unit: 'count' },
    times,
    times.map(() => 3),
  );
  const found = built.build(source, start).series.Threads_running;
  expect(found).toMatchObject({ mean: [3, null, null], max: [3, null, null], p95: [3, null, null] });
});

test('gaps, restarts, changes of settings and versions are found with their moments', () => {
  const at = (hour: number) => start + hour * hourMs;
  const built = builder(10, [at(3) - 600_000]);
  built.present([at(0), at(0) + step, at(3), at(3) + step]);
  built.setting('max_connections', [
    { at: at(1), value: '151' },
    { at: at(2), value: '151' },
  ]);
  built.setting('max_connections', [{ at: at(3), value: '500' }]);
  built.versions([
    { at: at(1), value: '8.0.31' },
    { at: at(3), value: '8.4.2' },
  ]);
  built.missing('growth.table', { code: 'not-read', text: 'The store has no sizes of tables.' });
  const history = built.build(source, at(10));
  const iso = (time: number) => new Date(time).toISOString();
  expect(history.restarts).toEqual([iso(at(3) - 600_000)]);
  expect(history.gaps).toEqual([
    { from: iso(at(0) + step), to: iso(at(3)) },
    { from: iso(at(3) + step), to: iso(at(10)) },
  ]);
  expect(history.settings).toEqual([{ at: iso(at(3)), variable: 'max_connections', from: '151', to: '500' }]);
  expect(history.versions).toEqual([{ at: iso(at(3)), from: '8.0.31', to: '8.4.2' }]);
  expect(history.missing).toHaveProperty(['growth.table', 'code'], 'not-read');
  expect(laterHours(history, 8)).toMatchObject({ from: iso(at(2)), restarts: [iso(at(3) - 600_000)] });
});

test('what fills up keeps the last level of each hour, exact, with its latest limit', () => {
  const built = builder(2);
  const times = everyStep(2);
  built.growth(
    { of: 'disk', path: '/data', limit: 10 },
    times.slice(0, 30),
    times.slice(0, 30).map(() => 1),
  );
  built.growth(
    { of: 'disk', path: '/data', limit: 12 },
    times.slice(30),
    times.slice(30).map((_, i) => 123456789012 + i),
  );
  expect(built.build(source, start).growth).toEqual([
    { of: 'disk', path: '/data', limit: 12, values: [123456789012 + 29, 123456789012 + 89] },
  ]);
});

const piece = fc.array(
  fc.record({
    wait: fc.oneof(fc.constant(step), fc.integer({ min: 0, max: 10 * step })),
    grows: fc.oneof(fc.nat(1000), fc.constant(Number.NaN), fc.integer({ min: -5000, max: -1 })),
  }),
  { maxLength: 300 },
);

test('whatever points come, in whatever pieces, what is counted in the hours is what was counted in the steps', () => {
  fc.assert(
    fc.property(piece, fc.nat(6), fc.nat(300), (points, hours, cut) => {
      let at = start;
      let value = 10_000;
      const times: number[] = [];
      const values: number[] = [];
      for (const { wait, grows } of points) {
        at += wait;
        if (!Number.isNaN(grows)) value = Math.max(0, value + grows);
        times.push(at);
        values.push(Number.isNaN(grows) ? Number.NaN : value);
      }
      const whole = builder(hours + 1);
      whole.series('Questions', { kind: 'counter', unit: 'count' }, times, values);
      const parts = builder(hours + 1);
      for (const [from, to] of [
        [0, cut],
        [cut, times.length],
      ] as const) {
        parts.series(
          'Questions',
          { kind: 'counter', unit: 'count' },
          times.slice(from, to),
          values.slice(from, to),
        );
      }
      const history = whole.build(source, start);
      expect(parts.build(source, start)).toEqual(history);
      expect(historySchema.parse(history)).toEqual(history);
      const { mean = [], max = [], p95 = [] } = history.series.Questions ?? {};
      mean.forEach((rate, hour) => {
        if (rate === null) return;
        const largest = max[hour] ?? Number.NaN;
        // A step that begins in the hour before may be the larger one.
        expect(p95[hour] ?? 0).toBeLessThanOrEqual(largest);
        expect(rate).toBeGreaterThanOrEqual(0);
      });
    }),
  );
});

test('over full hours without gaps the means add up to all that was counted', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 120, maxLength: 120 }), (growth) => {
      // Points lie 20 s beside the hours, so that steps reach over them.
      const times = [start - 20_000, ...growth.map((_, index) => start - 20_000 + (index + 1) * step)];
      let total = 0;
      const values = [0, ...growth.map((one) => (total += one))];
      const built = builder(2);
      built.series('Questions', { kind: 'counter', unit: 'count' }, times, values);
      const { mean = [] } = built.build(source, start).series.Questions ?? {};
      const first = (growth[0] ?? 0) * (20 / 60);
      const counted = (mean[0] ?? 0) * 3600 + (mean[1] ?? 0) * (3600 - 20);
      expect(counted).toBeCloseTo(total - first, -Math.log10(total + 1) + 2);
    }),
  );
});
