import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importPaste } from './pasted';
import { forms, frame, type Pairs } from './presentations';
import { values } from './run-import';

const number = fc.bigInt(0n, 2n ** 63n).map(String);
const settings: Record<string, fc.Arbitrary<string>> = {
  innodb_buffer_pool_size: number,
  max_connections: fc.integer({ min: 1, max: 100_000 }).map(String),
  table_open_cache: number,
  thread_cache_size: number,
  long_query_time: fc.constantFrom('10.000000', '0.500000', '2.000000'),
  sql_mode: fc.constantFrom('STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', 'ONLY_FULL_GROUP_BY,NO_ZERO_DATE'),
  query_cache_type: fc.constantFrom('ON', 'OFF'),
  version: fc.constantFrom('8.0.36', '10.6.14-MariaDB-log', '5.5.62'),
};
const counters: Record<string, fc.Arbitrary<string>> = {
  Aborted_clients: number,
  Uptime: fc.integer({ min: 1, max: 2 ** 31 }).map(String),
  Opened_tables: number,
  Innodb_buffer_pool_read_requests: number,
  Threads_running: number,
  Questions: number,
};
const some = (all: Record<string, fc.Arbitrary<string>>) =>
  fc
    .record(all, { requiredKeys: [] })
    .map((made): Pairs => Object.entries(made).map(([name, value]) => [name, value ?? '']));
const both = fc
  .tuple(some(settings), some(counters))
  .filter(([variables, status]) => variables.length + status.length >= 3);

const monitor = [
  '=====================================',
  '2026-11-21 12:00:00 0x7f12 INNODB MONITOR OUTPUT',
  '=====================================',
  'Per second averages calculated from the last 20 seconds',
  '---',
  'LOG',
  '---',
  'Log sequence number          1000000',
  'Last checkpoint at           900000',
  '----------------------------',
  'END OF INNODB MONITOR OUTPUT',
  '============================',
].join('\n');

async function pasted(text: string) {
  const { snapshot } = await importPaste(text);
  const of = (section: string) =>
    snapshot.sections[section]?.status === 'ok' ? Object.fromEntries(values(snapshot, section)) : {};
  return { variables: of('variables'), status: of('status'), snapshot };
}

test.each(Object.entries(forms))('%s: any table reads back to its values', async (_name, write) => {
  await fc.assert(
    fc.asyncProperty(both, fc.boolean(), async ([variables, status], apart) => {
      const text = apart
        ? [variables, status].flatMap((part) => (part.length > 0 ? [write(part)] : [])).join('\n\n')
        : write([...variables, ...status]);
      const found = await pasted(text);
      expect(found.variables).toEqual(Object.fromEntries(variables));
      expect(found.status).toEqual(Object.fromEntries(status));
    }),
    { numRuns: 25 },
  );
});

test('a dictionary of Python: names in quotes count, words of prose do not', async () => {
  const found = await pasted(
    "Uptime is fine I think. {'Uptime': '2592000', 'Questions': '90000000', 'Open_tables': '400', 'table_open_cache': '400'}",
  );
  expect(found.status).toEqual({ Uptime: '2592000', Questions: '90000000', Open_tables: '400' });
  expect(found.variables).toEqual({ table_open_cache: '400' });
});

test('settings that SELECT gives as columns', async () => {
  const one = [
    '+-----------------------------+',
    '| @@GLOBAL.max_connections |',
    '+-------+',
    '| 151 |',
    '+------+',
  ];
  const two = [
    'mysql> SELECT @@version, @@innodb_adaptive_hash_index, @@global.long_query_time, @@sql_mode;',
    '+-----------+------------------------------+---------------------------+------------+',
    '| @@version | @@innodb_adaptive_hash_index | @@global.long_query_time  | @@sql_mode |',
    '+-----------+------------------------------+---------------------------+------------+',
    '| 5.7.30    |                            1 |                  0.500000 |            |',
    '+-----------+------------------------------+---------------------------+------------+',
    '1 row in set (0,000 sec)',
  ];
  const found = await pasted([...one, '', ...two, '', 'and Uptime is 12'].join('\n'));
  expect(found.variables).toEqual({
    max_connections: '151',
    version: '5.7.30',
    innodb_adaptive_hash_index: '1',
    long_query_time: '0.500000',
    sql_mode: '',
  });
});

