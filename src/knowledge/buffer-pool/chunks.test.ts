import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChunksInput, chunksSchema } from '../../shared/chunks';
import type { VersionTriple } from '../../shared/server';
import { computeChunks } from '.';

const M = 1024 ** 2;
const G = 1024 ** 3;
const T = 1024 ** 4;
const mysql = (...version: VersionTriple) => ({ flavour: 'mysql', version }) as const;
const mariadb = (...version: VersionTriple) => ({ flavour: 'mariadb', version }) as const;
const servers = [
  mysql(5, 6, 51),
  mysql(5, 7, 44),
  mysql(8, 0, 40),
  mysql(8, 4, 8),
  mysql(9, 7, 2),
  mariadb(10, 3, 7),
  mariadb(10, 5, 23),
  mariadb(10, 11, 5),
  mariadb(10, 11, 19),
  mariadb(11, 8, 6),
];

const size = fc.oneof(
  fc.nat({ max: 3 * G }),
  fc.integer({ min: 0, max: 1024 * T }),
  fc.constantFrom(0, M, G, G - 1, 1024 * T),
);
const question: fc.Arbitrary<ChunksInput> = fc
  .record(
    {
      server: fc.constantFrom(...servers),
      at: fc.constantFrom('start' as const, 'set' as const),
      sizeBytes: size,
      instances: fc.integer({ min: 1, max: 100 }),
      chunkBytes: fc.oneof(fc.nat({ max: 2 * G }), size),
      currentSizeBytes: size.filter((bytes) => bytes >= 20 * M),
      cpus: fc.integer({ min: 1, max: 512 }),
    },
    { requiredKeys: ['server', 'at', 'sizeBytes', 'cpus'] },
  )
  .map(({ server, currentSizeBytes, chunkBytes, ...rest }) => ({
    ...server,
    version: [...server.version],
    ...rest,
    ...(server.version[1] === 6 || chunkBytes === undefined ? {} : { chunkBytes }),
    ...(rest.at === 'set' && currentSizeBytes !== undefined ? { currentSizeBytes } : {}),
  }));

test('every answer fits the contract, and its pool is made of whole chunks', () => {
  fc.assert(
    fc.property(question, (input) => {
      const chunks = chunksSchema.parse(computeChunks(input));
      const { sizeBytes, chunkBytes, instances, chunksPerInstance, totalChunks } = chunks.effective;
      if (chunkBytes === null || !chunks.accepted) return;
      expect(Number.isSafeInteger(sizeBytes)).toBe(true);
      expect(BigInt(sizeBytes)).toBe(BigInt(chunkBytes) * BigInt(totalChunks ?? 0));
      expect((chunksPerInstance ?? 0) * (instances ?? 1)).toBe(totalChunks);
    }),
    { numRuns: 2000 },
  );
});

test('an alternative has a step of 2 to 5 %, fewer than 1000 chunks, and is what the server makes of it', () => {
  fc.assert(
    fc.property(question, (input) => {
      const { alternatives, effective } = computeChunks(input);
      for (const { sizeBytes, stepPercent } of alternatives) {
        expect(stepPercent).toBeGreaterThanOrEqual(2);
        expect(stepPercent).toBeLessThanOrEqual(5);
        const made = computeChunks({ ...input, sizeBytes });
        expect(made.accepted && made.effective.sizeBytes).toBe(sizeBytes);
        expect(made.effective.totalChunks).toBeLessThan(1000);
        if (input.at === 'set') expect(made.effective.chunkBytes).toBe(effective.chunkBytes);
      }
    }),
    { numRuns: 1000 },
  );
});

test('an alternative is the nearest size below and above', () => {
  const ask = { ...mysql(8, 0, 36), at: 'start', instances: 2 } as const;
  expect(computeChunks({ ...ask, sizeBytes: 10.1 * G }).alternatives).toEqual([
    { sizeBytes: 10 * G, stepPercent: 2.5 },
    { sizeBytes: 10.25 * G, stepPercent: 2.44 },
  ]);
  // 1 GiB is both: a step of 128 MiB is too coarse for it, and 2.5 GiB is the first with one instance that it fits.
  expect(computeChunks({ ...mysql(8, 0, 36), at: 'start', instances: 1, sizeBytes: G }).alternatives).toEqual(
    [{ sizeBytes: 2.5 * G, stepPercent: 5 }],
  );
  expect(computeChunks({ ...mariadb(11, 8, 6), at: 'start', sizeBytes: G }).alternatives).toEqual([]);
});

test('a resize of a pool of many small chunks says that the value may come out lower', () => {
  const ask = { ...mysql(9, 7, 2), at: 'set', chunkBytes: M, instances: 1, currentSizeBytes: G } as const;
  const { effective, messages } = computeChunks({ ...ask, sizeBytes: 2 * G });
  expect(effective.sizeBytes).toBe(2 * G);
  expect(messages).toMatchObject([
    { level: 'warning', code: null, text: expect.stringContaining('a later shrink crashed them') },
    { level: 'note', code: null },
  ]);
});

test.each([
  [{ at: 'set' as const }, /give --size/],
  [{ at: 'start' as const, sizeBytes: G, currentSizeBytes: G }, /--at set/],
  [{ at: 'start' as const, sizeBytes: 2 * G }, /--cpus or --instances/],
  [{ at: 'start' as const, dedicated: true }, /--memory/],
  [{ at: 'start' as const, sizeBytes: G, memoryBytes: G, cpus: 2 }, /--dedicated/],
])('%o cannot be answered', (ask, message) => {
  expect(() => computeChunks({ ...mysql(8, 4, 8), ...ask })).toThrow(message);
});

test.each([
  [mysql(9, 7, 4), 'live'],
  [mysql(8, 0, 40), 'live'],
  [mysql(8, 0, 30), 'source'],
  [mysql(9, 2, 0), 'manual'],
  [{ flavour: 'percona', version: [8, 0, 30] }, 'source'],
  [{ flavour: 'percona', version: [8, 4, 3] }, 'manual'],
  [mariadb(10, 11, 19), 'live'],
  [mariadb(11, 8, 6), 'live'],
  [mariadb(11, 8, 9), 'manual'],
  [mariadb(10, 6, 18), 'manual'],
] as const)('%o is known from: %s', ({ flavour, version }, basis) => {
  expect(computeChunks({ flavour, version: [...version], at: 'start', sizeBytes: 200 * M }).basis).toBe(
    basis,
  );
});

test.each([
  [9 * G, 16, 'coarse', 20],
  [40 * G, 16, 'good', 5],
  [200 * G, 1, 'fine', 0.06],
] as const)('a pool of %d bytes in %d instances has a %s step', (sizeBytes, instances, fit, percent) => {
  const { step } = computeChunks({ ...mysql(8, 0, 36), at: 'start', sizeBytes, instances });
  expect(step).toEqual({ bytes: 128 * M * instances, percent, fit });
});
