import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { snapshotParts } from '../../../src/engine/snapshots/import-parts';
import { importText } from '../../../src/files/import';
import { PasteReader } from '../../../src/files/import/paste/paste-reader';
import { serverName } from '../../../src/shared/server';
import { sectionRows, snapshotSchema } from '../../../src/shared/snapshot';
import { filesOf, folderOf, runImport, values } from './run-import';

const variables = {
  innodb_buffer_pool_size: '134217728',
  max_connections: '1000',
  sql_mode: 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION',
  thread_cache_size: '9',
  long_query_time: '10.000000',
};
const status = {
  Aborted_clients: '42',
  Uptime: '1234567',
  Innodb_buffer_pool_read_requests: '987654321012',
  Opened_tables: '354858',
  Threads_running: '3',
};
const pairs = Object.entries({ ...variables, ...status });
const expected = { variables, status };

function read(text: string) {
  const reader = new PasteReader(100, (sql) => sql);
  for (const line of text.split('\n')) reader.push(line);
  const { pieces, ...rest } = reader.end();
  const of = (kind: 'variables' | 'status') =>
    Object.fromEntries(pieces.flatMap((piece) => (piece.kind === kind ? [...piece.values] : [])));
  return { variables: of('variables'), status: of('status'), pieces, counts: rest };
}

const lines = (line: (name: string, value: string) => string) =>
  pairs.map(([name, value]) => line(name, value)).join('\n');

/** How people's pages show names and values. */
const forms: Record<string, string> = {
  'drawn table without borders': lines((name, value) => `| ${name.padEnd(40)} | ${value.padStart(20)} |`),
  'drawn table without outer bars': lines((name, value) => `${name} | ${value}`),
  tabs: lines((name, value) => `${name}\t${value}`),
  'aligned columns': lines((name, value) => `${name.padEnd(40)}${value}`),
  'one blank': lines((name, value) => `${name} ${value}`),
  'equals sign': lines((name, value) => `${name} = ${value}`),
  'equals sign without blanks': lines((name, value) => `${name}=${value}`),
  colon: lines((name, value) => `${name}: ${value}`),
  quoted: lines((name, value) => `> ${name}  ${value}`),
  'quoted twice, numbered': lines((name, value) => `> > 12. ${name}\t${value}`),
  'quoted values': lines((name, value) => `${name} = "${value}"`),
  vertical: lines(
    (name, value) =>
      `*************************** 1. row ***************************\nVariable_name: ${name}\n        Value: ${value}`,
  ),
  'rows of HTML': `<table>${lines((name, value) => `<tr><td>${name}</td><td align="right">${value}</td></tr>`)}</table>`,
  'cells of HTML on one line': lines(
    (name, value) => `<tr><td>${name}</td><td>${value}</td></tr>`,
  ).replaceAll('\n', ''),
  'entities and code': lines((name, value) => `<code>${name}&nbsp;=&nbsp;${value}</code>`),
  'value on the next line': lines((name, value) =>
    /^\d/.test(value) ? `${name}\n${value}` : `${name} ${value}`,
  ),
  'blank lines between': lines((name, value) => `${name}\t${value}\n`),
  'windows line ends': lines((name, value) => `${name}\t${value}\r`),
};

describe('the forms of a paste', () => {
  test.each(Object.entries(forms))('%s', (_form, text) => {
    expect(read(text)).toMatchObject(expected);
  });

  test.each(Object.entries(forms))('%s, with prose around it', (_form, text) => {
    const around = `Our server is slow since Monday: any hints? It has 64 GB of RAM.\n\nmysql> SHOW GLOBAL STATUS;\n${text}\n10 rows in set (0.00 sec)\n\nThanks in advance, the status is above.`;
    const found = read(around);
    expect(found).toMatchObject(expected);
    expect(Object.keys(found.variables).length + Object.keys(found.status).length).toBe(pairs.length);
  });
});

