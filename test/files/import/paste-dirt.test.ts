import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LatchkeyError } from '../../../src/shared/base/error';
import { sectionRows } from '../../../src/shared/snapshot';
import { importPaste } from './pasted';
import { forms, type Pairs } from './presentations';
import { values } from './run-import';

const variables = [
  ['innodb_buffer_pool_size', '8589934592'],
  ['innodb_log_file_size', '536870912'],
  ['max_connections', '500'],
  ['table_open_cache', '4000'],
  ['long_query_time', '2.000000'],
  ['innodb_flush_method', 'O_DIRECT'],
  ['slow_query_log', 'ON'],
] as const;
const status = [
  ['Aborted_clients', '1204'],
  ['Created_tmp_disk_tables', '39112004'],
  ['Innodb_buffer_pool_read_requests', '151234567890'],
  ['Innodb_buffer_pool_reads', '9331200441'],
  ['Opened_tables', '81220331'],
  ['Threads_connected', '211'],
  ['Uptime', '2592000'],
] as const;
const both: Pairs = [...variables, ...status];

/** What happens to a text between the server and the box that it is pasted into. */
interface Dirt {
  name: string;
  on(text: string): string;
  /** Names may be missing, and none may be wrong: the text was cut. */
  cuts?: true;
  /** Makes nothing of these forms: whoever reads them cannot tell. */
  not?: RegExp;
}

const eachLine = (text: string, make: (line: string) => string) => text.split('\n').map(make).join('\n');

