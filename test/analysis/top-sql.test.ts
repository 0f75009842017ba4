import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { topSql } from '../../src/analysis';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import type { Cell, Section, Snapshot } from '../../src/shared/snapshot';
import { type TopSqlOrder, topSqlOrders, topSqlSchema } from '../../src/shared/top-sql';
import { buildSnapshot } from './snapshot-builder';

const read = (name: string) =>
  readSnapshot(fileURLToPath(new URL(`../../samples/${name}.lks`, import.meta.url)));

const columns = ['SCHEMA_NAME', 'DIGEST', 'DIGEST_TEXT', 'COUNT_STAR', 'SUM_TIMER_WAIT', 'SUM_ROWS_EXAMINED'];
const more = ['SUM_ROWS_SENT', 'SUM_NO_INDEX_USED', 'SUM_ERRORS', 'SUM_CREATED_TMP_TABLES', 'SUM_LOCK_TIME'];

function section(names: string[], start: Cell[][] | null, end: Cell[][], truncated?: string): Section {
  const capture = (at: string, rows: Cell[][]) => ({
    at,
    tookMs: 1,
    table: { columns: names, rows },
    ...(truncated === undefined ? {} : { truncated }),
  });
  return {
    status: 'ok',
    tookMs: 1,
    data: {
      ...(start === null ? {} : { start: capture('2026-01-01T00:00:00Z', start) }),
      end: capture('2026-01-01T00:00:10Z', end),
    },
  };
}

function withDigests(start: Cell[][] | null, end: Cell[][], truncated?: string): Snapshot {
  const digests = section([...columns, ...more], start, end, truncated);
  return buildSnapshot({ sections: { 'statement-digests': digests } });
}

const second = 1e12;

describe('statements by digest', () => {
  const start: Cell[][] = [
    ['shop', 'a', 'SELECT * FROM `o` WHERE `c` = ?', 100, 10 * second, 1000, 100, 0, 0, 0, 0],
    ['shop', 'b', 'UPDATE `o` SET `x` = ?', 5, second, 5, 0, 0, 0, 0, 0],
  ];
  const end: Cell[][] = [
    ['shop', 'a', 'SELECT * FROM `o` WHERE `c` = ?', 200, 40 * second, 201_000, 200, 100, 3, 50, 2 * second],
    ['shop', 'b', 'UPDATE `o` SET `x` = ?', 55, 11 * second, 55, 0, 0, 0, 0, 9 * second],
    ['shop', 'c', 'INSERT INTO `l` VALUES (...)', 1000, 10 * second, 0, 0, 0, 0, 0, 0],
  ];
  const top = (by: TopSqlOrder) => topSql(withDigests(start, end), { path: null, by });

  test('are the increases of the window, by share of time', () => {
    const { statements, totals, span } = topSql(withDigests(start, end), { path: null });
    expect(span).toEqual({ of: 'window', seconds: 10 });
    expect(totals).toMatchObject({ count: 3, calls: 1150, seconds: 50 });
    expect(statements[0]).toMatchObject({
      text: 'SELECT * FROM `o` WHERE `c` = ?',
      share: 0.6,
      calls: 100,
      callsPerSecond: 10,
      meanSeconds: 0.3,
      rowsExaminedPerCall: 2000,
      rowsSentPerCall: 1,
      tmpTablesPerCall: 0.5,
      lockSecondsPerCall: 0.02,
      errors: 3,
      noIndexShare: 1,
      marks: ['no-index', 'many-rows', 'errors'],
    });
  });

  test.each([
    ['time', ['SELECT', 'UPDATE', 'INSERT']],
    ['calls', ['INSERT', 'SELECT', 'UPDATE']],
    ['rows', ['SELECT', 'UPDATE']],
    ['tmp', ['SELECT']],
    ['lock', ['UPDATE', 'SELECT']],
    ['errors', ['SELECT']],
  ] as const)('by %s: those that have any, most first', (by, expected) => {
    expect(top(by).statements.map(({ text }) => text.split(' ')[0])).toEqual(expected);
    expect(top(by).by).toBe(by);
  });

  test('name their tables and what else uses them', () => {
    const { statements } = top('time');
    const [select, update, insert] = statements;
    expect(select?.tables).toEqual([{ name: 'shop.o', usedBy: [update?.key] }]);
    expect(insert?.tables).toEqual([{ name: 'shop.l', usedBy: [] }]);
  });

  test('what a server does not count is unknown, with its reason, and is not 0', () => {
    const { statements, unknown } = top('time');
    expect(statements[0]).toMatchObject({ p95Seconds: null, cpuSecondsPerCall: null });
    expect(unknown.map(({ column }) => column)).toEqual([
      'p95Seconds',
      'p99Seconds',
      'tmpDiskTablesPerCall',
      'cpuSecondsPerCall',
    ]);
    for (const { reason } of unknown) expect(reason).toMatch(/\.$/);
  });

  test('that were read once only have totals and no rate', () => {
    const { span, statements, unknown } = topSql(withDigests(null, end), { path: null });
    expect(span).toEqual({ of: 'since-reset', seconds: null });
    expect(statements[0]).toMatchObject({ calls: 200, callsPerSecond: null });
    expect(unknown[0]).toMatchObject({ column: 'callsPerSecond' });
  });

  test('that may have been left out at the start are not counted since their first call', () => {
    const cut = topSql(withDigests(start, end, 'only the 2 rows of most time'), { path: null });
    expect(cut.statements.map(({ text }) => text.split(' ')[0])).toEqual(['SELECT', 'UPDATE']);
  });

  test("Latchkey's own are apart: no part of list, shares and totals", () => {
    const own = "SELECT NAME, ENABLED FROM performance_schema.setup_consumers WHERE NAME IN ('a', 'b')";
    const digest =
      'SELECT NAME , `ENABLED` FROM `performance_schema` . `setup_consumers` WHERE NAME IN (...)';
    const monitored = 'SELECT * FROM `performance_schema` . `events_waits_current`';
    const snapshot: Snapshot = {
      ...withDigests(start, [
        ...end,
        [null, 'd', digest, 4, 50 * second, 0, 0, 0, 0, 0, 0],
        [null, 'e', monitored, 4, 50 * second, 0, 0, 0, 0, 0, 0],
      ]),
      statements: [{ at: '2026-01-01T00:00:00Z', sql: own, tookMs: 1, rows: 2 }],
    };
    const found = topSql(snapshot, { path: null });
    expect(found.own).toEqual({ count: 1, calls: 4, seconds: 50 });
    expect(found.totals.seconds).toBe(100);
    // What another monitoring tool sends costs the server all the same.
    expect(found.statements[0]?.text).toBe(monitored);
  });
});

