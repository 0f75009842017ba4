import { expect, test } from 'vitest';
import { CollectorSkipped } from '../../reading/collector-skipped';
import { largestValue } from '../schema/auto-increment';
import { costlyDigests, tablesToIndex } from './costly-digests';

test.each([
  ['tinyint(3) unsigned', '255'],
  ['int(11)', '2147483647'],
  ['int unsigned', '4294967295'],
  ['mediumint', '8388607'],
  ['bigint(20)', '9223372036854775807'],
  ['bigint unsigned', '18446744073709551615'],
  ['double', null],
])('the largest value of %s is %s', (type, value) => {
  expect(largestValue(type)).toBe(value);
});

test('statements that scan, that read a hundred rows for each result, and those above 5 % of the time are costly', () => {
  const row = (digest: string, counts: Record<string, number>) => ({
    schema_name: 'shop',
    digest,
    digest_text: `SELECT ${digest}`,
    count_star: 100,
    ...counts,
  });
  const digests = [
    row('selective', { sum_timer_wait: 40, sum_rows_examined: 100, sum_rows_sent: 100 }),
    row('frequent', { sum_timer_wait: 900, sum_rows_examined: 100, sum_rows_sent: 100 }),
    row('unselective', {
      sum_timer_wait: 30,
      sum_rows_examined: 500_000,
      sum_rows_sent: 100,
      sum_no_index_used: 0,
    }),
    row('scan', { sum_timer_wait: 20, sum_rows_examined: 9000, sum_select_scan: 100 }),
    {
      ...row('qualified', { sum_timer_wait: 10, sum_select_scan: 100 }),
      schema_name: null,
      digest_text: 'SELECT * FROM `shop` . `orders` WHERE `reference` = ?',
    },
    {
      ...row('of the server', { sum_timer_wait: 9000, sum_select_scan: 100 }),
      schema_name: null,
      digest_text: 'SELECT * FROM `performance_schema` . `threads`',
    },
    { ...row('system', { sum_timer_wait: 9000, sum_select_scan: 100 }), schema_name: 'mysql' },
  ];
  const found = costlyDigests({ shared: { earlier: () => digests } } as never);
  expect(found?.map(({ digest }) => digest)).toEqual(['unselective', 'frequent', 'scan', 'qualified']);
  expect(costlyDigests({ shared: { earlier: () => null } } as never)).toBeNull();
});

test('without digests, the tables of what sessions execute by the process list', () => {
  const session = (command: string, info: string | null, db: string | null = 'shop') => ({
    command,
    info,
    db,
  });
  const tablesOf = (listed: object[] | null, performanceSchema = false) =>
    tablesToIndex({
      server: { performanceSchema, hosting: 'self' },
      account: { grants: null },
      shared: { earlier: (section: string) => (section === 'processlist' ? listed : null) },
    } as never);
  const query = 'SELECT id FROM orders WHERE note = ?';
  expect(
    tablesOf([
      session('Query', query),
      session('Query', query),
      session('Execute', 'UPDATE stock.parts SET n = ?', null),
      session('Query', 'SELECT * FROM information_schema.PROCESSLIST'),
      session('Sleep', 'SELECT * FROM idle'),
      session('Query', null),
    ]),
  ).toEqual([
    { schema: 'shop', table: 'orders' },
    { schema: 'stock', table: 'parts' },
  ]);
  expect(() => tablesOf([session('Sleep', null)])).toThrow(CollectorSkipped);
  expect(() => tablesOf(null)).toThrow(CollectorSkipped);
});
