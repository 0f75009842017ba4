import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** The one room that may change a server. */
const gate = join('src', 'server', 'change');

/**
 * A text of the source that begins with a statement that changes a server. Session variables are not among them: they
 * end with the connection. INSERT BUFFER heads a section of the InnoDB status. Advice to people, inside a sentence, is not sent either.
 */
const writing =
  /[`'"]\s*(SET\b[^`'"]*\b(GLOBAL|PERSIST|PERSIST_ONLY)\b|(UPDATE|INSERT(?! BUFFER)|REPLACE|DELETE|TRUNCATE|ALTER|CREATE|DROP|RESET|FLUSH|INSTALL|GRANT|REVOKE)\s+\w|PURGE\s+(BINARY|MASTER)\b|CALL\s+\w+\.)/i;

/** Statements that these files give to people, as remedy or as script; what they begin with, and that no query sends. */
const forPeople: readonly { file: string; begins: RegExp }[] = [
  {
    file: join('src', 'server', 'collect', 'collectors', 'statements', 'explains.ts'),
    begins: /^GRANT SELECT/,
  },
  {
    file: join('src', 'server', 'collect', 'reading', 'instrumented.ts'),
    begins: /^UPDATE performance_schema/,
  },
  {
    file: join('src', 'server', 'collect', 'collectors', 'server', 'user-statistics.ts'),
    begins: /^SET GLOBAL userstat/,
  },
  { file: join('src', 'server', 'connect', 'account', 'grant-script.ts'), begins: /^(CREATE USER|GRANT)/ },
  { file: join('src', 'server', 'machine', 'perf.ts'), begins: /^Install / },
];

/** Statements are sent from here; other rooms print SET GLOBAL into files for people, which is no writing. */
const senders = [join('src', 'server')];

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

/** Comments may speak of statements. */
function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

test('nothing but the gate sends a statement that changes a server', () => {
  const files = senders.flatMap(sources).filter((file) => relative(gate, file).startsWith('..'));
  expect(files.length).toBeGreaterThan(5);
  const writers = files.flatMap((file) => {
    const text = code(readFileSync(join(root, file), 'utf8'));
    const allowed = forPeople.find((exception) => exception.file === file)?.begins;
    return [...text.matchAll(new RegExp(writing, 'gi'))].flatMap((found) => {
      const sent = /\b(query|read|send)\w*\(\s*$/.test(text.slice(0, found.index));
      const statement = text.slice(found.index + 1).trimStart();
      return allowed?.test(statement) === true && !sent ? [] : [`${file}: ${found[0]}`];
    });
  });
  expect(writers).toEqual([]);
});

test('outside the room of servers nobody can send anything: only it knows the driver, and sessions are made by it', () => {
  const others = sources('src').filter((file) => !file.startsWith(join('src', 'server')));
  const knowing = others.filter((file) =>
    /from '(mysql2|mysql)\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(knowing).toEqual([]);
  const querying = others.filter((file) =>
    /\.query\(\s*[`'"]/.test(code(readFileSync(join(root, file), 'utf8'))),
  );
  expect(querying).toEqual([]);
});

test('the gate itself never persists, and has one place that makes the SET of a variable, and one that makes switches', () => {
  const files = sources(gate);
  const texts = files.map((file) => ({ file, text: code(readFileSync(join(root, file), 'utf8')) }));
  expect(texts.filter(({ text }) => /\bPERSIST/i.test(text)).map(({ file }) => file)).toEqual([]);
  expect(texts.filter(({ text }) => /SET GLOBAL/i.test(text)).map(({ file }) => file)).toEqual([
    join(gate, 'gate', 'instrument-sql.ts'),
    join(gate, 'session', 'literal.ts'),
  ]);
  expect(texts.filter(({ text }) => /`UPDATE/i.test(text)).map(({ file }) => file)).toEqual([
    join(gate, 'gate', 'instrument-sql.ts'),
    join(gate, 'plan', 'plan.ts'),
  ]);
});

test.each([
  'SET GLOBAL x = 1',
  'set  persist x = 1',
  'SET @@GLOBAL.x = 1',
  'UPDATE performance_schema.setup_instruments SET ENABLED = 1',
  'SET SESSION a = 1, GLOBAL b = 2',
  'TRUNCATE performance_schema.events_statements_summary_by_digest',
  'TRUNCATE TABLE performance_schema.file_summary_by_instance',
  'FLUSH STATUS',
  'PURGE BINARY LOGS BEFORE NOW()',
])('the check knows %s', (sql) => {
  expect(`query('${sql}')`).toMatch(writing);
  expect(`query(\`${sql}\`)`).toMatch(writing);
});

test.each(['SET SESSION wait_timeout = 1', 'SELECT @@GLOBAL.x', 'SHOW GLOBAL STATUS', 'KILL QUERY 7'])(
  'the check lets %s pass',
  (sql) => {
    expect(`query('${sql}')`).not.toMatch(writing);
  },
);
