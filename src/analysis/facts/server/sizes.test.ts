import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
import type { Hosting } from '../../../shared/server';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const gib = 1024 ** 3;

function redoUseful(free: number | null): unknown {
  const snapshot = buildSnapshot({
    variables: { innodb_buffer_pool_size: 32 * gib, innodb_redo_log_capacity: gib },
    status: { Innodb_redo_log_capacity_resized: gib },
    host: free === null ? {} : { redoFree: { origin: 'local', value: free } },
  });
  const reading = new FactSet(new Observed(snapshot), factCatalog()).reading('redo_useful');
  return reading.known ? reading.value : reading.reason;
}

test.each([
  ['plenty', 400 * gib, 16 * gib],
  ['12 GiB', 12 * gib, 7 * gib],
  ['nothing', 0, gib],
])('with %s free on its file system', (_, free, expected) => {
  expect(redoUseful(free)).toBe(expected);
});

test('a file system that is not known bounds nothing', () => {
  expect(redoUseful(null)).toBe(16 * gib);
});

test('Aurora sizes the pool by itself: a pool at two thirds of its class has no room left, a small one has as much', () => {
  const roomOf = (hosting: Hosting, pool: number): unknown => {
    const snapshot = buildSnapshot({
      variables: { innodb_buffer_pool_size: pool },
      host: { memoryBytes: { origin: 'declared', value: 64 * gib } },
    });
    snapshot.server.hosting = hosting;
    const reading = new FactSet(new Observed(snapshot), factCatalog()).reading('pool_room');
    return reading.known ? Math.round(Number(reading.value) / gib) : reading.reason;
  };
  expect(roomOf('aurora', 44 * gib)).toBe(44);
  expect(roomOf('aurora', 8 * gib)).toBe(42);
  expect(roomOf('rds', 44 * gib)).toBe(51);
});
