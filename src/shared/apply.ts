import { z } from 'zod';
import { errorDocumentSchema } from './base/error';
import { changeStatementSchema, restoreOutcomeSchema } from './change';

export const applySchemaName = 'latchkey/apply/1';

/** Open connections that go on with the value that they began with. */
export const keptSessionsSchema = z.object({
  variable: z.string(),
  /** How many; null: this server does not report it by variable. */
  connections: z.number().int().nullable(),
  text: z.string(),
});
export type KeptSessions = z.infer<typeof keptSessionsSchema>;

/** What came of applying the part of a plan that can be set while the server runs. */
export const applyOutcomeSchema = z.object({
  schema: z.literal(applySchemaName),
  /** `nothing`: the plan holds nothing to be set now. `failed`: see `error` and, once it had begun, `restore`. */
  status: z.enum(['applied', 'nothing', 'failed']),
  /** The undo record in the journal; null: none was kept. */
  entryId: z.string().nullable(),
  settings: z.array(
    z.object({
      variable: z.string(),
      original: z.string(),
      proposed: z.string(),
      /** By read-back. */
      stored: z.string(),
      remarks: z.array(z.string()),
    }),
  ),
  /** Variables that the server also changed. */
  alsoChanged: z.array(z.object({ variable: z.string(), from: z.string(), to: z.string() })),
  /** Changed meanwhile by someone else, as far as known. */
  meanwhile: z.array(z.object({ variable: z.string(), from: z.string(), to: z.string() })),
  /** Changes of the plan that were left out, because someone else has set the variable since the plan was made. */
  leftOut: z.array(z.object({ variable: z.string(), proposed: z.string(), reason: z.string() })),
  /** Changes of the plan that wait for a restart, as an option file has them. */
  later: z.array(z.object({ variable: z.string(), optionText: z.string() })),
  sessions: z.array(keptSessionsSchema),
  statements: z.array(changeStatementSchema),
  /** Why another server than that of the snapshot was changed; null: it is that of the snapshot. */
  forced: z.string().nullable(),
  restore: restoreOutcomeSchema.nullable(),
  error: errorDocumentSchema.nullable(),
});
export type ApplyOutcome = z.infer<typeof applyOutcomeSchema>;
