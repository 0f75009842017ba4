import { expect, test } from 'vitest';
import { selectedColumn } from './columns';

const mib = 1024 ** 2;

test.each([
  ['data_length', 'data_length', 1],
  ['t.`data_length`', 'data_length', 1],
  ['round(sum_timer_wait/1000000000000, 2)', 'sum_timer_wait', 1e12],
  ['sum_timer_wait/1e12', 'sum_timer_wait', 1e12],
  ['sum_timer_wait / power(10,12)', 'sum_timer_wait', 1e12],
  ['data_length/1024/1024', 'data_length', mib],
  ['round(data_length / 1024 / 1024, 2)', 'data_length', mib],
  ['round(data_length/(1024*1024))', 'data_length', mib],
  ['ceil(data_free / power(1024, 2))', 'data_free', mib],
  ['round(((data_length + index_length) / 1024 / 1024), 2)', 'data_length + index_length', mib],
  ['(data_length)/(1024 * 1024 * 1024)', 'data_length', 1024 ** 3],
  ['sys.format_time(sum_timer_wait)', 'sum_timer_wait', 1],
  ['left(digest_text, 64)', 'digest_text', 1],
  ['count(*)', 'count(*)', 1],
  ['(a)+(b)', '(a)+(b)', 1],
])('a column selected as %s is %s times %d', (heading, name, factor) => {
  expect(selectedColumn(heading)).toEqual({ name, factor });
});

test('a heading of parentheses alone is taken as it is', () => {
  const heading = `${'('.repeat(200_000)}a${')'.repeat(200_000)}`;
  expect(selectedColumn(heading)).toEqual({ name: heading, factor: 1 });
});
