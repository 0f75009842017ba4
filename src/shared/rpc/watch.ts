import { z } from 'zod';
import { pathSchema } from '../base/path-argument';
import { snapshotSummarySchema } from '../snapshot';
import { call } from './call';
import { takeSnapshotRequestSchema } from './snapshot';

export const watchRequestSchema = takeSnapshotRequestSchema
  .omit({ deep: true, title: true, history: true })
  .extend({
    /** `Threads_running > 25 for 5s` */
    when: z.string(),
    /** Folder into which snapshots are written; null: they are kept in the history, as those taken by hand. */
    folder: pathSchema('write').nullable(),
    /** At most so many snapshots; then it ends. */
    limit: z.number().int().positive().max(1000),
    /** Seconds after a snapshot in which nothing triggers. */
    coolDownSeconds: z.number().min(0).max(86_400),
    /** Seconds of samples before the trigger that are kept in the snapshot. */
    beforeSeconds: z.number().min(0).max(3600),
    /** It ends after so many seconds; null: at the limit. */
    seconds: z
      .number()
      .positive()
      .max(30 * 86_400)
      .nullable(),
  });
export type WatchRequest = z.infer<typeof watchRequestSchema>;

export const watchContract = {
  /** Waits for a condition and takes a snapshot each time it holds; the snapshots taken. */
  'watch.run': call({
    by: 'engine',
    job: true,
    input: watchRequestSchema,
    output: z.array(snapshotSummarySchema),
  }),
} as const;
