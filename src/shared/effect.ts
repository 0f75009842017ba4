import { z } from 'zod';
import { unitSchema } from './analysis';

/** One measure before and after. `ratio` is after / before; null: one side is unknown or 0. */
export const effectMeasureSchema = z.object({
  id: z.string(),
  title: z.string(),
  unit: unitSchema,
  before: z.number().nullable(),
  after: z.number().nullable(),
  ratio: z.number().nullable(),
  /** Half width of the 95 % interval of the ratio; null: not known. */
  noise: z.number().nullable(),
  verdict: z.enum(['better', 'worse', 'changed', 'within noise', 'unknown']),
  /** Why it is unknown; '' where it is known. */
  reason: z.string(),
});
export type EffectMeasure = z.infer<typeof effectMeasureSchema>;

/** What changed between two snapshots for those who use the server. */
export const effectSchema = z.object({
  /** In one line. */
  verdict: z.string(),
  kind: z.enum(['better', 'worse', 'mixed', 'within noise', 'unknown']),
  measures: z.array(effectMeasureSchema),
});
export type Effect = z.infer<typeof effectSchema>;

/** The ratio of a measure with its interval, in words. */
export function ratioText({ ratio, noise, verdict, reason }: EffectMeasure): string {
  if (ratio === null) return reason === '' ? 'unknown' : `unknown: ${reason}`;
  const interval = noise === null ? '' : ` (${short(Math.max(0, ratio - noise))} to ${short(ratio + noise)})`;
  return `x ${short(ratio)}${interval}${verdict === 'within noise' ? ', within noise' : ''}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
