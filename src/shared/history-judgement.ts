import { z } from 'zod';
import { historySourceSchema } from './history';

/** In how many hours of a history the condition of a rule held. Hours are averages of the steps of the store. */
export const heldHoursSchema = z.object({
  held: z.number().int().nonnegative(),
  /** Hours that could be judged; the others are unknown. */
  seen: z.number().int().positive(),
  /** When it held, where that is a pattern: `weekdays 9 to 11` (UTC). */
  pattern: z.string().nullable(),
  /** `in 31 of 336 hours, weekdays 9 to 11 UTC` */
  text: z.string(),
  /** Start of the hour that the figures of the finding are of, ISO 8601; null: they are of the window. */
  judgedHour: z.string().nullable(),
});
export type HeldHours = z.infer<typeof heldHoursSchema>;

const peakSchema = z.object({
  id: z.enum(['statements', 'redo', 'busy', 'connections']),
  label: z.string(),
  unit: z.enum(['count', 'count/s', 'bytes/s']),
  /** Start of the busiest hour, ISO 8601, UTC, and its value; the hours that 95 and 99 % of them do not pass. */
  at: z.string(),
  value: z.number(),
  p95: z.number(),
  p99: z.number(),
  /** Hours that are known. */
  hours: z.number().int().positive(),
});

const growthTrendSchema = z.object({
  of: z.enum(['disk', 'table', 'auto-increment', 'connections']),
  label: z.string(),
  unit: z.enum(['bytes', 'count']),
  value: z.number(),
  /** null: not known. */
  limit: z.number().nullable(),
  /** null: no trend. */
  perDay: z.number().nullable(),
  /** Days (`2026-12-03`) on which it is full, by the line and by the ends of its 95 % interval; null: not in ten years, or unknown. */
  fullOn: z.string().nullable(),
  earliest: z.string().nullable(),
  latest: z.string().nullable(),
  /** The same in a sentence, or why nothing can be said. */
  text: z.string(),
});
export type GrowthTrend = z.infer<typeof growthTrendSchema>;

const effectSchema = z.object({
  metric: z.enum(['statements', 'commits', 'statement-time', 'fsyncs', 'page-reads']),
  label: z.string(),
  /** Percent, with a 95 % interval; null: unknown. */
  percent: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** `noise`: the interval holds 0. */
  verdict: z.enum(['higher', 'lower', 'noise', 'unknown']),
  text: z.string(),
});

const historyChangeSchema = z.object({
  at: z.string(),
  settings: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  effects: z.array(effectSchema),
  /** "Since innodb_flush_log_at_trx_commit went from 1 to 2 on Tue 3 Nov 10:15 UTC: commits/s +12 % (8 to 15 %)." */
  text: z.string(),
});
export type HistoryChange = z.infer<typeof historyChangeSchema>;

/** What the weeks before a snapshot say. */
export const historyJudgementSchema = z.object({
  source: historySourceSchema,
  from: z.string(),
  to: z.string(),
  hours: z.number().int().positive(),
  /** Hours of which at least one series is known. */
  seenHours: z.number().int().nonnegative(),
  stepMs: z.number().int().positive(),
  /** What steps of this length cannot show. */
  stepText: z.string(),
  peaks: z.array(peakSchema),
  /** When the load is high, where that is a pattern. */
  pattern: z.string().nullable(),
  growth: z.array(growthTrendSchema),
  changes: z.array(historyChangeSchema),
  restarts: z.array(z.string()),
  gaps: z.number().int().nonnegative(),
  missing: z.array(z.object({ what: z.string(), text: z.string() })),
});
export type HistoryJudgement = z.infer<typeof historyJudgementSchema>;
