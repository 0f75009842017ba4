import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { redactForExport } from '../../src/engine/snapshots/export';
import { type PrivacyClass, privacyOf } from '../../src/evidence/sections';
import { listSamples } from '../../src/files/snapshot/samples';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { redactionClasses } from '../../src/shared/redaction';
import { type Snapshot, snapshotSchema, type Table } from '../../src/shared/snapshot';

vi.setConfig({ testTimeout: 120_000 });

interface Canaries {
  host: string;
  user: string;
  schema: string;
  table: string;
}

const samples = await listSamples(join(import.meta.dirname, '../../samples'));
const snapshots = await Promise.all(samples.map(({ path }) => readSnapshot(path)));

/** How a name turns up where nobody expects it. */
const disguises: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => `x_${name}_bin.000012`,
  (name) => `/var/lib/${name}/relay`,
  (name) => `{"host":${JSON.stringify(name)}}`,
  (name) => encodeURIComponent(name),
  (name) => `key ${Buffer.from(`the ${name} of`).toString('base64')} end`,
  (name) => Buffer.from(name).toString('hex'),
  (name) => name.replace(/[^\w]/g, (one) => `@${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (name) => `\`${name.replaceAll('`', '``')}\``,
  (name) => `#sql-ib ${name}#P#p0`,
  (name) => `CN=${name},O=x; ${name}:3306 [${name}]:1 ${name}.internal`,
];

/** A snapshot in which every section has the names in columns of their own, and their disguises everywhere else. */
function planted(original: Snapshot, { host, user, schema, table }: Canaries): Snapshot {
  const names = [host, user, schema, table];
  let next = 0;
  const disguised = () => {
    next += 1;
    const disguise = disguises[next % disguises.length] ?? String;
    return disguise(names[(next + Math.floor(next / disguises.length)) % names.length] ?? '');
  };
  const byKind: Partial<Record<PrivacyClass, () => string>> = {
    host: () => `${host}:3306`,
    user: () => user,
    schema: () => schema,
    object: () => table,
    digest: () => `SELECT \`a\` FROM \`${table.replaceAll('`', '``')}\` WHERE ${schema.toUpperCase()} = ?`,
    statement: () => `SELECT a FROM \`${schema}\`.\`${table}\` WHERE x = '${user}@${host}'`,
  };
  const plant = (id: string, { columns, rows }: Table): Table => {
    const texts = columns.map((_, index) => rows.some((row) => typeof row[index] === 'string'));
    const kinds = columns.map((column) => privacyOf(id, column));
    const classed = columns.map((_, index) => {
      const make = byKind[kinds[index] ?? 'own'];
      return texts[index] === true && make !== undefined ? make() : null;
    });
    // Settings keep their names, by which they are read.
    const wild = columns.map((_, index) =>
      texts[index] === true && (kinds[index] !== 'own' || index > 0) ? disguised() : null,
    );
    return { columns, rows: [...rows, classed, wild].map((row, at) => (at < rows.length ? row : row)) };
  };
  const sections = Object.fromEntries(
    Object.entries(original.sections).map(([id, section]) => {
      const { data } = section;
      const end = data?.end;
      const changed =
        end === undefined
          ? data
          : {
              ...data,
              end: {
                ...end,
                ...(end.table === undefined ? {} : { table: plant(id, end.table) }),
                ...(end.text === undefined
                  ? {}
                  : { text: `${statusText({ host, user, schema, table })}${end.text}` }),
              },
            };
      const reason = {
        code: 'error' as const,
        text: disguised(),
        remedy: `GRANT SELECT ON \`${schema}\`.* TO '${user}'@'${host}'`,
      };
      return [id, { ...section, reason, ...(changed === undefined ? {} : { data: changed }) }];
    }),
  );
  const series = original.samples?.series ?? {};
  const [first] = Object.values(series);
  return snapshotSchema.parse({
    ...original,
    origin: { kind: 'live', target: `${user}@${host}:3306 through SSH ${user}@${host}` },
    incomplete: { code: 'error', text: disguised(), remedy: disguised() },
    server: { ...original.server, serverKey: `${host}:3306:/data/${schema}/`, comment: disguised() },
    sections,
    samples:
      original.samples === null || first === undefined
        ? original.samples
        : { ...original.samples, series: { ...series, [`io.${schema}/${table}`]: first } },
    trigger: { when: `Threads_running > 5 -- ${disguised()}`, at: original.createdAt, before: null },
    statements: [
      ...original.statements,
      {
        at: original.createdAt,
        sql: `EXPLAIN SELECT * FROM \`${schema}\`.\`${table}\``,
        tookMs: 1,
        rows: 1,
        error: disguised(),
      },
    ],
  });
}

