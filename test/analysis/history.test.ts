import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { analyze } from '../../src/analysis';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { type HourlySeries, historySchema, hourMs, type ServerHistory } from '../../src/shared/history';
import type { Snapshot } from '../../src/shared/snapshot';
import { exampleHistory } from '../files/example-history';
import { historyOf } from '../files/history-of';
import { productRules } from './rule-files';

let busy: Snapshot;
let healthy: Snapshot;
let reopening: Snapshot;
beforeAll(async () => {
  busy = await readSnapshot('samples/mysql-8.0-before-plan.lks');
  healthy = await readSnapshot('samples/mariadb-11.8-healthy.lks');
  reopening = await readSnapshot('samples/mariadb-10.11-query-cache.lks');
});

const judge = (snapshot: Snapshot) => analyze(snapshot, productRules(), { path: null });
const workHours = (at: Date) => at.getUTCDay() % 6 !== 0 && at.getUTCHours() >= 9 && at.getUTCHours() < 11;

test('without a history an analysis says nothing of one', () => {
  const analysis = judge(busy);
  expect(analysis).not.toHaveProperty('history');
  expect(analysis.findings.every((finding) => !('history' in finding))).toBe(true);
});

test('a finding says in how many hours it held, and when', () => {
  const history = historyOf(reopening, 336, (at) => (workHours(at) ? 3 : 0.0001));
  const analysis = judge({ ...reopening, history });
  const finding = analysis.findings.find(({ ruleId }) => ruleId === 'table-cache-overflow');
  expect(finding?.history).toEqual({
    held: 20,
    seen: 336,
    pattern: 'weekdays 9 to 11',
    text: 'in 20 of 336 hours, weekdays 9 to 11 UTC',
    judgedHour: null,
  });
  expect(analysis.history).toMatchObject({
    hours: 336,
    seenHours: 336,
    pattern: 'weekdays 9 to 11',
    stepText: '15 s averages: no micro-stalls can be seen.',
  });
  const off = analysis.findings.find(({ ruleId }) => ruleId === 'window-off-peak');
  expect(off?.impact.text).toContain('busy weekdays 9 to 11 UTC');
});

/** The counter at a rate in the hours, beside what the history holds. */
function withRate(history: ServerHistory, name: string, rate: (at: Date) => number): ServerHistory {
  const from = Date.parse(history.from);
  const mean = (history.series.Questions?.mean ?? []).map((_, hour) => rate(new Date(from + hour * hourMs)));
  const series: HourlySeries = { kind: 'counter', unit: 'count', mean, max: mean, p95: mean };
  return { ...history, series: { ...history.series, [name]: series } };
}

test('what held on Monday and not in the window is a finding of its own, judged by an hour of then', () => {
  const quiet = historyOf(healthy, 336, () => 1);
  const history = withRate(quiet, 'Innodb_log_waits', (at) => (workHours(at) ? 40 : 0));
  const before = judge(healthy);
  const analysis = judge({ ...healthy, history });
  const found = analysis.findings.find(({ ruleId }) => ruleId === 'log-buffer-waits');
  expect(before.passed.map(({ ruleId }) => ruleId)).toContain('log-buffer-waits');
  expect(found).toMatchObject({
    standing: 'earlier',
    history: { held: 20, pattern: 'weekdays 9 to 11' },
    confidence: { level: 'medium' },
  });
  expect(found?.impact.text).toMatch(/^Held in 20 of 336 hours, weekdays 9 to 11 UTC; in the hour from /);
  expect(found?.advice.map(({ variable }) => variable)).toEqual(['innodb_log_buffer_size']);
  expect(analysis.passed.map(({ ruleId }) => ruleId)).not.toContain('log-buffer-waits');
  expect(analysis.headline.text).toContain('Before this window: ');
  expect(analysis.plan.changes.map(({ variable }) => variable)).toContain('innodb_log_buffer_size');
});

test('settings that were changed since are those of the hour: what they remedied is no finding', () => {
  const quiet = historyOf(healthy, 336, () => 1);
  const waits = withRate(quiet, 'Innodb_log_waits', (at) => (workHours(at) ? 40 : 0));
  const changed: ServerHistory = {
    ...waits,
    settings: [
      {
        at: new Date(Date.parse(waits.to) - 60_000).toISOString(),
        variable: 'innodb_log_buffer_size',
        from: '1048576',
        to: '16777216',
      },
    ],
  };
  const { findings } = judge({ ...healthy, history: changed });
  expect(findings.map(({ ruleId }) => ruleId)).not.toContain('log-buffer-waits');
});

test('sizes take the peak of the history, and say so', () => {
  const history = historyOf(busy, 336, (at) => (workHours(at) ? 50 : 1));
  const running = Array.from({ length: 336 }, () => 300);
  const peak: ServerHistory = {
    ...history,
    series: {
      ...history.series,
      Threads_running: { kind: 'gauge', unit: 'count', mean: running, max: running, p95: running },
    },
  };
  const before = judge(busy);
  const after = judge({ ...busy, history: peak });
  const likely = ({ plan }: typeof before) => plan.memory.likely;
  expect(likely(after)).toBeGreaterThan(likely(before));
  expect(
    after.plan.memory.terms.some(({ how }) => how.includes('sessions busy at the peak of the history')),
  ).toBe(true);
});

