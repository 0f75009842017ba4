import { formatBytes, formatValue } from '../shared/base/units';
import type { PoolJudgement } from '../shared/chunks';
import type { Snapshot } from '../shared/snapshot';
import { factCatalog } from './facts/catalog';
import { FactSet } from './facts/inputs/fact-set';
import { Observed } from './facts/inputs/observed';

/** The server's own default: no smaller pool is advised where there is memory (rule buffer-pool-too-small). */
const ownDefault = 128 * 1024 ** 2;
/** A pool that misses more often than this on its requests is short of memory where more data exist. */
const fewMisses = 0.001;

/**
 * A buffer pool size judged by the machine and the load of a snapshot: what the memory can carry beside all else that the
 * server takes, how much data there are, and how often pages had to be read.
 */
export function judgePool(snapshot: Snapshot, sizeBytes: number): PoolJudgement {
  const facts = new FactSet(new Observed(snapshot), factCatalog());
  const number = (id: string) => {
    const reading = facts.reading(id);
    return reading.known && typeof reading.value === 'number' ? reading.value : null;
  };
  const [memory, room, data, misses, planned] = [
    number('memory_limit'),
    number('pool_room'),
    number('data_size'),
    number('pool_miss_ratio'),
    number('pool_planned'),
  ];
  const known = {
    memoryBytes: memory,
    roomBytes: room,
    dataBytes: data,
    hitRatio: misses === null ? null : 1 - misses,
  };
  const judged = (verdict: PoolJudgement['verdict'], text: string): PoolJudgement => ({
    ...known,
    verdict,
    text,
    suggestedBytes: room === null || planned === null ? null : Math.max(planned, Math.min(ownDefault, room)),
  });
  if (memory === null) {
    return judged(
      'unknown',
      'The memory of the host is not known, so this size cannot be judged. Declare it in Connect.',
    );
  }
  const size = formatBytes(sizeBytes);
  if (sizeBytes > memory) {
    return judged(
      'exceeds',
      `${size} is more than the ${formatBytes(memory)} of memory that the server has: it would swap or be killed.`,
    );
  }
  if (room === null)
    return judged('unknown', 'The rest of the server’s memory is not known, so this size cannot be judged.');
  if (sizeBytes > room) {
    return judged(
      'exceeds',
      `${size} leaves too little of ${formatBytes(memory)} for the system and for sessions: up to ${formatBytes(room)} fits.`,
    );
  }
  if (data !== null && sizeBytes >= 1.25 * data) {
    return judged(
      'fits',
      `${size} holds all ${formatBytes(data)} of data, and fits into ${formatBytes(memory)} of memory.`,
    );
  }
  const hits =
    misses === null
      ? ''
      : ` Now ${formatValue(100 * (1 - misses), 'percent')} of requests are served from the pool.`;
  if (data !== null && misses !== null && misses > fewMisses && sizeBytes < data) {
    return judged(
      'small',
      `${size} is less than the ${formatBytes(data)} of data.${hits} Up to ${formatBytes(room)} fits.`,
    );
  }
  return judged(
    'fits',
    `${size} fits into ${formatBytes(memory)} of memory; up to ${formatBytes(room)} would.${hits}`,
  );
}
