import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
import { FactReader } from '../inputs/fact-reader';
import { type FactValue, known, unknown } from '../inputs/fact-value';
import { Observed } from '../inputs/observed';
import { poolReadFacts } from './pool-reads';

const gib = 1024 ** 3;

interface Given {
  rate: number;
  share?: number;
  busy?: number;
  pool?: number;
  room?: number;
  storage?: 'nvme' | 'ssd';
}

/** What the fact says of these readings; null: it is not known. */
function felt({ rate, share, busy, pool = 16 * gib, room, storage }: Given): unknown {
  const [definition] = poolReadFacts;
  if (definition === undefined) throw new Error('no such fact');
  const facts = { pool_read_rate: rate, data_read_share: share, busy_threads: busy, pool_room: room };
  const reading = (id: string): FactValue => {
    const value = facts[id as keyof typeof facts];
    return value === undefined ? unknown('absent', 'Not measured.') : known(value);
  };
  const snapshot = buildSnapshot({
    variables: { innodb_buffer_pool_size: pool },
    host: storage === undefined ? {} : { storage: { origin: 'local', value: storage } },
  });
  const read = new FactReader(new Observed(snapshot), { reading, perSecond: () => null }, definition);
  try {
    return definition.compute(read);
  } catch {
    return null;
  }
}

test.each<[string, Given, boolean | null]>([
  ['a thousand a second, whatever they take', { rate: 1000, share: 0, busy: 1 }, true],
  ['few, and the sessions wait for them', { rate: 30, share: 0.3, busy: 2, pool: gib }, true],
  [
    'three hundred of NVMe that nobody feels',
    { rate: 300, share: 0.02, busy: 1.8, room: 50 * gib, storage: 'nvme' },
    false,
  ],
  [
    'three hundred into a pool below the default: the page cache hides them',
    { rate: 300, share: 0.02, busy: 1.8, pool: 24 * 1024 ** 2 },
    true,
  ],
  ['three hundred of a cloud volume', { rate: 300, share: 0.14, busy: 1.8, room: 50 * gib }, true],
  ['an archive that hardly anybody reads', { rate: 12, share: 0.58, busy: 0.08, room: 13 * gib }, false],
  [
    'a pool that memory lets grow no further, and hardly anybody waits',
    { rate: 4000, share: 0.03, busy: 12, room: 17 * gib },
    false,
  ],
  ['the same, and most of them wait', { rate: 4000, share: 0.4, busy: 12, room: 17 * gib }, true],
  ['one reading, and nobody knows the storage', { rate: 55, room: 55 * gib, pool: 40 * gib }, true],
  [
    'one reading of flash whose pool cannot double',
    { rate: 55, room: 55 * gib, pool: 40 * gib, storage: 'nvme' },
    null,
  ],
  ['one reading, a handful of reads', { rate: 12 }, null],
  ['one reading of a pool that memory lets grow no further', { rate: 400, room: 17 * gib }, null],
])('%s', (_, given, expected) => {
  expect(felt(given)).toBe(expected);
});
