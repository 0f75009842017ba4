import { z } from 'zod';
import { analysisSchema } from '../analysis';
import { declaredHostSchema } from '../connection';
import { summarySchema } from '../summary';
import { topSqlOrderSchema, topSqlSchema } from '../top-sql';
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
  /** A snapshot on one page. `before`: an earlier snapshot that it is compared with. */
  'analysis.summary': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({ before: snapshotRef.shape.id.optional() }),
    output: summarySchema,
  }),
  /** The statements of a snapshot by what they cost. */
  'analysis.topSql': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({
      by: topSqlOrderSchema.optional(),
      /** Statements that are listed; default 20. */
      limit: z.number().int().min(1).max(500).optional(),
    }),
    output: topSqlSchema,
  }),
} as const;
