import { z } from 'zod';
import { areaSchema, roleSchema, severitySchema, standingSchema, unitSchema, valueSchema } from '../analysis';

export const ruleExplanationSchemaName = 'latchkey/rule/1';

const inputSchema = z.object({
  /** `fact.redo_fill_seconds` */
  name: z.string(),
  value: valueSchema,
  unit: unitSchema,
  /** What it is, and how it is computed. */
  what: z.string(),
  /** Why it is not known; null where it is. */
  unknown: z.string().nullable(),
});

const linkSchema = z.object({ ruleId: z.string(), title: z.string(), text: z.string() });

/** A rule explained; `onSnapshot`: what it said of one snapshot, and why. */
export const ruleExplanationSchema = z.object({
  schema: z.literal(ruleExplanationSchemaName),
  id: z.string(),
  title: z.string(),
  area: areaSchema,
  severity: severitySchema,
  role: roleSchema,
  standing: standingSchema,
  path: z.string(),
  /** `MySQL from 8.0.30`; empty: every server. */
  appliesTo: z.array(z.string()),
  only: z.string().nullable(),
  when: z.string(),
  perSecond: z.string().nullable(),
  escalation: z.string().nullable(),
  explain: z.string(),
  refutedBy: z.string(),
  thresholds: z.array(
    z.object({ label: z.string(), value: z.string(), threshold: z.string().nullable(), source: z.string() }),
  ),
  advice: z.array(
    z.object({
      variable: z.string(),
      propose: z.string(),
      onlyIf: z.string().nullable(),
      stopWhen: z.string(),
      risk: z.string(),
    }),
  ),
  actions: z.array(z.string()),
  /** What it is the cause of: always, or where a condition is measured. */
  explains: z.array(z.object({ ruleId: z.string(), when: z.string().nullable(), because: z.string() })),
  /** Rules that may explain it. */
  explainedBy: z.array(z.string()),
  sources: z.array(z.string()),
  examples: z.array(z.object({ name: z.string(), expect: z.string(), because: z.string() })),
  onSnapshot: z
    .object({
      outcome: z.enum(['fired', 'passed', 'not-checked', 'not-applicable']),
      /** In a sentence: why it came out so. */
      because: z.string(),
      conditions: z.array(z.object({ text: z.string(), holds: z.boolean().nullable() })),
      inputs: z.array(inputSchema),
      /** The finding's own words, where it fired. */
      finding: z.object({ impact: z.string(), explanation: z.string() }).nullable(),
      /** Why it ranks where it does; null where it is no finding of the analysis. */
      place: z.string().nullable(),
      /** What explains it there, and what it explains, among the findings. */
      causes: z.array(linkSchema),
      effects: z.array(linkSchema),
    })
    .nullable(),
});
export type RuleExplanation = z.infer<typeof ruleExplanationSchema>;

/** What a rule said of a snapshot, for people. */
export const ruleOutcomeWords: Record<NonNullable<RuleExplanation['onSnapshot']>['outcome'], string> = {
  fired: 'It fired on this snapshot',
  passed: 'It did not fire on this snapshot',
  'not-checked': 'It could not be checked on this snapshot',
  'not-applicable': 'It does not apply to this snapshot',
};