test.each([
  [
    'a whole answer on one line',
    '+-----------------+-------+ | Variable_name | Value | +-----------------+-------+ | max_connections | 300 | | wait_timeout | 60 | +-----------------+-------+',
  ],
  [
    'a whole answer on one line, with a third column',
    '| Variable_name | Value | Source | | max_connections | 300 | compiled | | wait_timeout | 60 | compiled |',
  ],
  [
    'two lists beside each other',
    '| Name | Value | Name | Value |\n|---|---|---|---|\n| max_connections | 300 | wait_timeout | 60 |\n| other | 1 | none | 2 |',
  ],
  [
    'another column of names before that of the variables',
    '| Name | Variable | Value |\n|---|---|---|\n| db1 | max_connections | 300 |\n| db1 | wait_timeout | 60 |',
  ],
])('columns are read whatever the shape of the table: %s', async (_name, text) => {
  const found = await pasted(`${text}\n\nthread_cache_size = 9\n`);
  expect(found.variables).toEqual({ max_connections: '300', wait_timeout: '60', thread_cache_size: '9' });
});

test('a setting that SELECT divides is whole again', async () => {
  const found = await pasted(
    [
      '+-------------------------------------+--------------------------+------------------------+',
      '| @@innodb_buffer_pool_size/1024/1024 | @@sort_buffer_size/1024  | @@max_connections*2    |',
      '+-------------------------------------+--------------------------+------------------------+',
      '|                        128.00000000 |                 256.0000 |               302.0000 |',
      '+-------------------------------------+--------------------------+------------------------+',
      '',
      '+----------------------------+',
      '| @@max_heap_table_size/1024 |',
      '+----------------------------+',
      '|                 16384.0000 |',
      '+----------------------------+',
    ].join('\n'),
  );
  expect(found.variables).toEqual({ max_heap_table_size: '16777216' });
});

test('what the client prints of the status in its own words', async () => {
  const found = await pasted(
    [
      'Server version:\t\t8.0.29 MySQL Community Server - GPL',
      'Uptime:\t\t\t12 days 3 hours 1 min 2 sec',
      '',
      'Threads: 2  Questions: 4181021  Slow queries: 7  Opens: 512  Flush tables: 3  Open tables: 401  Queries per second avg: 3.991',
    ].join('\n'),
  );
  expect(found.status).toEqual({
    Uptime: String(12 * 86_400 + 3 * 3600 + 62),
    Threads_connected: '2',
    Questions: '4181021',
    Slow_queries: '7',
    Opened_tables: '512',
    Open_tables: '401',
  });
});

test.each([
  'Threads: 2  Questions: 12 of them are open',
  'Uptime: the site is up for 12 days',
  'Open tables: 401',
])('words of the client within prose are none: %s', async (line) => {
  const found = await pasted(`${line}\n\nthread_cache_size = 9\n`);
  expect(found.status).toEqual({});
});

test('counts that a page rounds, and sizes that it writes twice', async () => {
  const found = await pasted(
    [
      'Innodb buffer pool reads\t432 M\tThe number of logical reads that InnoDB could not satisfy.',
      'Innodb buffer pool pages total\t8.2 k\tTotal size of buffer pool, in pages.',
      'Innodb data read\t1.5 GiB\tThe amount of data read so far, in bytes.',
      'innodb_buffer_pool_size      1,073,741,824   (1.00 GB)',
      'innodb_redo_log_capacity       536,870,912   (512 MB)',
    ].join('\n'),
  );
  expect(found.status).toEqual({
    Innodb_buffer_pool_reads: '432000000',
    Innodb_buffer_pool_pages_total: '8200',
    Innodb_data_read: '1610612736',
  });
  expect(found.variables).toEqual({
    innodb_buffer_pool_size: '1073741824',
    innodb_redo_log_capacity: '536870912',
  });
});

test('a parameter that is computed by the service is no value', async () => {
  const found = await pasted(
    [
      '|| ParameterName | ParameterValue | Source ||',
      '|| innodb_buffer_pool_size | {DBInstanceClassMemory*3/4} | system ||',
      '|| general_log | 1 | user ||',
    ].join('\n'),
  );
  expect(found.variables).toEqual({ general_log: '1' });
});

