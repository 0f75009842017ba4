import { z } from 'zod';
import { areaSchema, severitySchema } from '../analysis';

/** A rule as lists show it. */
export const ruleSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  area: areaSchema,
  severity: severitySchema,
  path: z.string(),
});
export type RuleSummary = z.infer<typeof ruleSummarySchema>;

/** A rule file of the user's own that is not valid; the message has file and line. */
const ruleFaultSchema = z.object({ path: z.string(), message: z.string() });
export type RuleFault = z.infer<typeof ruleFaultSchema>;

/** An example in a rule file that does not turn out as it says; `path` is `file:line`. */
const ruleExampleFailureSchema = z.object({
  ruleId: z.string(),
  path: z.string(),
  example: z.string(),
  problem: z.string(),
});

/** What a check of all rules came to. */
export const ruleCheckSchema = z.object({
  rules: z.number().int(),
  faults: z.array(ruleFaultSchema),
  failures: z.array(ruleExampleFailureSchema),
});
export type RuleCheck = z.infer<typeof ruleCheckSchema>;
