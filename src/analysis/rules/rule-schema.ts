import { z } from 'zod';
import { areaSchema, severitySchema, unitSchema } from '../../shared/analysis';
import { probeIds } from '../../shared/probe';
import { flavourSchema } from '../../shared/server';

const text = z.string().trim().min(1);
/** A CEL expression; see docs on rules for the names it may use. */
const expression = z.union([text, z.number(), z.boolean()]).transform(String);
const versionText = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d+\.\d+(\.\d+)?$/));

const serverRangeSchema = z.strictObject({
  flavour: flavourSchema,
  /** First version that the rule applies to. */
  from: versionText.optional(),
  /** First version that it no longer applies to. */
  below: versionText.optional(),
});
export type ServerRange = z.infer<typeof serverRangeSchema>;

const evidenceRuleSchema = z.strictObject({
  label: text,
  value: expression,
  /** Needed when `value` is more than one name: a lone name brings its own unit. */
  unit: unitSchema.optional(),
  threshold: expression.optional(),
  thresholdSource: text,
});

const adviceRuleSchema = z.strictObject({
  variable: z.string().regex(/^[a-z][a-z0-9_]*$/),
  /** The advice is given only where this holds. */
  if: expression.optional(),
  propose: expression,
  stopWhen: text,
  risk: text,
  sideEffects: text,
  memoryEffect: text.optional(),
});

const inputValue = z.union([z.number(), z.string(), z.boolean()]);
const exampleSchema = z.strictObject({
  name: text,
  /** Flavour and version, e.g. `mysql 8.4.8`. */
  server: z.string().regex(/^(mysql|percona|mariadb) \d+\.\d+\.\d+$/),
  /** Inputs by full name, e.g. `variable.max_connections: 151`. */
  given: z.record(z.string(), inputValue),
  expect: z.enum(['fires', 'silent', 'not-applicable', 'not-checked']),
  /** Variables that the finding must propose, with their value; [] where none may be proposed. */
  advice: z.record(z.string(), inputValue).optional(),
  because: text,
});
export type RuleExample = z.infer<typeof exampleSchema>;

/** One file of `rules/<area>/<id>.yaml`. */
export const ruleSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'an id is kebab-case'),
  title: text,
  area: areaSchema,
  severity: severitySchema,
  /** A graver case of the same finding. */
  escalate: z.strictObject({ severity: severitySchema, when: expression }).optional(),
  /** Servers that the rule applies to; absent: all. */
  applies: z.array(serverRangeSchema).min(1).optional(),
  /** The rule says nothing unless this holds (an engine in use, a cache that is on). */
  only: expression.optional(),
  /** Inputs that may be unknown; expressions ask with `known(x)`. */
  optional: z.array(z.string()).optional(),
  /** Where the conclusion comes from: a setting that was read, a measurement, or an inference from one. */
  basis: z.enum(['setting', 'measured', 'inferred']),
  when: expression,
  perSecond: expression.optional(),
  impact: z.strictObject({ share: expression.optional(), text }),
  evidence: z.array(evidenceRuleSchema).min(1),
  /** The one sentence of the diagnosis when this finding is the top one. Rules without it never are the headline. */
  headline: text.optional(),
  explain: text,
  refutedBy: text,
  advice: z.array(adviceRuleSchema).default([]),
  actions: z.array(text).default([]),
  probe: text
    .refine(
      (name) => name.includes('{{') || probeIds.some((id) => id === name),
      'There is no such probe: latchkey probe list shows them.',
    )
    .optional(),
  sources: z.array(text).min(1),
  examples: z.array(exampleSchema).min(2),
});
export type RuleDocument = z.infer<typeof ruleSchema>;
