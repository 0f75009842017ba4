import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRecordings, type RecordingStore } from '../index';
import { migrate, schemaVersion } from '../migrate';
import { recordingMigrations } from './migrations';
import type { DescribeSeries } from './recorder';

let folder = '';
let store: RecordingStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-recordings-'));
  store = openRecordings(join(folder, 'recordings.sqlite'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const describeSeries: DescribeSeries = (name) =>
  name.startsWith('Com') || name === 'Uptime'
    ? { kind: 'counter', unit: 'count' }
    : name.startsWith('Threads')
      ? { kind: 'gauge', unit: 'count' }
      : undefined;

function begin(id: string, startedAt = '2026-11-21T00:00:00.000Z') {
  return store.recordings.begin(
    {
      id,
      title: id,
      startedAt,
      intervalMs: 1000,
      target: 'root@db',
      server: {
        flavour: 'mysql',
        version: [9, 7, 4],
        versionText: '9.7.4',
        comment: '',
        hosting: 'self',
        uptimeSeconds: 60,
        serverKey: 'key',
        privileges: null,
        performanceSchema: true,
      },
    },
    describeSeries,
  );
}

const row = (values: Record<string, string | number>) =>
  new Map(Object.entries(values).map(([name, value]) => [name, String(value)]));

describe('recordings', () => {
  test('averages over 10 s stand beside the samples, each in the middle of its range', () => {
    const recorder = begin('a');
    for (let second = 0; second <= 20; second += 1) {
      const level = second === 5 ? null : row({ Threads_running: second });
      recorder.append(second * 1000, level);
    }
    recorder.flush();
    const [samples, means] = store.recordings.draw('a', ['Threads_running'], 0, 21_000, 1000, [10_000]);
    expect(samples?.averageMs).toBeUndefined();
    expect(means).toMatchObject({
      averageMs: 10_000,
      low: [(1 + 2 + 3 + 4 + 6 + 7 + 8 + 9 + 10) / 9, 15.5],
    });
    expect(means?.times).toEqual([5500, 15_500]);
  });

  test('a zoom shows the averages of before: they are made first, and cut afterwards', () => {
    const recorder = begin('a');
    for (let second = 0; second <= 400; second += 1) {
      recorder.append(second * 1000, row({ Com_select: second * second, Threads_running: second }));
    }
    recorder.flush();
    const names = ['Com_select', 'Threads_running'];
    const whole = store.recordings.draw('a', names, 0, 400_000, 1000, [10_000, 60_000]);
    const zoomed = store.recordings.draw('a', names, 133_200, 167_900, 1000, [10_000, 60_000]);
    for (const part of zoomed.filter(({ averageMs }) => averageMs !== undefined)) {
      const all = whole.find(({ name, averageMs }) => name === part.name && averageMs === part.averageMs);
      expect(part.times.length).toBeGreaterThan(0);
      expect(part.low).toEqual(part.times.map((time) => all?.low[all.times.indexOf(time)]));
    }
  });

  test('a gap as long as an average is a gap in it', () => {
    const recorder = begin('a');
    for (let second = 0; second <= 40; second += 1) {
      recorder.append(second * 1000, second > 10 && second <= 20 ? null : row({ Com_select: second * 9 }));
    }
    recorder.flush();
    const [, means] = store.recordings.draw('a', ['Com_select'], 0, 40_000, 1000, [10_000]);
    expect(means?.high).toEqual([9, null, 9, 9]);
  });

  test('come back after the file is opened again: rates of counters, levels of gauges', () => {
    const recorder = begin('a');
    [10, 30, 60].forEach((count, second) => {
      recorder.append(second * 1000, row({ Com_select: count, Threads_running: second, Unknown: 1 }));
    });
    recorder.flush();
    store.close();
    store = openRecordings(join(folder, 'recordings.sqlite'));
    const drawn = store.recordings.draw('a', ['Com_select', 'Threads_running', 'Unknown'], 0, 10_000, 1000);
    expect(drawn).toEqual([
      {
        name: 'Com_select',
        kind: 'counter',
        unit: 'count',
        times: [0, 1000, 2000],
        low: [null, 20, 30],
        high: [null, 20, 30],
      },
      {
        name: 'Threads_running',
        kind: 'gauge',
        unit: 'count',
        times: [0, 1000, 2000],
        low: [0, 1, 2],
        high: [0, 1, 2],
      },
    ]);
    expect(store.recordings.get('a')).toMatchObject({ samples: 3, lengthMs: 2000, series: 2, endedAt: null });
  });

  test('a gap, a counter that was reset and a restart give no rate, never a negative one', () => {
    const recorder = begin('a');
    recorder.append(0, row({ Com_select: 100, Uptime: 50 }));
    recorder.append(1000, null);
    recorder.append(2000, row({ Com_select: 140, Uptime: 52 }));
    recorder.append(3000, row({ Com_select: 5, Uptime: 53 }));
    recorder.append(4000, row({ Com_select: 25, Uptime: 54 }));
    recorder.append(5000, row({ Com_select: 90, Uptime: 1 }));
    recorder.append(6000, row({ Com_select: 91, Uptime: 2 }));
    recorder.flush();
    const [series] = store.recordings.draw('a', ['Com_select'], 0, 6000, 100);
    expect(series?.high).toEqual([null, null, null, null, 20, null, 1]);
    expect(store.recordings.get('a')?.events).toMatchObject([{ kind: 'restart', atMs: 5000 }]);
    const samples = store.recordings.samples('a', 0, 6000, 1);
    expect(samples?.restarts).toEqual([5]);
    expect(samples?.series.Com_select).toEqual({
      kind: 'counter',
      unit: 'count',
      base: '100',
      values: [0, null, 40, -95, -75, -10, -9],
    });
  });

  test('over many blocks a rate goes on where a block begins, wherever the range does', () => {
    const recorder = begin('a');
    for (let second = 0; second < 2000; second += 1) {
      recorder.append(second * 1000, row({ Com_select: second * 7 }));
      if (second % 100 === 0) recorder.flush();
    }
    recorder.flush();
    const [whole] = store.recordings.draw('a', ['Com_select'], 0, 1_999_000, 10_000);
    expect(whole?.high.slice(1)).toEqual(Array(1999).fill(7));
    const [part] = store.recordings.draw('a', ['Com_select'], 900_000, 905_000, 10_000);
    expect(part?.high).toEqual(Array(6).fill(7));
  });

  test('a single peak is seen at every resolution, and there are at most two values a pixel', () => {
    const recorder = begin('a');
    for (let second = 0; second < 7200; second += 1) {
      recorder.append(second * 1000, row({ Threads_running: second === 4321 ? 500 : second % 5 }));
    }
    recorder.flush();
    for (const pixels of [10, 50, 119, 121, 500, 10_000]) {
      const [series] = store.recordings.draw('a', ['Threads_running'], 0, 7_199_000, pixels);
      expect(series?.times.length).toBeLessThanOrEqual(pixels + 1);
      expect(Math.max(...(series?.high ?? []).map(Number))).toBe(500);
      expect(Math.min(...(series?.low ?? []).map(Number))).toBe(0);
    }
  });

  test('summaries and samples tell the same extent, whatever was recorded', () => {
    const value = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null, freq: 5 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 61, maxLength: 1500 }), (values) => {
        store.recordings.delete('p');
        const recorder = begin('p');
        values.forEach((level, second) => {
          recorder.append(second * 1000, level === null ? null : row({ Threads_running: level }));
        });
        recorder.flush();
        const extent = (pixels: number) => {
          const [series] = store.recordings.draw('p', ['Threads_running'], 0, values.length * 1000, pixels);
          const known = [...(series?.low ?? []), ...(series?.high ?? [])].filter((one) => one !== null);
          return [Math.min(...known), Math.max(...known)];
        };
        expect(extent(1)).toEqual(extent(5000));
      }),
      { numRuns: 20 },
    );
  });

  test('what is not flushed is lost, and nothing else', () => {
    const recorder = begin('a');
    recorder.append(0, row({ Com_select: 1 }));
    recorder.flush();
    recorder.append(1000, row({ Com_select: 2 }));
    expect(recorder.unwritten).toBe(1);
    expect(store.recordings.get('a')?.samples).toBe(1);
  });

  test('every n-th sample keeps differences exact, beyond 2^53 as well', () => {
    const recorder = begin('a');
    const start = 2n ** 64n - 100n;
    for (let second = 0; second < 10; second += 1) {
      recorder.append(second * 1000, row({ Com_select: (start + BigInt(second * 3)).toString() }));
    }
    recorder.flush();
    const samples = store.recordings.samples('a', 0, 9000, 4);
    expect(samples?.times).toEqual([0, 4000, 8000]);
    expect(samples?.intervalMs).toBe(4000);
    expect(samples?.series.Com_select).toMatchObject({ base: start.toString(), values: [0, 12, 24] });
  });

  test('retention deletes the oldest by age and by size, releases the space, and keeps the newest', () => {
    const file = join(folder, 'recordings.sqlite');
    for (const [id, startedAt] of [
      ['old', '2026-01-01T00:00:00.000Z'],
      ['big', '2026-11-01T00:00:00.000Z'],
      ['new', '2026-11-20T00:00:00.000Z'],
    ] as const) {
      const recorder = begin(id, startedAt);
      let state = 1;
      for (let second = 0; second < 3000; second += 1) {
        state = (state * 48_271) % 2_147_483_647;
        recorder.append(second * 1000, row({ Threads_running: state, Threads_cached: state * 7 }));
      }
      recorder.flush();
      store.recordings.finish(id, startedAt, {});
    }
    const now = new Date('2026-11-21T00:00:00.000Z');
    expect(store.recordings.retain({ maxAgeDays: 90, maxBytes: 1e9 }, now)).toEqual(['old']);
    expect(store.recordings.list().map(({ id }) => id)).toEqual(['new', 'big']);
    store.close();
    const before = statSync(file).size;
    store = openRecordings(file);
    expect(store.recordings.retain({ maxAgeDays: 90, maxBytes: 1 }, now)).toEqual(['big']);
    expect(store.recordings.list().map(({ id }) => id)).toEqual(['new']);
    store.close();
    expect(statSync(file).size).toBeLessThan(before * 0.8);
    store = openRecordings(file);
    expect(store.recordings.draw('new', ['Threads_running'], 0, 1000, 10)).toHaveLength(1);
  });

  test('deleting says whether there was one', () => {
    begin('a').flush();
    expect(store.recordings.delete('a')).toBe(true);
    expect(store.recordings.delete('a')).toBe(false);
  });
});

test('migration 1 (recordings) makes strict tables', () => {
  const database = new Database(':memory:');
  migrate(database, recordingMigrations.length, recordingMigrations);
  expect(schemaVersion(database)).toBe(1);
  expect(() => database.prepare("INSERT INTO time_blocks VALUES (1, 0, 0, 'x', '', '')").run()).toThrow(
    /STRICT|cannot store/i,
  );
});
