import { z } from 'zod';
import { headlineSchema, severitySchema, unitSchema, valueSchema } from './analysis';
import { effectSchema } from './effect';
import { serverIdentitySchema } from './server';

export const compareSchemaName = 'latchkey/compare/1';
export const recheckSchemaName = 'latchkey/recheck/1';

const comparedSnapshotSchema = z.object({
  id: z.string(),
  path: z.string().nullable(),
  createdAt: z.string(),
  windowSeconds: z.number().nullable(),
  server: serverIdentitySchema,
  headline: headlineSchema,
});

/** A rate, a wait or a statement on both sides. `ratio` is B / A; null: one side is unknown or 0. */
const ratioSchema = z.object({
  a: z.number().nullable(),
  b: z.number().nullable(),
  ratio: z.number().nullable(),
});

export const findingChangeSchema = z.object({
  ruleId: z.string(),
  title: z.string(),
  severity: severitySchema,
  /** On the other side: passed, not checked (then nothing is known of it), not for that server, or muted. */
  other: z.enum(['fired', 'passed', 'not-checked', 'not-applicable', 'muted']),
  /** Why it could not be checked there. */
  reason: z.string().nullable(),
  /** Severity on side A where it fired on both and changed. */
  was: severitySchema.nullable(),
});
export type FindingChange = z.infer<typeof findingChangeSchema>;

export const snapshotComparisonSchema = z.object({
  schema: z.literal(compareSchemaName),
  kind: z.literal('snapshots'),
  a: comparedSnapshotSchema,
  b: comparedSnapshotSchema,
  sameServer: z.boolean(),
  /** What changed for those who use the server; absent in documents of former versions. */
  effect: effectSchema.optional(),
  /** What makes the comparison less than fair: another flavour, version, machine, window. */
  remarks: z.array(z.string()),
  variables: z.array(
    z.object({
      variable: z.string(),
      /** null on a side that does not have it. */
      a: valueSchema,
      b: valueSchema,
      unit: unitSchema,
      change: z.enum(['changed', 'only in A', 'only in B']),
      /** Defaults, factor, when it takes effect, renamings. */
      meaning: z.string(),
    }),
  ),
  host: z.array(
    z.object({
      fact: z.string(),
      title: z.string(),
      unit: unitSchema,
      a: valueSchema,
      b: valueSchema,
      /** On which sides the user said so. */
      declared: z.array(z.enum(['A', 'B'])),
    }),
  ),
  rates: z.array(
    ratioSchema.extend({
      name: z.string(),
      unit: unitSchema,
      /** Ratio of the rates for each statement: what is left when the load itself differs. */
      perStatement: z.number().nullable(),
      /** Half width of the 95 % interval of the ratio, from the seconds of both windows; null: one moment only. */
      noise: z.number().nullable(),
      /** The ratio differs from 1 by more than the noise; null where the noise is not known. */
      beyondNoise: z.boolean().nullable(),
      main: z.boolean(),
    }),
  ),
  /** Thread-seconds waited per second, by synchronisation object; empty with `reason` where not instrumented. */
  waits: z.object({
    rows: z.array(ratioSchema.extend({ object: z.string() })),
    reason: z.string().nullable(),
  }),
  /** Active sessions by what they were found doing, on average. */
  sessions: z.array(ratioSchema.extend({ class: z.string() })),
  digests: z.object({
    rows: z.array(
      z.object({
        digest: z.string(),
        text: z.string(),
        rate: ratioSchema,
        /** Seconds for each execution. */
        seconds: ratioSchema,
        /** Thread-seconds per second: what it costs the server. */
        load: ratioSchema,
      }),
    ),
    reason: z.string().nullable(),
  }),
  findings: z.object({
    gained: z.array(findingChangeSchema),
    lost: z.array(findingChangeSchema),
    kept: z.array(findingChangeSchema),
  }),
});
export type SnapshotComparison = z.infer<typeof snapshotComparisonSchema>;

const spreadSchema = z.object({ min: z.number(), max: z.number(), average: z.number(), median: z.number() });
export type Spread = z.infer<typeof spreadSchema>;

/** Results of a benchmark: one row a test. */
export const benchmarkTestSchema = z.object({
  test: z.string(),
  group: z.string(),
  /** Queries per second; null: not known (published results often hold the costs only). */
  qps: z.number().positive().nullable(),
  cpuPerOperation: z.number().positive().nullable(),
  contextSwitchesPerOperation: z.number().positive().nullable(),
});
export type BenchmarkTest = z.infer<typeof benchmarkTestSchema>;

export const benchmarkResultSchema = z.object({
  path: z.string(),
  tests: z.array(benchmarkTestSchema),
  remarks: z.array(z.string()),
});
export type BenchmarkResult = z.infer<typeof benchmarkResultSchema>;

export const benchmarkComparisonSchema = z.object({
  schema: z.literal(compareSchemaName),
  kind: z.literal('benchmarks'),
  a: z.object({ path: z.string(), tests: z.number().int() }),
  b: z.object({ path: z.string(), tests: z.number().int() }),
  remarks: z.array(z.string()),
  /** B relative to A, the baseline: above 1 is faster, or costs more. */
  tests: z.array(
    z.object({
      test: z.string(),
      group: z.string(),
      a: benchmarkTestSchema.pick({ qps: true, cpuPerOperation: true, contextSwitchesPerOperation: true }),
      b: benchmarkTestSchema.pick({ qps: true, cpuPerOperation: true, contextSwitchesPerOperation: true }),
      relativeQps: z.number().nullable(),
      relativeCpu: z.number().nullable(),
      relativeContextSwitches: z.number().nullable(),
    }),
  ),
  groups: z.array(
    z.object({
      group: z.string(),
      tests: z.number().int(),
      qps: spreadSchema.nullable(),
      cpuPerOperation: spreadSchema.nullable(),
      contextSwitchesPerOperation: spreadSchema.nullable(),
    }),
  ),
  onlyA: z.array(z.string()),
  onlyB: z.array(z.string()),
});
export type BenchmarkComparison = z.infer<typeof benchmarkComparisonSchema>;

export const comparisonSchema = z.discriminatedUnion('kind', [
  snapshotComparisonSchema,
  benchmarkComparisonSchema,
]);
export type Comparison = z.infer<typeof comparisonSchema>;

/** Did the findings of a snapshot clear on the server? */
export const recheckSchema = z.object({
  schema: z.literal(recheckSchemaName),
  before: comparedSnapshotSchema,
  after: comparedSnapshotSchema,
  /** What changed for those who use the server; absent in documents of former versions. */
  effect: effectSchema.optional(),
  remarks: z.array(z.string()),
  cleared: z.array(findingChangeSchema),
  stayed: z.array(findingChangeSchema),
  appeared: z.array(findingChangeSchema),
  /** Fired before; now nothing can be said of it. */
  unchecked: z.array(findingChangeSchema),
});
export type Recheck = z.infer<typeof recheckSchema>;
