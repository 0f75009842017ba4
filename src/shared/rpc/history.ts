import { z } from 'zod';
import { foundOverTimeSchema } from '../found-over-time';
import { snapshotSummarySchema } from '../snapshot';
import { call } from './call';

export const historyContract = {
  /** What was found on a server over time: its newest snapshots, oldest of them first, judged by today's rules. */
  'history.findings': call({
    by: 'engine',
    job: true,
    input: z.object({ serverKey: z.string(), limit: z.number().int().min(1).max(60) }),
    output: foundOverTimeSchema,
  }),
  /**
   * Deletes snapshots taken more than so many days ago, save the newest of each server; those that it deleted, or with
   * `preview` would delete.
   */
  'history.retain': call({
    by: 'engine',
    job: false,
    input: z.object({ days: z.number().min(0).max(36_500), preview: z.boolean() }),
    output: z.array(snapshotSummarySchema),
  }),
} as const;
