import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publishedCases } from '../../../bench/diagnosis/published-case';
import { PasteReader } from '../../../src/files/import/paste/paste-reader';
import { folderOf, runImport } from './run-import';

function read(text: string) {
  const reader = new PasteReader(10, (sql) => sql);
  for (const line of text.split('\n')) reader.push(line);
  const result = reader.end();
  const all = result.pieces.flatMap((piece) =>
    piece.kind === 'variables' || piece.kind === 'status' ? [...piece.values] : [],
  );
  return {
    ...result,
    values: Object.fromEntries(all),
    host: result.pieces.find(({ kind }) => kind === 'host'),
  };
}

/** Numbers as MySQLTuner 1.6 to 2.2 prints them. */
const tuner = `
 >>  MySQLTuner 1.6.18
[OK] Currently running supported MySQL version 10.1.47-MariaDB-0+deb9u1
[--] Data in InnoDB tables: 8.9G (Tables: 71)
[--] Up for: 3d 10h 26m 51s (77M q [260.044 qps], 64K conn, TX: 329G, RX: 13G)
[--] Binary logging is disabled
[--] Physical Memory     : 29.4G
[--] Total buffers: 22.5G global + 2.7M per thread (151 max threads)
[OK] Slow queries: 0% (2K/77M)
[OK] Highest usage of available connections: 63% (96/151)
[OK] Aborted connections: 0.00%  (3/64011)
[!!] Joins performed without indexes: 2100047
[OK] Temporary tables created on disk: 8% (1M on disk / 16M total)
[OK] Thread cache hit rate: 99% (66 created / 361K connections)
[!!] Table cache hit rate: 0% (400 open / 11M opened)
[OK] InnoDB buffer pool / data size: 20.0G/8.9G
[OK] InnoDB log waits: 0.06% (31 waits / 55189 writes)
[OK] InnoDB Read buffer efficiency: 99.43% (732389133 hits/ 736573007 total)
`;

const meant = {
  version: '10.1.47-MariaDB-0+deb9u1',
  Uptime: '296811',
  Questions: String(Math.round(296_811 * 260.044)),
  max_connections: '151',
  log_bin: 'OFF',
  Max_used_connections: '96',
  Aborted_connects: '3',
  Select_full_join: '2100047',
  Created_tmp_disk_tables: '1000000',
  Threads_created: '66',
  Open_tables: '400',
  Opened_tables: '11000000',
  innodb_buffer_pool_size: String(20 * 1024 ** 3),
  Innodb_log_waits: '31',
  Innodb_buffer_pool_reads: '4183874',
};

describe('the report of MySQLTuner', () => {
  test('versions, sizes and counters', () => {
    const found = read(tuner);
    expect(found.report).toBe('MySQLTuner');
    expect(found.values).toMatchObject(meant);
    expect(found.host).toEqual({
      kind: 'host',
      memoryBytes: Math.round(29.4 * 1024 ** 3),
      dataBytes: Math.round(8.9 * 1024 ** 3),
    });
  });

  test.each<[string, (text: string) => string]>([
    ['quoted', (text) => text.replaceAll(/^/gm, '> ')],
    [
      'with the colours of a terminal',
      (text) => text.replaceAll(/\[(OK|!!|--)\]/g, '[\u001b[0;32m$1\u001b[0m]'),
    ],
    ['indented', (text) => text.replaceAll(/^/gm, '    ')],
    ['with long dashes', (text) => text.replaceAll('[--]', '[–]')],
    [
      'with the marks of release 2.5',
      (text) => text.replaceAll('[OK]', '✔ ').replaceAll('[!!]', '✘ ').replaceAll('[--]', 'ℹ '),
    ],
  ])('%s', (_how, change) => {
    expect(read(change(tuner)).values).toMatchObject(meant);
  });

  test('the older order of pool and data, and the older count of reads', () => {
    expect(read('[!!] InnoDB data size / buffer pool: 17.0M/8.0M').values).toEqual({
      innodb_buffer_pool_size: '8388608',
    });
    expect(read('[!!] InnoDB Read buffer efficiency: 0% (18495 hits/ 1692913280 total)').values).toEqual({
      Innodb_buffer_pool_read_requests: '1692913280',
      Innodb_buffer_pool_reads: '18495',
    });
  });

  test('a server that answers itself wins over what the report rounds', () => {
    const found = read(`${tuner}\nopen_files_limit 5000\nmax_connections 300\n`);
    expect(found.values).toMatchObject({ max_connections: '300', Open_tables: '400' });
  });

  test('its advice is not taken for settings', () => {
    const found = read(`${tuner}
Variables to adjust:
    query_cache_size (>= 8M)
    join_buffer_size (> 128.0K, or always use indexes with joins)
    innodb_buffer_pool_size (>= 22G) if possible.
`);
    expect(found.values).not.toHaveProperty('query_cache_size');
    expect(found.values).not.toHaveProperty('join_buffer_size');
    expect(found.values.innodb_buffer_pool_size).toBe(String(20 * 1024 ** 3));
  });

  test('as a snapshot: declared values win, rounded counters are named so', async () => {
    const folder = await folderOf({ 'report.txt': tuner });
    const { snapshot, outcome } = await runImport(folder, { declaredHost: { memoryBytes: 64 * 1024 ** 3 } });
    expect(snapshot.server).toMatchObject({
      flavour: 'mariadb',
      version: [10, 1, 47],
      uptimeSeconds: 296_811,
    });
    expect(snapshot.host.memoryBytes).toMatchObject({ origin: 'declared' });
    expect(snapshot.host.dataBytes).toMatchObject({ origin: 'imported' });
    expect(outcome.remarks.join()).toMatch(/\d+ counters are rounded/);
  });
});