test('without statements the reason stands', () => {
  const reason = { code: 'disabled', text: 'The Performance Schema is off.', remedy: 'Enable it.' } as const;
  const sections = { 'statement-digests': { status: 'skipped', tookMs: 0, reason } } as const;
  const top = topSql(buildSnapshot({ sections }), { path: null });
  expect(top).toMatchObject({ statements: [], reason: { text: reason.text, remedy: reason.remedy } });
});

test('the percentiles of the window come from histograms, and those of all time say so', () => {
  const histogram = [
    'SCHEMA_NAME',
    'DIGEST',
    'BUCKET_NUMBER',
    'BUCKET_TIMER_LOW',
    'BUCKET_TIMER_HIGH',
    'COUNT_BUCKET',
  ];
  const names = [...columns, 'QUANTILE_95', 'QUANTILE_99'];
  const rows = (count: number): Cell[][] =>
    ['a', 'b'].map((digest) => [
      'shop',
      digest,
      'SELECT ?',
      count,
      count * second,
      0,
      7 * second,
      9 * second,
    ]);
  const bucket = (number: number, count: number): Cell[] => [
    'shop',
    'a',
    number,
    number * second,
    (number + 1) * second,
    count,
  ];
  const snapshot = buildSnapshot({
    sections: {
      'statement-digests': section(names, rows(0), rows(100)),
      'digest-histograms': section(
        histogram,
        [bucket(1, 1000), bucket(5, 7)],
        [bucket(1, 1090), bucket(5, 17)],
      ),
    },
  });
  const { statements } = topSql(snapshot, { path: null });
  expect(statements.find(({ key }) => key.endsWith(':a'))).toMatchObject({
    percentilesOf: 'window',
    p95Seconds: 5.5,
  });
  expect(statements.find(({ key }) => key.endsWith(':b'))).toMatchObject({
    percentilesOf: 'since-reset',
    p95Seconds: 7,
  });
});

