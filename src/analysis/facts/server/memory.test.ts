import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const MiB = 1024 ** 2;
const read = (variables: Record<string, number | string>) => {
  const snapshot = buildSnapshot({ server: { flavour: 'mariadb', version: [10, 3, 39] }, variables });
  const reading = new FactSet(new Observed(snapshot), factCatalog()).reading('caches_beside_pool');
  return reading.known ? reading.value : reading.reason.code;
};

test('the caches beside the pool are the sum of those that were read, the query cache only where it is on', () => {
  const caches = { key_buffer_size: 128 * MiB, query_cache_size: 64 * MiB };
  expect(read({ ...caches, query_cache_type: 'ON' })).toBe(192 * MiB);
  expect(read({ ...caches, query_cache_type: 'OFF' })).toBe(128 * MiB);
  expect(read({ ...caches, query_cache_type: 'OFF', aria_pagecache_buffer_size: 16 * MiB })).toBe(144 * MiB);
  expect(read({})).toBe('not-read');
});
