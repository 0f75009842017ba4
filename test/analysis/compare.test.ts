import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyze, compareBenchmarks, compareSnapshots, recheckOf } from '../../src/analysis';
import { readBenchmarkResult } from '../../src/files/benchmark-results';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { comparisonSchema, recheckSchema } from '../../src/shared/compare';
import type { Snapshot } from '../../src/shared/snapshot';
import { productRules } from './rule-files';
import { type Build, buildSnapshot, tableSection } from './snapshot-builder';

const rules = productRules();
const judge = (snapshot: Snapshot) => ({ snapshot, analysis: analyze(snapshot, rules, { path: null }) });
const built = (build: Build) => judge(buildSnapshot(build));
const sample = async (name: string) => judge(await readSnapshot(`samples/${name}.lks`));
const MiB = 1024 ** 2;

test('a snapshot compared with itself differs in nothing', async () => {
  const same = await sample('mysql-9.7-starved-redo');
  const comparison = comparisonSchema.parse(compareSnapshots(same, same));
  if (comparison.kind !== 'snapshots') throw new Error('not snapshots');
  expect(comparison).toMatchObject({
    sameServer: true,
    variables: [],
    host: [],
    findings: { gained: [], lost: [] },
  });
  expect(comparison.remarks.join(' ')).toMatch(/A was taken .* after a start.*B was taken .* after a start/);
  for (const { ratio, beyondNoise } of comparison.rates) {
    expect(ratio).toBe(1);
    expect(beyondNoise).not.toBe(true);
  }
  for (const { ratio } of comparison.waits.rows) expect(ratio).toBe(1);
  for (const { load } of comparison.digests.rows) expect(load.b).toBe(load.a);
});

