import { z } from 'zod';
import {
  chunksInputSchema,
  chunksSchema,
  maxPoolBytes,
  poolJudgementSchema,
  poolQuestionsSchema,
} from '../chunks';
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
  /** Whether the machine of a snapshot carries a pool of this size, and whether its data need it. */
  'chunks.judge': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({ sizeBytes: z.number().int().nonnegative().max(maxPoolBytes) }),
    output: poolJudgementSchema,
  }),
} as const;
