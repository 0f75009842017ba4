import { expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../../../test/analysis/snapshot-builder';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const columns = [
  'SCHEMA_NAME',
  'DIGEST',
  'DIGEST_TEXT',
  'COUNT_STAR',
  'SUM_TIMER_WAIT',
  'SUM_ROWS_EXAMINED',
  'SUM_ROWS_SENT',
  'SUM_NO_INDEX_USED',
];
const join =
  'SELECT * FROM `orders` `o` JOIN `customers` `c` ON `o` . `customer` = `c` . `id` WHERE `c` . `country` = ?';

function facts(
  left: [type: string, collation: string | null],
  right: [type: string, collation: string | null],
) {
  const row = (count: number) => ['shop', 'd1', join, count, count * 1e12, count * 1000, count, count];
  const snapshot = buildSnapshot({
    counters: { Questions: Array.from({ length: 11 }, (_, second) => second) },
    sections: {
      'statement-digests': tableSection(columns, { start: [row(1)], end: [row(11)] }),
      'table-columns': tableSection(
        ['TABLE_SCHEMA', 'TABLE_NAME', 'COLUMN_NAME', 'COLUMN_TYPE', 'COLLATION_NAME'],
        {
          end: [
            ['shop', 'orders', 'customer', ...left],
            ['shop', 'customers', 'id', ...right],
          ],
        },
      ),
    },
  });
  const read = new FactSet(new Observed(snapshot), factCatalog());
  const value = (id: string) => {
    const reading = read.reading(id);
    return reading.known ? reading.value : reading.reason.code;
  };
  return [value('join_mismatch_share'), value('join_mismatch')];
}

test('a join of unlike columns is named with both types, one of like columns is not', () => {
  expect(facts(['varchar(36)', 'utf8mb4_0900_ai_ci'], ['int unsigned', null])).toEqual([
    1,
    'orders.customer (varchar(36), utf8mb4_0900_ai_ci) = customers.id (int unsigned)',
  ]);
  expect(facts(['varchar(36)', 'utf8mb4_0900_ai_ci'], ['varchar(36)', 'utf8mb3_general_ci'])[0]).toBe(1);
  expect(facts(['int', null], ['bigint unsigned', null])).toEqual([0, 'absent']);
  expect(facts(['char(36)', 'utf8mb4_bin'], ['varchar(36)', 'utf8mb4_bin'])).toEqual([0, 'absent']);
});
