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

test('memory is used up where hardly any is left and more than a few pages are in swap', () => {
  const usedUp = (host: Record<'memoryBytes' | 'memoryAvailableBytes' | 'swapUsed', number>) => {
    const read = Object.entries(host).map(([name, value]) => [name, { origin: 'local' as const, value }]);
    const snapshot = buildSnapshot({ host: Object.fromEntries(read) });
    return new FactSet(new Observed(snapshot), factCatalog()).reading('memory_used_up');
  };
  const host = { memoryBytes: 16_384 * MiB, memoryAvailableBytes: 400 * MiB, swapUsed: 400 * MiB };
  expect(usedUp(host)).toEqual({ known: true, value: true });
  expect(usedUp({ ...host, memoryAvailableBytes: 600 * MiB })).toEqual({ known: true, value: false });
  // A fiftieth of the memory lies there without harm, and 256 MiB where that is less.
  expect(usedUp({ ...host, swapUsed: 300 * MiB })).toEqual({ known: true, value: false });
  const small = { memoryBytes: 2048 * MiB, memoryAvailableBytes: 50 * MiB, swapUsed: 200 * MiB };
  expect(usedUp(small)).toEqual({ known: true, value: false });
  expect(usedUp({ ...small, swapUsed: 300 * MiB })).toEqual({ known: true, value: true });
});