test('servers of different flavours are compared, and the remarks say what that means', async () => {
  const [a, b] = [await sample('mysql-9.7-starved-redo'), await sample('mariadb-11.8-healthy')];
  const comparison = compareSnapshots(a, b);
  comparisonSchema.parse(comparison);
  expect(comparison.sameServer).toBe(false);
  expect(comparison.remarks.join(' ')).toMatch(
    /different servers.*flavours differ \(MySQL 9\.7\.\d+, MariaDB 11\.8/,
  );
  const only = (variable: string) => comparison.variables.find((one) => one.variable === variable);
  expect(only('innodb_redo_log_capacity')).toMatchObject({ change: 'only in A', b: null });
  expect(only('aria_pagecache_buffer_size')).toMatchObject({ change: 'only in B', a: null });
  expect(comparison.findings.lost.map(({ ruleId }) => ruleId)).toContain('redo-log-too-small');
});

test('settings that differ carry what the catalog knows of them', () => {
  const { variables } = compareSnapshots(
    built({
      variables: {
        innodb_buffer_pool_size: 128 * MiB,
        innodb_read_io_threads: 4,
        hostname: 'a',
        sort_buffer_size: 262_144,
      },
    }),
    built({
      variables: {
        innodb_buffer_pool_size: 1024 * MiB,
        innodb_read_io_threads: 8,
        hostname: 'b',
        sort_buffer_size: '262144',
      },
    }),
  );
  expect(variables).toMatchObject([
    {
      variable: 'innodb_buffer_pool_size',
      unit: 'bytes',
      meaning: expect.stringMatching(/^x 8; A is the default/),
    },
    { variable: 'innodb_read_io_threads', meaning: expect.stringMatching(/read at start only/) },
  ]);
});

test('hosts that differ are reported with their units, and with what was only declared', () => {
  const { host } = compareSnapshots(
    built({
      host: {
        memoryBytes: { origin: 'declared', value: 4 * 1024 * MiB },
        cpus: { origin: 'local', value: 2 },
      },
    }),
    built({
      host: { memoryBytes: { origin: 'local', value: 24 * 1024 * MiB }, cpus: { origin: 'local', value: 2 } },
    }),
  );
  expect(host).toEqual([
    { fact: 'memoryBytes', title: 'Memory', unit: 'bytes', a: 4096 * MiB, b: 24_576 * MiB, declared: ['A'] },
  ]);
});

test('what was renamed between two versions is reported', () => {
  const { variables } = compareSnapshots(
    built({
      server: { flavour: 'mysql', version: [5, 7, 44] },
      variables: { tx_isolation: 'REPEATABLE-READ' },
    }),
    built({ variables: { transaction_isolation: 'REPEATABLE-READ' } }),
  );
  expect(variables.find(({ variable }) => variable === 'tx_isolation')?.meaning).toMatch(
    /transaction_isolation/,
  );
});

const counting = (perSecond: number, jitter: number) =>
  Array.from({ length: 31 }, (_, second) => second * perSecond + (second % 2) * jitter);

test('a rate is compared as a ratio with its noise: a jump stands out, a wobble does not', () => {
  const { rates } = compareSnapshots(
    built({
      counters: {
        Questions: counting(1000, 0),
        Com_select: counting(500, 400),
        Slow_queries: counting(10, 0),
        Innodb_row_lock_time: counting(300, 0),
      },
    }),
    built({
      counters: {
        Questions: counting(2000, 0),
        Com_select: counting(510, 400),
        Slow_queries: counting(20, 0),
        Innodb_row_lock_time: counting(600, 0),
      },
    }),
  );
  const rate = (wanted: string) => rates.find(({ name }) => name === wanted);
  expect(rate('Questions')).toMatchObject({ a: 1000, b: 2000, ratio: 2, beyondNoise: true, perStatement: 1 });
  expect(rate('Com_select')).toMatchObject({ beyondNoise: false });
  expect(rate('Slow_queries')?.perStatement).toBeCloseTo(1, 10);
  expect(rate('Slow_queries')?.unit).toBe('count/s');
  // Milliseconds waited in each second.
  expect(rate('Innodb_row_lock_time')).toMatchObject({ a: 300, b: 600, unit: 'ms' });
});

const digest = (count: number, seconds: number, text: string) => ['db', text, text, count, seconds * 1e12];
const columns = ['SCHEMA_NAME', 'DIGEST', 'DIGEST_TEXT', 'COUNT_STAR', 'SUM_TIMER_WAIT'];
const withDigests = (...end: (string | number)[][]) =>
  built({ sections: { 'statement-digests': tableSection(columns, { start: [], end }, { seconds: 10 }) } });

test("Latchkey's own statements are no load of the server, whichever they are", () => {
  const sent = ['SET SESSION autocommit = 1, lock_wait_timeout = 2', 'SELECT VERSION(), @@version_comment'];
  const side = withDigests(
    digest(100, 1, 'SELECT a'),
    digest(9, 1, 'SET SESSION `autocommit` = ? , `lock_wait_timeout` = ?'),
    digest(1, 1, 'SELECT VERSION ( ) , @@`version_comment`'),
    digest(5, 1, 'SET SESSION `sort_buffer_size` = ?'),
  );
  const statements = sent.map((sql) => ({ at: '2026-01-01T00:00:00Z', sql, tookMs: 1, rows: 0 }));
  const own = { ...side, snapshot: { ...side.snapshot, statements } };
  const texts = compareSnapshots(own, own).digests.rows.map(({ text }) => text);
  expect(texts.sort()).toEqual(['SELECT a', 'SET SESSION `sort_buffer_size` = ?']);
});

test('statements are paired by text: rate, time of each and load', () => {
  const { digests } = compareSnapshots(
    withDigests(digest(100, 1, 'SELECT a'), digest(10, 5, 'SELECT gone')),
    withDigests(digest(200, 8, 'SELECT a'), digest(1, 0.1, 'SELECT new')),
  );
  expect(digests.reason).toBeNull();
  expect(digests.rows.map(({ text }) => text)).toEqual(['SELECT a', 'SELECT gone', 'SELECT new']);
  expect(digests.rows[0]).toMatchObject({ rate: { a: 10, b: 20, ratio: 2 }, load: { a: 0.1, b: 0.8 } });
  expect(digests.rows[0]?.seconds.ratio).toBeCloseTo(4, 10);
  expect(digests.rows[1]?.rate).toMatchObject({ b: 0, ratio: 0 });
});

test('what was not gathered is not compared, with the reason', () => {
  const { waits, digests } = compareSnapshots(built({}), built({}));
  expect(waits).toMatchObject({ rows: [], reason: expect.stringMatching(/^A: .*pfs-waits-global/) });
  expect(digests.reason).toMatch(/^A: /);
});

test('a recheck shows cleared from unknown: a finding that could not be checked has not cleared', async () => {
  const before = await sample('mysql-9.7-starved-redo');
  const cleared = await sample('mysql-9.7-starved-redo');
  const [top] = before.analysis.findings;
  if (top === undefined) throw new Error('no finding');
  const { ruleId, title } = top;
  const without = {
    ...cleared.analysis,
    findings: cleared.analysis.findings.filter((one) => one.ruleId !== ruleId),
  };
  const outcome = (analysis: typeof without) =>
    recheckSchema.parse(recheckOf(before, { ...cleared, analysis }));
  const passed = outcome({ ...without, passed: [...without.passed, { ruleId, title }] });
  expect(passed.cleared).toMatchObject([{ ruleId, other: 'passed' }]);
  expect(passed.stayed).toHaveLength(without.findings.length);
  const reasons = [{ input: 'x', code: 'privilege' as const, text: 'No right to see it.' }];
  const blind = outcome({ ...without, notChecked: [...without.notChecked, { ruleId, title, reasons }] });
  expect(blind.cleared).toEqual([]);
  expect(blind.unchecked).toMatchObject([{ ruleId, reason: 'No right to see it.' }]);
  const back = recheckSchema.parse(recheckOf({ ...cleared, analysis: without }, before));
  expect(back.appeared).toMatchObject([{ ruleId }]);
});

const published = (name: string) => readBenchmarkResult(join('test/golden/published', name));

test('the published ratios of cost come out of the published costs', async () => {
  const writes = compareBenchmarks(await published('cost-8.0.28.csv'), await published('cost-8.0.30.csv'));
  comparisonSchema.parse(writes);
  expect(writes.tests[0]?.relativeQps).toBeNull();
  expect(writes.tests[0]?.relativeCpu).toBeCloseTo(1.139, 3);
  expect(writes.tests[0]?.relativeContextSwitches).toBeCloseTo(1.143, 3);
  const scan = compareBenchmarks(await published('scan-mariadb.csv'), await published('scan-mysql.csv'));
  // "which is ~1.38X larger for MySQL"
  expect(scan.tests[0]?.relativeCpu?.toFixed(2)).toBe('1.38');
  expect(scan.groups[0]).toMatchObject({ qps: null, contextSwitchesPerOperation: null });
});

test('the published throughput by cores and users gives what was said of it', async () => {
  const comparison = compareBenchmarks(
    await published('oltp-read-only-mysql-5.5.csv'),
    await published('oltp-read-only-mysql-5.6.csv'),
  );
  const rounded = comparison.groups.map(({ group, tests, qps }) => [
    group,
    tests,
    ...[qps?.min, qps?.max, qps?.average, qps?.median].map((ratio) => ratio?.toFixed(2)),
  ]);
  expect(rounded).toEqual([
    // "there is a small regression"
    ['12 cores', 7, '0.94', '0.98', '0.97', '0.98'],
    // "MySQL 5.6 is running most of the time same or better than MySQL 5.5"
    ['16 cores', 7, '0.96', '1.00', '1.00', '1.00'],
    // "while MySQL 5.5 is unable to follow"
    ['24 cores', 7, '0.96', '1.88', '1.60', '1.78'],
  ]);
  const mariadb = compareBenchmarks(
    await published('oltp-read-only-mysql-5.6.csv'),
    await published('oltp-read-only-mariadb-5.5.csv'),
  );
  expect(mariadb.groups[2]?.qps?.min.toFixed(2)).toBe('0.36');
});

test('tests of one side only are named, and groups are those of the base', async () => {
  const result = (path: string, tests: [string, string, number][]) => ({
    path,
    remarks: [],
    tests: tests.map(([name, group, qps]) => ({
      test: name,
      group,
      qps,
      cpuPerOperation: null,
      contextSwitchesPerOperation: null,
    })),
  });
  const comparison = compareBenchmarks(
    result('a', [
      ['x', 'g', 100],
      ['y', 'g', 100],
      ['gone', 'g', 1],
    ]),
    result('b', [
      ['x', 'g', 150],
      ['y', 'other', 50],
      ['new', 'g', 1],
    ]),
  );
  expect(comparison).toMatchObject({
    onlyA: ['gone'],
    onlyB: ['new'],
    groups: [{ group: 'g', tests: 2, qps: { min: 0.5, max: 1.5, average: 1, median: 1 } }],
    remarks: [expect.stringMatching(/groups of A are used for y/)],
  });
});
