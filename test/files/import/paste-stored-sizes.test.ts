import { expect, test } from 'vitest';
import { judged } from './judged-paste';
import { values } from './run-import';

// How much data there is, as people ask the server for it: without it nobody knows what a buffer pool is small for.

const gib = 1024 ** 3;
const setting = 'MySQL 5.7.44 on a server with 32 GB RAM\ninnodb_buffer_pool_size = 128M\n\n';

/** A drawn table as the command line prints it. */
function drawn(...rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const border = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`;
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [heading = [], ...rest] = rows;
  return [border, line(heading), border, ...rest.map(line), border, ''].join('\n');
}

const query = 'mysql> SELECT table_schema, SUM(data_length + index_length) FROM information_schema.tables;\n';
const builtIn = [
  ['information_schema', '0.16'],
  ['performance_schema', '0.00'],
  ['mysql', '2.70'],
];

test.each([
  ['by schema, in MB', drawn(['Database', 'Size (MB)'], ...builtIn, ['shop', '20480.00']), 20],
  ['by schema, renamed', drawn(['DB Name', 'DB Size in MB'], ['shop', '15360.0'], ['crm', '5120.0']), 20],
  [
    'by schema, data and indexes apart',
    drawn(['table_schema', 'data_mb', 'index_mb'], ['shop', '16384', '4096'], ['sys', '1', '1']),
    20,
  ],
  [
    'as the server names it',
    drawn(['ROUND(SUM(data_length+index_length)/1024/1024/1024, 2)'], ['20.00']),
    20,
  ],
  ['one figure with an alias', drawn(['total_gb'], ['20.000000000000']), 20],
  [
    'by engine, with units of their own',
    `| ENGINE | table_count | rows | data | idx | total_size |
+--------+-------------+------+------+-----+------------+
| InnoDB | 312 | 88.12M | 15.00G | 5.00G | 20.00G |
| MyISAM | 12 | 0.01M | 3.00G | 0.00G | 3.00G |
`,
    20,
  ],
  ['the pool that 1.6 times the data would take', drawn(['RIBPS'], ['32']), 20],
])('%s', async (_, answer, size) => {
  const { snapshot, analysis } = await judged(setting + query + answer);
  expect(snapshot.host.dataBytes?.value).toBe(size * gib);
  expect(analysis.headline.text).toContain('20 GiB of data');
  expect(values(snapshot, 'variables').has('performance_schema')).toBe(false);
});

test.each([
  ['the largest tables only', drawn(['table_name', 'size_mb'], ['orders', '20480']), undefined],
  ['schemas of the server alone', drawn(['Database', 'Size (MB)'], ...builtIn), undefined],
  ['numbers without a unit', drawn(['Database', 'Size'], ['shop', '20480']), undefined],
  ['rows, not bytes', drawn(['table_schema', 'table_rows'], ['shop', '20480']), undefined],
])('%s: nothing is taken for the size of the data', async (_, answer, size) => {
  const { snapshot } = await judged(setting + query + answer);
  expect(snapshot.host.dataBytes?.value).toBe(size);
});

test.each([
  ['a box by its memory', 'Our 64GB dedicated box (MySQL 8.0.33) reads from disk all the time.', 64],
  ['a virtual server', 'This is a 16 GB VPS with MariaDB 10.11 and nothing else on it.', 16],
  ['a server by its disk', 'Our 500GB database server runs MySQL 8.0.33.', undefined],
  ['another server', 'We could move to a 64GB server. MySQL 8.0.33.', undefined],
])('memory: %s', async (_, text, memory) => {
  const { snapshot } = await judged(`${text}\n\ninnodb_buffer_pool_size = 128M\nmax_connections = 300\n`);
  expect(snapshot.host.memoryBytes.value).toBe(memory === undefined ? undefined : memory * gib);
});

test.each([
  'The InnoDB data is about 500GB. innodb_buffer_pool_size is set to 8GB, and the hit rate of the buffer pool is 920 / 1000.',
  'We have 500GB of data, and the buffer pool is at its default (innodb_buffer_pool_size = 134217728).',
])('data and pool in one breath: %s', async (text) => {
  const { snapshot } = await judged(`MySQL 5.7.38 on a server with 128GB of RAM. ${text}\n`);
  expect(snapshot.host.dataBytes?.value).toBe(500 * gib);
  expect(values(snapshot, 'variables').get('innodb_buffer_pool_size')).toMatch(/^(?:8589934592|134217728)$/);
});
