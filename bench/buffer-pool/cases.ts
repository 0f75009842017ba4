import type { ServerId } from '../../scripts/servers/index.ts';
import type { BufferPool } from '../../src/knowledge/buffer-pool/index.ts';
import { SeededRandom } from './random.ts';

const M = 1024 ** 2;
const G = 1024 ** 3;
/** Pools are virtual memory until they are used; their descriptors are not. */
const largest = 4 * G;

/** The options of one start, in bytes; an absent one is not given to the server. */
export interface StartCase {
  sizeBytes?: number;
  instances?: number;
  chunkBytes?: number;
  sizeMaxBytes?: number;
  autoMinBytes?: number;
  dedicated?: true;
}

/** The starts of one server: adversarial ones first, then, from the seed, random ones. The same in every run. */
export function startCases(id: ServerId): StartCase[] {
  const random = new SeededRandom(20_261_121);
  const fixed = fixedStarts[id];
  if (id === 'mariadb114') {
    return [
      ...fixed,
      ...Array.from({ length: 60 - fixed.length }, () => ({
        sizeBytes: poolSize(random, random.pick([5 * M, 64 * M, G])),
        ...(random.next() < 0.4 ? {} : { chunkBytes: chunkSize(random) }),
      })),
    ];
  }
  if (id.startsWith('mariadb') && id !== 'mariadb102') {
    return [...fixed, ...Array.from({ length: 60 - fixed.length }, () => rangeStart(random))];
  }
  // Every instance count there is, each with other sizes and chunks.
  return [
    ...fixed,
    ...Array.from({ length: 64 }, (_, index) => ({
      sizeBytes: poolSize(random, random.next() < 0.8 ? G : 5 * M),
      instances: index + 1,
      ...(id === 'mysql56' || random.next() < 0.3 ? {} : { chunkBytes: chunkSize(random) }),
    })),
  ];
}

const fixedStarts: Record<ServerId, StartCase[]> = {
  mysql56: [
    {},
    { sizeBytes: 0, instances: 0 },
    { sizeBytes: 5 * M - 1, instances: 100 },
    { sizeBytes: G - 1 },
    { sizeBytes: G },
    { sizeBytes: 200 * M, chunkBytes: 128 * M },
  ],
  mysql57: dividedStarts(),
  mysql80: dividedStarts(),
  mysql97: [
    {},
    { sizeBytes: 1, chunkBytes: 1, instances: 65 },
    { sizeBytes: 200 * M, instances: 0 },
    { sizeBytes: G, instances: 0 },
    { sizeBytes: 2100 * M },
    { sizeBytes: 1536 * M, instances: 8, chunkBytes: 256 * M },
    { dedicated: true },
    { dedicated: true, sizeBytes: 200 * M + 7 },
    { sizeBytes: 200 * M, sizeMaxBytes: 300 * M },
  ],
  mariadb102: dividedStarts(),
  mariadb1011: rangeStarts(),
  mariadb114: automaticStarts(),
  mariadb118: rangeStarts(),
};

/** Pools of chunks and instances; the values that the command line takes as they are. */
function dividedStarts(): StartCase[] {
  return [
    {},
    { sizeBytes: 1, chunkBytes: 1, instances: 64 },
    { sizeBytes: 200 * M, instances: 0 },
    { sizeBytes: G, instances: 0 },
    { sizeBytes: 2100 * M },
    { sizeBytes: 1536 * M, instances: 8, chunkBytes: 256 * M },
    { sizeBytes: G + 1, instances: 3 },
    { sizeBytes: G - 1, chunkBytes: M },
    { sizeBytes: 5 * M, chunkBytes: M + 1 },
    { sizeBytes: 3 * G - 7, instances: 7, chunkBytes: 2 * M },
  ];
}

