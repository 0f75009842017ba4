import { describe, expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';
import { judged } from './judged-paste';

// Profiles, stacks, memory rows without headings, escaped monitors, kinds of storage and its errors within a text.

describe('profiles and stacks within a text', () => {
  test.each([
    [
      'perf top',
      'We have 96 vCPUs and MySQL 8.0.33. perf top shows\n\n  38.21%  mysqld              [.] ut_delay\n  11.02%  mysqld              [.] rw_lock_s_lock_spin\n   6.31%  libc-2.31.so        [.] __memmove_avx_unaligned_erms\n   2.12%  [kernel]            [k] native_queued_spin_lock_slowpath\n',
      /^49\.2 % of the sampled stacks say: Threads spin for a latch/,
    ],
    [
      'gdb',
      'MySQL 5.6.40 hangs. The threads look like this:\n\nThread 85 (Thread 0x7fbb0d42b700 (LWP 20174)):\n#0 0x00007fbfae164c73 in select () from /lib64/libc.so.6\n#1 0x0000000000987c0f in os_thread_sleep (tm=10) at os0thread.cc:287\n#2 0x00000000009e4dea in srv_conc_enter_innodb_with_atomics (trx=0x7) at srv0conc.cc:276\n#3 0x00000000009e4dea in srv_conc_enter_innodb (trx=0x7) at srv0conc.cc:511\n\nand many more of them.',
      /^100 % of the sampled stacks say: Statements wait to be let into InnoDB/,
    ],
    [
      'pt-pmp',
      'MySQL 5.7.44, this is pt-pmp:\n     81 select,os_thread_sleep,srv_conc_enter_innodb_with_atomics,srv_conc_enter_innodb,row_search_mvcc\n      9 __lll_lock_wait,pthread_mutex_lock,trx_start_low,ha_innobase::index_read\n',
      /^90 % of the sampled stacks say: Statements wait to be let into InnoDB/,
    ],
  ])('%s leads where nothing else was given', async (_, text, expected) => {
    const { headline } = await judged(text);
    expect(headline.text).toMatch(expected);
  });

  test('what was not copied of a profile has its share', async () => {
    const { ids } = await judged(
      'MySQL 8.0.33\n  3.20%  mysqld  [.] ut_delay\n  1.02%  mysqld  [.] rec_get_offsets_func\n  0.91%  mysqld  [.] row_search_mvcc\n',
    );
    expect(ids).not.toContain('stacks-show-cause');
  });

  test('beside the counters of a server stacks are a remark', async () => {
    const { ids } = await judged(
      'MySQL 8.0.33\nUptime 864000\nQuestions 90000000\n  38.21%  mysqld  [.] ut_delay\n  11.02%  mysqld  [.] rw_lock_s_lock_spin\n  6.31%  mysqld  [.] row_search_mvcc\n',
    );
    expect(ids).not.toContain('stacks-show-cause');
    expect(ids).toContain('stacks-name-the-cost');
  });

  test('percentages of other lists are no profile', async () => {
    const { snapshot } = await judged(
      'MySQL 8.0.33\nmax_connections = 200\n  38.21%  of the queries are SELECT\n  11.02%  INSERT\n  6.31%  [a] list\n',
    );
    expect(snapshot.sections.stacks?.data?.end?.table?.rows ?? []).toEqual([]);
  });
});

test.each([
  [
    'tabs and units',
    'memory/innodb/buf_buf_pool\t8.19 GiB\nmemory/sql/Prepared_statement::main_mem_root\t11.42 GiB\n',
  ],
  [
    'bars and bytes',
    '| memory/innodb/buf_buf_pool | 8794000000 |\n| memory/sql/Prepared_statement::main_mem_root | 12262000000 |\n',
  ],
  [
    'blanks',
    'memory/innodb/buf_buf_pool      8.19 GiB\nmemory/sql/Prepared_statement::main_mem_root   11.42 GiB\n',
  ],
])('memory by instrument without a heading: %s', async (_, rows) => {
  const { headline } = await judged(`MySQL 8.0.34\n${rows}`);
  expect(headline.text).toMatch(/^memory\/sql\/Prepared_statement::main_mem_root holds 11\.4 GiB/);
});

test('an InnoDB status within a string of JSON', async () => {
  const status = String.raw`"Status": "\n=====================================\n2024-05-11 09:14:22 140234 INNODB MONITOR OUTPUT\n=====================================\nPer second averages calculated from the last 22 seconds\n------------\nTRANSACTIONS\n------------\nTrx id counter 99120012\nPurge done for trx's n:o < 84120012 undo n:o < 0 state: running\nHistory list length 7412345\nLIST OF TRANSACTIONS FOR EACH SESSION:\n---TRANSACTION 84119990, ACTIVE 90212 sec\n0 lock struct(s), heap size 1128, 0 row lock(s)\nMySQL thread id 771, OS thread handle 1402, query id 551 10.0.0.9 report\n--------\nFILE I/O\n--------\n"`;
  const { headline } = await judged(status);
  expect(headline.text).toMatch(/^Old row versions pile up: the history list holds 7\.41 M undo logs/);
});

describe('the kind of storage', () => {
  test.each([
    ['single SATA 7200rpm disk', 'hdd'],
    ['The server has 2 CPU cores and 4G of RAM on HDD.', 'hdd'],
    ['The data directory is on NVMe drives in RAID 10', 'nvme'],
    ['Storage: 2 TB SSD', 'ssd'],
    ['innodb_io_capacity = 2000, innodb_io_capacity_max=4000, SATA 7200 disks in RAID1', 'hdd'],
    ['Two NVMe SSDs in RAID 1', 'nvme'],
    ['The volumes are on a SAN.', 'network'],
    ['It runs on EC2 with a gp3 volume of 500 GB', 'network'],
    ["The system's filesystems run on NVME SSDs via Ceph.", 'network'],
  ])('%s', async (text, kind) => {
    expect((await judged(`MySQL 8.0.36\nmax_connections = 200\n${text}`)).host.storage).toBe(kind);
  });

  test.each([
    'Should I move to NVMe?',
    'We moved from HDD to a larger server',
    'innodb_flush_neighbors = 0 # for SSD',
    'Backups go to a HDD.',
    'Data is on SSD. The binary logs are on HDD.',
    'It has 2 x 480 GB SSD and 2 x 4 TB HDD',
    'Our office in San Jose runs it',
  ])('none: %s', async (text) => {
    expect((await judged(`MySQL 8.0.36\nmax_connections = 200\n${text}`)).host).not.toHaveProperty('storage');
  });

  test('a late page cleaner with the io_capacity of flash on a disk drive', async () => {
    const log = [1, 2, 3].map(
      (one) =>
        `2024-02-01T03:1${one}:44.123001Z 0 [Note] InnoDB: page_cleaner: 1000ms intended loop took ${8 + one}023ms. The settings might not be optimal. (flushed=2000 and evicted=0, during the time.)`,
    );
    const { findings, plan } = await judged(
      `MySQL 5.7.44\n${log.join('\n')}\ninnodb_io_capacity=2000\ninnodb_io_capacity_max=4000\nsingle SATA 7200rpm disk`,
    );
    expect(findings[0]?.ruleId).toBe('io-capacity-above-device');
    expect(plan.changes.map(({ variable, to }) => [variable, to])).toContainEqual([
      'innodb_io_capacity',
      200,
    ]);
  });
});

describe('errors of the storage', () => {
  test.each([
    '2024-03-07T02:11:11.000123Z 0 [ERROR] [MY-012592] [InnoDB] Operating system error number 5 in a file operation.',
    '2024-03-07  2:11:11 0 [ERROR] InnoDB: Tried to read 16384 bytes at offset 1262485504, but was only able to read 0',
    "2024-03-07T02:11:11.000123Z 12 [ERROR] [MY-010907] [Server] Error writing file '/var/lib/mysql/binlog' (errno: 5 - Input/output error)",
  ])('%s', async (line) => {
    const { headline } = await judged(line);
    expect(headline.text).toMatch(/^Storage returns I\/O errors/);
  });

  test('a file that is not there is none', async () => {
    const { ids } = await judged(
      '2024-03-07T02:11:11.000123Z 0 [ERROR] [MY-012592] [InnoDB] Operating system error number 2 in a file operation.',
    );
    expect(ids).not.toContain('storage-returns-errors');
  });
});

describe('what mysqldumpslow and mariadb-dumpslow print', () => {
  const report = `Reading mysql slow query log from /var/log/mysql/slow.log
Count: 4812  Time=12.41s (59716s)  Lock=0.00s (3s)  Rows=1.0 (4812), app[app]@[10.0.0.5]
  SELECT COUNT(*) FROM orders
  WHERE customer_ref = 'S' AND status <> 'S'

Count: 12  Time=0.12s (1s)  Lock=0.00s (0s)  Rows=20.0 (240), app[app]@[10.0.0.5]
  SELECT * FROM products ORDER BY name LIMIT N
`;

  test('the statements, with what they took; what the tool does not print is not known', async () => {
    const { snapshot, headline } = await judged(`MySQL 5.7.44\n${report}`);
    const [first, second] = sectionRows(snapshot, 'statement-digests');
    expect(first).toMatchObject({
      digest_text: 'SELECT COUNT(*) FROM orders WHERE customer_ref = ? AND status <> ?',
      count_star: 4812,
      sum_timer_wait: '59716000000000000',
      sum_lock_time: '3000000000000',
      sum_rows_sent: 4812,
      sum_rows_examined: null,
    });
    // A total of one second is rounded: twelve times 0.12 s are more.
    expect(second).toMatchObject({ count_star: 12, sum_timer_wait: '1440000000000' });
    expect(headline.text).toMatch(/^One statement takes 100 % of statement time/);
  });

  test('MariaDB prints the rows that were examined too', async () => {
    const { snapshot } = await judged(
      'MariaDB 10.11.6\nCount: 31  Time=2.00s (62s)  Lock=0.00s (0s)  Rows_sent=1.0 (31), Rows_examined=900000.0 (27900000), Rows_affected=0.0 (0), app[app]@localhost\n  SELECT a FROM t WHERE b = N\n',
    );
    expect(sectionRows(snapshot, 'statement-digests')).toMatchObject([{ sum_rows_examined: 27_900_000 }]);
  });
});
