import { expect, test } from 'vitest';
import type { VersionTriple } from '../../shared/server';
import { bufferPoolAfterSet, bufferPoolAtStart, startsWithBufferPool } from '.';

const M = 1024 ** 2;
const G = 1024 ** 3;
const mysql = (...version: VersionTriple) => ({ flavour: 'mysql', version }) as const;
const mariadb = (...version: VersionTriple) => ({ flavour: 'mariadb', version }) as const;
const mysql97 = { ...mysql(9, 7, 4), cpus: 2 };

// Seen on MySQL 9.7.4 with 2 CPUs, and the manual's worked examples for the versions that are not at hand.
test.each([
  [mysql97, { size: 200 * M }, { size: 256 * M, chunk: 128 * M, instances: 1 }],
  [mysql97, { size: 1100 * M, instances: 3 }, { size: 1152 * M, chunk: 128 * M, instances: 3 }],
  [
    mysql97,
    { size: 1536 * M, instances: 8, chunk: 256 * M },
    { size: 1536 * M, chunk: 192 * M, instances: 8 },
  ],
  [mysql97, { size: 100 * M, instances: 8, chunk: 256 * M }, { size: 100 * M, chunk: 100 * M, instances: 1 }],
  [mysql97, { size: 2100 * M }, { size: 2176 * M, chunk: 128 * M, instances: 1 }],
  [mysql97, { size: 9 * G, instances: 16, chunk: 128 * M }, { size: 10 * G, chunk: 128 * M, instances: 16 }],
  [mysql97, {}, { size: 128 * M, chunk: 128 * M, instances: 1 }],
  [mysql(8, 0, 36), { size: 12 * G }, { size: 12 * G, chunk: 128 * M, instances: 8 }],
  [mysql(5, 7, 44), { size: 12.5 * G }, { size: 13 * G, chunk: 128 * M, instances: 8 }],
  [{ ...mysql(8, 4, 8), cpus: 48 }, { size: 12 * G }, { size: 12 * G, chunk: 128 * M, instances: 12 }],
  [{ ...mysql(8, 4, 8), cpus: 48 }, { size: 20 * G }, { size: 21 * G, chunk: 128 * M, instances: 12 }],
  [mysql(5, 6, 24), { size: 200 * M + 5 }, { size: 200 * M, chunk: null, instances: 1 }],
  [mysql(5, 6, 24), { size: 2 * G }, { size: 2 * G, chunk: null, instances: 8 }],
  [mariadb(10, 11, 5), { size: 1000 * M }, { size: 1000 * M, chunk: 15.625 * M, instances: null }],
  [mariadb(10, 11, 5), { size: G, chunk: 300 * M }, { size: 1200 * M, chunk: 300 * M, instances: null }],
  [mariadb(10, 11, 5), { size: G, chunk: 3 * G }, { size: G, chunk: G, instances: null }],
  [mariadb(10, 5, 23), { size: 200 * M }, { size: 256 * M, chunk: 128 * M, instances: null }],
  [mariadb(10, 11, 18), { size: 200 * M + 9 }, { size: 200 * M, chunk: null, instances: null }],
] as const)('start: %o with %o', (server, asked: Asked, seen) => {
  const { size, instances, chunk } = asked;
  const pool = bufferPoolAtStart({
    ...server,
    version: [...server.version],
    sizeBytes: size,
    instances,
    chunkBytes: chunk,
  });
  expect({ size: pool.sizeBytes, chunk: pool.chunkBytes, instances: pool.instances }).toEqual(seen);
});
interface Asked {
  size?: number;
  instances?: number;
  chunk?: number;
}

test('MariaDB 10.11.12 and later reserve a range: rounded down, never below the size', () => {
  const at = (size: number, max: number) =>
    bufferPoolAtStart({ ...mariadb(11, 8, 6), sizeBytes: size, sizeMaxBytes: max }).sizeMaxBytes;
  expect(at(128 * M, 300 * M)).toBe(296 * M);
  expect(at(201 * M, 100 * M)).toBe(208 * M);
  expect(startsWithBufferPool({ ...mariadb(11, 8, 6), sizeBytes: 5 * M })).toBe(false);
  expect(startsWithBufferPool({ ...mariadb(11, 8, 6), sizeBytes: 6 * M })).toBe(true);
});

test('the pool of MariaDB 11.8.6 cannot grow unless a larger range was reserved', () => {
  const server = mariadb(11, 8, 6);
  const small = bufferPoolAtStart({ ...server, sizeBytes: 128 * M });
  expect(bufferPoolAfterSet(server, small, G)).toMatchObject({ outcome: 'unchanged', sizeBytes: 128 * M });
  const roomy = bufferPoolAtStart({ ...server, sizeBytes: 128 * M, sizeMaxBytes: 300 * M });
  expect(bufferPoolAfterSet(server, roomy, 400 * M)).toMatchObject({
    outcome: 'resized',
    sizeBytes: 296 * M,
  });
});

test('SET on MySQL 9.7 rounds up to the chunk; nothing happens below one', () => {
  const pool = bufferPoolAtStart({ ...mysql97, sizeBytes: 256 * M });
  const set = (bytes: number) => bufferPoolAfterSet(mysql97, pool, bytes);
  expect(set(210_763_777)).toMatchObject({ outcome: 'unchanged', sizeBytes: 256 * M });
  expect(set(100 * M)).toMatchObject({ outcome: 'resized', sizeBytes: 128 * M });
  expect(set(300 * M)).toMatchObject({ outcome: 'resized', sizeBytes: 384 * M });
});

test('SET below 1 GiB is refused with several instances', () => {
  const pool = bufferPoolAtStart({ ...mysql97, sizeBytes: 2 * G, instances: 2 });
  expect(bufferPoolAfterSet(mysql97, pool, 512 * M)).toMatchObject({
    outcome: 'unchanged',
    sizeBytes: 2 * G,
  });
});

test('MySQL 5.6 changes its pool at start only', () => {
  const pool = bufferPoolAtStart(mysql(5, 6, 24));
  expect(bufferPoolAfterSet(mysql(5, 6, 24), pool, G)).toMatchObject({
    outcome: 'refused',
    messages: [{ code: 1238 }],
  });
});

test('SET on MariaDB 10.11.5 rounds up to the chunk of the start', () => {
  const server = mariadb(10, 11, 5);
  const pool = bufferPoolAtStart({ ...server, sizeBytes: G });
  expect(bufferPoolAfterSet(server, pool, 1100 * M).sizeBytes).toBe(1104 * M);
  expect(bufferPoolAfterSet(server, pool, 1_075_000_001).sizeBytes).toBe(1040 * M);
});