const dirts: readonly Dirt[] = [
  { name: 'quoted in a mail', on: (text) => eachLine(text, (line) => `> ${line}`) },
  { name: 'quoted twice', on: (text) => eachLine(text, (line) => `> > ${line}`) },
  { name: 'indented', on: (text) => eachLine(text, (line) => `    ${line}`) },
  { name: 'in a fence', on: (text) => `\`\`\`sql\n${text}\n\`\`\`` },
  { name: 'line ends of Windows', on: (text) => text.replaceAll('\n', '\r\n') },
  {
    name: 'blanks that do not break',
    on: (text) => text.replaceAll('  ', '\u00a0 '),
    // Columns without separators stand at places that such blanks keep.
  },
  { name: 'blanks at the ends', on: (text) => eachLine(text, (line) => `${line}   `) },
  {
    name: 'empty lines between',
    on: (text) => text.replaceAll('\n', '\n\n'),
    not: /terminal|mail|a cell a line|vertical/,
  },
  {
    name: 'prose around',
    on: (text) =>
      `Hello, our server has been slow since Monday. What should we change?\n\n${text}\n\nThanks in advance, it is urgent.\n`,
  },
  {
    name: 'escaped for HTML',
    on: (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    not: /HTML|XML/,
  },
  {
    name: 'a command before',
    on: (text) => `$ mysql -h db1 -e "show global status; show global variables"\n${text}`,
  },
  {
    name: 'without its first line',
    on: (text) => text.slice(text.indexOf('\n') + 1),
    cuts: true,
    not: /CSV grid|workbench|AWS|Azure|one line|in one|HTML of the client|psql/,
  },
  {
    name: 'without its last line',
    on: (text) => text.slice(0, Math.max(0, text.lastIndexOf('\n'))),
    cuts: true,
  },
  { name: 'a zero-width space in front', on: (text) => `\ufeff${text}` },
];

async function pasted(text: string) {
  const { snapshot, outcome } = await importPaste(text);
  const of = (section: string) =>
    snapshot.sections[section]?.status === 'ok' ? Object.fromEntries(values(snapshot, section)) : {};
  return { variables: of('variables'), status: of('status'), snapshot, remarks: outcome.remarks };
}

/** What was read: the values that are wrong, and the names that are missing. */
async function judged(text: string): Promise<{ wrong: string[]; missing: string[] }> {
  const found = await pasted(text).catch((error: unknown) => {
    if (error instanceof LatchkeyError && error.code === 'file-unreadable')
      return { variables: {}, status: {} };
    throw error;
  });
  const all = { ...found.variables, ...found.status };
  const expected = Object.fromEntries(both);
  return {
    wrong: Object.entries(all).flatMap(([name, value]) =>
      expected[name] === value ? [] : [`${name} = ${value}`],
    ),
    missing: both.flatMap(([name]) => (name in all ? [] : [name])),
  };
}

test.each(Object.entries(forms))('%s: pasted with any dirt, and any two of it', async (form, write) => {
  const text = write(both);
  // Of a text of one line a cut takes all.
  const isOneLine = !text.includes('\n');
  const fits = dirts.filter(({ not, cuts }) => not?.test(form) !== true && !(isOneLine && cuts === true));
  const pairs = fits.flatMap((one) =>
    fits.filter((other) => other !== one).map((other) => [one, other] as const),
  );
  const sampled =
    fc.sample(fc.shuffledSubarray(pairs, { minLength: 12, maxLength: 12 }), {
      numRuns: 1,
      seed: 20261124,
    })[0] ?? [];
  const tries = [...fits.map((one) => [one] as const), ...sampled];
  for (const combined of tries) {
    const dirty = combined.reduce((made, { on }) => on(made), text);
    const { wrong, missing } = await judged(dirty);
    const cut = combined.filter(({ cuts }) => cuts === true).length;
    const label = `${form}, ${combined.map(({ name }) => name).join(', then ')}`;
    expect({ label, wrong }).toEqual({ label, wrong: [] });
    // A line holds one name, or all of them.
    expect({ label, missing: cut > 0 && missing.length <= 2 * cut ? [] : missing }).toEqual({
      label,
      missing: [],
    });
  }
});

/** Separators that pages and locales put between thousands. */
const separators = [',', '.', "'", ' ', '\u00a0', '\u202f'];

test.each(separators)('numbers with %j between thousands are the same numbers', async (separator) => {
  const grouped = (value: string) =>
    /^\d{4,}$/.test(value) ? value.replaceAll(/\B(?=(?:\d{3})+$)/g, separator) : value;
  for (const write of [
    (pairs: Pairs) => pairs.map(([name, value]) => `${name}: ${value}`).join('\n'),
    (pairs: Pairs) => pairs.map(([name, value]) => `| ${name} | ${value} |`).join('\n'),
    (pairs: Pairs) => pairs.map(([name, value]) => `${name}\t${value}`).join('\n'),
    (pairs: Pairs) => pairs.map(([name, value]) => `${name} = ${value}`).join('\n'),
  ]) {
    const text = write(both.map(([name, value]) => [name, grouped(value)] as const));
    const { wrong, missing } = await judged(text);
    // A point before three digits is a fraction where a variable may have one.
    const unsure = separator === '.' ? ['table_open_cache = 4.000'] : [];
    expect({ text, wrong: wrong.filter((one) => !unsure.includes(one)), missing }).toEqual({
      text,
      wrong: [],
      missing: [],
    });
  }
});

test('a last row that was cut within its value says nothing of that value', async () => {
  const text = forms.frame?.(both) ?? '';
  const upToUptime = text.slice(0, text.indexOf('2592000') + 4);
  const { wrong, missing } = await judged(upToUptime);
  expect(wrong).toEqual([]);
  expect(missing).toEqual(['Uptime']);
});

test('variables, and status with prose between them, in two forms', async () => {
  for (const [first, write] of Object.entries(forms).filter(
    ([name]) => !/HTML|XML|AWS|Azure|CSV grid/.test(name),
  )) {
    const text = `These are the settings:\n\n${write(variables)}\n\nAnd after a day of load I see:\n\n${status
      .map(([name, value]) => `${name} = ${value}`)
      .join('\n')}\n`;
    const { wrong, missing } = await judged(text);
    expect({ first, wrong, missing }).toEqual({ first, wrong: [], missing: [] });
  }
});

const processes = [
  [
    '101',
    'app',
    '10.0.0.7:4411',
    'shop',
    'Query',
    '12',
    'Waiting for table metadata lock',
    'ALTER TABLE a ADD b INT',
  ],
  ['102', 'app', '10.0.0.7:4412', 'shop', 'Sleep', '4100', '', 'NULL'],
  [
    '103',
    'repl',
    '10.0.0.9:5001',
    'NULL',
    'Binlog Dump',
    '99211',
    'Source has sent all binlog to replica',
    'NULL',
  ],
] as const;
const processHeading = ['Id', 'User', 'Host', 'db', 'Command', 'Time', 'State', 'Info'];

function drawn(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const border = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`;
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [heading = [], ...others] = rows;
  return [border, line(heading), border, ...others.map(line), border].join('\n');
}

const keep = (names: readonly string[], heading = processHeading) => [
  heading.filter((_, at) => names.includes(processHeading[at] ?? '')),
  ...processes.map((row) => row.filter((_, at) => names.includes(processHeading[at] ?? ''))),
];

/** Process lists as people have them; which columns each still holds. */
const lists: Record<string, { text: string; columns: readonly string[] }> = {
  drawn: { text: drawn([processHeading, ...processes]), columns: processHeading },
  'without Command': {
    text: drawn(keep(['Id', 'User', 'Time', 'State', 'Info'])),
    columns: ['Id', 'User', 'Time', 'State', 'Info'],
  },
  'without Info': {
    text: drawn(keep(['Id', 'User', 'Command', 'Time', 'State'])),
    columns: ['Id', 'User', 'Command', 'Time', 'State'],
  },
  'of sys.processlist': {
    text: drawn(
      keep(
        ['Id', 'User', 'Command', 'Time', 'State', 'Info'],
        ['conn_id', 'user', '-', '-', 'command', 'time', 'state', 'current_statement'],
      ),
    ),
    columns: ['Id', 'User', 'Command', 'Time', 'State', 'Info'],
  },
  'rows between commas': { text: processes.map((row) => row.join(',')).join('\n'), columns: processHeading },
  'rows between tabs, no heading': {
    text: processes.map((row) => row.join('\t')).join('\n'),
    columns: processHeading,
  },
  'columns apart by blanks': {
    text: [processHeading, ...processes]
      .map((row) => row.map((cell, at) => cell.padEnd(at === 6 ? 40 : 22)).join(' '))
      .join('\n'),
    columns: processHeading,
  },
  'tabs that became single blanks': {
    text: [processHeading, ...processes].map((row) => row.join(' ')).join('\n'),
    columns: processHeading,
  },
  'rows between bars, no border': {
    text: processes.map((row) => `| ${row.join(' | ')} |`).join('\n'),
    columns: processHeading,
  },
  vertical: {
    text: processes
      .map(
        (row, index) =>
          `*************************** ${index + 1}. row ***************************\n${row.map((cell, at) => `${(processHeading[at] ?? '').padStart(8)}: ${cell}`).join('\n')}`,
      )
      .join('\n'),
    columns: processHeading,
  },
};

test.each(Object.entries(lists))(
  'a process list, %s: each session is what it was',
  async (_name, { text, columns }) => {
    for (const dirty of [
      text,
      text.replaceAll('\n', '\r\n'),
      eachLine(text, (line) => `> ${line}`),
      `Here it is:\n\n${text}\n\nmax_connections = 500\n`,
    ]) {
      const { snapshot } = await pasted(dirty);
      const table = snapshot.sections.processlist?.data?.end?.table;
      const cell = (row: readonly unknown[], name: string) =>
        row[table?.columns.indexOf(name.toUpperCase()) ?? -1];
      expect(table?.rows.map((row) => [cell(row, 'ID'), cell(row, 'TIME')])).toEqual(
        processes.map((row) => [row[0], row[5]]),
      );
      // A thread of replication or of nothing to do is no statement that runs.
      const busy = table?.rows
        .filter((row) => cell(row, 'COMMAND') === 'Query')
        .map((row) => cell(row, 'ID'));
      expect(busy).toEqual(['101']);
      if (columns.includes('State'))
        expect(table?.rows.map((row) => cell(row, 'STATE') ?? '')).toEqual(processes.map((row) => row[6]));
    }
  },
);

const replicas = [
  {
    Connection_name: 'crm',
    Slave_IO_State: 'Waiting for master to send event',
    Slave_IO_Running: 'Yes',
    Slave_SQL_Running: 'Yes',
    Last_Errno: '0',
    Seconds_Behind_Master: '0',
  },
  {
    Connection_name: 'shop',
    Slave_IO_State: 'Waiting for master to send event',
    Slave_IO_Running: 'Yes',
    Slave_SQL_Running: 'No',
    Last_Errno: '1062',
    Seconds_Behind_Master: 'NULL',
  },
];

test.each([
  [
    'with the numbers of rows',
    (index: number) => `*************************** ${index + 1}. row ***************************`,
  ],
  ['without them', () => ''],
  ['with prose between', (index: number) => `and this is number ${index + 1}:`],
])('the status of two sources, %s', async (_name, before) => {
  const text = replicas
    .map(
      (row, index) =>
        `${before(index)}\n${Object.entries(row)
          .map(([name, value]) => `${name.padStart(30)}: ${value}`)
          .join('\n')}`,
    )
    .join('\n');
  for (const dirty of [
    text,
    text.replaceAll('\n', '\r\n'),
    eachLine(text, (line) => `> ${line}`),
    eachLine(text, (line) => line.trimStart()),
  ]) {
    const { snapshot } = await pasted(dirty);
    const table = snapshot.sections.replication?.data?.end?.table;
    const at = (name: string) => table?.columns.indexOf(name) ?? -1;
    expect(table?.rows.map((row) => [row[at('SLAVE_SQL_RUNNING')], row[at('LAST_ERRNO')]])).toEqual([
      ['Yes', '0'],
      ['No', '1062'],
    ]);
  }
});

/** Messages of a log as terminals, containers, the journal and old servers write them. */
const logs: Record<string, string> = {
  'of MySQL 8':
    '2026-11-21T07:17:10.123456Z 0 [Warning] [MY-010140] [Server] Disk is full writing ./binlog.000881 (OS errno 28)',
  'of MariaDB':
    '2026-11-21  7:17:10 140295123512064 [Warning] mysqld: Disk is full writing \'./a.MAD\' (Errcode: 28 "No space left on device")',
  'of MySQL 5.5':
    "261121  7:17:10 [ERROR] /usr/sbin/mysqld: Disk is full writing './a.MYD' (Errcode: 28). Waiting for someone to free space...",
  'of a container':
    "db-1  | 2026-11-21T07:17:10.123456Z 0 [ERROR] [MY-000035] [Server] Disk is full writing './a' (OS errno 28 - No space left on device)",
  'of the journal':
    "Nov 21 07:17:10 db3 mysqld[1423]: 2026-11-21  7:17:10 0 [Warning] mysqld: Disk is full writing './a' (Errcode: 28)",
};

test.each(Object.entries(logs))('a message of an error log %s, beside a table', async (_name, line) => {
  for (const text of [
    `${forms.frame?.(variables)}\n\n${line}`,
    `> ${line}\n> ${line}`,
    `${line}\n\nmax_connections = 500`,
  ]) {
    const { snapshot } = await pasted(text);
    const rows = sectionRows(snapshot, 'error-log');
    expect(rows.length).toBeGreaterThan(0);
    expect(String(rows[0]?.data)).toContain('Disk is full writing');
    expect(String(rows[0]?.logged)).toMatch(/^2026-11-21T07:17:10/);
  }
});

test.each([
  ['compose', 'services:\n  db:\n    image: mysql:8.0\n    mem_limit: 2g', 2 * 2 ** 30],
  ['docker run', 'docker run --memory=2g -e X=1 mysql:8.0 --max-connections=500', 2 * 2 ** 30],
  [
    'a pod',
    '  - name: db\n    image: mysql:8.0\n    resources:\n      requests:\n        memory: 1Gi\n      limits:\n        memory: 2Gi',
    2 * 2 ** 30,
  ],
  ['facts of Ansible', '        "ansible_memtotal_mb": 64217,', 64217 * 2 ** 20],
  ['English', 'It is a dedicated server with 64 GB of RAM and 16 cores.', 64 * 2 ** 30],
  ['Spanish', 'tengo un servidor con 64 GB de RAM y 16 núcleos', 64 * 2 ** 30],
  ['French', 'un serveur dédié (64 Go de RAM, 16 cœurs)', 64 * 2 ** 30],
  ['a small one', 'MySQL on a small VPS with 512M RAM and 1 core', 512 * 2 ** 20],
  ['a heading', 'MySQL 5.7.44, 16 GB RAM, 4 cores', 16 * 2 ** 30],
  [
    'a heading with a build',
    'Percona Server 5.7.38-41, 128GB RAM, RAID10 SAS 15k x 8. Writes stall.',
    128 * 2 ** 30,
  ],
  ['a kind of machine', 'mysql 8.0.36, bare metal, 64 GB RAM, NVMe.', 64 * 2 ** 30],
  ['an amount beside processors', 'MySQL 8.0.34, 64GB, 16 cores:', 64 * 2 ** 30],
  ['a pair', 'MariaDB 10.6.12, 8 vCPU / 32GB, 500GB gp3', 32 * 2 ** 30],
  ['a pair in a sentence', 'Ours (MySQL 5.7.30) with 32 cores / 256GB does 40k qps', 256 * 2 ** 30],
  ['a heading with the storage', 'MariaDB 10.2: dedicated VM, 32GB memory, 8 vCPU, SSD', 32 * 2 ** 30],
  ['a pair at the end of a sentence', 'MySQL 8.0.34, 32 vCPU, 128GB. Inserts are slow.', 128 * 2 ** 30],
  ['a word before it, at the end', 'The server has 16 cores and memory of 64 GB.', 64 * 2 ** 30],
  ['German', 'Der Server hat 64 GB Arbeitsspeicher und 16 Kerne', 64 * 2 ** 30],
  ['Russian', 'Сервер: 64 GB ОЗУ', 64 * 2 ** 30],
  ['Chinese', '服务器内存 64G', 64 * 2 ** 30],
  ['a monitor', 'db02\tLinux: Total memory\t2024-03-11 10:00:01\t62.5 GB', 62.5 * 2 ** 30],
])('the memory of the machine as %s says it', async (_name, line, bytes) => {
  const { snapshot } = await pasted(`${line}\n\nmax_connections = 500\nUptime: 90000\n`);
  expect(snapshot.host.memoryBytes?.value).toBe(bytes);
});

test.each([
  'Would 64 GB of RAM help?',
  'Should I upgrade to 64 GB RAM?',
  'The web server has 64 GB of RAM.',
  'We migrated from a box with 64 GB RAM.',
  'One has 32 GB RAM. The other one has 64 GB RAM.',
  'each session needs 1 GB of memory',
  'swap is 64 GB of memory',
])('memory that is not the server’s is not taken: %s', async (line) => {
  const { snapshot } = await pasted(`${line}\n\nmax_connections = 500\nUptime: 90000\n`);
  expect(snapshot.host.memoryBytes?.value).not.toBe(64 * 2 ** 30);
  expect(snapshot.host.memoryBytes?.value).not.toBe(2 ** 30);
});

test.each([
  ['innodb_buffer_pool_size is 8G and Uptime 2592000', '8589934592'],
  ['El innodb_buffer_pool_size está en 8G (Uptime 2.592.000)', '8589934592'],
  ['innodb_buffer_pool_size steht auf 8G, Uptime 2592000', '8589934592'],
  ['with innodb_buffer_pool_size = 8G and innodb_io_capacity = 200', '8589934592'],
  ['innodb_buffer_pool_size is set to 8G, innodb_io_capacity = 200', '8589934592'],
  ['Should I set innodb_buffer_pool_size to 8G? innodb_io_capacity = 200', undefined],
  ['I would raise innodb_buffer_pool_size to 8G. innodb_io_capacity = 200', undefined],
  ['Try innodb_buffer_pool_size at 8G. innodb_io_capacity = 200', undefined],
])('a value in a sentence, and none of advice: %s', async (line, value) => {
  const { variables: found } = await pasted(`${line}\n`);
  expect(found.innodb_buffer_pool_size).toBe(value);
});

test.each([
  ["version: '3.7'\nservices:\n  db:\n    image: mysql:5.7.24", 'version'],
  ['innodb_buffer_pool_size = {DBInstanceClassMemory*3/4}', 'innodb_buffer_pool_size'],
])('what is no value of the server is none: %s', async (text, name) => {
  const { variables: found } = await pasted(`${text}\n\nmax_connections = 500\n`);
  expect(found).toMatchObject({ max_connections: '500' });
  expect(found[name]).toBeUndefined();
});

test('an option named in prose as the option file has it', async () => {
  const { variables: found } = await pasted(
    'the config of the snap has innodb-buffer-pool-size=1G, and max_connections=500',
  );
  expect(found).toEqual({ innodb_buffer_pool_size: '1073741824', max_connections: '500' });
});

test.each([
  ['an example of my.cnf', '# MySQL example config file for systems with 4GB of memory running mostly MySQL'],
  ['what the server takes', 'MySQL memory: 8 GB'],
  ['a use', 'At night mysqldump takes 8 GB of RAM'],
  ['a limit of another program', 'PHP has a memory limit of 512M'],
  ['a use of processors', 'mysqld keeps 1 core at 100%'],
  ['a consumption', 'The server consumes 30 GB of RAM'],
  ['a scan', 'It scans 20 GB of data'],
  ['a row', "12,app,web1,shop,Query,3,executing,INSERT INTO goods VALUES ('Server 16GB RAM 8 cores')"],
  ['a statement', "INSERT INTO goods VALUES ('Server 16GB RAM 8 cores')"],
  ['a recommendation', 'We recommend a server with 64 GB RAM'],
  ['a contradiction', 'The server has 32 GB RAM.\nThe server has 64 GB RAM.'],
  ['systemd', '     Memory: 1.2G'],
  [
    'another container',
    'services:\n  db:\n    image: mysql:8.0\n  phpmyadmin:\n    image: phpmyadmin\n    mem_limit: 512m',
  ],
  ['another command', 'docker run -m 512m --name mysql redis:7'],
])('what a text says of something else is no fact of the host: %s', async (_name, line) => {
  const { snapshot } = await pasted(`[mysqld]\nmax_connections = 500\n${line}\n\nUptime: 90000\n`);
  expect(snapshot.host.memoryBytes?.value).toBeUndefined();
  expect(snapshot.host.cpus?.value).toBeUndefined();
  expect(snapshot.host.dataBytes?.value).toBeUndefined();
});

test.each([
  ['a list of parts', '64GB RAM, 16 cores'],
  ['a sentence', 'Our server has 64 GB of RAM and 16 cores'],
])('what the machine has: %s', async (_name, line) => {
  const { snapshot } = await pasted(`${line}\n\nmax_connections = 500\n`);
  expect(snapshot.host.memoryBytes?.value).toBe(64 * 2 ** 30);
  expect(snapshot.host.cpus?.value).toBe(16);
});

test.each([
  ['a sentence', 'The server has 16 GB of RAM.', /was left out: innodb_buffer_pool_size is 24/],
  [
    'a container',
    'docker run --memory=2g mysql:8.0\nInnodb_buffer_pool_bytes_data 20000000000',
    /\(2 GiB\) was left out: the buffer pool holds 18.6 GiB/,
  ],
  [
    'a sentence of a server that is killed, and whose pool is full',
    'The server has 16 GB of RAM. It was OOM killed.\nInnodb_buffer_pool_bytes_data 20000000000',
    /was left out/,
  ],
])('a memory below what the server uses is left out: %s', async (_name, line, why) => {
  const { snapshot, remarks } = await pasted(`${line}\n\ninnodb_buffer_pool_size = 24G\n`);
  expect(snapshot.host.memoryBytes?.value).toBeUndefined();
  expect(remarks.join()).toMatch(why);
});

test.each([
  ['the limit of its container', 'docker run --memory=2g mysql:8.0', 2],
  ['of a server that is killed', 'The server has 16 GB of RAM. The OOM killer ends mysqld.', 16],
  [
    'of a server that does not start',
    'The server has 16 GB of RAM.\n\nInnoDB: Cannot allocate memory for the buffer pool',
    16,
  ],
])('a buffer pool above the memory is what the text is about: %s', async (_name, line, gib) => {
  const { snapshot } = await pasted(`${line}\n\ninnodb_buffer_pool_size = 24G\n`);
  expect(snapshot.host.memoryBytes?.value).toBe(gib * 2 ** 30);
});

test('a diff is read as the new file has it', async () => {
  const { snapshot, variables: found } = await pasted(
    [
      'The change:',
      '@@ -1,4 +1,6 @@',
      ' [mysqld]',
      '-innodb_buffer_pool_size = 128M',
      '+innodb_buffer_pool_size = 4G',
      '+max_connections = 300',
      ' wait_timeout = 600',
      '-table_open_cache = 400',
      '+table_open_cache = 4000',
      '',
      '- back_log = 90',
      '+ thread_cache_size = 9',
      '@@ -9,1 +9,4 @@',
      ' services:',
      '+  db:',
      '+    image: mysql:8.4.5',
      '+    mem_limit: 8g',
    ].join('\n'),
  );
  expect(found).toMatchObject({
    innodb_buffer_pool_size: '4294967296',
    max_connections: '300',
    wait_timeout: '600',
    table_open_cache: '4000',
    back_log: '90',
  });
  expect(snapshot.host.memoryBytes?.value).toBe(8 * 2 ** 30);
});

test.each([
  '- max_connections = 100',
  '+ max_connections = 100',
  '@@max_connections = 100',
  'On 2026-11-21 @@ 10:00\n- max_connections = 100',
])('without the heading of a diff a mark is none of it: %s', async (line) => {
  const { variables: found } = await pasted(`${line}\nwait_timeout = 600\n`);
  expect(found.max_connections === undefined || found.max_connections === '100').toBe(true);
  expect(found.wait_timeout).toBe('600');
});

test.each([
  '2026-11-21 07:18:10 [ERROR] upload failed: no space left on device /mnt/uploads',
  '[ERROR] upload failed: no space left on device',
  '2099-99-99T99:99:99Z 0 [ERROR] [MY-000035] [Server] Disk is full writing a',
  '2026-11-21 07:18:10 12 [FATAL] no space left on device',
])('a message of another program is none of the server: %s', async (line) => {
  const { snapshot } = await pasted(`${line}\n\nmax_connections = 500\n`);
  expect(sectionRows(snapshot, 'error-log')).toEqual([]);
});

const inUse =
  '| max_connections | 2000 |\n| innodb_buffer_pool_size | 51539607552 |\n| innodb_io_capacity | 200 |';
const asides = [
  'I know the default max_connections is 151, and the default innodb_buffer_pool_size is only 128M',
  'Currently max_connections is 900 and innodb_buffer_pool_size is 8G, innodb_io_capacity is 400',
  'As you see innodb_buffer_pool_size = 1G and max_connections = 90 are what we had',
];
test.each([
  ...asides.map((line) => `${inUse}\n\n${line}\n`),
  ...asides.map((line) => `${line}\n\n${inUse}\n`),
  `mysql_max_connections: 77\n${inUse}\n\nmariadb_innodb_io_capacity: 55`,
])('a sentence or a role gives way to a table, before and after it: %#', async (text) => {
  const { variables: found } = await pasted(text);
  expect(found).toMatchObject({
    max_connections: '2000',
    innodb_buffer_pool_size: '51539607552',
    innodb_io_capacity: '200',
  });
});

test('a sentence gives way to an option file', async () => {
  const text =
    'max_connections is 151 here\n\n[mysqld]\nmax_connections = 2000\n\nSo max_connections is 300 now.';
  const { variables: found } = await pasted(text);
  expect(found.max_connections).not.toBe('151');
  expect(found.max_connections).not.toBe('300');
});

test.each([
  'The recommended innodb_buffer_pool_size is about 12G',
  'The recommended value of the\ninnodb_buffer_pool_size is about 12G',
  'The default innodb_buffer_pool_size is just 128M',
  'max_connections has 2 problems',
  'max_connections: 2 problems',
  'innodb_io_capacity is 3 times too low',
  'innodb_io_capacity 3 times too low',
  'innodb_io_capacity is 80 % of it',
  'Please make sure that max_connections is 500',
  'For example max_connections is 500',
  'The maximum allowed max_connections is 100000',
  'max_connections is 151 by default',
])('what a sentence advises or counts is no value: %s', async (line) => {
  const { variables: found } = await pasted(`${line}\n\nwait_timeout = 600\n`);
  expect(found).toEqual({ wait_timeout: '600' });
});

test.each([
  'mysql-max_connections 2048\nmysql-interactive_timeout 28800000\nmysql-long_query_time 1000',
  '| mysql-max_connections | 2048 |\n| mysql-long_query_time | 1000 |',
  'mysql_connect_timeout = 60',
])('settings of a proxy or a client are none of the server: %s', async (text) => {
  const { variables: found } = await pasted(`${text}\n\nwait_timeout = 600\n`);
  for (const name of ['max_connections', 'interactive_timeout', 'long_query_time', 'connect_timeout'])
    expect(found[name]).toBeUndefined();
  expect(found.wait_timeout).toBe('600');
});

test('a role of Ansible names variables with the product before them', async () => {
  const { variables: found } = await pasted('mysql_innodb_buffer_pool_size: "1G"\nwait_timeout = 600\n');
  expect(found).toEqual({ innodb_buffer_pool_size: '1073741824', wait_timeout: '600' });
});

test('a type of item of a monitor is no size', async () => {
  const { variables: found } = await pasted('InnoDB buffer pool size    Dependent\n\nwait_timeout = 600\n');
  expect(found).toEqual({ wait_timeout: '600' });
});

test.each(['', 'and these are others', 'Table  Rows'])(
  'a heading of averages holds for its own table: %s',
  async (between) => {
    const text = `Name  Avg  Max\nThreads connected  11  90\n${between}\nThreads running  12  34\n\nmax_connections = 500\n`;
    const { status: found } = await pasted(text);
    expect(found.Threads_connected).toBe('11');
    expect(found.Threads_running).toBeUndefined();
  },
);

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is no label', async (label) => {
  const text = `${label}    5\n  ${label[0]?.toUpperCase()}${label.slice(1)} | 5\nmax_connections = 500\n`;
  const { variables: found, status: counters } = await pasted(text);
  expect(found).toEqual({ max_connections: '500' });
  expect(counters).toEqual({});
});
