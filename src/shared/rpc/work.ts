import { z } from 'zod';
import { snapshotWorkSchema, workSummarySchema } from '../work';
import { call, nothing, snapshotRef } from './call';

export const workContract = {
  /** What the reader did with a snapshot; null: nothing yet. */
  'work.get': call({ by: 'engine', job: false, input: snapshotRef, output: snapshotWorkSchema.nullable() }),
  'work.save': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({ work: snapshotWorkSchema }),
    output: nothing,
  }),
  'work.list': call({ by: 'engine', job: false, input: nothing, output: z.array(workSummarySchema) }),
} as const;
