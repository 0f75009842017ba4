import { z } from 'zod';
import { errorDocumentSchema } from './base/error';
import { heldHoursSchema, historyJudgementSchema } from './history-judgement';
import { planSchema } from './plan';
import { reasonCodeSchema } from './reason';
import { serverIdentitySchema } from './server';

export const analysisSchemaName = 'latchkey/analysis/1';
export const analysisFailureSchemaName = 'latchkey/analysis-failure/1';

export const areas = [
  'memory',
  'redo',
  'flushing',
  'contention',
  'io',
  'connections',
  'tables',
  'temporary',
  'sorting',
  'queries',
  'transactions',
  'replication',
  'durability',
  'observability',
  'versions',
  'myrocks',
  'host',
  'galera',
] as const;
export const areaSchema = z.enum(areas);
export type Area = z.infer<typeof areaSchema>;

export const severities = ['critical', 'warning', 'notice'] as const;
export const severitySchema = z.enum(severities);
export type Severity = z.infer<typeof severitySchema>;

/** `lever`: something that can be changed. `resource`: the measure of something else, such as CPU used. */
export const roleSchema = z.enum(['lever', 'resource']);
export type Role = z.infer<typeof roleSchema>;

/** `remark`: worth knowing, no more. `earlier`: happened before the window, with its span of time in the text. */
export const standingSchema = z.enum(['finding', 'remark', 'earlier']);
export type Standing = z.infer<typeof standingSchema>;

export const valueSchema = z.union([z.number(), z.string(), z.boolean(), z.null()]);
export type Value = z.infer<typeof valueSchema>;

/** Units a number may carry; formatting follows from the unit (`shared/units`). */
export const units = [
  'bytes',
  'bytes/s',
  'seconds',
  'ms',
  'us',
  'percent',
  'count',
  'count/s',
  'ratio',
  'pages',
  'none',
] as const;
export const unitSchema = z.enum(units);
export type Unit = z.infer<typeof unitSchema>;

export const evidenceSchema = z.object({
  label: z.string(),
  value: valueSchema,
  unit: unitSchema,
  formula: z.string(),
  threshold: valueSchema,
  thresholdSource: z.string(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const scopeSchema = z.enum(['global', 'session', 'both']);
export const adviceSchema = z.object({
  variable: z.string(),
  current: valueSchema,
  /** Set where nobody read the variable and `current` is the default of the version: says so, as a sentence; such advice is in no plan. */
  presumed: z.string().optional(),
  /** As the server will store it: rounded and clamped. */
  proposed: valueSchema,
  unit: unitSchema,
  scope: scopeSchema,
  dynamic: z.boolean(),
  restart: z.boolean(),
  stopWhen: z.string(),
  memoryEffect: z.string().nullable(),
  risk: z.string(),
  sideEffects: z.string(),
});
export type Advice = z.infer<typeof adviceSchema>;

export const findingSchema = z.object({
  ruleId: z.string(),
  area: areaSchema,
  title: z.string(),
  severity: severitySchema,
  role: roleSchema,
  standing: standingSchema,
  /** Findings of this analysis that are its cause, the nearest first, each with how it brings this one about. */
  explainedBy: z.array(z.object({ ruleId: z.string(), text: z.string() })),
  rank: z.number().int().positive(),
  confidence: z.object({
    level: z.enum(['high', 'medium', 'low']),
    reason: z.string(),
    firedSeconds: z.number().int().nonnegative().nullable(),
    seenSeconds: z.number().int().nonnegative().nullable(),
  }),
  /** A setting that endangers data or replicas and holds nothing up: of warnings it comes after what does. */
  hazard: z.literal(true).optional(),
  /** Seconds since start (or FLUSH STATUS) that its figures are averages over; null: the uptime is not known; absent: it rests on none. */
  averagedOver: z.number().positive().nullable().optional(),
  /** Only where the snapshot carries a history that says so. */
  history: heldHoursSchema.optional(),
  impact: z.object({
    /** Share of database time, 0 to 1; null when it cannot be determined. */
    share: z.number().min(0).nullable(),
    basis: z.enum(['measured', 'estimated']),
    text: z.string(),
  }),
  evidence: z.array(evidenceSchema),
  explanation: z.string(),
  refutedBy: z.string(),
  advice: z.array(adviceSchema),
  /** Things to do that are not a variable, as sentences. */
  actions: z.array(z.string()),
  probe: z.string().nullable(),
  sources: z.array(z.string()),
});
export type Finding = z.infer<typeof findingSchema>;

/** Whether a finding speaks for itself: neither a remark nor history, and nothing that fired explains it. */
export function isRootCause({ standing, explainedBy }: Pick<Finding, 'standing' | 'explainedBy'>): boolean {
  return standing === 'finding' && explainedBy.length === 0;
}

export const headlineSchema = z.object({
  kind: z.enum(['bottleneck', 'healthy', 'idle', 'not-instrumented']),
  text: z.string(),
  ruleId: z.string().nullable(),
});
export type Headline = z.infer<typeof headlineSchema>;

export const notCheckedSchema = z.object({
  ruleId: z.string(),
  title: z.string(),
  reasons: z.array(
    z.object({
      input: z.string(),
      code: reasonCodeSchema,
      text: z.string(),
      /** The one step that would make it known, as a sentence without a full stop; absent: there is none. */
      unlock: z.string().optional(),
    }),
  ),
});
export type NotChecked = z.infer<typeof notCheckedSchema>;

export const mutedSchema = z.object({
  ruleId: z.string(),
  title: z.string(),
  severity: severitySchema,
  /** Why the user muted it, and when (ISO 8601, UTC). */
  reason: z.string(),
  at: z.string(),
});

export const analysisSchema = z.object({
  schema: z.literal(analysisSchemaName),
  snapshot: z.object({
    id: z.string(),
    path: z.string().nullable(),
    complete: z.boolean(),
    windowSeconds: z.number().nullable(),
    /** Values are averages over so many seconds; absent: over single seconds. */
    averagedSeconds: z.number().positive().optional(),
    server: serverIdentitySchema,
  }),
  headline: headlineSchema,
  /** Only where the snapshot carries a history. */
  history: historyJudgementSchema.optional(),
  findings: z.array(findingSchema),
  /** `area` is absent in documents of former versions. */
  passed: z.array(z.object({ ruleId: z.string(), title: z.string(), area: areaSchema.optional() })),
  notChecked: z.array(notCheckedSchema),
  /** Findings that the user has muted; they are no part of `findings`, headline and plan. */
  muted: z.array(mutedSchema),
  /** Rules of the user's own that are not valid and did not run. */
  faultyRules: z.array(z.object({ path: z.string(), message: z.string() })),
  plan: planSchema,
});
export type Analysis = z.infer<typeof analysisSchema>;

/** Stands in the place of an analysis where one of several files could not be judged. */
export const analysisFailureSchema = z.object({
  schema: z.literal(analysisFailureSchemaName),
  path: z.string(),
  error: errorDocumentSchema,
});
