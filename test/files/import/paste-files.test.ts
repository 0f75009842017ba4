import { describe, expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';
import { judged } from './judged-paste';

// What somebody pastes when a disk fills up or memory is gone: listings of files, sizes of tables with columns renamed, memory by
// instrument; and plans of MySQL 8 that hash.

describe('files of tablespaces', () => {
  const full = `Filesystem      Size  Used Avail Use% Mounted on
/dev/sdb1       200G  199G  600M 100% /var/lib/mysql`;

  test.each([
    [
      '-rw-r-----. 1 mysql mysql  151397597184 Nov  2 03:11 /var/lib/mysql/ibtmp1',
      'The temporary tablespace',
    ],
    ['141G\t/var/lib/mysql/ibtmp1', 'The temporary tablespace'],
    ['-rw-r----- 1 mysql mysql 141G Nov  2 03:11 undo_001', 'The undo tablespaces'],
    [
      '-rw-rw---- 1 mysql mysql 141G Nov  2 03:11 ibdata1\ninnodb_file_per_table = OFF',
      'The system tablespace',
    ],
    ['141G\t/var/lib/mysql/ibdata1\n| innodb_file_per_table | ON |', 'The system tablespace'],
  ])('%s is what fills the disk', async (line, words) => {
    const { headline, analysis } = await judged(`MySQL 5.7.44\n${full}\n${line}`);
    expect(headline.text).toMatch(new RegExp(`^${words}`));
    const disk = analysis.findings.find(({ ruleId }) => ruleId === 'file-system-nearly-full');
    expect(disk?.explainedBy).toHaveLength(1);
  });

  test('files of a kind are summed, one that is listed twice counts once, and others are none', async () => {
    const { snapshot } = await judged(`MySQL 8.0.36
-rw-r----- 1 mysql mysql 1.0G Nov  2 03:11 undo_001
-rw-r----- 1 mysql mysql 3.0G Nov  2 03:11 undo_002
-rw-r----- 1 mysql mysql 4.0G Nov  2 03:15 undo_002
-rw-r----- 1 mysql mysql 12M Nov  2 03:11 ibdata1
-rw-r----- 1 mysql mysql 12G Nov  2 03:11 ibdata_copy.tar
-rw-r----- 1 mysql mysql 9.0G Nov  2 03:11 orders.ibd`);
    expect(sectionRows(snapshot, 'shared-tablespaces')).toEqual([
      { kind: 'undo', files: 2, file_size: 5 * 2 ** 30 },
      { kind: 'system', files: 1, file_size: 12 * 2 ** 20 },
    ]);
  });
});

test.each([
  '/dev/nvme1n1    500G  488G   12G  98% /var/lib/mysql',
  'df: /dev/nvme1n1    500G  488G   12G  98% /var/lib/mysql',
])('the file system of the server is worth something by itself: %s', async (line) => {
  const { headline } = await judged(line);
  expect(headline.text).toMatch(/^A file system is nearly full \(data\): 12 GiB/);
});

describe('free space in tables, with columns as people select them', () => {
  test.each([
    ['ENGINE | TABLE_NAME | data_mb | index_mb | free_mb', 'InnoDB | log | 20480 | 1024 | 92160'],
    ['Table | Total Size (GB) | Free Space (GB)', 'log | 21 | 90'],
    [
      'table_name | round(data_length/1024/1024) | round(index_length/1024/1024) | round(data_free/1024/1024)',
      'log | 20480 | 1024 | 92160',
    ],
    [
      'table_name | ROUND(DATA_LENGTH/POWER(1024,3),1) | ROUND(INDEX_LENGTH/(1024*1024*1024),1) | data_free',
      'log | 20 | 1 | 96636764160',
    ],
  ])('%s', async (heading, row) => {
    const { headline, snapshot } = await judged(`MySQL 8.0.36\n| ${heading} |\n| ${row} |`);
    expect(sectionRows(snapshot, 'table-free-space')).toMatchObject([
      { table_name: 'log', file_size: 111 * 2 ** 30, data_free: 90 * 2 ** 30 },
    ]);
    expect(headline.text).toMatch(/^DATA_FREE: table files hold much free space: 90 GiB/);
  });

  test('a column without a unit that is no name of the server is none', async () => {
    const { snapshot } = await judged('Uptime 5\n| table_name | size | free |\n| log | 20 | 90 |');
    expect(snapshot.sections['table-free-space']?.data).toBeUndefined();
  });
});

describe('plans of MySQL 8 as trees', () => {
  const nested = `-> Nested loop inner join  (cost=9e+9 rows=5e+9)
    -> Table scan on a  (cost=911 rows=9000)
    -> Filter: (b.k = a.k)  (cost=1 rows=900)
        -> Table scan on b  (cost=1 rows=4e+6)`;

  test('below a hash join each table is read once', async () => {
    const { headline } = await judged(
      `${nested.replace('Nested loop inner join', 'Inner hash join (b.k = a.k)')}\nMySQL 8.0.36`,
    );
    expect(headline.text).toMatch(/^A quoted statement reads 4 M rows of one table \(ALL of b/);
  });

  test('in a nested loop it is read for each row of the one before it', async () => {
    const { headline } = await judged(`${nested}\nMySQL 8.0.36`);
    expect(headline.text).toMatch(/^A quoted statement joins b without an index/);
  });
});

test.each([
  ['It is killed every week. 64 GB RAM, innodb_buffer_pool_size = 40G.', 64],
  ['We have 16 GB RAM, buffer pool 10G', 16],
  ['We gave the buffer pool 20G of the 32 GB RAM', null],
  ['It took a while. 12 GB RAM is free', null],
])('%s', async (text, gib) => {
  const { host } = await judged(`MySQL 8.0.36\nThreads_connected 5\n${text}`);
  expect(host.memoryBytes ?? null).toBe(gib === null ? null : gib * 2 ** 30);
});

test('an instrument of gigabytes is one to ask about, also where the memory of the machine is not known', async () => {
  const { headline } = await judged(`MySQL 8.0.36
innodb_buffer_pool_size = 20G
| memory/innodb/buf_buf_pool | 20.46 GiB |
| memory/sql/sp_head::main_mem_root | 7.02 GiB |
| memory/mysys/KEY_CACHE | 16.00 MiB |`);
  expect(headline.text).toMatch(/^memory\/sql\/sp_head::main_mem_root holds 7.02 GiB/);
});
