import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleSnapshot } from '../../../test/files/example-snapshot';
import { listSamples } from '../../files/snapshot/samples';
import { readSnapshot } from '../../files/snapshot/snapshot-file';
import { redactionClasses } from '../../shared/redaction';
import { type Snapshot, snapshotSchema, type Table } from '../../shared/snapshot';
import { checkRedacted } from './check';
import { redactSnapshot } from './redact';

const at = '2026-11-21T00:00:00.000Z';

function withSections(sections: Record<string, Table>, texts: Record<string, string> = {}): Snapshot {
  const base = exampleSnapshot();
  return {
    ...base,
    origin: { kind: 'live', target: 'monitor@db7.example.net:3306' },
    sections: {
      ...Object.fromEntries(
        Object.entries(sections).map(([id, table]) => [
          id,
          { status: 'ok' as const, tookMs: 1, data: { end: { at, tookMs: 1, table } } },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(texts).map(([id, text]) => [
          id,
          { status: 'ok' as const, tookMs: 1, data: { end: { at, tookMs: 1, text } } },
        ]),
      ),
    },
  };
}

const busy = withSections(
  {
    processlist: {
      columns: ['ID', 'USER', 'HOST', 'DB', 'COMMAND', 'TIME', 'STATE', 'INFO'],
      rows: [
        [
          7,
          'webshop',
          'app3.example.net:51234',
          'orders',
          'Query',
          1,
          'Sending data',
          'SELECT name FROM customers WHERE id = ?',
        ],
        [8, 'root', 'localhost', null, 'Sleep', 3, '', null],
      ],
    },
    'statement-digests': {
      columns: ['SCHEMA_NAME', 'DIGEST', 'DIGEST_TEXT', 'COUNT_STAR'],
      rows: [['orders', 'ab12', 'SELECT `name` , COUNT ( * ) FROM `customers` WHERE `id` = ?', 17]],
    },
    'table-io': {
      columns: ['OBJECT_SCHEMA', 'OBJECT_NAME', 'INDEX_NAME', 'COUNT_READ'],
      rows: [
        ['orders', 'customers', 'PRIMARY', 5],
        ['orders', 'customers', 'by_name', 6],
        ['mysql', 'user', 'PRIMARY', 1],
      ],
    },
    'file-io': {
      columns: ['FILE_NAME', 'EVENT_NAME'],
      rows: [['/data/db7/orders/customers#P#p0.ibd', 'wait/io/file/innodb/innodb_data_file']],
    },
    variables: {
      columns: ['name', 'value', 'source'],
      rows: [
        ['hostname', 'db7.example.net', null],
        ['report_host', '10.20.30.40', null],
        ['server_id', '1234', null],
        ['sort_buffer_size', '262144', null],
        ['pid_file', '/run/db7.example.net.pid', null],
        ['replicate_do_db', 'orders', null],
      ],
    },
    'something-new': { columns: ['MYSTERY', 'COUNT'], rows: [['webshop@app3', 3]] },
  },
  {
    'innodb-status': `------------
TRANSACTIONS
------------
Trx id counter 2680
---TRANSACTION 2679, ACTIVE 14 sec
mysql tables in use 1, locked 1
2 lock struct(s), heap size 1120, 1 row lock(s)
MySQL thread id 7, OS thread handle 139, query id 31 app3.example.net 10.20.30.41 webshop updating
UPDATE customers SET name = ? WHERE id = ?
------- TRX HAS BEEN WAITING 3 SEC FOR THIS LOCK TO BE GRANTED:
RECORD LOCKS space id 4 page no 5 n bits 72 index by_name of table \`orders\`.\`customers\` trx id 2679 lock_mode X waiting
`,
  },
);

test('with every class, no name of people, machines, tables or statements is left anywhere in the document', () => {
  const { snapshot, preview } = redactSnapshot(busy, redactionClasses);
  const text = JSON.stringify(snapshot);
  for (const name of [
    'webshop',
    'app3',
    'db7',
    'example.net',
    '10.20.30',
    'orders',
    'customers',
    'by_name',
    'SELECT name',
    'UPDATE',
  ]) {
    expect(text, name).not.toContain(name);
  }
  expect(checkRedacted(busy, snapshot, redactionClasses)).toEqual([]);
  expect(preview.classes).toEqual(redactionClasses);
  expect(snapshotSchema.safeParse(snapshot).success).toBe(true);
  expect(snapshot.redacted).toEqual([...redactionClasses]);
});

test('numbers, server words and names that every server has stay', () => {
  const { snapshot } = redactSnapshot(busy, redactionClasses);
  const table = (id: string) => snapshot.sections[id]?.data?.end?.table?.rows ?? [];
  expect(table('variables')).toContainEqual(['sort_buffer_size', '262144', null]);
  expect(table('table-io')[2]).toEqual(['mysql', 'user', 'PRIMARY', 1]);
  expect(table('processlist')[1]?.slice(1, 3)).toEqual(['root', 'localhost']);
  expect(table('processlist')[0]?.[6]).toBe('Sending data');
  expect(table('statement-digests')[0]?.[3]).toBe(17);
});

test('one name has one stand-in in every section', () => {
  const { snapshot, preview } = redactSnapshot(busy, ['names']);
  const standIn = preview.replaced.find(({ original }) => original === 'customers')?.standIn ?? '';
  expect(standIn).toMatch(/^name_\d+$/);
  const text = JSON.stringify(snapshot.sections);
  expect(text.split(standIn).length - 1).toBeGreaterThanOrEqual(5);
  expect(text).toContain('app3.example.net');
});

test('a digest keeps its shape, and statements go only with their class', () => {
  const rows = (classes: Parameters<typeof redactSnapshot>[1]) =>
    redactSnapshot(busy, classes).snapshot.sections['statement-digests']?.data?.end?.table?.rows[0]?.[2];
  expect(rows(['names'])).toMatch(
    /^SELECT `name_\d+` , COUNT \( \* \) FROM `name_\d+` WHERE `name_\d+` = \?$/,
  );
  expect(rows(['hosts'])).toBe('SELECT `name` , COUNT ( * ) FROM `customers` WHERE `id` = ?');
  expect(rows(['statements'])).toBe('(removed)');
});

test('a column that nobody has classified goes whole, and the preview says so', () => {
  const { snapshot, preview } = redactSnapshot(busy, ['hosts']);
  expect(snapshot.sections['something-new']?.data?.end?.table?.rows).toEqual([[null, 3]]);
  expect(preview.dropped).toEqual([
    { section: 'something-new', what: 'column mystery', reason: 'what it holds is not known' },
  ]);
});

test('the check finds a name that was left', () => {
  const { snapshot } = redactSnapshot(busy, redactionClasses);
  const leaking = {
    ...snapshot,
    incomplete: { code: 'error' as const, text: 'Lost connection to DB7.example.net.' },
  };
  expect(checkRedacted(busy, leaking, redactionClasses)).toContainEqual({
    place: 'incomplete.text',
    name: 'db7.example.net',
  });
});

test('samples lose nothing but names: every column is classified, and the check finds nothing', async () => {
  const folder = join(import.meta.dirname, '../../../samples');
  const samples = await listSamples(folder);
  expect(samples.length).toBeGreaterThan(3);
  for (const { path } of samples) {
    const original = await readSnapshot(path);
    const { snapshot, preview } = redactSnapshot(original, redactionClasses);
    expect(preview.dropped, path).toEqual([]);
    expect(checkRedacted(original, snapshot, redactionClasses), path).toEqual([]);
    expect(snapshot.samples).toEqual(original.samples);
  }
});

test('whatever names people give, none of them is left', () => {
  const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_.-]{2,12}[a-zA-Z0-9]$/).map((text) => `x${text}q`);
  fc.assert(
    fc.property(name, name, name, name, (user, host, schema, table) => {
      const snapshot = withSections({
        processlist: {
          columns: ['USER', 'HOST', 'DB', 'INFO'],
          rows: [[user, `${host}:3300`, schema, `SELECT * FROM ${table}`]],
        },
        'table-io': { columns: ['OBJECT_SCHEMA', 'OBJECT_NAME'], rows: [[schema, table]] },
        replication: {
          columns: ['Last_IO_Error', 'Source_Host', 'Source_User'],
          rows: [[`error connecting to '${user}@${host}:3306'`, host, user]],
        },
      });
      const { snapshot: redacted } = redactSnapshot(snapshot, redactionClasses);
      const text = JSON.stringify(redacted.sections).toLowerCase();
      for (const one of [user, host, schema, table]) expect(text).not.toContain(one.toLowerCase());
      expect(checkRedacted(snapshot, redacted, redactionClasses)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('a host stays in no log file, bare or short as its name may be, and an address not in the name of its machine', () => {
  for (const host of ['proddb7', 'db1']) {
    const snapshot = withSections(
      {
        variables: {
          columns: ['name', 'value', 'source'],
          rows: [
            ['hostname', host, null],
            ['log_bin_basename', `/var/lib/mysql/${host}_bin`, null],
            ['relay_log', `${host}-relay-bin`, null],
            ['slow_query_log_file', `/logs/${host.toUpperCase()}-slow.log`, null],
            ['datadir', `/var/lib/${host}/`, null],
          ],
        },
        'binary-logs': { columns: ['Log_name', 'File_size'], rows: [[`${host}_bin.000012`, 1]] },
      },
      {
        'innodb-status':
          '------------\nTRANSACTIONS\n------------\n---TRANSACTION 5, ACTIVE 2 sec\n' +
          'MariaDB thread id 7, OS thread handle 1, query id 9 ip-10-1-2-3.local 10.1.2.3 kassierer updating\n',
      },
    );
    const { snapshot: redacted } = redactSnapshot(snapshot, redactionClasses);
    const text = JSON.stringify(redacted.sections).toLowerCase();
    for (const name of [host, '10.1.2.3', '10-1-2-3', 'kassierer']) expect(text).not.toContain(name);
  }
});

/** Milliseconds that looking for secrets takes. */
/** Of the processor, and the less of two: a busy machine and the collector of garbage only make it longer. */
function checkMs(snapshot: Snapshot): number {
  const times = [1, 2].map(() => {
    const before = process.cpuUsage();
    checkRedacted(snapshot, {}, redactionClasses);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

test('the proof takes linear time for a long target, and for many statements and names that begin alike', () => {
  const example = exampleSnapshot();
  const targets = (length: number): Snapshot => ({
    ...example,
    origin: { ...example.origin, target: 'a'.repeat(length) },
  });
  const alike = (count: number): Snapshot => {
    const rows = Array.from({ length: count }, (_, index) => [`select ${index} from abcdefghijklmnopqrst`]);
    const table: Table = { columns: ['SQL_TEXT'], rows };
    const at = new Date(0).toISOString();
    return {
      ...example,
      sections: { processlist: { status: 'ok', tookMs: 1, data: { end: { at, tookMs: 1, table } } } },
      statements: [{ at, sql: `select ${'x '.repeat(count)}`, tookMs: 1, rows: null }],
    };
  };
  for (const make of [targets, alike]) {
    const once = Math.max(checkMs(make(20_000)), 20);
    expect(checkMs(make(160_000))).toBeLessThan(once * 24);
  }
});
