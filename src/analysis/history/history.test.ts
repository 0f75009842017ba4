import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleHistory } from '../../../test/files/example-history';
import { hourMs } from '../../shared/history';
import { effectOf } from './before-after';
import { momentText, patternOf, weekHour } from './calendar';
import { changesIn } from './changes';
import { trendOf } from './growth';
import { growthTrends } from './growth-trends';
import { judgeHistory } from './judge-history';
import { peakOf } from './peaks';

/** A Saturday. */
const from = Date.parse('2026-11-07T00:00:00.000Z');
const fourteenDays = 14 * 24;
const byHour = <T>(value: (hour: ReturnType<typeof weekHour>, index: number) => T, hours = fourteenDays) =>
  Array.from({ length: hours }, (_, index) => value(weekHour(from, index), index));

test('hours in which something held are named as a person would', () => {
  expect(
    patternOf(
      from,
      byHour(({ isWeekend, hour }) => !isWeekend && hour >= 9 && hour < 11),
    ),
  ).toBe('weekdays 9 to 11');
  expect(
    patternOf(
      from,
      byHour(({ hour }) => hour >= 22 || hour < 2),
    ),
  ).toBe('every day 22 to 2');
  expect(
    patternOf(
      from,
      byHour(({ weekday, hour }) => weekday === 1 && hour === 9),
    ),
  ).toBe(null);
  expect(
    patternOf(
      from,
      byHour(({ weekday, hour }) => weekday === 1 && hour >= 8 && hour < 12),
    ),
  ).toBe('Mondays 8 to 12');
  expect(
    patternOf(
      from,
      byHour(({ isWeekend }) => isWeekend),
    ),
  ).toBe('weekends');
  expect(
    patternOf(
      from,
      byHour((_, index) => index % 17 === 0),
    ),
  ).toBeNull();
  expect(
    patternOf(
      from,
      byHour(() => null),
    ),
  ).toBeNull();
  expect(momentText(from + 9 * hourMs)).toBe('Sat 7 Nov 09:00 UTC');
});

test('a level that grows along a line is full on a day, with an interval that holds the truth', () => {
  const noisy = byHour((_, index) => 1000 + (10 * index) / 24 + 3 * Math.sin(index * 1.7));
  const trend = trendOf(noisy, 1340);
  expect(trend.kind).toBe('grows');
  if (trend.kind !== 'grows') return;
  expect(trend.perDay).toBeCloseTo(10, 0);
  expect(trend.earliest).toBeLessThan(20);
  expect(trend.latest).toBeGreaterThan(19);
});

test('what goes up and down, stands still or is hardly known has no day', () => {
  // Cleared each Sunday.
  expect(
    trendOf(
      byHour(({ weekday, hour }) => 500 + weekday * 50 + hour),
      1000,
    ).kind,
  ).toBe('unknown');
  expect(
    trendOf(
      byHour(() => 700),
      1000,
    ).kind,
  ).toBe('steady');
  expect(
    trendOf(
      byHour((_, index) => 700 - index / 24),
      1000,
    ).kind,
  ).toBe('steady');
  expect(
    trendOf(
      byHour((_, index) => (index < 100 ? index : null)),
      1000,
    ),
  ).toEqual({
    kind: 'unknown',
    reason: 'The history holds 5 of the 7 days that a trend needs.',
  });
});

const level = fc.option(fc.double({ min: -1e15, max: 1e15, noNaN: true }), { nil: null });

