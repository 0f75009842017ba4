import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshotParts } from '../../../src/engine/snapshots/import-parts';
import { importText } from '../../../src/files/import';
import { values } from './run-import';

type Pairs = readonly (readonly [string, string])[];

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

const lines = (pairs: Pairs, line: (name: string, value: string) => string) =>
  pairs.map(([name, value]) => line(name, value)).join('\n');

function frame(pairs: Pairs): string {
  const wide = (index: 0 | 1, least: number) => Math.max(least, ...pairs.map((pair) => pair[index].length));
  const [names, shown] = [wide(0, 13), wide(1, 5)];
  const border = `+${'-'.repeat(names + 2)}+${'-'.repeat(shown + 2)}+`;
  const row = (name: string, value: string) => `| ${name.padEnd(names)} | ${value.padEnd(shown)} |`;
  return [border, row('Variable_name', 'Value'), border, lines(pairs, row), border].join('\n');
}

const batch = (pairs: Pairs) => `Variable_name\tValue\n${lines(pairs, (name, value) => `${name}\t${value}`)}`;

const xml = (pairs: Pairs) =>
  `<?xml version="1.0"?>\n\n<resultset statement="SHOW GLOBAL STATUS\n" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n${lines(
    pairs,
    (name, value) =>
      `  <row>\n\t<field name="Variable_name">${name}</field>\n\t<field name="Value">${value}</field>\n  </row>\n`,
  )}</resultset>`;

const vertical = (pairs: Pairs) =>
  pairs
    .map(
      ([name, value], index) =>
        `*************************** ${index + 1}. row ***************************\nVariable_name: ${name}\n        Value: ${value}`,
    )
    .join('\n');

/** Breaks rows that are wider than a terminal. */
const broken = (text: string, width: number) =>
  text
    .split('\n')
    .flatMap((line) => (line.length > width ? [line.slice(0, width), line.slice(width)] : [line]))
    .join('\n');

const inRows = (pairs: Pairs) => pairs.map(([name, value]) => ({ Variable_name: name, Value: value }));

/** How clients, tools, programs and pages write one and the same. */
const forms: Record<string, (pairs: Pairs) => string> = {
  frame,
  batch,
  vertical,
  'XML of the client': xml,
  'XML of a dump': (pairs) =>
    lines(
      pairs,
      (name, value) =>
        `\t<row>\n\t\t<field name="VARIABLE_NAME">${name}</field>\n\t\t<field name="VARIABLE_VALUE">${value}</field>\n\t</row>`,
    ),
  'HTML of the client': (pairs) =>
    `<TABLE BORDER=1><TR><TH>Variable_name</TH><TH>Value</TH></TR>${pairs.map(([name, value]) => `<TR><TD>${name}</TD><TD>${value}</TD></TR>`).join('')}</TABLE>`,
  'HTML with a cell a line': (pairs) =>
    lines(pairs, (name, value) => `<tr>\n  <td><span>${name}</span></td>\n  <td>${value}</td>\n</tr>`),
  'CSV in quotes': (pairs) => lines(pairs, (name, value) => `"${name}","${value}"`),
  'CSV in quotes, with semicolons': (pairs) => lines(pairs, (name, value) => `"${name}";"${value}"`),
  'CSV, quoted where it must be': (pairs) =>
    lines(pairs, (name, value) => (value.includes(',') ? `${name},"${value}"` : `${name},${value}`)),
  'JSON of phpMyAdmin': (pairs) =>
    `[\n{"type":"header","version":"5.2.1"},\n{"type":"table","name":"status","data":\n[\n${inRows(pairs)
      .map((row) => JSON.stringify(row))
      .join(',\n')}\n]\n}\n]`,
  'JSON, rows': (pairs) => JSON.stringify(inRows(pairs), null, 2),
  'JSON, rows on one line': (pairs) => JSON.stringify(inRows(pairs)),
  'JSON, one object': (pairs) => JSON.stringify(Object.fromEntries(pairs), null, 2),
  'JSON, one object on one line': (pairs) => JSON.stringify(Object.fromEntries(pairs)),
  'table of Markdown': (pairs) =>
    `| Variable | Value |\n|---|---:|\n${lines(pairs, (name, value) => `| ${name} | ${value} |`)}`,
  'fence of Markdown, quoted': (pairs) => `> \`\`\`sql\n> ${frame(pairs).replaceAll('\n', '\n> ')}\n> \`\`\``,
  'list of Markdown': (pairs) => lines(pairs, (name, value) => `- **${name}**: ${value}`),
  bullets: (pairs) => lines(pairs, (name, value) => `* ${name} = ${value}`),
  'code in prose': (pairs) => lines(pairs, (name, value) => `\`${name}\` = \`${value}\``),
  'quotes of a word processor': (pairs) =>
    lines(pairs, (name, value) => `\u201c${name}\u201d = \u201c${value}\u201d`),
  'drawn in Unicode': (pairs) =>
    lines(pairs, (name, value) => `\u2502 ${name.padEnd(40)} \u2502 ${value} \u2502`),
  'blanks that do not break': (pairs) => frame(pairs).replaceAll(' ', '\u00a0'),
  'line ends of Windows': (pairs) => frame(pairs).replaceAll('\n', '\r\n'),
  indented: (pairs) => `    ${frame(pairs).replaceAll('\n', '\n    ')}`,
  'broken by a terminal': (pairs) => broken(frame(pairs), 55),
  'wrapped by mail': (pairs) =>
    lines(pairs, (name, value) =>
      name.length + value.length > 30 ? `${name} =\n${value}` : `${name} = ${value}`,
    ),
  'numbered by the page': (pairs) =>
    pairs.map(([name, value], at) => `${String(at + 1).padStart(4)}  ${name.padEnd(40)} ${value}`).join('\n'),
  'statements SET GLOBAL': (pairs) => lines(pairs, (name, value) => `SET GLOBAL ${name} = '${value}';`),
  'SELECT @@': (pairs) => lines(pairs, (name, value) => `@@global.${name}: ${value}`),
  'debug output of MySQLTuner': (pairs) => lines(pairs, (name, value) => `[DG] V: ${name} = ${value}`),
  'print_r of PHP': (pairs) => lines(pairs, (name, value) => `    [${name}] => ${value}`),
  YAML: (pairs) => lines(pairs, (name, value) => `${name}: "${value}"`),
  'status page of phpMyAdmin': (pairs) =>
    lines(
      pairs,
      (name, value) => `${name.replaceAll('_', ' ')} Documentation\t${value}\tThe number of these.`,
    ),
  colours: (pairs) => lines(pairs, (name, value) => `\u001b[0;32m${name}\u001b[0m\t${value}`),
};

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
  const { snapshot } = await importText(
    { text, keepLiterals: false, declaredHost: {} },
    {
      id: '0b3e2a52-6a67-4f0e-9d53-3f3a2f0c9a11',
      createdBy: 'test',
      now: new Date('2026-11-22T12:00:00Z'),
      parts: snapshotParts,
      signal: new AbortController().signal,
      report: () => undefined,
    },
  );
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
