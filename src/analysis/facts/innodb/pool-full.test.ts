import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
import { factDefinitions } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const definitions = new Map(factDefinitions.map((one) => [one.id, one]));
const MiB = 1024 ** 2;

/** Whether a pool of so many MiB is full, with a share of it free and so many times its size read into it since the start. */
function isFull(sizeMiB: number, freeShare: number, timesRead: number): unknown {
  const pages = sizeMiB * 64;
  const snapshot = buildSnapshot({
    variables: {
      innodb_buffer_pool_size: sizeMiB * MiB,
      innodb_lru_scan_depth: 1024,
      innodb_buffer_pool_instances: 1,
    },
    status: {
      Innodb_buffer_pool_pages_total: pages,
      Innodb_buffer_pool_pages_free: Math.round(pages * freeShare),
      Innodb_buffer_pool_reads: Math.round(pages * timesRead),
    },
  });
  const reading = new FactSet(new Observed(snapshot), definitions).reading('pool_full');
  return reading.known ? reading.value : null;
}

test.each<[string, number, number, number, boolean]>([
  ['32 MiB, of which the page cleaner keeps half free and a little more', 32, 0.6, 39, true],
  ['32 MiB in the first seconds', 32, 0.6, 0.4, false],
  ['32 MiB that DROP TABLE emptied', 32, 0.9, 39, false],
  ['8 GiB with 1,000 pages free', 8192, 0.002, 12, true],
  ['8 GiB of which a third is free, though much was read', 8192, 0.33, 12, false],
])('%s', (_, sizeMiB, freeShare, timesRead, full) => {
  expect(isFull(sizeMiB, freeShare, timesRead)).toBe(full);
});
