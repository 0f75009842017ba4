import { expect, test } from 'vitest';
import { analyze } from '../../src/analysis';
import { factCatalog, factDefinitions } from '../../src/analysis/facts/catalog';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { listedStatusVariables } from '../../src/knowledge/catalog/status/status-catalog';
import { productRules } from './rule-files';
import { type Build, buildSnapshot } from './snapshot-builder';

const day = 86_400;
const set = productRules();
const counters = listedStatusVariables().filter(({ kind }) => kind === 'counter');

/** Totals of all counters, each another; positions in the log too. */
const totals = Object.fromEntries(counters.map(({ name }, at) => [name, 1_000_000 + 7919 * at]));
const zeros = Object.fromEntries(counters.map(({ name }) => [name, 0]));
const gauges = { Threads_connected: 40, Threads_running: 3, Max_used_connections: 90, Open_tables: 400 };
const variables = { innodb_buffer_pool_size: 134_217_728, table_open_cache: 4000, max_connections: 151 };

function factsOf(build: Build, uptimeSeconds: number | null = null): FactSet {
  const snapshot = buildSnapshot({ variables, ...build });
  const observed = new Observed({ ...snapshot, server: { ...snapshot.server, uptimeSeconds } });
  return new FactSet(observed, factCatalog());
}

function oneReading(uptime: number, more: Record<string, number> = {}): FactSet {
  return factsOf({ status: { ...totals, ...gauges, Uptime: uptime, ...more } });
}

/** The same totals counted within a window as long as the uptime. */
function windowOf(seconds: number): FactSet {
  const snapshot = buildSnapshot({
    variables,
    status: { ...totals, ...gauges, Uptime: seconds },
    statusAtStart: { ...zeros, Uptime: 0 },
  });
  const status = snapshot.sections.status;
  if (status?.data?.start === undefined || status.data.end === undefined) throw new Error('no status');
  const at = new Date(Date.parse(status.data.start.at) + seconds * 1000).toISOString();
  const section = { ...status, data: { ...status.data, end: { ...status.data.end, at } } };
  return new FactSet(
    new Observed({ ...snapshot, sections: { ...snapshot.sections, status: section } }),
    factCatalog(),
  );
}

test('what one reading gives is what a window as long as the uptime gives, for every fact that has an average', () => {
  const one = oneReading(5 * day);
  const window = windowOf(5 * day);
  let averaged = 0;
  for (const { id, onlyInWindow } of factDefinitions) {
    const reading = one.reading(id);
    if (!reading.known || reading.average === undefined) continue;
    averaged += 1;
    expect(onlyInWindow, id).toBeUndefined();
    expect(reading.average, id).toEqual({ seconds: 5 * day, since: 'start' });
    // Positions in the log grow in a window only, where bytes written have to do otherwise.
    if (id.startsWith('redo_')) continue;
    const same = window.reading(id);
    expect(same.known, id).toBe(true);
    if (same.known && typeof same.value === 'number') expect(reading.value, id).toBeCloseTo(same.value, 6);
  }
  expect(averaged).toBeGreaterThan(40);
});

test('facts that need a window say so, and are unknown in one reading of any length', () => {
  const one = oneReading(400 * day);
  const declared = factDefinitions.filter(({ onlyInWindow }) => onlyInWindow !== undefined);
  expect(declared.length).toBeGreaterThan(5);
  for (const { id, onlyInWindow } of declared) {
    expect(one.reading(id), id).toMatchObject({
      known: false,
      reason: { code: 'no-window', text: onlyInWindow },
    });
  }
  const ofSamples = factDefinitions.filter(({ needs }) =>
    needs.some((need) => need === 'samples.sessions' || need === 'samples.host'),
  );
  for (const { id } of ofSamples) expect(one.reading(id).known, id).toBe(false);
});

