import { z } from 'zod';

export const planSchemaName = 'latchkey/plan/1';

const settingSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** A value of a server variable as a plan carries it. Sizes are bytes; switches are booleans. */
export type Setting = z.infer<typeof settingSchema>;

/** The result of a probe that a value rests on. */
export const measuredSchema = z.object({
  value: z.string(),
  resultId: z.string(),
  probe: z.string(),
  arm: z.string(),
  /** When, where and under which load it was measured, and what came out, as a sentence. */
  text: z.string(),
});
export type Measured = z.infer<typeof measuredSchema>;

export const planChangeSchema = z.object({
  variable: z.string(),
  from: settingSchema,
  to: settingSchema,
  /** What the server will store for `to`: rounded, clamped. */
  stored: settingSchema,
  /** The option file group it belongs to. */
  group: z.string(),
  when: z.enum(['now', 'restart']),
  /** Where `stored` needs a restart: the value on the way to it that the running server takes; absent: none is worth setting. */
  atOnce: settingSchema.optional(),
  /** Ids of the rules that ask for it; empty when the user set it by hand, or only other changes need it. */
  why: z.array(z.string()),
  /** Changes of this plan that need this one, each with its reason. */
  neededBy: z.array(z.object({ variable: z.string(), reason: z.string() })),
  /** Other values that rules ask for in the same direction; the higher-ranked finding's was taken. */
  alsoWished: z.array(z.object({ ruleId: z.string(), to: settingSchema })),
  /** When to go no further, in sentences. */
  stopWhen: z.array(z.string()),
  /** Where a managed service takes it; an option file elsewhere. */
  through: z.enum(['option file', 'parameter group', 'database flag', 'server parameter']),
  /** Set where the value comes from a probe. */
  measured: measuredSchema.optional(),
  /** What the newest proof of this plan said of this value; absent: none tried it. */
  proof: z.string().optional(),
});
export type PlanChange = z.infer<typeof planChangeSchema>;

/** What can be set while the server runs: the changes without a restart, and of the others what they set until then. */
export function changesNow(changes: readonly PlanChange[]): PlanChange[] {
  return changes.flatMap((change): PlanChange[] => {
    if (change.when === 'now') return [change];
    const { atOnce, ...rest } = change;
    return atOnce === undefined ? [] : [{ ...rest, to: atOnce, stored: atOnce, when: 'now' }];
  });
}

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

/**
 * Why a change is in a plan: titles of the findings, the changes that need it, or that it was set by hand.
 * @param show a value of the variable, with its unit
 */
export function whyChanged(
  { why, neededBy, alsoWished, measured, proof }: PlanChange,
  titleOf: (ruleId: string) => string,
  show: (value: Setting) => string,
): string {
  const needs = neededBy.map(({ variable, reason }) => `Goes with ${variable}: ${reason}`);
  const reasonText = (id: string) => {
    const other = alsoWished.find(({ ruleId }) => ruleId === id);
    return other === undefined ? titleOf(id) : `${titleOf(id)} (of itself ${show(other.to)})`;
  };
  const result = measured === undefined ? [] : [measured.text];
  const reasons = [...why.map(reasonText), ...result, ...needs];
  return [
    ...(reasons.length === 0 ? ['Set by hand'] : reasons),
    ...(proof === undefined ? [] : [proof]),
  ].join('; ');
}

/** Whether the planned server fits the memory that there is. */
export const memoryCheckSchema = z.object({
  /** `exceeds`: this plan takes it beyond; `exceeded already`: it was beyond before, and this plan does not add to it. */
  status: z.enum(['fits', 'exceeds', 'exceeded already', 'not checked']),
  text: z.string(),
});
export type MemoryCheck = z.infer<typeof memoryCheckSchema>;

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
  /** Advice of findings that the plan does without, and why; accepting such a finding brings it in. */
  withheld: z.array(
    z.object({ ruleId: z.string(), variable: z.string(), to: settingSchema, reason: z.string() }),
  ),
  /** Findings that the plan would bring about and cannot remedy: what to watch once it is in force. */
  caused: z.array(z.object({ ruleId: z.string(), title: z.string(), text: z.string() })),
  /**
   * The plan in a paragraph for people who decide: what is wrong, what changes, what it brings at most, what it risks, how to
   * go back; '' where nothing changes.
   */
  summary: z.string(),
  /** The server with the plan applied. */
  memory: memoryBudgetSchema,
  /** The server as it is. */
  memoryNow: memoryBudgetSchema,
  memoryCheck: memoryCheckSchema,
});
export type TuningPlan = z.infer<typeof planSchema>;

/** What the user decided. `accepted` null: everything the findings advise. */
export const planChoicesSchema = z.object({
  accepted: z.array(z.string()).nullable(),
  locked: z.array(z.string()),
  /** Values set by hand; they win over a rule's value. */
  set: z.record(z.string(), z.string()),
  /** What values of `set` rest on, by variable; one whose value is another by now counts for nothing. */
  measured: z.record(z.string(), measuredSchema).optional(),
});
export type PlanChoices = z.infer<typeof planChoicesSchema>;
export const noChoices: PlanChoices = { accepted: null, locked: [], set: {} };

export const planFormats = [
  'cnf',
  'diff',
  'set-global',
  'set-persist',
  'set-persist-only',
  'now-and-file',
  'rds-json',
  'aws',
  'gcloud',
  'az',
  'ansible',
  'markdown',
  'html',
  'json',
] as const;
export const planFormatSchema = z.enum(planFormats);
export type PlanFormat = z.infer<typeof planFormatSchema>;

/** Withheld advice on what the plan does not set: a variable that it sets anyway, for a cause, is not missing from it. */
export function withheldBesides({
  changes,
  withheld,
}: Pick<TuningPlan, 'changes' | 'withheld'>): TuningPlan['withheld'] {
  const set = new Set(changes.map(({ variable }) => variable));
  return withheld.filter(({ variable }) => !set.has(variable));
}
