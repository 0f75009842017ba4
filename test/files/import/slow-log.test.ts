import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { slowLog } from '../../../src/files/import/kinds/slow-log';
import { sectionRows } from '../../../src/shared/snapshot';
import { fixtures, folderOf, runImport } from './run-import';

describe.each([
  ['mysql56', [5, 6, 24], null],
  ['mysql97', [9, 7, 4], null],
  ['mariadb118', [11, 8, 6], 0],
] as const)('the slow log of %s', (id, version, affected) => {
  test('gives version, window and digests with counts, times and rows', async () => {
    const { snapshot } = await runImport(join(fixtures, `slow-${id}.log.gz`));
    expect(snapshot.server.version).toEqual(version);
    const rows = sectionRows(snapshot, 'statement-digests');
    const point = rows.find(({ digest_text }) => digest_text === 'SELECT c FROM sbtest1 WHERE id=?');
    expect(point).toMatchObject({ schema_name: 'sbtest', sum_rows_affected: affected });
    const count = Number(point?.count_star);
    expect(count).toBeGreaterThan(3);
    expect(Number(point?.sum_rows_sent)).toBe(count);
    expect(Number(point?.sum_rows_examined)).toBe(count);
    expect(Number(point?.avg_timer_wait)).toBeCloseTo(Number(point?.sum_timer_wait) / count, -6);
    expect(Number(point?.min_timer_wait)).toBeLessThanOrEqual(Number(point?.avg_timer_wait));
    const { start, end } = snapshot.sections['statement-digests']?.data ?? {};
    expect(Date.parse(end?.at ?? '')).toBeGreaterThan(Date.parse(start?.at ?? ''));
  });
});

/** In the forms of the manuals: MySQL 5.0 (no microseconds), Percona Server (Extended Statistics), MariaDB. */
const dialects = {
  'MySQL 5.0': `/usr/sbin/mysqld, Version: 5.0.96-log. started with:
Tcp port: 3306  Unix socket: /var/lib/mysql/mysql.sock
Time                 Id Command    Argument
# Time: 110102  3:04:05
# User@Host: app[app] @ web1 [10.0.0.7]
# Query_time: 3  Lock_time: 0  Rows_sent: 1  Rows_examined: 500
use shop;
SELECT * FROM orders WHERE id IN (1,2,3);
# User@Host: app[app] @ web1 [10.0.0.7]
# Query_time: 5  Lock_time: 1  Rows_sent: 2  Rows_examined: 700
select *
  from orders where id in (4, 5);
# User@Host: app[app] @ web1 [10.0.0.7]
# Query_time: 4  Lock_time: 0  Rows_sent: 0  Rows_examined: 0
# administrator command: Ping;
`,
  'Percona Server': `# Time: 2017-01-02T03:04:05.123456Z
# User@Host: app[app] @  [10.0.0.7]  Id:    37
# Schema: shop  Last_errno: 0  Killed: 0
# Query_time: 3.000000  Lock_time: 0.000000  Rows_sent: 1  Rows_examined: 500  Rows_affected: 0
# Bytes_sent: 1017
# QC_Hit: No  Full_scan: Yes  Full_join: No  Tmp_table: No  Tmp_table_on_disk: No
SET timestamp=1483326245;
SELECT * FROM orders WHERE id IN (1,2,3);
# Time: 2017-01-02T03:04:08.000000Z
# User@Host: app[app] @  [10.0.0.7]  Id:    37
# Schema: shop  Last_errno: 0  Killed: 0
# Query_time: 5.000000  Lock_time: 1.000000  Rows_sent: 2  Rows_examined: 700  Rows_affected: 0
# QC_Hit: No  Full_scan: Yes  Full_join: No
SET timestamp=1483326248;
SELECT * FROM orders
WHERE id IN (4,5);
`,
};

describe('the dialects', () => {
  test.each(Object.entries(dialects))('%s: lists of any length are one digest', async (name, text) => {
    const folder = await folderOf({ 'slow.log': text });
    const { snapshot } = await runImport(join(folder, 'slow.log'));
    const [first] = sectionRows(snapshot, 'statement-digests');
    expect(first).toMatchObject({
      schema_name: 'shop',
      digest_text: 'SELECT * FROM orders WHERE id IN (?+)',
      count_star: 2,
      sum_timer_wait: '8000000000000',
      avg_timer_wait: '4000000000000',
      max_timer_wait: '5000000000000',
      sum_lock_time: '1000000000000',
      sum_rows_sent: 3,
      sum_rows_examined: 1200,
      sum_no_index_used: name === 'Percona Server' ? 2 : null,
    });
  });

  test('a statement that quotes the headings of the log does not end by them', async () => {
    const folder = await folderOf({
      'slow.log': `# User@Host: a[a] @ h []\n# Query_time: 1.0  Lock_time: 0.0 Rows_sent: 0  Rows_examined: 0\nINSERT INTO t VALUES ('\n# Query_time: 999.0  Lock_time: 9 Rows_sent: 9  Rows_examined: 9\n');\n`,
    });
    const [only] = sectionRows((await runImport(folder)).snapshot, 'statement-digests');
    expect(only).toMatchObject({
      digest_text: 'INSERT INTO t VALUES (?+)',
      sum_timer_wait: '1000000000000',
      sum_rows_sent: 0,
    });
  });

  test('beyond the limit of digests, statements are counted and reported', async () => {
    const one = (index: number) =>
      `# User@Host: a[a] @ h []\n# Query_time: 1.0  Lock_time: 0.0 Rows_sent: 0  Rows_examined: 0\nSELECT c${index}a FROM t;\n`;
    const folder = await folderOf({
      'slow.log': Array.from({ length: 9 }, (_, index) => one(index)).join(''),
    });
    const { outcome } = await runImport(folder, { limits: { digests: 5 } });
    expect(outcome.remarks.join()).toContain('4 statements beyond the first 5 digests');
  });
});

test.each([
  ['within a statement', "  from orders\n where note = 'x';\n"],
  [
    'within a heading',
    'er@Host: app[app] @ web1 [10.0.0.7]\n# Query_time: 1  Lock_time: 0  Rows_sent: 1  Rows_examined: 5\nSELECT 1;\n',
  ],
  ['after bytes that copytruncate left', '\0\0\0\0'],
])('a log that begins %s is one', (_name, before) => {
  const entry =
    '# Time: 2017-01-02T03:04:05.123456Z\n# User@Host: app[app] @  [10.0.0.7]  Id:    37\n# Query_time: 3.0  Lock_time: 0.0 Rows_sent: 1  Rows_examined: 5\nSELECT 1;\n';
  expect(slowLog.matches(`${before}${entry}`, 'slow.log')).toBe(true);
  expect(slowLog.matches(`Our server is slow, see the log:\n${entry}`, 'post.txt')).toBe(false);
});