/** One pool whose chunk follows from its size unless it is given. */
function automaticStarts(): StartCase[] {
  return [
    {},
    { sizeBytes: 0 },
    { sizeBytes: 2 * M - 1 },
    { sizeBytes: 5 * M - 1 },
    { sizeBytes: 5 * M },
    { sizeBytes: 7 * M + 123 },
    { sizeBytes: 128 * M, instances: 8, chunkBytes: 3_000_001 },
    { sizeBytes: 201 * M, sizeMaxBytes: 100 * M, autoMinBytes: 10 * M },
    { sizeBytes: 4 * M, sizeMaxBytes: 100 * M },
    { sizeBytes: G - 1 },
    { sizeBytes: 200 * M, chunkBytes: 300 * M },
    { sizeBytes: 200 * M, dedicated: true },
  ];
}

function rangeStarts(): StartCase[] {
  return [
    {},
    { sizeBytes: 0 },
    { sizeBytes: 2 * M - 1 },
    { sizeBytes: 6 * M - 1 },
    { sizeBytes: 6 * M },
    { sizeBytes: 7 * M + 123 },
    { sizeBytes: 128 * M, instances: 8, chunkBytes: 3_000_001 },
    { sizeBytes: 201 * M, sizeMaxBytes: 100 * M },
    { sizeBytes: 128 * M, sizeMaxBytes: 300 * M, autoMinBytes: 10 * M },
    { sizeBytes: 128 * M, sizeMaxBytes: 300 * M, autoMinBytes: G },
    { sizeBytes: 128 * M, sizeMaxBytes: 0 },
    { sizeBytes: 128 * M, sizeMaxBytes: 1 },
    { sizeBytes: 8 * M, sizeMaxBytes: 8 * M },
    { sizeBytes: 200 * M, dedicated: true },
  ];
}

function rangeStart(random: SeededRandom): StartCase {
  const sizeBytes = poolSize(random, random.pick([5 * M, 64 * M, G]));
  const roll = random.next();
  if (roll < 0.3) return { sizeBytes };
  const sizeMaxBytes = near(random, random.pick([8 * M, sizeBytes, 2 * sizeBytes, largest]));
  return {
    sizeBytes,
    sizeMaxBytes,
    ...(roll < 0.45 ? { instances: random.whole(0, 64) } : {}),
    ...(roll > 0.7 ? { autoMinBytes: near(random, random.pick([8 * M, sizeBytes, sizeMaxBytes])) } : {}),
  };
}

/** Eight values for SET GLOBAL, around what is special for this pool. */
export function requestedValues(pool: BufferPool, start: number): number[] {
  const random = new SeededRandom(start + 1);
  const step = (pool.chunkBytes ?? M) * (pool.instances ?? 1);
  const marks: [number, ...number[]] = [
    pool.sizeBytes,
    pool.sizeBytes + step,
    Math.max(step, pool.sizeBytes - step),
    step,
    step * random.whole(1, 40),
    Math.min(pool.sizeMaxBytes ?? G, largest),
    G,
    5 * M,
    6 * M,
  ];
  return [
    ...Array.from({ length: 6 }, () => near(random, random.pick(marks))),
    random.pick([0, 1, 4096, M, 5 * M - 1, G - 1]),
    random.whole(5 * M, largest),
  ].map((requested) => Math.min(Math.max(requested, 0), largest));
}

/** The mark itself, or 1 byte, 1 MiB or a little beside it. */
function near(random: SeededRandom, mark: number): number {
  return Math.max(0, mark + random.pick([0, 0, 1, -1, M, -M, random.whole(-3 * M, 3 * M)]));
}

function poolSize(random: SeededRandom, least: number): number {
  const marks: [number, ...number[]] = [least, G, 1.5 * G, 2 * G, 3 * G, random.whole(least, 3 * G)];
  return Math.min(Math.max(near(random, random.pick(marks)), least - M), largest);
}

function chunkSize(random: SeededRandom): number {
  const marks: [number, ...number[]] = [M, 7 * M, 64 * M, 128 * M, 300 * M, G, random.whole(1, 600 * M)];
  return near(random, random.pick(marks));
}
