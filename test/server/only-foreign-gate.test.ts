import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The sources without their comments, by path. */
const sources = new Map(
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name): [string, string] => [
      join('src', name),
      readFileSync(join(root, 'src', name), 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/(^|\s)\/\/.*$/gm, '$1'),
    ]),
);

const using = (pattern: RegExp): string[] =>
  [...sources]
    .filter(([, text]) => pattern.test(text))
    .map(([file]) => file)
    .sort();

/** Statements put together by Latchkey itself, looked at one by one: names and values in them are quoted. */
const composed: readonly string[] = [
  'src/server/collect/collector.ts: source.sql',
  'src/server/collect/collectors/statements/digest-histograms.ts: source.sql',
  'src/server/collect/collectors/statements/digest-histograms.ts: sql',
  'src/server/collect/collectors/statements/explains.ts: sql',
  'src/server/collect/collectors/replication/galera.ts: sql',
  'src/server/collect/collectors/server/host-errors.ts: sql',
  'src/server/collect/reading/instrumented.ts: sql',
  'src/server/collect/reading/schema-catalogue.ts: innodbDictionary.tables',
  'src/server/collect/reading/schema-catalogue.ts: sql',
  'src/server/connect/table-union.ts: sql',
  'src/server/connect/session.ts: `SET SESSION sql_mode = ',
  'src/server/connect/session.ts: this.',
  'src/server/foreign/gate.ts: sql',
  'src/server/foreign/moved-variables.ts: sql',
  'src/server/probe/runner/server-meter.ts: sql',
  'src/server/sample/session-source.ts: sqlOf[from]',
  'src/server/workload/kept-statements.ts: historyPause',
  'src/server/workload/kept-statements.ts: sql',
];

/** The session's own ways to its driver. */
const inside: readonly string[] = [
  'src/server/connect/driver/answer.ts: { sql }',
  'src/server/connect/session.ts: sql',
];

test('a statement that Latchkey did not write can be sent only where the gate made it', () => {
  expect(using(/new Gated\(/)).toEqual(['src/server/connect/gated-statement.ts']);
  expect(using(/\bgatedStatement\b/)).toEqual([
    'src/server/connect/gated-statement.ts',
    'src/server/foreign/gate.ts',
  ]);
  expect(using(/\bgatedText\b/)).toEqual([
    'src/server/connect/gated-statement.ts',
    'src/server/connect/session.ts',
  ]);
  expect(using(/new ReadSelect\(/)).toEqual(['src/knowledge/sql/select-text.ts']);
  expect(using(/new SelectWriter\(/)).toEqual(['src/knowledge/sql/select-reader.ts']);
  expect(using(/\.queryForeign\(/)).toEqual([
    'src/server/collect/collectors/statements/explains.ts',
    'src/server/workload/replay.ts',
  ]);
  expect(using(/\bEXPLAIN FORMAT/)).toEqual([
    'src/server/collect/collectors/statements/explains.ts',
    'src/server/connect/session.ts',
  ]);
});

test('everything else that is sent is written out in the sources, or put together where it was looked at', () => {
  // What changes a server has a gate of its own, which sends what it has made itself.
  // A metrics store is asked in PromQL over HTTP: nothing of that reaches a server.
  const senders = [...sources].filter(([file]) => !/^src\/server\/(?:change|history)\//.test(file));
  const found = senders.flatMap(([file, text]) =>
    [...text.matchAll(/\.query\(\s*|\b(?:driver|second)\.run\(\s*/g)].flatMap(({ index, 0: call }) => {
      const rest = text.slice(index + call.length);
      if (/^'[^']*'|^"[^"]*"|^`[^`$]*`/.test(rest)) return [];
      const argument =
        /^`SET SESSION sql_mode = |^`[^`]*`|^{ sql }|^[\w.[\]]+/.exec(rest)?.[0] ?? rest.slice(0, 40);
      const constant = /^\w+Sql$/.test(argument) && using(new RegExp(`const ${argument} =`)).length > 0;
      return constant || !file.startsWith('src/server/') ? [] : [`${file}: ${argument}`];
    }),
  );
  expect(found.filter((one) => !composed.includes(one) && !inside.includes(one))).toEqual([]);
  // Nothing in the list that is gone, so that it cannot come back unseen.
  expect([...composed, ...inside].filter((one) => !found.includes(one))).toEqual([]);
});

test('there is one list of system schemas, and one reader of foreign statements', () => {
  expect(using(/'performance_schema',\s*'(?:sys|mysql)'|'mysql',\s*'(?:sys|information_schema)'/)).toEqual([
    'src/knowledge/sql/system-schemas.ts',
  ]);
  expect(using(/\breadSelect\(/)).toEqual([
    'src/knowledge/sql/select-reader.ts',
    'src/server/foreign/gate.ts',
  ]);
});
