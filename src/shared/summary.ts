import { z } from 'zod';
import { headlineSchema, severitySchema } from './analysis';
import { effectSchema } from './effect';
import { serverIdentitySchema } from './server';

export const summarySchemaName = 'latchkey/summary/1';

/** One thing to do, for those who decide. */
export const summaryActionSchema = z.object({
  ruleId: z.string(),
  title: z.string(),
  severity: severitySchema,
  /** What is done, one step each. */
  steps: z.array(z.string()),
  /** What it is expected to bring, and what that rests on. */
  effect: z.string(),
  risk: z.string(),
});

/** A server on one page: how it is, what to do, and what has come of it. */
export const summarySchema = z.object({
  schema: z.literal(summarySchemaName),
  server: serverIdentitySchema,
  target: z.string(),
  takenAt: z.string(),
  windowSeconds: z.number().nullable(),
  /** In one line: what changed where there is a before, else how the server is. */
  verdict: z.string(),
  headline: headlineSchema,
  counts: z.object({
    critical: z.number().int(),
    warning: z.number().int(),
    notice: z.number().int(),
    passed: z.number().int(),
    notChecked: z.number().int(),
  }),
  /** At most three. */
  actions: z.array(summaryActionSchema),
  /** Findings beyond these that something can be done about. */
  further: z.number().int().nonnegative(),
  before: z.object({ takenAt: z.string(), headline: z.string() }).nullable(),
  effect: effectSchema.nullable(),
  /** What makes the comparison less than fair. */
  remarks: z.array(z.string()),
});
export type Summary = z.infer<typeof summarySchema>;
