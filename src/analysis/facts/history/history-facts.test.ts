import { expect, test } from 'vitest';
import { exampleHistory } from '../../../../test/files/example-history';
import { exampleSnapshot } from '../../../../test/files/example-snapshot';
import type { ServerHistory } from '../../../shared/history';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';
import { changeFacts } from './change-facts';
import { growthFacts } from './growth-facts';
import { loadOverTimeFacts } from './load-over-time';

const facts = factCatalog();
const own = [...loadOverTimeFacts, ...growthFacts, ...changeFacts].map(({ id }) => id);

function readings(history?: ServerHistory) {
  const set = new FactSet(new Observed(exampleSnapshot(history === undefined ? {} : { history })), facts);
  return (id: string) => {
    const reading = set.reading(id);
    return reading.known ? reading.value : reading.reason.text;
  };
}

test('without a history every fact of it is absent, which no rule takes for unread', () => {
  const set = new FactSet(new Observed(exampleSnapshot()), facts);
  // The data directory is a setting, which growth looks up.
  for (const id of own.filter((one) => one !== 'data_directory')) {
    expect(set.reading(id), id).toMatchObject({ known: false, reason: { code: 'absent' } });
  }
});

test('peaks, percentiles and the most connections are those of the hours', () => {
  const read = readings(exampleHistory(48));
  expect(read('load_peak_hour')).toBe(123);
  expect(read('load_peak_text')).toBe('the hour from Sun 8 Nov 02:00 UTC');
  expect(read('load_hour_p95')).toBeLessThan(123);
  expect(read('load_hour_p99')).toBeLessThanOrEqual(123);
  expect(read('connections_most')).toBe(60);
  expect(read('redo_hour_peak')).toBe('The history holds fewer than 24 known hours of it.');
});

test('the column that runs full first is named with its day; one without a line leaves it unknown', () => {
  const hours = 14 * 24;
  const grows = (perHour: number) => Array.from({ length: hours }, (_, hour) => 1000 + hour * perHour);
  const column = { of: 'auto-increment', schema: 'shop', table: 'orders' } as const;
  const read = readings(
    exampleHistory(hours, {
      growth: [
        { ...column, column: 'id', limit: 10_000, values: grows(10) },
        { ...column, column: 'line', limit: 10_000, values: grows(1) },
      ],
    }),
  );
  expect(read('auto_increment_full_days')).toBeCloseTo((10_000 - 4350) / 240, 3);
  expect(read('auto_increment_full_text')).toMatch(
    /^shop\.orders\.id: Grows by 240 a day: full on 2026-12-1\d /,
  );
  const noisy = Array.from({ length: hours }, (_, hour) => (Math.floor(hour / 24) % 2 === 0 ? 9000 : 10));
  const poor = readings(
    exampleHistory(hours, { growth: [{ ...column, column: 'id', limit: 10_000, values: noisy }] }),
  );
  expect(poor('auto_increment_full_days')).toBe('It does not grow along a line: no day can be given.');
});

test('a change since which statements take longer is named with its interval', () => {
  const hours = 14 * 24;
  const noise = (hour: number) => 1 + 0.05 * Math.sin(hour * 12.9898);
  const busy = Array.from({ length: hours }, (_, hour) => 1 + 4 * noise(hour) * (hour > 168 ? 1.5 : 1));
  const rates = Array.from({ length: hours }, () => 1000);
  const history = exampleHistory(hours, {
    series: {
      Questions: { kind: 'counter', unit: 'count', mean: rates, max: rates, p95: rates },
      Threads_running: { kind: 'gauge', unit: 'count', mean: busy, max: busy, p95: busy },
    },
    settings: [{ at: '2026-11-14T03:30:00.000Z', variable: 'sync_binlog', from: '0', to: '1' }],
  });
  const read = readings(history);
  expect(read('slower_since_change')).toBeGreaterThan(40);
  expect(read('slower_since_text')).toMatch(
    /^Since sync_binlog went from 0 to 1 on Sat 14 Nov 03:30 UTC: .*busy sessions per statement\/s \+5\d %/,
  );
  expect(readings(exampleHistory(48))('slower_since_change')).toBe(
    'The history holds no change of a setting or version that could be compared.',
  );
});

test('where the data directory is not known, the disk that is full first is named as what it is', () => {
  const levels = (perDay: number) => Array.from({ length: 240 }, (_, hour) => 50e9 + (hour * perDay) / 24);
  const disk = (path: string, perDay: number) => ({
    ...({ of: 'disk', path, limit: 100e9 } as const),
    values: levels(perDay),
  });
  const of = readings(exampleHistory(240, { growth: [disk('/', 0.1e9), disk('/data', 2e9)] }));
  expect(Number(of('disk_full_days'))).toBeCloseTo((50 - 20) / 2, 0);
  expect(of('disk_full_text')).toMatch(/^\/data \(whether it holds the data is not known\): Grows by/);
  expect(readings(exampleHistory(240))('disk_full_days')).toBe('The history holds no disks.');
});