test.each([
  ['top', 'MiB Mem :  15905.2 total,    131.7 free,  15622.0 used,    151.5 buff/cache', 15905.2 * 2 ** 20],
  ['top of long ago', 'Mem: 16318504k total, 7863412k used, 8455092k free, 322048k buffers', 16318504 * 1024],
  ['meminfo', 'MemTotal:       65764440 kB', 65764440 * 1024],
  [
    'free -m',
    '              total        used        free\nMem:           3955        3838         117',
    3955 * 2 ** 20,
  ],
  [
    'free',
    '              total        used        free\nMem:       16318504     7863412     8455092',
    16318504 * 1024,
  ],
  [
    'free -m of a large machine',
    '              total        used        free      shared  buff/cache   available\nMem:         257587      143211       22177         311       92199      112003',
    257587 * 2 ** 20,
  ],
  [
    'free of a small machine',
    '              total        used        free      shared  buff/cache   available\nMem:         482904      301228       42012        1208      139664      164876',
    482904 * 1024,
  ],
  ['free -h', 'Mem:            31Gi        14Gi       1.2Gi', 31 * 2 ** 30],
  ['prose', 'total RAM                    1,846 MB', 1846 * 2 ** 20],
])('the memory of the machine from %s', async (_name, text, bytes) => {
  const { snapshot } = await pasted(`max_connections = 100\n${text}\nCPU(s):                32\n`);
  expect(snapshot.host.memoryBytes).toMatchObject({ value: Math.round(bytes) });
  expect(snapshot.host.cpus).toMatchObject({ value: 32 });
});

test('the state of a replica as a post quotes it, cut and with prose around it', async () => {
  const { snapshot } = await pasted(
    [
      'This is the result of show slave status.',
      '',
      '             Slave_IO_State: Waiting for master to send event',
      '        Read_Master_Log_Pos: 148220048',
      '           Slave_IO_Running: Yes',
      '          Slave_SQL_Running: Yes',
      '     Replicate_Ignore_Table: ____',
      '        Exec_Master_Log_Pos: 148035282',
      '      Seconds_Behind_Master: 540',
      '        SQL_Remaining_Delay: NULL',
      '',
      'What can I do: buy disks?',
    ].join('\n'),
  );
  expect(snapshot.sections.replication?.data?.end?.table).toEqual({
    columns: [
      'SLAVE_IO_STATE',
      'READ_MASTER_LOG_POS',
      'SLAVE_IO_RUNNING',
      'SLAVE_SQL_RUNNING',
      'REPLICATE_IGNORE_TABLE',
      'EXEC_MASTER_LOG_POS',
      'SECONDS_BEHIND_MASTER',
      'SQL_REMAINING_DELAY',
    ],
    rows: [['Waiting for master to send event', '148220048', 'Yes', 'Yes', '____', '148035282', '540', null]],
  });
});

test('a process list of which columns were cut away', async () => {
  const { snapshot } = await pasted(
    [
      '+----+---+-------+---------------------------------+------------------------+',
      '| Id |...| Time  | State                           | Info                   |',
      '+----+---+-------+---------------------------------+------------------------+',
      '|  1 |...|  1653 |                                 | NULL                   |',
      '|  3 |...| 18012 | Waiting for table metadata lock | alter table t1 rename  |',
      '+----+---+-------+---------------------------------+------------------------+',
    ].join('\n'),
  );
  expect(snapshot.sections.processlist?.data?.end?.table?.rows.map((row) => row.slice(4, 7))).toEqual([
    ['Sleep', '1653', ''],
    ['Query', '18012', 'Waiting for table metadata lock'],
  ]);
});

test('the server that a comment of my.cnf or the image of a container names', async () => {
  const file = await pasted('# MySQL 8.0.34, our shop\n[mysqld]\nmax_connections=300\n');
  expect(file.snapshot.server.versionText).toMatch(/^8\.0\.34/);
  const compose = await pasted(
    'services:\n  db:\n    image: mariadb:10.11.6\n    command: --max-connections=300\n',
  );
  expect(compose.snapshot.server).toMatchObject({ flavour: 'mariadb' });
  expect(compose.snapshot.server.versionText).toMatch(/^10\.11\.6/);
});

