import { z } from 'zod';
import { pathSchema } from '../base/path-argument';
import { comparisonSchema, recheckSchema, snapshotComparisonSchema } from '../compare';
import { snapshotSummarySchema } from '../snapshot';
import { call } from './call';
import { takeSnapshotRequestSchema } from './snapshot';

export const compareContract = {
  /** Two snapshots (by id) or two files: snapshots, CSV files or folders of benchmark results. A is the baseline. */
  'compare.snapshots': call({
    by: 'engine',
    job: false,
    input: z.object({ a: z.string(), b: z.string() }),
    output: snapshotComparisonSchema,
  }),
  'compare.files': call({
    by: 'engine',
    job: false,
    input: z.object({ a: pathSchema('read'), b: pathSchema('read') }),
    output: comparisonSchema,
  }),
  /** Takes a snapshot of the same length and says which findings of the given one cleared, stayed or appeared. */
  'recheck.run': call({
    by: 'engine',
    job: true,
    input: takeSnapshotRequestSchema
      .omit({ windowSeconds: true, intervalMs: true, deep: true, history: true })
      .extend({ id: z.string() }),
    output: z.object({ recheck: recheckSchema, snapshot: snapshotSummarySchema }),
  }),
} as const;
