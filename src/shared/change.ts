import { z } from 'zod';
import { connectionTargetSchema } from './connection';

export const journalSchemaName = 'latchkey/journal/1';

/** Original value of one variable, to be put back. Values are as the server prints them. */
export const journalVariableSchema = z.object({
  variable: z.string(),
  original: z.string(),
  /** What was set; null for a variable that the server may drag along. */
  proposed: z.string().nullable(),
  state: z.enum(['planned', 'set', 'restored']),
});
export type JournalVariable = z.infer<typeof journalVariableSchema>;

/** A change that must be put back: written and synced before the first SET, removed after read-back proves the restore. */
export const journalEntrySchema = z.object({
  schema: z.literal(journalSchemaName),
  id: z.string(),
  purpose: z.enum(['apply', 'probe', 'deep']),
  createdAt: z.string(),
  target: connectionTargetSchema,
  serverKey: z.string(),
  /** Start time of the server process; a later one means that the server restarted and forgot SET GLOBAL. */
  serverStartedAt: z.string(),
  owner: z.object({ pid: z.number().int(), bootId: z.string(), heartbeatAt: z.string() }),
  variables: z.array(journalVariableSchema),
  statements: z.array(z.object({ at: z.string(), sql: z.string(), error: z.string().optional() })),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

export const restoreOutcomeSchema = z.object({
  entryId: z.string(),
  status: z.enum(['restored', 'not-needed', 'pending']),
  detail: z.string(),
  restored: z.array(z.string()),
  remaining: z.array(z.object({ variable: z.string(), original: z.string(), reason: z.string() })),
});
export type RestoreOutcome = z.infer<typeof restoreOutcomeSchema>;
