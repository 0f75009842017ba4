import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
import { factDefinitions } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';
import { totalFacts } from './totals';

const definitions = new Map(factDefinitions.map((one) => [one.id, one]));
const factsOf = (build: Parameters<typeof buildSnapshot>[0]) =>
  new FactSet(new Observed(buildSnapshot(build)), definitions);

test('totals are set against each other at any uptime', () => {
  const facts = factsOf({
    variables: { table_open_cache: 400 },
    status: {
      Opened_tables: 354_858,
      Qcache_hits: 213,
      Qcache_inserts: 208,
      Qcache_lowmem_prunes: 4,
      Key_reads: 60,
      Key_read_requests: 600,
      Created_tmp_disk_tables: 98,
      Created_tmp_tables: 100,
    },
  });
  const value = (id: string) => {
    const reading = facts.reading(id);
    return reading.known ? reading.value : reading.reason.text;
  };
  expect(value('tables_opened_for_each_entry')).toBeCloseTo(887.1, 1);
  expect(value('table_cache_total_need')).toBe(800);
  expect(value('query_cache_reuse')).toBeCloseTo(1.024, 3);
  expect(value('query_cache_pruned_share')).toBeCloseTo(0.0192, 4);
  expect(value('key_cache_miss_total')).toBeCloseTo(0.1);
  expect(value('tmp_disk_total_share')).toBeCloseTo(0.98);
});

test('without what they are made of, and by nothing, they are unknown', () => {
  const empty = factsOf({});
  const idle = factsOf({
    status: {
      Qcache_hits: 0,
      Qcache_inserts: 0,
      Qcache_lowmem_prunes: 0,
      Key_reads: 0,
      Key_read_requests: 0,
    },
  });
  for (const { id } of totalFacts) {
    expect(empty.reading(id).known, id).toBe(false);
    expect(idle.reading(id).known, id).toBe(false);
  }
});
