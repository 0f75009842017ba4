import { z } from 'zod';
import { headlineSchema, severitySchema } from './analysis';

/** What was found on one server in several snapshots. */
export const foundOverTimeSchema = z.object({
  /** Oldest first. */
  snapshots: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      /** null: its file could not be judged. */
      headline: headlineSchema.nullable(),
      /** Why not. */
      problem: z.string().nullable(),
    }),
  ),
  /** What was found in at least one of them, the gravest and most frequent first. */
  findings: z.array(
    z.object({
      ruleId: z.string(),
      title: z.string(),
      /** As grave as it was in any of them. */
      severity: severitySchema,
      /** Severity in each snapshot that has it, by the snapshot's id. */
      in: z.record(z.string(), severitySchema),
    }),
  ),
});
export type FoundOverTime = z.infer<typeof foundOverTimeSchema>;
