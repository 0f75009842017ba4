import type { Kind } from '../kind.ts';

export const documentMigrationKind: Kind = {
  id: 'document-migration',
  title: 'a migration of the snapshot document',
  generated: false,
  steps: [
    {
      path: 'src/shared/snapshot.ts',
      does: 'by hand',
      what: 'the schema, and the next number in `snapshotSchemaName`',
    },
    {
      path: 'src/files/snapshot/snapshot-migration.ts',
      does: 'by hand',
      what: 'a step in `snapshotMigrations` that makes a document of the new version from one of the version before',
    },
    {
      path: 'src/files/snapshot/snapshot-migration.test.ts',
      does: 'by hand',
      what: 'a document of the old version, written out, and what becomes of it',
    },
    { path: 'test/files/example-snapshot.ts', does: 'by hand', what: 'the example of the new version' },
    {
      path: 'samples',
      does: 'by hand',
      what: 'one sample stays in the old version, so that a real file is migrated in every run',
    },
  ],
  remarks: [
    'A field that may be absent needs no new version.',
    'Plans, probe results, comparisons and the other documents carry `schema: "latchkey/<name>/<n>"` as well; one that is saved and whose meaning changes gets the next number and reads the former.',
  ],
  tests: ['src/files', 'test/golden'],
};