test('SHOW ENGINE INNODB STATUS between them is kept apart', async () => {
  const variables = [
    ['max_connections', '151'],
    ['table_open_cache', '400'],
  ] as const;
  const status = [
    ['Uptime', '90000'],
    ['Questions', '12'],
    ['Opened_tables', '7'],
  ] as const;
  const found = await pasted(`${frame(variables)}\n\n${monitor}\n\n${frame(status)}`);
  expect(found.variables).toEqual(Object.fromEntries(variables));
  expect(found.status).toEqual(Object.fromEntries(status));
  expect(found.snapshot.sections['innodb-status']).toMatchObject({ status: 'ok' });
});

const cnf = [
  '[client]',
  'port = 3306',
  '',
  '# tuned in spring',
  '[mysqld]',
  'innodb_buffer_pool_size = 128M',
  'max-connections=1000   # was 151',
  'skip-name-resolve',
  '',
  '[mysqldump]',
  'max_allowed_packet = 16M',
].join('\n');

test('my.cnf and the status in one post: both are read, and options of other programs are not', async () => {
  const status = frame([
    ['Uptime', '90000'],
    ['Max_used_connections', '200'],
    ['Opened_tables', '7'],
  ]);
  const found = await pasted(`Hello, my server is slow.\n\n${cnf}\n\nThanks, and the status:\n${status}\n`);
  expect(found.variables).toEqual({
    innodb_buffer_pool_size: '134217728',
    max_connections: '1000',
    skip_name_resolve: 'ON',
  });
  expect(found.status).toEqual({ Uptime: '90000', Max_used_connections: '200', Opened_tables: '7' });
});

test('what the server itself says stands before what my.cnf says', async () => {
  const variables = frame([
    ['max_connections', '214'],
    ['table_open_cache', '400'],
  ]);
  const found = await pasted(`${cnf}\n\nmysql> SHOW VARIABLES;\n${variables}\n`);
  expect(found.variables).toMatchObject({
    max_connections: '214',
    table_open_cache: '400',
    innodb_buffer_pool_size: '134217728',
  });
});

test('parts of the status, one after the other, are one reading', async () => {
  const part = (pairs: Pairs) =>
    `mysql> SHOW GLOBAL STATUS LIKE 'x%';\n${frame(pairs)}\n1 row in set (0.00 sec)\n`;
  const found = await pasted(
    [part([['Qcache_hits', '10']]), part([['Threads_created', '9']]), part([['Opened_tables', '8']])].join(
      '\n',
    ),
  );
  expect(found.status).toEqual({ Qcache_hits: '10', Threads_created: '9', Opened_tables: '8' });
  expect(found.snapshot.windowSeconds).toBeNull();
});

test('the pages of the buffer pool stand for its size', async () => {
  const found = await pasted(
    frame([
      ['Innodb_buffer_pool_pages_total', '512'],
      ['Innodb_page_size', '16384'],
      ['Uptime', '99'],
    ]),
  );
  expect(found.variables).toEqual({ innodb_buffer_pool_size: '8388608' });
});

test('numbers after a dash, with their size in words', async () => {
  const found = await pasted(
    'key_buffer_size \u2013 16777216 (16M)\n\nKey_read_requests - 597579931\nKey_reads - 53832731',
  );
  expect(found.variables).toEqual({ key_buffer_size: '16777216' });
  expect(found.status).toEqual({ Key_read_requests: '597579931', Key_reads: '53832731' });
});

test('a report of MySQLTuner 2.2 that prints 0B beside the data states the pool elsewhere', async () => {
  const found = await pasted(
    '[OK] InnoDb Buffer Pool size ( 37.0G ) under limit for 64 bits architecture: (17179869184.0G )\n[OK] InnoDB buffer pool / data size: 0B / 34.2G\n',
  );
  expect(found.variables).toEqual({ innodb_buffer_pool_size: String(37 * 2 ** 30) });
  expect(found.snapshot.host.dataBytes?.value).toBe(Math.round(34.2 * 2 ** 30));
});
