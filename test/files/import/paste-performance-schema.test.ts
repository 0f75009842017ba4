import { describe, expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';
import { judged } from './judged-paste';
import { importPaste } from './pasted';

const first = async (text: string, section: Parameters<typeof sectionRows>[1]) =>
  sectionRows((await judged(text)).snapshot, section)[0];

describe('waits of the Performance Schema', () => {
  const expected = {
    event_name: 'wait/io/file/sql/binlog',
    count_star: '81234',
    sum_timer_wait: 412_500_000_000_000,
  };
  test.each([
    [
      'a quotient',
      `SELECT event_name, count_star, sum_timer_wait/1e12 FROM performance_schema.events_waits_summary_global_by_event_name ORDER BY 3 DESC LIMIT 2;
+-------------------------+------------+---------------------+
| event_name              | count_star | sum_timer_wait/1e12 |
+-------------------------+------------+---------------------+
| wait/io/file/sql/binlog |      81234 |               412.5 |
| wait/io/table/sql/handler |    91234 |                12.5 |
+-------------------------+------------+---------------------+`,
    ],
    [
      'a rounded quotient, batch output',
      `EVENT_NAME\tCOUNT_STAR\tROUND(SUM_TIMER_WAIT/1000000000000, 1)\nwait/io/file/sql/binlog\t81234\t412.5`,
    ],
    [
      'the view of sys, vertical',
      `*************************** 1. row ***************************
       events: wait/io/file/sql/binlog
        total: 81234
total_latency: 6.875 m
  avg_latency: 5.08 ms
  max_latency: 1.20 s`,
    ],
    [
      'names of its own',
      `+-------------------------+-------+---------+
| wait                    | cnt   | total_s |
+-------------------------+-------+---------+
| wait/io/file/sql/binlog | 81234 |   412.5 |
+-------------------------+-------+---------+`,
    ],
    [
      'names of its own, minutes in the value',
      `event\tcalls\ttotal_time\tavg_time\nwait/io/file/sql/binlog\t81234\t6.875 m\t5.08 ms`,
    ],
  ])('%s', async (_name, text) => {
    expect(await first(text, 'pfs-waits-global')).toMatchObject({
      ...expected,
      sum_timer_wait: expect.toSatisfy((value) => Number(value) === expected.sum_timer_wait),
    });
  });

  test.each([
    [
      'of one thread',
      'thread_id\tevent_name\tcount_star\tsum_timer_wait\n42\twait/io/file/sql/binlog\t8\t1200',
    ],
    ['a time without a unit', 'wait\tcnt\ttotal\nwait/io/file/sql/binlog\t81234\t412.5'],
  ])('%s is none of the server', async (_name, text) => {
    const { sections } = (await importPaste(`Threads_running 5\nUptime 400000\n${text}\n`)).snapshot;
    expect(sections['pfs-waits-global']?.status).toBe('skipped');
  });
});

describe('statements of the Performance Schema', () => {
  const scan = 'SELECT * FROM `orders` WHERE `customer_note` LIKE ?';
  const rows = [
    [scan, 'shop', '1200', '36000.0', '30.0', '4200', '5040000000'],
    ['UPDATE `stock` SET `n` = `n` - ? WHERE `id` = ?', 'shop', '91200', '46.0', '0.0005', '0', '91200'],
  ];
  const frame = (columns: readonly string[], body: readonly (readonly string[])[]) => {
    const rule = `+${columns.map(() => '---').join('+')}+`;
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    return [rule, line(columns), rule, ...body.map(line), rule].join('\n');
  };
  test.each([
    [
      'with names of its own',
      frame(['q', 'db', 'cnt', 'total_s', 'avg_s', 'rows_sent', 'rows_examined'], rows),
    ],
    [
      'as expressions',
      frame(
        [
          'LEFT(DIGEST_TEXT, 80)',
          'SCHEMA_NAME',
          'COUNT_STAR',
          'ROUND(SUM_TIMER_WAIT/1e12,2)',
          'AVG_TIMER_WAIT/1e12',
          'SUM_ROWS_SENT',
          'SUM_ROWS_EXAMINED',
        ],
        rows,
      ),
    ],
    [
      'as sys.statement_analysis has them',
      frame(
        ['query', 'db', 'exec_count', 'total_latency', 'avg_latency', 'rows_sent', 'rows_examined'],
        rows.map(([q = '', db = '', n = '', s = '', , sent = '', examined = '']) => [
          ...[q, db, n, `${Number(s) / 3600} h`, '1.0 s', sent, examined],
        ]),
      ),
    ],
  ])('%s: the one that takes the time is named', async (_name, text) => {
    const { analysis, snapshot } = await judged(text);
    expect(sectionRows(snapshot, 'statement-digests')[0]).toMatchObject({
      digest_text: scan,
      count_star: '1200',
      sum_rows_examined: '5040000000',
    });
    expect(Number(sectionRows(snapshot, 'statement-digests')[0]?.sum_timer_wait)).toBe(36e15);
    expect(analysis.findings[0]?.ruleId).toMatch(/statement|scan|index/);
  });
});

describe('what they lead to', () => {
  test.each([
    [
      'commits',
      ['io/file/sql/binlog', 41_250],
      ['io/file/innodb/innodb_log_file', 3_000],
      'Binary log files',
    ],
    ['storage', ['io/file/innodb/innodb_data_file', 9_000], ['io/file/sql/binlog', 800], 'InnoDB data files'],
  ] as const)(
    'waits for %s lead, though nobody knows the load',
    async (_name, [most, long], [other, short], title) => {
      const { analysis } = await judged(
        `event_name\tcount_star\tsum_timer_wait\nwait/${most}\t8123400\t${long}000000000000\nwait/${other}\t123\t${short}000000000000\nwait/io/socket/sql/client_connection\t91234\t99000000000000000\nidle\t1\t99000000000000000`,
      );
      expect(analysis.findings.map(({ ruleId }) => ruleId)).toContain('waits-mostly-on-one-object');
      expect(analysis.headline.text).toContain(title);
    },
  );

  test('means of executions stand for sums, and the mark of a full scan for executions without an index', async () => {
    const { snapshot } = await judged(
      `query\tdb\tfull_scan\texec_count\tavg_latency\trows_sent_avg\trows_examined_avg\nSELECT * FROM \`a\` WHERE \`b\` = ?\tx\t*\t1000\t1.50 s\t2\t90000`,
    );
    expect(sectionRows(snapshot, 'statement-digests')[0]).toMatchObject({
      sum_timer_wait: 1.5e15,
      sum_rows_sent: 2000,
      sum_rows_examined: 9e7,
      sum_no_index_used: '1000',
    });
  });

  test('with the uptime beside them statements have a rate', async () => {
    const status = 'Uptime\t200000\nQuestions\t4000000\nThreads_running\t3\n';
    const { analysis } = await judged(
      `${status}\nquery\tdb\texec_count\ttotal_latency\trows_sent\trows_examined\nSELECT * FROM \`a\` WHERE \`b\` = ?\tx\t400000\t10.2 d\t400000\t9000000000`,
    );
    expect(analysis.findings[0]?.ruleId).toBe('statements-read-too-much');
  });
});

describe('views of sys on temporary tables and files', () => {
  const files = `MySQL 8.0.36, tmp_table_size = 16M
mysql> SELECT file, count_read, total_read, count_write, total_written, total FROM sys.io_global_by_file_by_bytes LIMIT 3;
+-----------------------------------+------------+------------+-------------+---------------+------------+
| file                              | count_read | total_read | count_write | total_written | total      |
+-----------------------------------+------------+------------+-------------+---------------+------------+
| @@datadir/#innodb_temp/temp_3.ibt |   41288210 | 600.00 GiB |    48210344 | 400.00 GiB    | 1000.00 GiB |
| @@datadir/shop/orders.ibd         |     102331 | 60.00 GiB  |      301233 | 40.00 GiB     | 100.00 GiB |
| @@datadir/binlog.000012           |          0 | 0 bytes    |      301233 | 1.00 GiB      | 1.00 GiB   |
+-----------------------------------+------------+------------+-------------+---------------+------------+
`;

  test('what goes to and from temporary files is a finding where the tables on disk were not counted', async () => {
    const { snapshot, headline } = await judged(files);
    expect(sectionRows(snapshot, 'file-io').map(({ event_name: event }) => event)).toEqual([
      'wait/io/file/innodb/innodb_temp_file',
      'wait/io/file/innodb/innodb_data_file',
      'wait/io/file/sql/binlog',
    ]);
    expect(headline.text).toMatch(/^Temporary tables are written to files: they take 90\.8 % of the bytes/);
    const { ids } = await judged(`${files}Created_tmp_disk_tables 3\nUptime 864000\nQuestions 90000000\n`);
    expect(ids).not.toContain('temporary-files-take-io');
  });

  test('statements that write all their temporary tables to files lead, and the share says what it is of', async () => {
    const { headline } = await judged(`MySQL 8.0.36
*************************** 1. row ***************************
                   query: SELECT \`customer_id\` , SUM ( \`amount\` ) FROM \`orders\` GROUP BY \`customer_id\`
                      db: shop
              exec_count: 81233
           total_latency: 11.21 h
       memory_tmp_tables: 81233
         disk_tmp_tables: 81190
*************************** 2. row ***************************
                   query: SELECT DISTINCT \`sku\` FROM \`items\`
                      db: shop
              exec_count: 12
           total_latency: 2.21 m
       memory_tmp_tables: 12
         disk_tmp_tables: 0
`);
    expect(headline.text).toMatch(/^Temporary tables are written to files: statements that do so take 99/);
    expect(headline.text).toContain('Shares of statement time are of the 2 statements that were given.');
  });

  test('another view of the same counters is no second reading of them', async () => {
    const { snapshot } = await judged(`${files}
mysql> SELECT * FROM sys.io_global_by_file_by_latency LIMIT 1;
+-----------------------------------+----------+---------------+------------+--------------+-------------+---------------+------------+--------------+
| file                              | total    | total_latency | count_read | read_latency | count_write | write_latency | count_misc | misc_latency |
+-----------------------------------+----------+---------------+------------+--------------+-------------+---------------+------------+--------------+
| @@datadir/#innodb_temp/temp_3.ibt | 89498554 | 2.11 d        |   41288210 | 1.11 d       |    48210344 | 1.00 d        |          0 | 0 ps         |
+-----------------------------------+----------+---------------+------------+--------------+-------------+---------------+------------+--------------+
`);
    expect(snapshot.sections['file-io']?.data?.start?.table?.rows).toEqual([]);
    expect(sectionRows(snapshot, 'file-io')).toHaveLength(3);
  });
});