describe('the status and the advisor of phpMyAdmin', () => {
  const advisor = `This MySQL server has been running for 10 days, 2 hours, 3 minutes and 4 seconds. It started up on Dec 17, 2021.
Questions since startup: 1,234,567
Issue:
The rate of opening tables is high.
Justification:
Opened table rate: 2.51 per minute, this value should be less than 10 per hour
Used variable / formula:
Opened_tables / Uptime
Issue:
Justification: Rate of reading next table row: 52,329.1 per second, this value should be less than 1 per hour
Used variable / formula: Handler_read_rnd_next / Uptime
`;
  test('rates over the time since start become counters', () => {
    const seconds = 10 * 86_400 + 2 * 3600 + 3 * 60 + 4;
    expect(read(advisor)).toMatchObject({
      report: 'phpMyAdmin',
      values: {
        Uptime: String(seconds),
        Questions: '1234567',
        Opened_tables: String(Math.round((2.51 / 60) * seconds)),
        Handler_read_rnd_next: String(Math.round(52_329.1 * seconds)),
      },
    });
  });

  test('without the time since start a rate is no counter', () => {
    expect(read(advisor.slice(advisor.indexOf('Questions'))).values).toEqual({ Questions: '1234567' });
  });

  test('names with blanks, as its page of variables has them', () => {
    expect(read('innodb buffer pool size\t128 MiB\nmax connections\t151').values).toEqual({
      innodb_buffer_pool_size: '134217728',
      max_connections: '151',
    });
  });
});

test('the report of tuning-primer', () => {
  const found = read(`MEMORY USAGE
Physical Memory : 47.03 G
Current table_open_cache = 1024 tables
You have 1024 open tables.
Current join_buffer_size = 20.00 M
You have had 42247 queries where a join could not use an index properly
Current thread_cache_size = 9
Historic max_used_connections = 77
`);
  expect(found.values).toEqual({
    table_open_cache: '1024',
    Open_tables: '1024',
    join_buffer_size: '20971520',
    Select_full_join: '42247',
    thread_cache_size: '9',
    Max_used_connections: '77',
  });
});

describe('mysqlreport', () => {
  const report = `MySQL 5.0.3              uptime 10 0:34:26       Fri Sep  1 19:46:02 2006

__ Key _________________________________________________________________
Buffer used   380.00k of 512.00M  %Used:   0.07
__ Questions ___________________________________________________________
Total          98.06k    47.46/s
  COM_QUIT        200     0.10/s            0.20
Slow 5 s            3     0.00/s            0.00  %DMS:   0.00  Log:  ON
__ Query Cache _________________________________________________________
Memory usage   17.81M of  32.00M  %Used:  55.66
Prunes         33.46k    16.20/s
__ Connections _________________________________________________________
Max used           77 of  600      %Max:  12.83
Total             202     0.10/s
__ Created Temp ________________________________________________________
Disk table         10     0.00/s
Table              26     0.01/s    Size:   4.0M
__ Threads _____________________________________________________________
Running            55 of   77
Cached              0 of    8      %Hit:   0.5
__ InnoDB Buffer Pool __________________________________________________
Usage           1.50G of   2.00G  %Used:  75.00
`;
  const values = {
    version: '5.0.3',
    Uptime: String(10 * 86_400 + 34 * 60 + 26),
    key_buffer_size: String(512 * 1024 ** 2),
    Questions: '98060',
    Slow_queries: '3',
    query_cache_size: String(32 * 1024 ** 2),
    Qcache_lowmem_prunes: '33460',
    Max_used_connections: '77',
    max_connections: '600',
    Connections: '202',
    Created_tmp_disk_tables: '10',
    Created_tmp_tables: '26',
    tmp_table_size: String(4 * 1024 ** 2),
    Threads_running: '55',
    Threads_connected: '77',
    Threads_cached: '0',
    thread_cache_size: '8',
    innodb_buffer_pool_size: String(2 * 1024 ** 3),
  };

  test('the same words mean another thing in another section', () => {
    expect(read(report)).toMatchObject({ report: 'mysqlreport' });
    expect(read(report).values).toEqual(values);
  });

  test('with numbers before its lines, as its guide prints it', () => {
    const numbered = report.split('\n').map((line, index) => `${String(index + 1).padStart(4)} ${line}`);
    expect(read(numbered.join('\n')).values).toEqual(values);
  });
});

