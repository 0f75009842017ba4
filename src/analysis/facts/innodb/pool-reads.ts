import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';

const mib = 1024 ** 2;

/** Reads a second that are many, whatever storage and time; that even a slow disk carries; and that flash does not show. */
const [many, few, fewOnFlash] = [1000, 50, 300];
/** No version ships a smaller pool: what a page cache hides is no reason to keep one. */
const smallestDefault = 128 * mib;

/** Whether what is read from storage is a reason for another pool: what the rule asks, and what sizes are worked out by. */
export const poolReadFacts: FactDefinition[] = [
  {
    id: 'pool_reads_felt',
    unit: 'none',
    type: 'boolean',
    needs: [
      'fact.pool_read_rate',
      'fact.data_read_share',
      'fact.busy_threads',
      'fact.pool_room',
      'fact.pool_miss_ratio',
      'variable.innodb_buffer_pool_size',
      'host.storage',
    ],
    doc: {
      what: 'Whether sessions feel the pages that are read from storage: by their time where it was measured, else by their number.',
      formula: `waiting = data_read_share x busy_threads. Where pool_room < 1.25 x innodb_buffer_pool_size: data_read_share >= 0.2 and waiting >= 1, or pool_read_rate >= ${many} where that is not known. Else any of: pool_read_rate >= ${many}; pool_read_rate >= ${few} and (the pool is below 128 MiB, or data_read_share >= 0.05 and waiting >= 0.1, or >= 0.1 and >= 0.05); data_read_share >= 0.1 and waiting >= 0.2; where data_read_share is not known, pool_read_rate >= ${few}, on flash whose memory allows less than twice the pool, and of storage that is not known where less than a thousandth of the page requests miss, >= ${fewOnFlash} (below that it is unknown)`,
      source:
        'Latchkey: 50 reads a second even a slow disk carries; on flash 300 of them take a thirtieth of a session; a tenth of a session waiting is felt',
    },
    compute: (read) => {
      const rate = read.fact('pool_read_rate');
      const pool = read.number('innodb_buffer_pool_size');
      const room = numberOr(read.factReading('pool_room'), Number.POSITIVE_INFINITY);
      const share = read.factReading('data_read_share');
      if (!share.known) return byNumber(read, { rate, pool, room });
      const timed = Number(share.value);
      if (room < 1.25 * pool) return timed >= 0.2 && timed * read.fact('busy_threads') >= 1;
      if (rate >= many || (rate >= few && pool < smallestDefault)) return true;
      const waiting = timed * read.fact('busy_threads');
      if (timed >= 0.1 && waiting >= 0.2) return true;
      return rate >= few && ((timed >= 0.05 && waiting >= 0.1) || (timed >= 0.1 && waiting >= 0.05));
    },
  },
];

/** What the number of reads alone says, where nobody knows how long they take. */
function byNumber(
  read: FactReader,
  { rate, pool, room }: { rate: number; pool: number; room: number },
): boolean {
  if (rate >= many) return true;
  if (room < 1.25 * pool) return timeNotKnown(read);
  if (rate >= few && pool < smallestDefault) return true;
  const storage = read.hostReading('storage');
  const isFlash = storage.known && (storage.value === 'nvme' || storage.value === 'ssd');
  const isHard = storage.known && storage.value === 'hdd';
  // Of a million requests a second, a hundred that miss tell of no pool that is too small.
  const seldom = numberOr(read.factReading('pool_miss_ratio'), 1) < 0.001;
  const enough = (isFlash && room < 2 * pool) || (seldom && !isHard) ? fewOnFlash : few;
  if (rate >= enough) return true;
  return timeNotKnown(read);
}

/** Leaves with the reason why nobody knows how long the reads take. */
function timeNotKnown(read: FactReader): boolean {
  return read.fact('data_read_share') >= 1;
}

function numberOr(reading: ReturnType<FactReader['factReading']>, otherwise: number): number {
  return reading.known && typeof reading.value === 'number' ? reading.value : otherwise;
}
