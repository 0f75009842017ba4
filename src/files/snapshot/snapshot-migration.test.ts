import { expect, test } from 'vitest';
import { exampleSnapshot } from '../../../test/files/example-snapshot';
import { snapshotSchemaName } from '../../shared/snapshot';
import { acceptSnapshot, snapshotMigrations } from './snapshot-migration';

test('there is one migration for every version before the current one', () => {
  const current = Number(snapshotSchemaName.split('/')[2]);
  expect(snapshotMigrations.map(({ from }) => from)).toEqual(
    Array.from({ length: current - 1 }, (_, index) => index + 1),
  );
});

test('a snapshot of the current version passes unchanged, with fields it does not know left out', () => {
  expect(acceptSnapshot({ ...exampleSnapshot(), later: 1 }, 'a.lks')).toEqual(exampleSnapshot());
});
