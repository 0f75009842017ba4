import { startBufferPool } from './at-start';
import type { BufferPool, BufferPoolOptions } from './pool';

export { bufferPoolAfterSet, /** @internal */ leastShownAfterResize } from './after-set';
export { /** @internal */ startBufferPool } from './at-start';
export { computeChunks } from './chunks';
export type { BufferPool, BufferPoolOptions } from './pool';
export { resizeHazard } from './resize-hazard';

/** The pool that a server really makes of these options when it starts; of a start that it refuses, what was asked for. */
export function bufferPoolAtStart(options: BufferPoolOptions): BufferPool {
  const { pool } = startBufferPool(options);
  if (pool !== null) return pool;
  const { sizeBytes, chunkBytes, instances } = options;
  return {
    sizeBytes: sizeBytes ?? 0,
    chunkBytes: chunkBytes ?? null,
    instances: instances ?? null,
    sizeMaxBytes: null,
  };
}

/** Whether the server starts with these options at all (MariaDB from 10.5 refuses less than its minimum). */
export function startsWithBufferPool(options: BufferPoolOptions): boolean {
  return startBufferPool(options).pool !== null;
}
