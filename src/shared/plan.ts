import { z } from 'zod';

export const planSchemaName = 'latchkey/plan/1';

const settingSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** A value of a server variable as a plan carries it. Sizes are bytes; switches are booleans. */
export type Setting = z.infer<typeof settingSchema>;

export const planChangeSchema = z.object({
  variable: z.string(),
  from: settingSchema,
  to: settingSchema,
  /** What the server will store for `to`: rounded, clamped. */
  stored: settingSchema,
  /** The option file group it belongs to. */
  group: z.string(),
  when: z.enum(['now', 'restart']),
  /** Ids of the rules that ask for it; empty when the user set it by hand. */
  why: z.array(z.string()),
});
export type PlanChange = z.infer<typeof planChangeSchema>;

export const memoryTermSchema = z.object({
  name: z.string(),
  /** Bytes. */
  low: z.number(),
  likely: z.number(),
  worst: z.number(),
  how: z.string(),
});
export type MemoryTerm = z.infer<typeof memoryTermSchema>;

export const memoryBudgetSchema = z.object({
  low: z.number(),
  likely: z.number(),
  worst: z.number(),
  /** Bytes of RAM or control group limit; null when not known. */
  limit: z.number().nullable(),
  terms: z.array(memoryTermSchema),
});
export type MemoryBudget = z.infer<typeof memoryBudgetSchema>;

export const planSchema = z.object({
  schema: z.literal(planSchemaName),
  changes: z.array(planChangeSchema),
  conflicts: z.array(
    z.object({
      variable: z.string(),
      sides: z.array(z.object({ ruleId: z.string(), to: settingSchema, argument: z.string() })),
    }),
  ),
  locked: z.array(z.string()),
  leftOut: z.array(z.object({ variable: z.string(), reason: z.string() })),
  /** The server with the plan applied. */
  memory: memoryBudgetSchema,
  /** The server as it is. */
  memoryNow: memoryBudgetSchema,
});
export type Plan = z.infer<typeof planSchema>;

/** What the user decided. `accepted` null: everything the findings advise. */
export const planChoicesSchema = z.object({
  accepted: z.array(z.string()).nullable(),
  locked: z.array(z.string()),
  /** Values set by hand; they win over a rule's value. */
  set: z.record(z.string(), z.string()),
});
export type PlanChoices = z.infer<typeof planChoicesSchema>;
export const noChoices: PlanChoices = { accepted: null, locked: [], set: {} };

export const planFormats = [
  'cnf',
  'diff',
  'set-global',
  'set-persist',
  'set-persist-only',
  'markdown',
  'html',
  'json',
] as const;
export const planFormatSchema = z.enum(planFormats);
export type PlanFormat = z.infer<typeof planFormatSchema>;