function statusText({ host, user, schema, table }: Canaries): string {
  const thread = (flavour: string) =>
    `${flavour} thread id 7, OS thread handle 139, query id 31 ${host} 10.20.30.41 ${user} updating`;
  const lock = `RECORD LOCKS space id 4 page no 5 n bits 72 index by_${table.replace(/\W/g, '')} of table \`${schema.replaceAll('`', '``')}\`.\`${table.replaceAll('`', '``')}\` trx id 2679 lock_mode X waiting`;
  return [
    '------------',
    'TRANSACTIONS',
    '------------',
    '---TRANSACTION 2679, ACTIVE 14 sec',
    thread('MariaDB'),
    `UPDATE ${table} SET name = ? WHERE`,
    `${schema} = 1`,
    lock,
    '---TRANSACTION 2680, ACTIVE 14 sec',
    thread('MySQL'),
    `DELETE FROM ${table.toUpperCase()}`,
    '--------',
    'FILE I/O',
    '--------',
    `Pending on ${schema}/${table}.ibd`,
    '',
  ].join('\n');
}

/** The whole document as anybody would search it. */
function everythingIn(snapshot: Snapshot): string {
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) {
        texts.push(key);
        walk(one);
      }
  };
  walk(snapshot);
  const all = [...new Set(texts)];
  const decoded = all.flatMap((text) =>
    (text.match(/[A-Za-z0-9+/]{8,}={0,2}/g) ?? []).flatMap((token) => [
      Buffer.from(token, 'base64').toString('utf8'),
      Buffer.from(token, 'hex').toString('utf8'),
    ]),
  );
  const plain = all.map((text) =>
    text
      .replace(/@([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/(?:%[0-9a-f]{2})+/gi, (code) => {
        try {
          return decodeURIComponent(code);
        } catch {
          return code;
        }
      }),
  );
  return [...all, JSON.stringify(snapshot), ...decoded, ...plain].join('\n').toLowerCase();
}

const unusual = (start: string) =>
  fc.stringMatching(/^[a-zA-Z0-9_$.öé -]{4,14}$/).map((text) => `${start}${text.replaceAll(' ', '-')}zq`);
const canaries = fc.record({
  host: fc.stringMatching(/^[a-z0-9-]{3,10}$/).map((text) => `hq${text}x.${text}corp.example.net`),
  user: unusual('uq'),
  schema: unusual('sq'),
  table: unusual('tq'),
});

test.each(samples.map(({ name }, index) => ({ name, index })))(
  '$name: names planted in every column and text of every section are not in the export, in any case or encoding',
  ({ index }) => {
    const original = snapshots[index];
    if (original === undefined) throw new Error('no sample');
    fc.assert(
      fc.property(canaries, (names) => {
        const { snapshot } = redactForExport(planted(original, names), redactionClasses);
        const text = everythingIn(snapshot);
        for (const name of [...Object.values(names), names.host.split('.')[0] ?? '']) {
          const at = text.indexOf(name.toLowerCase());
          expect(at < 0 ? '' : text.slice(Math.max(0, at - 60), at + 60)).toBe('');
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  },
);

test.each([
  ['hosts', 'host'],
  ['users', 'user'],
] as const)('with %s alone, names of that class go and the others stay', (kind, field) => {
  const original = snapshots[0];
  if (original === undefined) throw new Error('no sample');
  const names = { host: 'proddb7.acme-bank.net', user: 'kassenwart', schema: 'lagerhaus', table: 'Ümsätze' };
  const { snapshot } = redactForExport(planted(original, names), [kind]);
  const text = everythingIn(snapshot);
  expect(text).not.toContain(names[field].toLowerCase());
  expect(text).toContain('lagerhaus');
});
