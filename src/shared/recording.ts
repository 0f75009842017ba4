import { z } from 'zod';
import { serverIdentitySchema } from './server';
import { samplingSchema } from './snapshot';

export const recordingEventSchema = z.object({
  /** Milliseconds since the start of the recording. */
  atMs: z.number(),
  /**
   * `gap`: nothing was sampled from here on until `resumed`; `restart`: counters start again here; of a history besides
   * `changed`: a setting or the version, and `snapshot`: when it was taken.
   */
  kind: z.enum(['gap', 'resumed', 'restart', 'changed', 'snapshot']),
  text: z.string(),
});
export type RecordingEvent = z.infer<typeof recordingEventSchema>;

/** A recording as lists show it. */
export const recordingSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  target: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** Null: it goes on, or Latchkey was killed. */
  endedAt: z.string().nullable(),
  intervalMs: z.number().int().positive(),
  /** Time of the last sample that is stored, ms since the start. */
  lengthMs: z.number().nonnegative(),
  samples: z.number().int().nonnegative(),
  series: z.number().int().nonnegative(),
  /** What it takes in the store. */
  bytes: z.number().int().nonnegative(),
  server: serverIdentitySchema,
  ...samplingSchema.shape,
  events: z.array(recordingEventSchema),
});
export type RecordingSummary = z.infer<typeof recordingSummarySchema>;

/**
 * One series as it is drawn: counters as rates per second, gauges as levels. Each point stands for the samples of one
 * pixel: the smallest and the largest value among them (the same where there is one sample); null: none is known.
 */
export const drawnSeriesSchema = z.object({
  name: z.string(),
  kind: z.enum(['counter', 'gauge']),
  unit: z.string(),
  /** Time of each point, ms since the start of the recording. */
  times: z.array(z.number()),
  low: z.array(z.number().nullable()),
  high: z.array(z.number().nullable()),
  /** Not the samples, but their means over ranges of this length. */
  averageMs: z.number().optional(),
});
export type DrawnSeries = z.infer<typeof drawnSeriesSchema>;

const coMoverSchema = z.object({
  name: z.string(),
  during: z.number(),
  usual: z.number(),
  score: z.number(),
});
/** A period in which throughput fell far below its neighbourhood and came back (src/evidence/series/micro-stalls.ts). */
export const stallSchema = z.object({
  startMs: z.number(),
  lengthMs: z.number(),
  measure: z.string(),
  usual: z.number(),
  during: z.number(),
  depth: z.number(),
  micro: z.boolean(),
  coMovers: z.array(coMoverSchema),
  sustained: z.literal(true).optional(),
});
export type DrawnStall = z.infer<typeof stallSchema>;
