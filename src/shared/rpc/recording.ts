import { z } from 'zod';
import { pathSchema } from '../base/path-argument';
import { drawnSeriesSchema, recordingSummarySchema, stallSchema } from '../recording';
import { snapshotSummarySchema } from '../snapshot';
import { call, nothing } from './call';
import { connectRequestSchema } from './connection';
import { drawing, recordingRange, seriesNameSchema } from './drawing';

export const recordRequestSchema = connectRequestSchema.extend({
  /** How long; null: until it is stopped. */
  seconds: z
    .number()
    .positive()
    .max(30 * 86_400)
    .nullable(),
  intervalMs: z.number().int().min(100).max(60_000),
  /** Status variables to sample besides those of short intervals; absent: all, where the interval is 1 s or more. */
  counters: z.array(z.string()).optional(),
  title: z.string().optional(),
  /** To look at while it runs: every sample can be drawn at once, and it goes with Latchkey unless it is kept. */
  live: z.boolean().optional(),
});
export type RecordRequest = z.infer<typeof recordRequestSchema>;

export const recordingContract = {
  /** Records until its time is over or the job is cancelled; either keeps everything. */
  'recording.run': call({
    by: 'engine',
    job: true,
    input: recordRequestSchema,
    output: recordingSummarySchema,
  }),
  /** Records in the background; answers when the first sample can be taken. */
  'recording.start': call({
    by: 'engine',
    job: true,
    input: recordRequestSchema,
    output: recordingSummarySchema,
  }),
  'recording.stop': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: recordingSummarySchema,
  }),
  /** Keeps one that was begun to look at. */
  'recording.keep': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: recordingSummarySchema,
  }),
  /** Newest first; `running`: this engine records it, for `plannedMs` in all (null: until it is stopped). */
  'recording.list': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: z.array(
      recordingSummarySchema.extend({ running: z.boolean(), plannedMs: z.number().nullable() }),
    ),
  }),
  'recording.names': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: z.array(seriesNameSchema),
  }),
  /** At most two values a pixel. */
  'recording.series': call({
    by: 'engine',
    job: false,
    input: recordingRange.extend(drawing),
    output: z.array(drawnSeriesSchema),
  }),
  'recording.stalls': call({
    by: 'engine',
    job: false,
    input: recordingRange,
    output: z.array(stallSchema).nullable(),
  }),
  'recording.export': call({
    by: 'engine',
    job: false,
    input: recordingRange.extend({ path: pathSchema('write') }),
    output: snapshotSummarySchema,
  }),
  'recording.delete': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: nothing,
  }),
} as const;