test('whatever the levels are, a trend is one, and its interval holds its day', () => {
  fc.assert(
    fc.property(
      fc.array(level, { maxLength: 400 }),
      fc.double({ min: 0, max: 1e15, noNaN: true }),
      (levels, limit) => {
        const trend = trendOf(levels, limit);
        if (trend.kind !== 'grows') return;
        expect(trend.perDay).toBeGreaterThan(0);
        expect(trend.earliest).toBeLessThanOrEqual(trend.days);
        expect(trend.latest ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(trend.days);
      },
    ),
  );
});

/** Load of a day, with noise that repeats in no hour. */
const load = (hour: number, index: number) =>
  100 + 50 * Math.sin((hour / 24) * 2 * Math.PI) + 8 * Math.sin(index * 12.9898);
const halves = { before: [0, 168], after: [169, 336] } as const;

test('a change of the load is distinguished from its noise, whatever the hour of the day', () => {
  const same = byHour(({ hour }, index) => load(hour, index));
  const more = byHour(({ hour }, index) => load(hour, index) * (index >= 168 ? 1.12 : 1));
  const noise = effectOf(from, same, halves);
  const effect = effectOf(from, more, halves);
  expect(noise.known && noise.low < 0 && noise.high > 0).toBe(true);
  expect(effect.known && effect.low > 8 && effect.high < 16).toBe(true);
  const short = effectOf(from, same, { before: [0, 168], after: [169, 200] });
  expect(short).toEqual({ known: false, reason: '2 of the 3 comparable days after it are known.' });
});

test('of two changes each is compared up to the other, and one that moves by itself is none', () => {
  const at = (index: number) => new Date(from + index * hourMs + 600_000).toISOString();
  const rates = byHour(({ hour }, index) => load(hour, index) * (index >= 120 ? 1.3 : 1));
  const flapping = Array.from({ length: 40 }, (_, index) => ({
    at: at(200 + index),
    variable: 'slow_launch_time',
    from: String(index),
    to: String(index + 1),
  }));
  const history = exampleHistory(fourteenDays, {
    from: new Date(from).toISOString(),
    to: new Date(from + fourteenDays * hourMs).toISOString(),
    series: { Com_commit: { kind: 'counter', unit: 'count', mean: rates, max: rates, p95: rates } },
    settings: [
      { at: at(119), variable: 'innodb_flush_log_at_trx_commit', from: '1', to: '2' },
      { at: at(119), variable: 'sync_binlog', from: '1', to: '0' },
      { at: at(230), variable: 'max_connections', from: '151', to: '500' },
      ...flapping,
    ],
  });
  const [first, second, ...others] = changesIn(history);
  expect(others).toEqual([]);
  expect(first?.settings.map(({ name }) => name)).toEqual(['innodb_flush_log_at_trx_commit', 'sync_binlog']);
  const judged = judgeHistory(history, { dataFolder: null, maxConnections: null }).changes;
  expect(judged[0]?.text).toMatch(
    /^Since innodb_flush_log_at_trx_commit went from 1 to 2 and 1 more changed on Wed 11 Nov 23:10 UTC: commits\/s \+\d\d % \(\+\d\d to \+\d\d %\)\.$/,
  );
  expect(second?.settings[0]?.name).toBe('max_connections');
  expect(judged[1]?.effects[0]?.verdict).toBe('noise');
  expect(judged[1]?.text).toContain('no change beyond noise');
});

test('the peak is the busiest of the hours that are known; a few hours have none', () => {
  const hours = byHour((_, index) => (index % 5 === 0 ? null : index));
  expect(peakOf(hours)).toMatchObject({ hour: 334, value: 334, hours: 268 });
  expect(peakOf(hours.slice(0, 20))).toBeNull();
});

test('the disk of the data is the one with the longest path above it', () => {
  const grows = byHour((_, index) => 100 + index);
  const history = exampleHistory(fourteenDays, {
    from: new Date(from).toISOString(),
    to: new Date(from + fourteenDays * hourMs).toISOString(),
    growth: [
      { of: 'disk', path: '/', limit: 1000, values: byHour(() => 500) },
      { of: 'disk', path: '/var/lib/mysql', limit: 1000, values: grows },
      { of: 'disk', path: '/var/lib/mysql-files', limit: null, values: grows },
    ],
  });
  const trends = growthTrends(history, { dataFolder: '/var/lib/mysql/', maxConnections: 100 });
  expect(trends[0]).toMatchObject({ label: 'Disk of the data (/var/lib/mysql)', fullOn: '2026-12-14' });
  expect(trends[0]?.text).toBe('Grows by 24 B a day: full on 2026-12-14 (2026-12-14 to 2026-12-14).');
  expect(trends.map(({ of }) => of)).toEqual(['disk', 'disk', 'disk', 'connections']);
});