describe('numbers as pages write them', () => {
  test.each([
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1 234 567', '1234567'],
    ['1\u00a0234\u00a0567', '1234567'],
    ['1\u202f234\u202f567', '1234567'],
    ["1'234'567", '1234567'],
    ['1.234', '1234'],
    ['1,234', '1234'],
    ['12', '12'],
  ])('a counter of %s', (written, value) => {
    expect(read(`| Opened_tables | ${written} |`).status).toEqual({ Opened_tables: value });
  });

  test.each([
    ['innodb_buffer_pool_size', '8G', '8589934592'],
    ['innodb_buffer_pool_size', '134.217.728', '134217728'],
    ['innodb_buffer_pool_size', '20.00 M', '20971520'],
    ['innodb_max_dirty_pages_pct', '90.000', '90.000'],
    ['long_query_time', '0.2', '0.2'],
    ['sql_mode', '', ''],
  ])('%s of %s', (name, written, value) => {
    expect(read(`| ${name} | ${written} |\n| max_connections | 1 |`).variables[name] ?? '').toBe(value);
  });

  test('names and values within a sentence', () => {
    const { variables: found, status: counted } = read(
      'We have table_open_cache = 400, and Opened_tables 354858 after a day (join_buffer_size=20M).',
    );
    expect(found).toEqual({ table_open_cache: '400', join_buffer_size: '20971520' });
    expect(counted).toEqual({ Opened_tables: '354858' });
  });

  test('prose alone gives nothing', () => {
    const { pieces } = read(
      'The queries of our shop were slow, so I set the port to 3306 and the version to 8.\nQuestions 12 remain.\nConnections: 3 of them.',
    );
    expect(pieces.flatMap((piece) => (piece.kind === 'variables' ? [...piece.values] : []))).toEqual([]);
  });
});

describe('two readings in one paste', () => {
  const table = (uptime: number, questions: number) =>
    [
      'Aborted_clients 1',
      `Questions ${questions}`,
      'Com_select 5',
      'Com_insert 1',
      'Opened_tables 3',
      'Threads_running 1',
      'Threads_connected 2',
      'Created_tmp_tables 9',
      'Slow_queries 0',
      'Select_scan 1',
      `Uptime ${uptime}`,
    ].join('\n');

  test('the first name again begins the second reading', () => {
    const { pieces } = read(`${table(1000, 50)}\nten seconds later:\n${table(1010, 80)}`);
    const readings = pieces.filter(({ kind }) => kind === 'status');
    expect(readings).toHaveLength(2);
  });

  test('as a snapshot they give a window and rates', async () => {
    const { snapshot } = await runImport(
      await folderOf({ 'paste.txt': `${table(1000, 50)}\n\n${table(1010, 80)}\nmax_connections = 151\n` }),
    );
    expect(snapshot.windowSeconds).toBe(10);
    expect(values(snapshot, 'variables').get('max_connections')).toBe('151');
  });

  test.each(['admin-i1.txt', 'admin-r.txt'])('%s of mysqladmin without its borders', async (name) => {
    const files = await filesOf('clients-mysql56.tar.gz');
    const whole = files[name] ?? '';
    const bare = whole.replaceAll(/^\+-+\+-+\+$/gm, '').replaceAll(/^\| *Variable_name.*$/gm, '');
    const [a, b] = await Promise.all(
      [whole, bare].map(async (text) => (await runImport(await folderOf({ 'status.txt': text }))).snapshot),
    );
    expect(b?.windowSeconds).toBe(a?.windowSeconds);
    expect(b?.samples?.series.Questions?.values).toEqual(a?.samples?.series.Questions?.values);
  });

  test('a name repeated in prose is no second reading', () => {
    const { pieces } = read(`${table(1000, 50)}\nAs you see, Opened_tables 3 is low.`);
    expect(pieces.filter(({ kind }) => kind === 'status')).toHaveLength(1);
  });
});

test('status and variables of one server in one text, as a reader of a post has them', async () => {
  const files = await filesOf('clients-mariadb118.tar.gz');
  const [both, apart] = await Promise.all([
    runImport(
      await folderOf({
        'post.txt': `Please help.\n\n${files['variables.tsv']}\nand the status:\n${files['status1.tsv']}`,
      }),
    ),
    runImport(await folderOf({ 'v.tsv': files['variables.tsv'] ?? '', 's.tsv': files['status1.tsv'] ?? '' })),
  ]);
  expect(serverName(both.snapshot.server)).toBe(serverName(apart.snapshot.server));
  for (const section of ['variables', 'status'])
    expect(values(both.snapshot, section).size).toBe(values(apart.snapshot, section).size);
});

describe('what is not understood', () => {
  test('a name that no server has is reported, and one within a list is kept', async () => {
    const { outcome } = await runImport(
      await folderOf({ 'p.txt': 'my_own_counter = 12\n\nSome text.\nmax_connections = 151\n' }),
    );
    expect(outcome.recognised.notUnderstood).toEqual(['my_own_counter = 12']);
    const kept = read('max_connections 151\nsome_plugin_limit 7\nthread_cache_size 9');
    expect(kept.variables).toMatchObject({ some_plugin_limit: '7' });
  });

  test('the outcome counts what was recognised', async () => {
    const { outcome } = await runImport(await folderOf({ 'p.txt': forms['one blank'] ?? '' }));
    expect(outcome.recognised).toMatchObject({
      variables: 5,
      status: 5,
      readings: 1,
      uptimeSeconds: 1_234_567,
    });
  });
});