test('the table of connections of phpMyAdmin, which says over what time they were counted', () => {
  const found = read(`Connections\tø per hour\t%
max. concurrent connections\t16\t--- \t---
Failed attempts\t1 \t0.03 \t0.02%
Aborted\t6,150 \t162.6 \t96.62%
Total\t6,365 \t168.29 \t100.00%`);
  expect(found.values).toEqual({
    Max_used_connections: '16',
    Aborted_connects: '1',
    Aborted_clients: '6150',
    Connections: '6365',
    Uptime: '136158',
  });
});

test('single lines of MySQLTuner that lost their marks', () => {
  const found = read(`The only issue that shows:
InnoDB Read buffer efficiency: 100.00% (7556313946 hits / 7556546693 total)
InnoDB log waits: 0.00% (0 waits / 2771386 writes)
Maximum possible memory usage: 776.4G (1237.14% of installed RAM)
`);
  expect(found.values).toEqual({
    Innodb_buffer_pool_read_requests: '7556546693',
    Innodb_buffer_pool_reads: '232747',
    Innodb_log_waits: '0',
    Innodb_log_writes: '2771386',
  });
  expect(found.host).toMatchObject({ memoryBytes: expect.closeTo(62.757 * 1024 ** 3, -7) });
});

test('the memory that a report states wins over what follows from its shares', () => {
  const found = read(`[--] Physical Memory     : 62.0G
[!!] Maximum possible memory usage: 776.4G (1237.14% of installed RAM)`);
  expect(found.host).toMatchObject({ memoryBytes: 62 * 1024 ** 3 });
});

test('the lines of an error log about a full redo log', () => {
  expect(
    read(`InnoDB: ERROR: the age of the last checkpoint is 90608129,
InnoDB: which exceeds the log group capacity 90593280.`).values,
  ).toEqual({ Innodb_checkpoint_age: '90608129', Innodb_checkpoint_max_age: '90593280' });
});

test('the line of mysqladmin status and of the status command of a client', () => {
  expect(
    read(
      'Server version:\t\t5.7.22-22-log Percona Server (GPL), Release 22\nUptime: 31225  Threads: 26  Questions: 144071  Slow queries: 1  Opens: 182  Flush tables: 1  Open tables: 64',
    ).values,
  ).toMatchObject({ version: '5.7.22-22-log', Uptime: '31225', Questions: '144071', Opened_tables: '182' });
});

test.each(publishedCases('worked').filter(({ report }) => report !== undefined))(
  'the report of $id gives what the case states',
  ({ report = '', variables = {}, status = {} }) => {
    const found = read(report).values;
    for (const [name, value] of Object.entries({ ...variables, ...status }))
      if (name in found) expect([name, found[name]]).toEqual([name, String(value)]);
  },
);

test('no text breaks the reader, and it takes time in proportion to its length', () => {
  const pieces = fc.constantFrom(
    ...tuner.split('\n'),
    ...[
      '[OK] ',
      '[--] Up for: ',
      '(',
      ')',
      ' ',
      '\t',
      '|',
      '9'.repeat(50),
      'M',
      '% ',
      'Uptime',
      '/',
      ':',
      '<td>',
      '&nbsp;',
      '\u001b[',
      "'",
    ],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), fc.constantFrom('', ' ', '\n'), (parts, separator) => {
      expect(() => read(parts.join(separator))).not.toThrow();
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['blanks', ' '.repeat(200_000)],
  ['bars', '| '.repeat(100_000)],
  ['open tags', '<'.repeat(200_000)],
  ['tags', '<td>'.repeat(50_000)],
  ['quotations', '> '.repeat(100_000)],
  ['a name and digits', `Uptime ${'1,'.repeat(100_000)}`],
  ['equals signs', 'a_b='.repeat(50_000)],
  ['quotes', `max_connections = "${'a"'.repeat(5_000)}`],
  ['escapes', '\u001b['.repeat(100_000)],
  ['numbers of a report', `[OK] Slow queries: ${'1'.repeat(100_000)}% (`],
])('a line of %s is read once', (_what, line) => {
  // What takes quadratic time over 200,000 characters does not end within the limit of a test.
  expect(() => read(`${line}\n${line}`)).not.toThrow();
});
