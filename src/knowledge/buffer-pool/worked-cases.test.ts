import { describe, expect, test } from 'vitest';
import type { Chunks, ChunksInput } from '../../shared/chunks';
import type { VersionTriple } from '../../shared/server';
import { computeChunks } from '.';

const M = 1024 ** 2;
const G = 1024 ** 3;

interface Case {
  generation: string;
  ask: Omit<ChunksInput, 'flavour' | 'version'>;
  expected: Partial<Chunks['effective']> & { codes: (number | string | null)[]; accepted?: boolean };
}

const mysql = (...version: VersionTriple) => ({ flavour: 'mysql', version }) as const;
const mariadb = (...version: VersionTriple) => ({ flavour: 'mariadb', version }) as const;
const servers: Record<string, Pick<ChunksInput, 'flavour' | 'version'>> = {
  '5.6': mysql(5, 6, 24),
  '5.7': mysql(5, 7, 21),
  '8.0': mysql(8, 0, 36),
  '8.4': mysql(8, 4, 8),
  '9.7': mysql(9, 7, 2),
  '10.3': mariadb(10, 3, 7),
  '10.5': mariadb(10, 5, 23),
  '10.11.5': mariadb(10, 11, 5),
  '10.11.19': mariadb(10, 11, 19),
  '11.8.6': mariadb(11, 8, 6),
};