test('a disk that fills up is a finding with its day', () => {
  const values = Array.from({ length: 336 }, (_, hour) => 50e9 + hour * 1e9);
  const datadir = '/';
  const history = exampleHistory(336, { growth: [{ of: 'disk', path: datadir, limit: 600e9, values }] });
  const analysis = judge({ ...busy, history });
  const found = analysis.findings.find(({ ruleId }) => ruleId === 'disk-fills-up');
  expect(found).toMatchObject({ severity: 'critical' });
  expect(found?.impact.text).toMatch(/full on 2026-\d\d-\d\d/);
  expect(analysis.history?.growth[0]).toMatchObject({ of: 'disk', fullOn: expect.stringMatching(/^2026-/) });
});

const value = fc.option(
  fc.oneof(fc.double({ min: 0, max: 1e12, noNaN: true }), fc.constant(0), fc.constant(-5)),
  {
    nil: null,
  },
);
const names = fc.constantFrom(
  ...['Questions', 'Threads_running', 'Threads_connected', 'Innodb_log_waits', 'Com_commit', 'Uptime'],
  ...[
    'Innodb_os_log_written',
    'Innodb_buffer_pool_reads',
    'host.cpu.busy',
    'nobody knows\n`this`',
    '__proto__',
  ],
);
const moment = fc.integer({ min: -50, max: 100 });

const anyHistory = fc
  .record({
    hours: fc.integer({ min: 1, max: 60 }),
    series: fc.dictionary(
      names,
      fc.record({
        kind: fc.constantFrom('counter' as const, 'gauge' as const),
        values: fc.array(value, { maxLength: 60 }),
      }),
      { maxKeys: 6 },
    ),
    changes: fc.array(
      fc.record({
        hour: moment,
        variable: fc.constantFrom('max_connections', 'innodb_log_buffer_size', 'no such'),
        from: fc.string(),
        to: fc.string(),
      }),
      { maxLength: 4 },
    ),
    versions: fc.array(moment, { maxLength: 2 }),
    limit: value,
  })
  .map(({ hours, series, changes, versions, limit }): ServerHistory => {
    const from = Date.parse('2026-11-07T03:00:00.000Z');
    const at = (hour: number) => new Date(from + hour * hourMs).toISOString();
    const padded = (values: (number | null)[]) =>
      Array.from({ length: hours }, (_, hour) => values[hour] ?? null);
    const own = Object.entries(series).map(([name, { kind, values }]) => {
      const mean = padded(values);
      return [name, { kind, unit: 'count', mean, max: mean, p95: mean }] as const;
    });
    return exampleHistory(hours, {
      series: Object.fromEntries(own),
      settings: changes.map(({ hour, variable, from: before, to }) => ({
        at: at(hour),
        variable,
        from: before,
        to,
      })),
      versions: versions.map((hour) => ({ at: at(hour), from: '8.0.30', to: '8.0.31' })),
      growth: [{ of: 'disk', path: '/', limit, values: padded(series.Questions?.values ?? []) }],
    });
  });

test('a history of any shape never crashes the judge, and takes nothing from what the window says', () => {
  const window = judge(healthy);
  fc.assert(
    fc.property(anyHistory, (history) => {
      const analysis = judge({ ...healthy, history: historySchema.parse(history) });
      const ids = analysis.findings.map(({ ruleId }) => ruleId);
      for (const { ruleId } of window.findings) expect(ids).toContain(ruleId);
      for (const { history: held } of analysis.findings) {
        if (held !== undefined) expect(held.held).toBeLessThanOrEqual(held.seen);
      }
    }),
    { numRuns: 12 },
  );
});

/** The history without what some hours say. */
function without(history: ServerHistory, removed: (hour: number) => boolean): ServerHistory {
  const kept = (values: readonly (number | null)[]) =>
    values.map((one, hour) => (removed(hour) ? null : one));
  const series = Object.entries(history.series).map(([name, one]) => [
    name,
    { ...one, mean: kept(one.mean), max: kept(one.max), p95: kept(one.p95) },
  ]);
  return {
    ...history,
    series: Object.fromEntries(series),
    growth: history.growth.map((one) => ({ ...one, values: kept(one.values) })),
  };
}

test('hours that are taken away never turn what was not checked, or did not concern the server, into passed', () => {
  const history = { ...historyOf(healthy, 60, () => 1), growth: exampleHistory(60).growth };
  const full = judge({ ...healthy, history });
  const known = new Set(full.passed.map(({ ruleId }) => ruleId));
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (removed) => {
      const analysis = judge({ ...healthy, history: without(history, (hour) => removed[hour] === true) });
      for (const { ruleId } of analysis.passed) expect(known).toContain(ruleId);
    }),
    { numRuns: 6 },
  );
  const nothing = judge({ ...healthy, history: without(history, () => true) });
  expect(nothing.passed.map(({ ruleId }) => ruleId)).toEqual(
    judge(healthy).passed.map(({ ruleId }) => ruleId),
  );
});
