import { expect, test } from 'vitest';
import { judged } from './judged-paste';

// Where statements spend their time, by nothing but their own figures.

const entry = (second: number, seconds: number, lock: number, rows: number, sql: string) =>
  [
    `# Time: 2026-11-20T09:00:0${second}.123123Z`,
    '# User@Host: app[app] @  [10.0.0.8]  Id: 88',
    `# Query_time: ${seconds.toFixed(6)}  Lock_time: ${lock.toFixed(6)} Rows_sent: 0  Rows_examined: ${rows}`,
    `SET timestamp=${1_795_165_200 + second};`,
    `${sql};`,
  ].join('\n');

const slowLog = (lockShare: number) =>
  [1, 2, 3, 4]
    .map((second) => entry(second, 6, 6 * lockShare, 1, `UPDATE counters SET n = n + 1 WHERE id = ${second}`))
    .join('\n');

test('a slow log whose statements only wait: the locks come first, the statement is their consequence', async () => {
  const { findings, analysis } = await judged(slowLog(0.98));
  expect(findings[0]).toMatchObject({ ruleId: 'statements-wait-for-locks', severity: 'warning' });
  expect(analysis.headline.text).toContain('98 % of their time goes into lock waits');
});

test('a slow log whose statements work: the statement itself is named', async () => {
  const { findings, ids } = await judged(slowLog(0.01));
  expect(ids).not.toContain('statements-wait-for-locks');
  expect(findings[0]?.ruleId).toBe('one-statement-dominates');
});

const fullScans = (rows: string) => `
+---------------+-------------+-------------------+---------+
| object_schema | object_name | rows_full_scanned | latency |
+---------------+-------------+-------------------+---------+
| crm           | contact     |        8123123121 | 31.12 m |
| crm           | activity    | ${rows.padStart(17)} | 2.31 d  |
+---------------+-------------+-------------------+---------+
`;

test('the table that full scans read most is named', async () => {
  const { analysis } = await judged(fullScans('912312312311'));
  expect(analysis.headline.text).toMatch(/^Statements scan crm\.activity: 912 G of its rows/);
});

test('a table that is read as a whole now and then is none', async () => {
  const { ids } = await judged(fullScans('12').replace('8123123121', '    812312'));
  expect(ids).not.toContain('scanned-table-quoted');
});
