import { analysisSchema } from '../analysis';
import { declaredHostSchema } from '../connection';
import { call, snapshotRef } from './call';

export const analysisContract = {
  'analysis.get': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({
      /** What the user says of the host, over what the snapshot holds of it. */
      declaredHost: declaredHostSchema.optional(),
    }),
    output: analysisSchema,
  }),
} as const;
