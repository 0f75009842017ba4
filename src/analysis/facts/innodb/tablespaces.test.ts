import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const GiB = 1024 ** 3;

function facts(rows: (string | number | null)[][] | null): FactSet {
  const columns = ['TABLE_SCHEMA', 'TABLE_NAME', 'FILE_SIZE', 'DATA_FREE'];
  const at = '2026-01-01T00:00:10.000Z';
  const sections =
    rows === null
      ? {}
      : {
          'table-free-space': {
            status: 'ok' as const,
            tookMs: 1,
            rows: rows.length,
            data: { end: { at, tookMs: 1, table: { columns, rows } } },
          },
        };
  return new FactSet(new Observed(buildSnapshot({ sections })), factCatalog());
}

test('tables of which a quarter and 1 GiB or more is free are summed up and named', () => {
  const set = facts([
    ['app', 'events', 60 * GiB, 42 * GiB],
    ['app', 'orders', 400 * GiB, 20 * GiB],
    ['app', 'small', GiB, GiB / 2],
    ['app', 'unknown', 90 * GiB, null],
    ['app', 'log', 4 * GiB, 2 * GiB],
  ]);
  expect(set.reading('free_in_tables')).toMatchObject({ known: true, value: 44 * GiB });
  expect(set.reading('free_in_tables_of')).toMatchObject({
    value: 'app.events (42 GiB of 60 GiB), app.log (2 GiB of 4 GiB)',
  });
});

test('no such table is 0; where nobody read them it is not known', () => {
  expect(facts([]).reading('free_in_tables')).toMatchObject({ known: true, value: 0 });
  expect(facts(null).reading('free_in_tables').known).toBe(false);
});
