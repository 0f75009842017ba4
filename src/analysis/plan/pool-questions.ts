import type { BufferPoolOptions } from '../../knowledge/buffer-pool';
import { defined } from '../../shared/base/defined';
import { type ChunksInput, chunksInputSchema, type PoolQuestions } from '../../shared/chunks';
import type { Snapshot } from '../../shared/snapshot';
import { Observed } from '../facts/inputs/observed';
import { presentSettings } from '../settings/present-settings';
import { poolOptions } from '../settings/stored-setting';

/**
 * The questions about the buffer pool of a snapshot's server, at start and at SET GLOBAL, with the size that it has.
 * null: the snapshot does not report innodb_buffer_pool_size, or shows what no server has.
 */
export function poolQuestions(snapshot: Snapshot): PoolQuestions | null {
  const present = presentSettings(new Observed(snapshot));
  const number = (name: string) => {
    const value = present.valueOf(name);
    // MariaDB says 0 where it derives the value.
    return typeof value === 'number' && value > 0 ? value : undefined;
  };
  const sizeBytes = number('innodb_buffer_pool_size');
  if (sizeBytes === undefined) return null;
  const start = poolOptions(present, sizeBytes, sizeBytes);
  const set: BufferPoolOptions = {
    ...start,
    instances: number('innodb_buffer_pool_instances'),
    chunkBytes: number('innodb_buffer_pool_chunk_size'),
    sizeMaxBytes: number('innodb_buffer_pool_size_max'),
  };
  const questions = [question('start', start), question('set', { ...set, sizeBytes }, sizeBytes)];
  const [atStart, atSet] = questions.map((input) => chunksInputSchema.safeParse(input));
  return atStart?.success === true && atSet?.success === true
    ? { start: atStart.data, set: atSet.data }
    : null;
}

/** Only what is known: the contract has no undefined. */
function question(
  at: ChunksInput['at'],
  options: BufferPoolOptions,
  currentSizeBytes?: number,
): Record<string, unknown> {
  const { autoMinBytes: _notAsked, ...asked } = options;
  return defined({ at, ...asked, currentSizeBytes });
}
