import { z } from 'zod';
import { instrumentGroupSchema, restoreOutcomeSchema } from './change';
import { reasonSchema } from './reason';

/** The server over a few seconds, to tell what instruments cost. null: could not be read there. */
const measuredPeriodSchema = z.object({
  seconds: z.number().nonnegative(),
  /** Statements of clients, without those of Latchkey. */
  statementsPerSecond: z.number().nonnegative().nullable(),
  /** CPU time of the server process divided by those statements, in microseconds. */
  cpuMicrosecondsPerStatement: z.number().nonnegative().nullable(),
});
export type MeasuredPeriod = z.infer<typeof measuredPeriodSchema>;

/** What deep mode enabled for the window, what that cost, and that it was restored. */
export const deepReportSchema = z.object({
  switched: z.array(z.object({ group: instrumentGroupSchema, rows: z.number().int().positive() })),
  /** Evidence that could not be enabled, with what would make it available. */
  left: z.array(reasonSchema),
  restore: restoreOutcomeSchema.omit({ entryId: true }),
  cost: z.object({
    before: measuredPeriodSchema,
    during: measuredPeriodSchema,
    /** null: the run ended early. */
    after: measuredPeriodSchema.nullable(),
    text: z.string(),
  }),
});
export type DeepReport = z.infer<typeof deepReportSchema>;