const name = fc.constantFrom(...pairs.map(([one]) => one));
const prose = fc.constantFrom(
  '',
  'Hello,',
  'why is it slow?',
  '+----+',
  '---',
  'thanks',
  '> quoted',
  '| | |',
);
const form = fc.constantFrom<(name: string, value: string) => string>(
  (one, value) => `| ${one} | ${value} |`,
  (one, value) => `${one}\t${value}`,
  (one, value) => `${one} = ${value}`,
  (one, value) => `${one}    ${value}`,
  (one, value) => `<tr><td>${one}</td><td>${value}</td></tr>`,
);

test('any numbers in any form, with any prose between them, are read back', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, fc.bigInt(0n, 2n ** 64n - 1n)), { selector: ([one]) => one }),
      form,
      fc.array(prose, { maxLength: 5 }),
      fc.constantFrom('', ',', "'", ' '),
      (list, write, texts, separator) => {
        const shown = list.map(([one, value]) =>
          write(one, String(value).replaceAll(/\B(?=(\d{3})+$)/g, separator)),
        );
        const text = [...texts, ...shown.flatMap((line) => [line, texts[0] ?? '']), ...texts].join('\n');
        const found = read(text);
        const all = { ...found.variables, ...found.status };
        expect(all).toEqual(Object.fromEntries(list.map(([one, value]) => [one, String(value)])));
      },
    ),
    { numRuns: 200 },
  );
});

test('a pasted text becomes a snapshot without a file, and two pastes are not taken for one server', async () => {
  const context = (now: string) => ({
    id: '0b3e2a52-6a67-4f0e-9d53-3f3a2f0c9a11',
    createdBy: 'test',
    now: new Date(now),
    parts: snapshotParts,
    signal: new AbortController().signal,
    report: () => undefined,
  });
  const request = { text: forms.tabs ?? '', keepLiterals: false, declaredHost: { dataBytes: 2 ** 40 } };
  const { snapshot, outcome } = await importText(request, context('2026-11-22T12:00:00Z'));
  expect(snapshotSchema.parse(snapshot).host.dataBytes).toEqual({ origin: 'declared', value: 2 ** 40 });
  expect(outcome.recognised).toMatchObject({ variables: 5, status: 5 });
  const other = await importText(request, context('2026-11-22T12:00:07Z'));
  expect(other.snapshot.server.serverKey).not.toBe(snapshot.server.serverKey);
  await expect(
    importText({ ...request, text: 'Hello there.' }, context('2026-11-22T12:00:00Z')),
  ).rejects.toThrow('nothing in it is known here');
});

test('a parameter group of RDS gives the values that are set, and neither formulas nor descriptions', () => {
  const group = {
    Parameters: [
      {
        ParameterName: 'innodb_buffer_pool_size',
        ParameterValue: '{DBInstanceClassMemory*3/4}',
        Description: 'table_open_cache = 5',
        Source: 'engine-default',
      },
      { ParameterName: 'max_connections', ParameterValue: '2000', Source: 'user', IsModifiable: true },
      { ParameterName: 'sort_buffer_size', ParameterValue: '268435456', AllowedValues: '32768-99' },
      { ParameterName: 'join_buffer_size', Source: 'engine-default' },
    ],
  };
  for (const text of [JSON.stringify(group, null, 4), JSON.stringify(group)])
    expect(read(text).variables, text).toEqual({ max_connections: '2000', sort_buffer_size: '268435456' });
});

test('rows of XML on one line each', () => {
  const text = pairs
    .map(
      ([name, value]) =>
        `<row><field name="Variable_name">${name}</field><field name="Value">${value}</field></row>`,
    )
    .join('\n');
  expect(read(text)).toMatchObject(expected);
});

test('rates of an advisor without the uptime are counters of a day, and said to be', () => {
  const said = (rate: string, formula: string) =>
    `Justification:\n${rate}\nUsed variable / formula:\n${formula} / Uptime\nTest:\nvalue * 60 * 60 > 1\n`;
  const english = said('Rate: 2 per minute, this value should be less than 1 per hour', 'Opened_tables');
  const chinese = said('下一行读取率: 2,072.5 每秒,该值应低于 1 每小时', 'Handler_read_rnd_next');
  const { status: found, counts } = read(`${english}\n${chinese}`);
  expect(found).toEqual({ Opened_tables: '2880', Handler_read_rnd_next: '179064000' });
  expect(counts.remarks.join()).toContain('without the time since start');
  const merged = said('1914% of all sorts cause temporary tables, this value should be lower than 10%.', 'x');
  const sorts = read(
    `${merged}\n${said('Average: 19.14 per minute, this value should be', 'Sort_merge_passes')}`,
  );
  expect(sorts.status).toMatchObject({ Sort_merge_passes: '27562', Sort_scan: '1440' });
});