test('a plan is a tree: derived tables beneath the table that reads them, subqueries beneath their SELECT', () => {
  const names = [
    'SCHEMA_NAME',
    'DIGEST',
    'ID',
    'SELECT_TYPE',
    'TABLE_NAME',
    'ACCESS_TYPE',
    'ROWS_ESTIMATED',
    'NOT_EXPLAINED',
  ];
  const snapshot = buildSnapshot({
    sections: {
      'statement-digests': section(columns, [], [['shop', 'a', 'SELECT * FROM `o`', 10, second, 0]]),
      explains: section(names, null, [
        ['shop', 'a', 1, 'PRIMARY', '<derived2>', 'ALL', 50, null],
        ['shop', 'a', 1, 'PRIMARY', 'o', 'ref', 2, null],
        ['shop', 'a', 2, 'DERIVED', 'l', 'ALL', 5000, null],
        ['shop', 'a', 3, 'DEPENDENT SUBQUERY', 'p', 'eq_ref', 1, null],
      ]),
    },
  });
  const nodes = topSql(snapshot, { path: null }).statements[0]?.plan.nodes ?? [];
  const shape = (all: typeof nodes): unknown[] =>
    all.map(({ table, selectType, children }) => [table ?? selectType, ...shape(children)]);
  // The derived SELECT is placed once; the subquery stands beneath the SELECT before it.
  expect(shape(nodes)).toEqual([
    ['PRIMARY', ['<derived2>', ['DERIVED', ['l'], ['DEPENDENT SUBQUERY', ['p']]]], ['o']],
  ]);
});

describe('real snapshots', () => {
  const samples = ['mysql-5.6-benchmark-2013', 'mysql-8.0-before-plan', 'mysql-9.7-starved-redo'];

  test.each(samples)('%s: a valid document, shares that add up, nothing of its own', async (name) => {
    const snapshot = await read(name);
    for (const by of Object.keys(topSqlOrders) as TopSqlOrder[])
      topSqlSchema.parse(topSql(snapshot, { path: null, by }));
    const top = topSql(snapshot, { path: null, limit: 500 });
    expect(top.statements.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
    expect(top.own.calls).toBeGreaterThan(50);
    for (const { text } of top.statements) expect(text).not.toMatch(/performance_schema|latchkey/i);
  });

  test('a load of prepared statements without digests is listed from prepared_statements_instances', async () => {
    const top = topSql(await read('mysql-8.0-before-plan'), { path: null });
    expect(top.totals.covered).toBeLessThan(0.5);
    expect(top.sources).toContain('prepared');
    expect(top.remarks.join(' ')).toMatch(/prepared_statements_instances/);
    expect(top.statements.slice(0, 3).every(({ source }) => source === 'prepared')).toBe(true);
    // Digests of the same list have percentiles: what prepared statements lack is said of them.
    const all = topSql(await read('mysql-8.0-before-plan'), { path: null, limit: 500 });
    expect(all.unknown.map(({ title }) => title)).toContain(
      'p95, prepared statements (prepared_statements_instances)',
    );
  });

  test('one of many connections whose statements were cut off at the start leaves the others of the same text known', async () => {
    const snapshot = structuredClone(await read('mysql-8.0-before-plan'));
    const ends = snapshot.sections['prepared-statements']?.data;
    const start = ends?.start?.table;
    if (ends?.start === undefined || start === undefined)
      throw new Error('The sample has no prepared statements at its start.');
    const textAt = start.columns.findIndex((name) => name.toLowerCase() === 'sql_text');
    const [first] = start.rows;
    const same = start.rows.filter((row) => row[textAt] === first?.[textAt]);
    expect(same.length).toBeGreaterThan(1);
    start.rows = start.rows.slice(1);
    ends.start.truncated = 'the 500 first by execution time';
    const top = topSql(snapshot, { path: null, limit: 500 });
    const cut = top.statements.find(({ source, text }) => source === 'prepared' && text === first?.[textAt]);
    expect(cut?.rowsExaminedPerCall).toBeTypeOf('number');
  });

  test('where none but its own have a digest, that is the reason, not that nothing ran', async () => {
    const top = topSql(await read('mariadb-11.8-healthy'), { path: null });
    expect(top.statements).toEqual([]);
    expect(top.reason?.text).toMatch(/Executions of prepared statements have no digest/);
  });

  test('where prepared statements have no digest and are not kept either, the list says that it does not show the load', async () => {
    const top = topSql(await read('mysql-5.6-benchmark-2013'), { path: null });
    expect(top.remarks.join(' ')).toMatch(/does not show the load/);
  });
});
