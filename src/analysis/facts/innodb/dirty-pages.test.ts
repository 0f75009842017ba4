import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
import { factDefinitions } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const definitions = new Map(factDefinitions.map((one) => [one.id, one]));
const factOf = (build: Parameters<typeof buildSnapshot>[0], id: string) => {
  const reading = new FactSet(new Observed(buildSnapshot(build)), definitions).reading(id);
  return reading.known ? reading.value : null;
};

test('one reading shows how much of the pool is dirty at least; without its pages nothing is known', () => {
  const status = {
    Innodb_buffer_pool_pages_dirty: 800,
    Innodb_buffer_pool_pages_data: 900,
    Innodb_buffer_pool_pages_free: 100,
    Uptime: 864_000,
  };
  expect(factOf({ status }, 'peak_dirty_share')).toBe(0.8);
  const { Innodb_buffer_pool_pages_dirty: _, ...without } = status;
  expect(factOf({ status: without }, 'peak_dirty_share')).toBeNull();
});

test('the checkpoint age follows from two positions of either server', () => {
  expect(
    factOf({ status: { Innodb_lsn_current: 5000, Innodb_lsn_last_checkpoint: 2000 } }, 'checkpoint_age'),
  ).toBe(3000);
});