describe('what prose and the form of a list say of the server', () => {
  const read = async (text: string) => {
    const { snapshot } = await runImport(join(await folderOf({ 'post.txt': text }), 'post.txt'));
    return snapshot.server;
  };
  const pool = 'innodb_buffer_pool_size\t134217728\nThreads_connected\t12\nUptime\t400000\n';

  test.each([
    ['Server: 5.5.62', 'mysql', [5, 5, 62]],
    ['My site is slow. Server version: 5.5.62-0+deb8u1 (Debian)', 'mysql', [5, 5, 62]],
    ['Server version:\t\t10.3.39-MariaDB-0+deb10u2 Debian 10', 'mariadb', [10, 3, 39]],
    ['mysqld  Ver 8.0.36 for Linux on x86_64', 'mysql', [8, 0, 36]],
    ['we are on 10.6.12-MariaDB here', 'mariadb', [10, 6, 12]],
    ['Database version: 5.7.38', 'mysql', [5, 7, 38]],
  ])('%s', async (line, flavour, version) => {
    const server = await read(`${line}\n${pool}`);
    expect(server).toMatchObject({ flavour, version });
    expect(server.possible).toBeUndefined();
  });

  test.each([
    ['Server: Apache 2.4.62'],
    ['web server 1.22.1'],
    ['a web server version 8.1.2'],
    ['pt-mysql-summary Ver 3.2.1'],
    ['upgraded from server version 5.5.62'],
  ])('no version: %s', async (line) => {
    expect((await read(`${line}\n${pool}`)).possible).not.toBeUndefined();
  });

  test.each([
    ['We run a db.r5.large on Amazon RDS', 'rds'],
    ['It is an Aurora MySQL cluster on AWS RDS', 'aurora'],
    ['Our Google Cloud SQL instance has 26 GB', 'cloudsql'],
    ['Azure Database for MySQL, 4 vCores', 'azure'],
    ['{"ParameterName": "max_connections", "ParameterValue": "200", "IsModifiable": true}', 'rds'],
    ['"ParameterName": "binlog_format", "SupportedEngineModes": ["provisioned"],', 'aurora'],
    ['"type": "Microsoft.DBforMySQL/flexibleServers/configurations",', 'azure'],
    ['databaseVersion: MYSQL_8_0', 'cloudsql'],
    ['| aurora_version | 3.04.0 |\n| datadir | /rdsdbdata/db/ |', 'aurora'],
    ['| cloudsql_iam_authentication | ON |', 'cloudsql'],
    ['| azure_server_name | shop |', 'azure'],
    ['We moved from Amazon RDS to our own machine', 'unknown'],
    ['Should I use Amazon RDS instead?', 'unknown'],
    ['Amazon RDS and Azure Database for MySQL', 'unknown'],
    ['A small VPS', 'unknown'],
  ])('%s: %s', async (line, hosting) => {
    expect((await read(`${line}\n${pool}`)).hosting).toBe(hosting);
  });

  test('no service has Percona Server, and RDS alone has MariaDB', async () => {
    const flavours = async (line: string) =>
      new Set((await read(`${line}\n${pool}`)).possible?.map(({ flavour }) => flavour));
    expect(await flavours('On Amazon RDS')).toEqual(new Set(['mysql', 'mariadb']));
    expect(await flavours('On Azure MySQL')).toEqual(new Set(['mysql']));
  });
});

test('rows of information_schema.TABLES and SHOW TABLE STATUS say what is free in the files of InnoDB tables', async () => {
  const rows = async (text: string) => {
    const folder = await folderOf({ 'tables.txt': text });
    const { snapshot } = await runImport(join(folder, 'tables.txt'));
    return sectionRows(snapshot, 'table-free-space');
  };
  const variables = 'Variable_name\tValue\nversion\t8.0.36\nversion_comment\tMySQL\n\n';
  expect(
    await rows(
      `${variables}TABLE_SCHEMA\tTABLE_NAME\tENGINE\tDATA_LENGTH\tINDEX_LENGTH\tDATA_FREE\napp\tevents\tInnoDB\t100\t20\t3000\napp\tlegacy\tMyISAM\t100\t20\t3000\n`,
    ),
  ).toMatchObject([{ table_schema: 'app', table_name: 'events', file_size: 3120, data_free: 3000 }]);
});