// The worked cases of Percona's post on buffer pool chunks (2018), which are of 5.7, and what other lines make of them.
const cases: Case[] = [
  {
    generation: '5.7',
    ask: { at: 'start', sizeBytes: 2 * G, instances: 8, chunkBytes: 128 * M },
    expected: { sizeBytes: 2 * G, totalChunks: 16, chunksPerInstance: 2, codes: [] },
  },
  {
    generation: '5.7',
    ask: { at: 'set', sizeBytes: 1.5 * G, currentSizeBytes: 2 * G, instances: 8 },
    expected: { sizeBytes: 2 * G, codes: [1210] },
  },
  {
    generation: '5.7',
    ask: { at: 'set', sizeBytes: 1.5 * G, currentSizeBytes: G, instances: 8 },
    expected: { sizeBytes: 2 * G, codes: [1292] },
  },
  {
    generation: '5.7',
    ask: { at: 'set', sizeBytes: 1_073_741_825, currentSizeBytes: G, instances: 8 },
    expected: { sizeBytes: 2 * G, codes: [1292] },
  },
  {
    generation: '8.0',
    ask: { at: 'set', sizeBytes: 1_073_741_825, currentSizeBytes: G, instances: 8 },
    expected: { sizeBytes: G, codes: [1292] },
  },
  {
    generation: '5.7',
    ask: { at: 'start', sizeBytes: 2.5 * G, instances: 16 },
    expected: { sizeBytes: 4 * G, codes: [] },
  },
  {
    generation: '5.7',
    ask: { at: 'start', sizeBytes: 2 * G, instances: 32 },
    expected: { sizeBytes: 2 * G, chunkBytes: 64 * M, codes: [] },
  },
  {
    generation: '5.7',
    ask: { at: 'start', sizeBytes: G + M - 1, instances: 16, chunkBytes: 67_141_632 },
    expected: { sizeBytes: G, chunkBytes: 64 * M, codes: [] },
  },
  {
    generation: '5.7',
    ask: { at: 'start', sizeBytes: G + M, instances: 16, chunkBytes: 67_141_632 },
    expected: { sizeBytes: 2 * G, chunkBytes: 64 * M, codes: [] },
  },
  // What several instances forbid: 5.7 fails, 8.0 and later warn and do nothing.
  {
    generation: '5.7',
    ask: { at: 'set', sizeBytes: 512 * M, currentSizeBytes: 2 * G, instances: 8 },
    expected: { sizeBytes: 2 * G, accepted: false, codes: [1210, 1231] },
  },
  {
    generation: '8.0',
    ask: { at: 'set', sizeBytes: 512 * M + 1, currentSizeBytes: 2 * G, instances: 8 },
    expected: { sizeBytes: 2 * G, accepted: true, codes: [1292, 1210] },
  },
  {
    generation: '9.7',
    ask: { at: 'set', sizeBytes: 210_763_777, currentSizeBytes: 256 * M },
    expected: { sizeBytes: 256 * M, codes: [1292, 1210] },
  },
  {
    generation: '9.7',
    ask: { at: 'set', sizeBytes: 1, currentSizeBytes: 256 * M },
    expected: { sizeBytes: 128 * M, codes: [1292, 1292] },
  },
  // 5.7 and MariaDB to 10.4 leave a shrunken chunk as it comes out of the division; 8.0 rounds it up to whole MiB.
  {
    generation: '5.7',
    ask: { at: 'start', sizeBytes: 1100 * M, instances: 9 },
    expected: { sizeBytes: 9 * 128_159_289, chunkBytes: 128_159_289, codes: [] },
  },
  {
    generation: '8.0',
    ask: { at: 'start', sizeBytes: 1100 * M, instances: 9 },
    expected: { sizeBytes: 9 * 123 * M, chunkBytes: 123 * M, codes: [] },
  },
  {
    generation: '8.4',
    ask: { at: 'start', sizeBytes: 20 * G, cpus: 48 },
    expected: { sizeBytes: 21 * G, instances: 12, codes: [] },
  },
  {
    generation: '8.4',
    ask: { at: 'start', sizeBytes: 200 * M, instances: 4 },
    expected: { sizeBytes: 256 * M, instances: 1, codes: ['MY-012359'] },
  },
  {
    generation: '8.4',
    ask: { at: 'start', sizeBytes: 2 * G, instances: 0 },
    expected: { sizeBytes: 0, accepted: false, codes: [null] },
  },
  // innodb_dedicated_server: half of the memory to 4 GiB, three quarters above, whole GiB of memory from 8.4.
  {
    generation: '8.0',
    ask: { at: 'start', dedicated: true, memoryBytes: 0.5 * G },
    expected: { sizeBytes: 128 * M, codes: [] },
  },
  {
    generation: '8.0',
    ask: { at: 'start', dedicated: true, memoryBytes: 4 * G },
    expected: { sizeBytes: 2 * G, codes: [] },
  },
  {
    generation: '8.0',
    ask: { at: 'start', dedicated: true, memoryBytes: 16 * G },
    expected: { sizeBytes: 12 * G, codes: [] },
  },
  {
    generation: '9.7',
    ask: { at: 'start', dedicated: true, memoryBytes: 23.5 * G, cpus: 2 },
    expected: { sizeBytes: 17.25 * G, codes: [] },
  },
  {
    generation: '9.7',
    ask: { at: 'start', dedicated: true, sizeBytes: 200 * M },
    expected: { sizeBytes: 256 * M, codes: ['MY-012358'] },
  },
  {
    generation: '5.7',
    ask: { at: 'start', dedicated: true, sizeBytes: G },
    expected: { sizeBytes: 0, accepted: false, codes: [null] },
  },
  // 5.6: whole MiB, at start only.
  {
    generation: '5.6',
    ask: { at: 'start', sizeBytes: 200 * M + 5 },
    expected: { sizeBytes: 200 * M, chunkBytes: null, instances: 1, codes: [] },
  },
  {
    generation: '5.6',
    ask: { at: 'set', sizeBytes: G },
    expected: { sizeBytes: 128 * M, accepted: false, codes: [1238] },
  },
  // MariaDB: instances and chunks to 10.4, one pool of chunks from 10.5, chunks of a 64th from 10.8, none at last.
  {
    generation: '10.3',
    ask: { at: 'set', sizeBytes: 1.5 * G, currentSizeBytes: 2 * G },
    expected: { sizeBytes: 2 * G, instances: 8, codes: [1210] },
  },
  {
    generation: '10.3',
    ask: { at: 'start', sizeBytes: 3 * M },
    expected: { sizeBytes: 5 * M, codes: [null] },
  },
  {
    generation: '10.5',
    ask: { at: 'start', sizeBytes: 200 * M },
    expected: { sizeBytes: 256 * M, instances: null, codes: [] },
  },
  {
    generation: '10.5',
    ask: { at: 'start', sizeBytes: 3 * M },
    expected: { sizeBytes: 0, accepted: false, codes: [null] },
  },
  {
    generation: '10.5',
    ask: { at: 'set', sizeBytes: 300 * M, currentSizeBytes: 256 * M },
    expected: { sizeBytes: 384 * M, codes: [1292] },
  },
  {
    generation: '10.11.5',
    ask: { at: 'start', sizeBytes: 1000 * M },
    expected: { sizeBytes: 1000 * M, chunkBytes: 15.625 * M, totalChunks: 64, codes: [] },
  },
  {
    generation: '10.11.5',
    ask: { at: 'set', sizeBytes: 1_075_000_001, currentSizeBytes: G },
    expected: { sizeBytes: 1040 * M, codes: [1292] },
  },
  {
    generation: '10.11.5',
    ask: { at: 'set', sizeBytes: M, currentSizeBytes: G },
    expected: { sizeBytes: G, accepted: false, codes: [1210, 1231] },
  },
  {
    generation: '10.11.19',
    ask: { at: 'set', sizeBytes: 300 * M + 1, currentSizeBytes: 128 * M },
    expected: { sizeBytes: 300 * M, chunkBytes: null, sizeMaxBytes: 8 * 1024 ** 4, codes: [1292] },
  },
  {
    generation: '10.11.19',
    ask: { at: 'start', sizeBytes: 128 * M, instances: 4, sizeMaxBytes: 1 },
    expected: { sizeBytes: 128 * M, sizeMaxBytes: 128 * M, codes: [null, null] },
  },
  // No growth beyond the range reserved at start: by default the size at start.
  {
    generation: '11.8.6',
    ask: { at: 'set', sizeBytes: G, currentSizeBytes: 128 * M },
    expected: { sizeBytes: 128 * M, sizeMaxBytes: 128 * M, codes: [1292] },
  },
  {
    generation: '11.8.6',
    ask: { at: 'set', sizeBytes: 400 * M, currentSizeBytes: 128 * M, sizeMaxBytes: 300 * M },
    expected: { sizeBytes: 296 * M, sizeMaxBytes: 296 * M, codes: [1292] },
  },
  {
    generation: '11.8.6',
    ask: { at: 'start', sizeBytes: 5 * M },
    expected: { sizeBytes: 0, accepted: false, codes: [null] },
  },
];

describe.each(['start', 'set'] as const)('at %s', (at) => {
  test.each(cases.filter(({ ask }) => ask.at === at))(
    '$generation: $ask',
    ({ generation, ask, expected }) => {
      const server = servers[generation];
      if (server === undefined) throw new Error(`no server ${generation}`);
      const { accepted, effective, messages } = computeChunks({ ...server, ...ask });
      const { codes, accepted: taken = true, ...values } = expected;
      expect({ accepted, codes: messages.map(({ code }) => code) }).toEqual({
        accepted: taken,
        codes,
      });
      expect(effective).toMatchObject(values);
    },
  );
});
