import { expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../../../test/analysis/snapshot-builder';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const tables =
  'SELECT `table_schema` , SUM ( `data_length` ) FROM `information_schema` . `TABLES` GROUP BY `table_schema`';

/** Share of metadata where a digest ran so often beside 10 s of others. */
function shareOf(text: string, count: number, seconds: number): unknown {
  const columns = ['schema_name', 'digest', 'digest_text', 'count_star', 'sum_timer_wait'];
  const row = (digest: string, ofText: string, times: number, took: number) => [
    'shop',
    digest,
    ofText,
    times,
    took * 1e12,
  ];
  const orders = 'SELECT * FROM `orders` WHERE `id` = ?';
  const snapshot = buildSnapshot({
    sections: {
      'statement-digests': tableSection(columns, {
        start: [row('a', orders, 0, 0), row('b', text, 0, 0)],
        end: [row('a', orders, 1000, 10), row('b', text, count, seconds)],
      }),
    },
  });
  const reading = new FactSet(new Observed(snapshot), factCatalog()).reading('metadata_time_share');
  return reading.known ? reading.value : null;
}

test('what a monitor spends on the sizes of tables counts, what a snapshot asks itself does not', () => {
  expect(shareOf(tables, 6, 30)).toBeCloseTo(0.75);
  expect(shareOf('SHOW TABLE STATUS FROM `shop`', 6, 10)).toBeCloseTo(0.5);
  expect(shareOf(tables, 2, 30)).toBe(0);
  expect(shareOf('SHOW GLOBAL STATUS', 6, 30)).toBe(0);
});
