import { expect, test } from 'vitest';
import type { Statement } from '../../shared/snapshot';
import { countOfStatements, StatementLog } from './statement-log';

const sent = (sql: string): Statement => ({ at: '2026-11-21T03:04:05.000Z', sql, tookMs: 1, rows: 1 });

test('of a statement that is sent again and again the first thousand times are listed, all are counted', () => {
  const log = new StatementLog();
  log.add(sent('SELECT 1'));
  for (let times = 0; times < 86_401; times += 1) log.add(sent('SHOW GLOBAL STATUS'));
  log.add(sent('SELECT 2'));
  expect(log.entries.length).toBe(1002);
  expect(countOfStatements(log.entries)).toBe(86_403);
  expect(log.entries.at(-1)).toEqual(sent('SELECT 2'));
  expect(log.entries.at(-2)?.more).toBe(85_401);
});

test('the log stays small however long the statements are', () => {
  const log = new StatementLog();
  for (let number = 0; number < 3000; number += 1) log.add(sent(`SELECT ${number} ${'x'.repeat(30_000)}`));
  expect(JSON.stringify(log.entries).length).toBeLessThan(8 * 1024 ** 2);
  expect(countOfStatements(log.entries)).toBe(3000);
});

test('a log that was emptied starts over', () => {
  const log = new StatementLog();
  for (let times = 0; times < 1500; times += 1) log.add(sent('SELECT 1'));
  log.entries.splice(0);
  log.add(sent('SELECT 1'));
  expect(log.entries).toEqual([sent('SELECT 1')]);
});