test('below 24 h of uptime rates are not judged; ratios and counters that should be zero are', () => {
  const young = oneReading(5 * 3600);
  expect(young.reading('statement_rate')).toMatchObject({ known: false, reason: { code: 'no-window' } });
  expect(young.reading('pool_miss_ratio')).toMatchObject({ known: true, average: { seconds: 5 * 3600 } });
  expect(young.reading('log_waits_rate')).toMatchObject({ known: true });
  expect(oneReading(day).reading('statement_rate')).toMatchObject({ known: true });
  expect(oneReading(day - 1).reading('statement_rate').known).toBe(false);
});

test('without an uptime ratios of totals alone are known, and are what they are at any uptime', () => {
  const facts = factsOf({ status: { ...totals, ...gauges } });
  const long = oneReading(5 * day);
  const perTime: string[] = [];
  let ratios = 0;
  for (const { id, unit } of factDefinitions) {
    const reading = facts.reading(id);
    if (!reading.known || reading.average === undefined) continue;
    ratios += 1;
    expect(['ratio', 'percent'], id).toContain(unit);
    expect(reading.average.seconds, id).toBeNull();
    const same = long.reading(id);
    const isSame = same.known && Math.abs(Number(reading.value) - Number(same.value)) < 1e-6;
    if (!isSame) perTime.push(id);
  }
  expect(perTime).toEqual([]);
  expect(ratios).toBeGreaterThan(10);
  expect(facts.reading('statement_rate').known).toBe(false);
  expect(facts.reading('log_waits_rate').known).toBe(false);
});

test('counters that FLUSH STATUS resets are judged over the time since', () => {
  const flushed = oneReading(30 * day, { Uptime_since_flush_status: 2 * day });
  expect(flushed.reading('query_cache_prune_rate')).toMatchObject({
    value: (totals.Qcache_lowmem_prunes ?? 0) / (2 * day),
    average: { seconds: 2 * day, since: 'FLUSH STATUS' },
  });
  expect(flushed.reading('pool_read_rate')).toMatchObject({
    value: (totals.Innodb_buffer_pool_reads ?? 0) / (30 * day),
    average: { seconds: 30 * day, since: 'start' },
  });
});

test('MariaDB 11.5 resets sums by FLUSH GLOBAL STATUS only', () => {
  const build = (version: [number, number, number]) =>
    factsOf({
      server: { flavour: 'mariadb', version },
      status: { ...totals, Uptime: 30 * day, Uptime_since_flush_status: 2 * day },
    }).reading('statement_rate');
  expect(build([11, 4, 5])).toMatchObject({ average: { seconds: 30 * day } });
  expect(build([11, 8, 6])).toMatchObject({ average: { seconds: 2 * day, since: 'FLUSH STATUS' } });
});

test('a real window wins: nothing of it is an average since start', () => {
  const facts = windowOf(10);
  for (const { id } of factDefinitions) {
    const reading = facts.reading(id);
    if (reading.known) expect(reading.average, id).toBeUndefined();
  }
});

test('a finding that rests on an average says over which time, and is less sure', () => {
  const status = {
    ...gauges,
    Uptime: 3.4 * day,
    Questions: 9e7,
    Table_open_cache_misses: 2e7,
    Table_open_cache_hits: 1e7,
    Table_open_cache_overflows: 2e7,
  };
  const snapshot = buildSnapshot({ variables: { ...variables, table_open_cache: 4 }, status });
  const { findings } = analyze(snapshot, set, { path: null });
  const finding = findings.find(({ ruleId }) => ruleId === 'table-cache-overflow');
  expect(finding?.averagedOver).toBe(3.4 * day);
  expect(finding?.impact.text).toContain('average since start over 3.4 days; peaks hidden');
  expect(finding?.confidence.reason).toContain('average since start over 3.4 days; peaks hidden');
  expect(finding?.confidence.level).not.toBe('high');
  for (const one of findings) {
    const isLabelled = one.impact.text.includes('average since');
    expect(isLabelled, one.ruleId).toBe(one.averagedOver !== undefined);
  }
});
