import { judgePool, poolQuestions } from '../analysis';
import { computeChunks } from '../knowledge/buffer-pool';
import type { chunksContract } from '../shared/rpc/chunks';
import type { HandlersOf } from './base/calls';
import type { Services } from './services';

/** Sizes of a buffer pool made of chunks. */
export function chunksCalls({ snapshots }: Services) {
  return {
    'chunks.compute': async (input) => computeChunks(input),
    'chunks.ofSnapshot': async ({ id }) => poolQuestions((await snapshots.get(id)).snapshot),
    'chunks.judge': async ({ id, sizeBytes }) => judgePool((await snapshots.get(id)).snapshot, sizeBytes),
  } satisfies HandlersOf<typeof chunksContract>;
}
