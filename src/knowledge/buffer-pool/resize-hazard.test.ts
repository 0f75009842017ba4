import { expect, test } from 'vitest';
import type { Flavour, VersionTriple } from '../../shared/server';
import { computeChunks } from './chunks';
import { bufferPoolAtStart, resizeHazard } from './index';
import { GIB, MIB } from './pool';

const server = (flavour: Flavour, ...version: VersionTriple) => ({ flavour, version });
const mysql57 = server('mysql', 5, 7, 44);
const mysql80 = server('mysql', 8, 0, 40);

test.each([
  ['chunks of the usual size', mysql80, { sizeBytes: 16 * GIB, instances: 8 }, 8 * GIB, null],
  ['a terabyte in chunks of the usual size', mysql80, { sizeBytes: 1024 * GIB }, 512 * GIB, null],
  [
    '1024 chunks of 1 MiB',
    mysql80,
    { sizeBytes: GIB, chunkBytes: MIB, instances: 1 },
    7 * MIB,
    /1024 chunks of 1 MiB/,
  ],
  [
    'growing to 64 chunks of 1 MiB',
    mysql57,
    { sizeBytes: 10 * MIB, chunkBytes: MIB },
    64 * MIB,
    /64 chunks of 1 MiB/,
  ],
  ['63 chunks of 1 MiB', mysql57, { sizeBytes: 63 * MIB, chunkBytes: MIB }, 7 * MIB, null],
  ['the same size again', mysql57, { sizeBytes: GIB, chunkBytes: MIB, instances: 1 }, GIB, null],
  [
    'a size divided to the byte',
    mysql57,
    { sizeBytes: 1200 * MIB, instances: 7, chunkBytes: GIB },
    3 * GIB,
    /not a multiple of the page size \(16 KiB\)/,
  ],
  [
    'the same in MySQL 8.0, which rounds it',
    mysql80,
    { sizeBytes: 1200 * MIB, instances: 7, chunkBytes: GIB },
    3 * GIB,
    null,
  ],
  [
    'the same in MariaDB 10.2',
    server('mariadb', 10, 2, 44),
    { sizeBytes: 1200 * MIB, instances: 7, chunkBytes: GIB },
    3 * GIB,
    /multiple of the page size/,
  ],
  ['no chunks', server('mariadb', 11, 8, 6), { sizeBytes: GIB, sizeMaxBytes: 2 * GIB }, 7 * MIB, null],
] as const)('%s', (_, kind, asked, to, hazard) => {
  const options = { ...kind, ...asked };
  const found = resizeHazard(options, bufferPoolAtStart(options), to);
  if (hazard === null) expect(found).toBeNull();
  else expect(found).toMatch(hazard);
});

test('the calculator takes the chunk of a running server as it is, and warns', () => {
  const running = { chunkBytes: 115_043_767, instances: 14, currentSizeBytes: 2 * 14 * 115_043_767 };
  const answer = computeChunks({ at: 'set', ...mysql57, ...running, sizeBytes: 14 * 115_043_767 });
  expect(answer.effective).toMatchObject({ chunkBytes: 115_043_767, totalChunks: 14 });
  expect(answer.messages).toContainEqual(
    expect.objectContaining({
      level: 'warning',
      text: expect.stringContaining('not a multiple of the page size'),
    }),
  );
});
