import { z } from 'zod';
import { restoreOutcomeSchema, switchGroupSchema } from './change';
import { reasonSchema } from './reason';

/** The server over a few seconds, to tell what instruments cost. null: could not be read there. */
const stretchSchema = z.object({
  seconds: z.number().nonnegative(),
  /** Statements of clients, without those of Latchkey. */
  statementsPerSecond: z.number().nonnegative().nullable(),
  /** CPU time of the server process divided by those statements, in microseconds. */
  cpuMicrosecondsPerStatement: z.number().nonnegative().nullable(),
});
export type Stretch = z.infer<typeof stretchSchema>;

/** What deep mode switched on for the window, what that cost, and that it was put back. */
export const deepReportSchema = z.object({
  switched: z.array(z.object({ group: switchGroupSchema, rows: z.number().int().positive() })),
  /** Evidence that could not be switched on, with what would make it available. */
  left: z.array(reasonSchema),
  restore: restoreOutcomeSchema.omit({ entryId: true }),
  cost: z.object({
    before: stretchSchema,
    during: stretchSchema,
    /** null: the run ended early. */
    after: stretchSchema.nullable(),
    text: z.string(),
  }),
});
export type DeepReport = z.infer<typeof deepReportSchema>;
