import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
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
