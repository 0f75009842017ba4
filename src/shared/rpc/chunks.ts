import { chunksInputSchema, chunksSchema, poolQuestionsSchema } from '../chunks';
import { call, snapshotRef } from './call';

export const chunksContract = {
  'chunks.compute': call({ by: 'engine', job: false, input: chunksInputSchema, output: chunksSchema }),
  /** What to ask `chunks.compute` about a snapshot's server; null: the snapshot does not report its pool. */
  'chunks.ofSnapshot': call({
    by: 'engine',
    job: false,
    input: snapshotRef,
    output: poolQuestionsSchema.nullable(),
  }),
} as const;
