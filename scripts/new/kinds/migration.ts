import { append } from '../edits.ts';
import type { Kind } from '../kind.ts';

export const migrationKind: Kind = {
  id: 'migration',
  title: 'a migration of the history database',
  generated: true,
  steps: [
    {
      path: 'src/store/migrations.ts',
      does: 'edit',
      what: 'the step, at the end of `migrations`; a published step is never edited',
      edit: (text, { id, snake }) =>
        append(
          text,
          'export const migrations: readonly Migration[] = [',
          `  {\n    name: '${id.replaceAll('-', ' ')}',\n    sql: \`\n      CREATE TABLE ${snake} (\n        id TEXT NOT NULL PRIMARY KEY\n      ) STRICT;\n    \`,\n  },`,
        ),
    },
    {
      path: 'src/store/migrations.test.ts',
      does: 'edit',
      what: 'what becomes of a database of the version before, with rows in it; each step has a test named after it',
      edit: (text, { id, snake }) => {
        const number =
          1 +
          [...text.matchAll(/^test\('migration (\d+) /gm)].reduce(
            (most, [, found]) => Math.max(most, Number(found)),
            0,
          );
        return `${text.trimEnd()}\n
test('migration ${number} (${id.replaceAll('-', ' ')}) keeps what there was and makes an empty table', () => {
  const database = databaseAt(${number - 1});
  migrate(database, ${number});
  expect(schemaVersion(database)).toBe(${number});
  expect(database.prepare('SELECT count(*) FROM ${snake}').pluck().get()).toBe(0);
});
`;
      },
    },
  ],
  remarks: [
    'Recordings have a database and steps of their own: `src/store/recordings/migrations.ts`, tested in `recordings.test.ts`.',
    'A step is one transaction: a crash between two leaves a valid older database.',
  ],
  tests: ['src/store'],
};
