import { z } from 'zod';
import { areaSchema, roleSchema, severitySchema, standingSchema, unitSchema } from '../../shared/analysis';
import { probeIds } from '../../shared/probe';
import { flavourSchema, hostingSchema } from '../../shared/server';

const text = z.string().trim().min(1);
/** A CEL expression; see docs on rules for the names it may use. */
const expression = z.union([text, z.number(), z.boolean()]).transform(String);
const versionText = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d+\.\d+(\.\d+)?$/));

const serverRangeSchema = z
  .strictObject({
    /** Absent: every flavour. */
    flavour: flavourSchema.optional(),
    /** First version that the rule applies to. */
    from: versionText.optional(),
    /** First version that it no longer applies to. */
    below: versionText.optional(),
    /** Who runs the server (`self`, `rds` ...); absent: whoever does. */
    hosting: z.array(hostingSchema).min(1).optional(),
  })
  .refine(
    ({ flavour, from, below }) => flavour !== undefined || (from === undefined && below === undefined),
    'from and below are versions of a flavour: name it',
  )
  .refine(
    ({ flavour, hosting }) => flavour !== undefined || hosting !== undefined,
    'a range names a flavour, a hosting or both',
  );
export type ServerRange = z.infer<typeof serverRangeSchema>;

const evidenceRuleSchema = z.strictObject({
  label: text,
  value: expression,
  /** Needed when `value` is more than one name: a lone name brings its own unit. */
  unit: unitSchema.optional(),
  threshold: expression.optional(),
  thresholdSource: text,
});

const adviceRuleSchema = z
  .strictObject({
    variable: z.string().regex(/^[a-z][a-z0-9_]*$/),
    /** The advice is given only where this holds. */
    if: expression.optional(),
    /** The value itself: a switch, a default, a value that belongs to another. What is sized by use has a `need`. */
    propose: expression.optional(),
    /** What was measured, without headroom: the policy of `sizing` makes the value of it. */
    need: expression.optional(),
    /** Never above this: a bound of memory, files or the device. An unknown one leaves the advice out. */
    atMost: expression.optional(),
    /** The value in force, where that is not the variable's. */
    inForce: expression.optional(),
    /** The advice lowers the value; else it only ever raises it. */
    lower: z.literal(true).optional(),
    stopWhen: text,
    risk: text,
    sideEffects: text,
    memoryEffect: text.optional(),
  })
  .refine(
    ({ propose, need }) => (propose === undefined) !== (need === undefined),
    'advice has either propose or need',
  )
  .refine(
    ({ need, atMost, inForce, lower }) => need !== undefined || (atMost ?? inForce ?? lower) === undefined,
    'atMost, inForce and lower go with need',
  );

/** A finding that this one is the cause of, wherever both fire. */
const explainsSchema = z.strictObject({
  rule: z.string(),
  /** Measured support for the link; absent: it always holds. What cannot be determined does not hold. */
  when: expression.optional(),
  /** The sentence that links them: how the one brings the other about. */
  because: text,
});

const inputValue = z.union([z.number(), z.string(), z.boolean()]);
const exampleSchema = z.strictObject({
  name: text,
  /** Flavour, version and, where it is not one's own machine, who runs it: `mysql 8.4.8`, `mysql 8.0.39 on aurora`. */
  server: z
    .string()
    .regex(/^(mysql|percona|mariadb) \d+\.\d+\.\d+( on (self|rds|aurora|cloudsql|azure|unknown))?$/),
  /** Inputs by full name, e.g. `variable.max_connections: 151`. */
  given: z.record(z.string(), inputValue),
  /** Inputs that this server is known not to have; any other that is not given was not read. */
  lacks: z.array(z.string()).optional(),
  expect: z.enum(['fires', 'silent', 'not-applicable', 'not-checked']),
  /** Variables that the finding must propose, with their value; [] where none may be proposed. */
  advice: z.record(z.string(), inputValue).optional(),
  because: text,
});
export type RuleExample = z.infer<typeof exampleSchema>;

const escalationSchema = z.strictObject({ severity: severitySchema, when: expression });

const ruleFields = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'an id is kebab-case'),
  title: text,
  area: areaSchema,
  severity: severitySchema,
  /** Graver cases of the same finding: one, or several in rising order, of which the last that holds counts. */
  escalate: z
    .union([escalationSchema.transform((one) => [one]), z.array(escalationSchema).min(1)])
    .optional(),
  /** Servers that the rule applies to; absent: all. */
  applies: z.array(serverRangeSchema).min(1).optional(),
  /** The rule says nothing unless this holds (an engine in use, a cache that is on). */
  only: expression.optional(),
  /** Inputs that may be unknown; expressions ask with `known(x)`. */
  optional: z.array(z.string()).optional(),
  /** Where the conclusion comes from: a setting that was read, a measurement, or an inference from one. */
  basis: z.enum(['setting', 'state', 'measured', 'inferred']),
  when: expression,
  perSecond: expression.optional(),
  impact: z.strictObject({ share: expression.optional(), text }),
  evidence: z.array(evidenceRuleSchema).min(1),
  /** What this finding is the cause of. The whole set of rules makes a graph without cycles. */
  explains: z.array(explainsSchema).default([]),
  /** `lever`: something that can be changed. `resource`: the measure of something else (CPU used, a disk busy). */
  role: roleSchema.default('lever'),
  /** A resource in a clause, which a sentence about its cause begins with: "The CPUs are 97 % busy". */
  measure: text.optional(),
  /** `remark`: worth knowing, folded below the findings. `earlier`: happened before the window. */
  standing: standingSchema.default('finding'),
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

/** One file of `rules/<area>/<id>.yaml`. */
export const ruleSchema = ruleFields
  .refine(({ standing, severity }) => standing === 'finding' || severity === 'notice', {
    path: ['standing'],
    error:
      'what is a remark, or happened earlier, is only ever a notice; `escalate` may make more of a remark',
  })
  .refine(({ standing, escalate }) => standing !== 'earlier' || escalate === undefined, {
    path: ['escalate'],
    error: 'what happened before the window is only ever a notice',
  })
  .refine(({ role, measure }) => role === 'resource' || measure === undefined, {
    path: ['measure'],
    error: 'only a resource is the measure of something else',
  });
export type RuleDocument = z.infer<typeof ruleSchema>;
