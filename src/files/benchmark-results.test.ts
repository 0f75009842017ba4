import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBenchmarkResult, queriesPerSecond, readBenchmarkResult } from './benchmark-results';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-results-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function csv(text: string): Promise<Awaited<ReturnType<typeof readBenchmarkResult>>> {
  const file = join(folder, 'r.csv');
  writeFileSync(file, text);
  return readBenchmarkResult(file);
}

test('a CSV file is read with its costs; empty cells are not known, repeated tests are averaged', async () => {
  const { tests, remarks } = await csv(
    '\uFEFFtest,group,qps,cpu_per_op,cs_per_op\r\n"point, hot",point-1,100,0.5,\r\n"point, hot",point-1,200,,\r\nscan,,10,1,2\r\n',
  );
  expect(tests).toEqual([
    {
      test: 'point, hot',
      group: 'point-1',
      qps: 150,
      cpuPerOperation: 0.5,
      contextSwitchesPerOperation: null,
    },
    { test: 'scan', group: 'all', qps: 10, cpuPerOperation: 1, contextSwitchesPerOperation: 2 },
  ]);
  expect(remarks.join()).toMatch(/mean of several runs for point, hot/);
});

test.each([
  ['name,qps\na,1\n', /r\.csv:1: there is no column test, group/],
  ['', /r\.csv:1: there is no column/],
  ['test,group,qps\na,g,fast\n', /r\.csv:2: qps "fast" is not a number above 0/],
  ['test,group,qps\na,g,1\nb,g,-5\n', /r\.csv:3: qps "-5"/],
  ['test,group,qps\n,g,1\n', /r\.csv:2: the test has no name/],
])('a broken file is refused with its line', async (text, message) => {
  await expect(csv(text)).rejects.toThrowError(message);
});

test('a folder of sysbench outputs: the file is the test, its folder the group; other files do not matter', async () => {
  const output = (queries: string) =>
    `SQL statistics:\n    transactions: 10 (1.00 per sec.)\n    ${queries}\n`;
  mkdirSync(join(folder, 'point-1'));
  writeFileSync(join(folder, 'point-1', 'point-query.1.txt'), output('queries:   1000   (100.50 per sec.)'));
  writeFileSync(join(folder, 'point-1', 'point-query.2.txt'), output('queries:   1000   (101.50 per sec.)'));
  writeFileSync(join(folder, 'old.log'), output('read/write requests:   500   (50.00 per sec.)'));
  writeFileSync(join(folder, 'notes.md'), 'nothing of interest');
  expect(await isBenchmarkResult(folder)).toBe(true);
  const { tests } = await readBenchmarkResult(folder);
  expect(tests).toMatchObject([
    { test: 'old', group: 'all', qps: 50 },
    { test: 'point-query', group: 'point-1', qps: 101 },
  ]);
});

test('a folder without results, and a file that is not there, are refused', async () => {
  await expect(readBenchmarkResult(folder)).rejects.toMatchObject({ code: 'file-unreadable' });
  await expect(readBenchmarkResult(join(folder, 'none.csv'))).rejects.toMatchObject({
    code: 'file-not-found',
  });
  expect(await isBenchmarkResult(join(folder, 'a.lks'))).toBe(false);
});

test('a result of empty lines is read in linear time', () => {
  const ms = (lines: number) => {
    const before = process.cpuUsage();
    expect(queriesPerSecond('\n'.repeat(lines))).toBeNull();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  expect(ms(400_000)).toBeLessThan(24 * Math.max(ms(50_000), 20));
});
