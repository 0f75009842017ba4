import { z } from 'zod';
import { givenPathSchema } from './base/path-argument';
import { counted } from './base/units';
import { changePlanSchema, changeStatementSchema } from './change';
import { reasonSchema } from './reason';
import { hostSchema } from './snapshot';

export const probeSchemaName = 'latchkey/probe/1';

export const probeIds = [
  'spin-wait-delay',
  'adaptive-hash-index',
  'ahi-spin-grid',
  'sort-buffer',
  'pfs-overhead',
  'buffer-pool-resize',
  'thread-concurrency',
  'io-capacity',
  'commit-durability',
  'custom',
] as const;
export const probeIdSchema = z.enum(probeIds);
export type ProbeId = z.infer<typeof probeIdSchema>;

export const sysbenchPresets = [
  'point-select',
  'read-only',
  'update-index',
  'read-write',
  'order-range',
] as const;
export const sysbenchPresetSchema = z.enum(sysbenchPresets);
export type SysbenchPreset = z.infer<typeof sysbenchPresetSchema>;

/** Connections of a replay, where nobody said how many. */
export const defaultReplayThreads = 4;

/** What loads the server while it is measured. */
export const workloadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live') }),
  z.object({
    kind: z.literal('replay'),
    /** Connections. */
    threads: z.number().int().min(1).max(64).optional(),
    /** Statements per second of all connections; absent: each connection sends the next as soon as it has an answer. */
    rate: z.number().positive().max(100_000).optional(),
    /** Path of a slow log of this server; absent: what the server itself has kept. Not in results. */
    slowLog: givenPathSchema('read', { typed: true }).optional(),
  }),
  z.object({
    kind: z.literal('sysbench'),
    preset: sysbenchPresetSchema,
    threads: z.number().int().min(1).max(1024),
    tables: z.number().int().min(1).max(64),
    /** Rows of each table. */
    rows: z.number().int().min(100).max(100_000_000),
  }),
]);
export type ProbeWorkload = z.infer<typeof workloadSchema>;

/** A load for people. */
export function workloadText(workload: ProbeWorkload): string {
  switch (workload.kind) {
    case 'live':
      return 'its own traffic';
    case 'replay':
      return `SELECTs of its own, replayed in ${workload.threads ?? defaultReplayThreads} connections${workload.rate === undefined ? '' : ` at ${workload.rate} a second`}`;
    case 'sysbench':
      return `sysbench ${workload.preset} with ${counted(workload.threads, 'thread')}`;
  }
}

/** Beyond this many percent an interval says no more than that next to nothing is known. */
const widestShown = 1000;

/** `+12.3 % (+8.0 % to +16.9 %)`; without an interval where too little was measured for one. */
export function changeText(change: {
  estimatePercent: number | null;
  low: number | null;
  high: number | null;
}): string {
  const { estimatePercent, low, high } = change;
  if (estimatePercent === null) return 'not known';
  if (low === null || high === null || high > widestShown)
    return `${signedPercent(estimatePercent)} (wide open)`;
  return `${signedPercent(estimatePercent)} (${signedPercent(low)} to ${signedPercent(high)})`;
}

/** `+12.3 %` */
export function signedPercent(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(1)} %`;
}

/** One setting to be compared: values as an option file writes them. */
export const armSettingSchema = z.object({ variable: z.string(), value: z.string() });
type ArmSetting = z.infer<typeof armSettingSchema>;
export const requestedArmSchema = z.object({
  name: z.string().min(1).max(64),
  settings: z.array(armSettingSchema),
});
export type RequestedArm = z.infer<typeof requestedArmSchema>;

export const metricIdSchema = z.enum(['throughput', 'cpu-per-operation', 'latency']);
export type MetricId = z.infer<typeof metricIdSchema>;

/** What a metric is, for people. */
export const metricFacts: Readonly<
  Record<MetricId, { unit: string; higherIsBetter: boolean; text: string; short: string }>
> = {
  throughput: {
    unit: 'statements/s',
    higherIsBetter: true,
    text: 'Statements that the server did per second',
    short: 'statements per second',
  },
  'cpu-per-operation': {
    unit: 'us',
    higherIsBetter: false,
    text: "CPU time of the server's process for one statement",
    short: 'CPU time for a statement',
  },
  latency: {
    unit: 'ms',
    higherIsBetter: false,
    text: 'Mean time of a statement, over the mix of statements before the first block',
    short: 'time of a statement',
  },
};

export const probeRequestSchema = z.object({
  probe: probeIdSchema,
  /** In place of the arms that the definition proposes. */
  arms: z.array(requestedArmSchema).max(16).optional(),
  /** In place of variants: the variables, one or two, of which better values are looked for; of the probe `custom`. */
  best: z
    .array(z.string().regex(/^[a-z][a-z0-9_.]{0,79}$/))
    .min(1)
    .max(2)
    .optional(),
  workload: workloadSchema,
  /** Longest time of measuring, seconds; absent: the definition's default. */
  maxSeconds: z.number().positive().max(86_400).optional(),
  seed: z.number().int().optional(),
  /** In place of the definition's primary metric. */
  metric: metricIdSchema.optional(),
  marginPercent: z.number().positive().max(50).optional(),
  /** Seconds after each change that do not count, in place of the definition's. */
  settleSeconds: z.number().min(0.1).max(600).optional(),
  allowDurability: z.boolean().optional(),
  /** The server itself restores everything when it has not heard of Latchkey for so many seconds. */
  deadMansSwitchSeconds: z.number().int().min(5).max(3600).optional(),
});
export type ProbeRequest = z.infer<typeof probeRequestSchema>;

export const probeOutcomeSchema = z.enum([
  'completed',
  'not-enough-load',
  'unstable',
  'carry-over',
  'client-bound',
  'stopped-by-guard',
  'cancelled',
  'failed',
  'matched',
  'differs',
]);
export type ProbeOutcome = z.infer<typeof probeOutcomeSchema>;

/** How a probe ended, for people. */
export const outcomeWords: Record<ProbeOutcome, string> = {
  completed: 'Completed',
  'not-enough-load': 'Not enough load',
  unstable: 'Unstable',
  'carry-over': 'Carry-over',
  'client-bound': 'The client was the limit',
  'stopped-by-guard': 'Stopped by a guard',
  cancelled: 'Cancelled',
  failed: 'Failed',
  matched: 'As predicted',
  differs: 'Not as predicted',
};

export const armVerdictSchema = z.enum([
  'baseline',
  'better',
  'worse',
  'worse-stopped',
  'equivalent',
  'inconclusive',
]);
export type ArmVerdict = z.infer<typeof armVerdictSchema>;

/** A change in percent against the baseline; null where too little was measured to tell. */
const estimateShape = {
  estimatePercent: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
};

const intervalSchema = z.object({ estimate: z.number(), low: z.number(), high: z.number() });

export const armResultSchema = z.object({
  name: z.string(),
  settings: z.array(
    z.object({
      variable: z.string(),
      value: z.string(),
      /** What the server made of it; null: it was never in force. */
      stored: z.string().nullable(),
    }),
  ),
  /** Rows of set-up tables that this variant sets, by group. */
  switches: z.array(z.object({ group: z.string(), rows: z.number().int() })).optional(),
  verdict: armVerdictSchema,
  ...estimateShape,
  /** Blocks that the estimate rests on, and which they were: an arm that was only explored has no verdict. */
  blocks: z.number().int(),
  stage: z.enum(['exploration', 'verdict', 'none']),
  /** Only when inconclusive: further minutes that would decide at the noise seen; null: no sensible time would. */
  moreMinutes: z.number().nullable(),
  /** Every metric that was measured, each against the baseline with its own 95 % interval. */
  metrics: z.array(
    z.object({
      metric: metricIdSchema,
      /** Mean of this arm's slots and of the baseline's, in the unit of the metric. */
      value: z.number().nullable(),
      baseline: z.number().nullable(),
      ...estimateShape,
    }),
  ),
  text: z.string(),
});
export type ArmResult = z.infer<typeof armResultSchema>;

/** The search of a better value: its variables with what they were, and what the exploration chose to be confirmed. */
const probeSearchSchema = z.object({
  variables: z
    .array(z.object({ variable: z.string(), present: z.number() }))
    .min(1)
    .max(2),
  /** The variant that was confirmed; null: none was left, or the time did not come. */
  chosen: z.string().nullable(),
});
export type ProbeSearch = z.infer<typeof probeSearchSchema>;

/** A name with what it stands for. `settings` absent: they are not known. */
interface NamedArm {
  name: string;
  settings?: readonly ArmSetting[] | undefined;
}

/** An arm in a sentence: where its name is only values, with their variables; where it is only a group of rows, as that. */
export function armText({ name, settings }: NamedArm): string {
  if (name === 'baseline') return 'the present settings';
  if (settings?.length === 0) return `Set-up “${name}”`;
  const named = settings ?? [];
  const [only, ...more] = named.filter(({ value }) => value === name);
  if (only !== undefined && more.length === 0) return `${only.variable} = ${name}`;
  const areValues = named.length > 1 && named.map(({ value }) => value).join(', ') === name;
  return areValues ? named.map(({ variable, value }) => `${variable} = ${value}`).join(', ') : name;
}

/** `armText` of an arm that is known by its name only. @param arms those of the plan or the result */
export function namedArmText(name: string, arms: readonly NamedArm[]): string {
  return armText(arms.find((arm) => arm.name === name) ?? { name });
}

/** The arms that are better, the one by the most first. */
export function betterArms<T extends Pick<ArmResult, 'verdict' | 'estimatePercent'>>(
  arms: readonly T[],
): T[] {
  return arms
    .filter(({ verdict }) => verdict === 'better')
    .sort((a, b) => Math.abs(b.estimatePercent ?? 0) - Math.abs(a.estimatePercent ?? 0));
}

/** Increase of the counters over about a second, and levels at its end. */
export const probeSampleSchema = z.object({
  /** End of the sample, milliseconds since the start of the measuring. */
  at: z.number(),
  seconds: z.number().positive(),
  operations: z.number(),
  /** CPU time of the server's process, and of the client that makes the load. */
  cpuSeconds: z.number().nullable(),
  clientCpuSeconds: z.number().nullable(),
  /** Processor seconds that the server's machine was busy, of everything that runs there. */
  busySeconds: z.number().nullable(),
  errors: z.number().nullable(),
  /** Mean time of the statements that ended, in milliseconds, by the server's own count; 0: none ended. Absent in older results. */
  statementMs: z.number().nullable().optional(),
  threadsRunning: z.number().nullable(),
  replicaLagSeconds: z.number().nullable(),
  freeMemoryBytes: z.number().nullable(),
  /** Bytes between the newest log record and the checkpoint; pages not yet written. */
  checkpointAge: z.number().nullable(),
  dirtyPages: z.number().nullable(),
});
export type ProbeSample = z.infer<typeof probeSampleSchema>;

/** Executions and time of one digest in a slot; the index refers to the reference list. */
export const digestCountSchema = z.tuple([
  z.number().int(),
  z.number(),
  /** Seconds. */
  z.number(),
]);

export const probeSlotSchema = z.object({
  arm: z.string(),
  /** Milliseconds since the start of the measuring at which the setting began, and at which settling was over. */
  startedAt: z.number(),
  measuredFrom: z.number(),
  /** The part that counts. */
  samples: z.array(probeSampleSchema),
  /** What was sampled while it settled, which counts for nothing. Absent in older results. */
  settling: z.array(probeSampleSchema).optional(),
  /** 95th percentile of statement time, milliseconds, from the server's own histogram; null: it keeps none. */
  p95Ms: z.number().nullable(),
  digests: z.array(digestCountSchema).optional(),
  /** Set when a guard ended the slot before its time: it counts for nothing. */
  stopped: z.literal(true).optional(),
});
export type ProbeSlot = z.infer<typeof probeSlotSchema>;

export const probeBlockSchema = z.object({
  stage: z.enum(['exploration', 'verdict']),
  slots: z.array(probeSlotSchema),
});
export type ProbeBlock = z.infer<typeof probeBlockSchema>;

/** Everything about the analysis that was fixed before the first slot; with the blocks it gives the verdicts again. */
export const probeDesignSchema = z.object({
  settleSeconds: z.number(),
  /** After a change of the outer factor. */
  outerSettleSeconds: z.number(),
  outerVariable: z.string().nullable(),
  measureSeconds: z.number(),
  sampleSeconds: z.number(),
  /** Setting a variant and reconnecting, as planned; after the baseline period, as timed. Absent in older results: not counted. */
  switchSeconds: z.number().optional(),
  /** The baseline period without any change, before the first block. */
  stretchSeconds: z.number(),
  /** One setting that acts at once: a block is a pair of one slot of it and one of the present settings. */
  pairs: z.literal(true).optional(),
  explorationBlocks: z.number().int(),
  verdictBlocks: z.number().int(),
  /** Arms that go on into the verdict after exploration; bounded, as a result may come from anywhere. */
  verdictArms: z.number().int().min(0).max(1000),
  looks: z.array(z.object({ blocks: z.number().int(), level: z.number(), spent: z.number() })),
  marginPercent: z.number(),
  familyLevel: z.number(),
  /** Fewest executions of a digest in a slot for it to count. */
  digestExecutions: z.number().int(),
  /** Slots of a block are compared by the digests that all of them have. Absent in older results: each by its own. */
  commonDigests: z.literal(true).optional(),
  /** What variants leave to be written at the ends of their slots is compared. Absent in older results: it is not. */
  endsCompared: z.literal(true).optional(),
  /** Noise that the client's CPU time for a statement shares with the server's is taken out. Absent in older results: it is not. */
  clientCovariate: z.literal(true).optional(),
  totalSeconds: z.number(),
});
export type ProbeDesign = z.infer<typeof probeDesignSchema>;

/** What decides: pairs of slots, or blocks. */
export function blocksText({ verdictBlocks, pairs }: Pick<ProbeDesign, 'verdictBlocks' | 'pairs'>): string {
  return counted(verdictBlocks, pairs === true ? 'pair' : 'block');
}

export const guardBreachSchema = z.object({
  at: z.number(),
  arm: z.string(),
  value: z.number(),
  limit: z.number(),
  action: z.enum(['arm-dropped', 'run-ended']),
});
export type GuardBreach = z.infer<typeof guardBreachSchema>;
export const probeGuardSchema = z.object({
  guard: z.enum([
    'throughput',
    'latency',
    'errors',
    'threads-running',
    'replica-lag',
    'free-memory',
    'connection',
  ]),
  /** How its limit is set. */
  text: z.string(),
  breach: guardBreachSchema.nullable(),
  /** Why it could not watch. */
  off: reasonSchema.optional(),
});
export type ProbeGuard = z.infer<typeof probeGuardSchema>;

/** A long text is written once; where it was sent again, whole or its end, `sql` is the beginning. */
export const sentStatementSchema = changeStatementSchema.extend({
  /** Place in the list of the statement with the whole text. */
  sameAs: z.number().int().min(0).optional(),
  /** The text is `sql`, and then that of the statement at this place from this character on. */
  endsAs: z.object({ place: z.number().int().min(0), from: z.number().int().min(0) }).optional(),
});
export type SentStatement = z.infer<typeof sentStatementSchema>;

/** The text that was sent. @param all the list that the statement stands in */
export function wholeText(statement: SentStatement, all: readonly SentStatement[]): string {
  const { sameAs } = statement;
  const { sql, endsAs } = (sameAs === undefined ? undefined : all[sameAs]) ?? statement;
  return endsAs === undefined ? sql : `${sql}${all[endsAs.place]?.sql.slice(endsAs.from) ?? ''}`;
}

export const probeResultSchema = z.object({
  schema: z.literal(probeSchemaName),
  id: z.string(),
  createdBy: z.string(),
  probe: probeIdSchema,
  title: z.string(),
  target: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  outcome: probeOutcomeSchema,
  /** What came out, in a sentence. */
  text: z.string(),
  /** Longer words: what to know before believing it. */
  remarks: z.array(z.string()),
  arms: z.array(armResultSchema),
  leftOut: z.array(z.object({ arm: z.string(), reason: z.string() })),
  placebo: z
    .object({ estimatePercent: z.number(), low: z.number(), high: z.number(), unstable: z.boolean() })
    .nullable(),
  /** Whether settings act beyond their own slots; null: too few slots to tell; absent: the result is older than this field. */
  carryOver: z
    .object({
      /** Of the hypothesis that none does. */
      p: z.number(),
      detected: z.boolean(),
      /** In a slot of its own, and with what it leaves to the slot after it; percent with 95 % intervals. */
      arms: z.array(z.object({ name: z.string(), direct: intervalSchema, withCarry: intervalSchema })),
    })
    .nullable()
    .optional(),
  metric: z.object({
    id: metricIdSchema,
    unit: z.string(),
    higherIsBetter: z.boolean(),
    text: z.string(),
  }),
  /** What the baseline period said of the noise, and what could be found at it. */
  noise: z
    .object({
      slotPercent: z.number(),
      basis: z.enum(['slots', 'samples']),
      detectablePercent: z.number().nullable(),
      text: z.string(),
    })
    .nullable(),
  workload: workloadSchema,
  design: probeDesignSchema,
  /** Better values were looked for in place of comparing variants. Absent: they were not, or the result is older than this field. */
  best: probeSearchSchema.optional(),
  /** Samples before the first block, without any change. */
  stretch: z.array(probeSampleSchema),
  blocks: z.array(probeBlockSchema),
  /** Names of the slots in the order in which they ran, block by block; `baseline` stands twice in each. */
  order: z.array(z.array(z.string())),
  seed: z.number().int(),
  /** Live load: the digests whose mix is held fixed, with executions and seconds in the baseline period. */
  digests: z
    .object({
      coveragePercent: z.number(),
      text: z.string(),
      reference: z.array(z.object({ digest: z.string(), executions: z.number(), seconds: z.number() })),
    })
    .optional(),
  /** `buffer-pool-resize`: what was predicted and what came. */
  resize: z
    .object({
      from: z.number(),
      asked: z.number(),
      predicted: z.number(),
      stored: z.number(),
      /** Seconds until the server had done it, and to go back. */
      seconds: z.number(),
      backSeconds: z.number().nullable(),
      messages: z.array(z.string()),
    })
    .optional(),
  guards: z.array(probeGuardSchema),
  environment: z.object({
    serverVersion: z.string(),
    serverComment: z.string(),
    flavour: z.string(),
    host: hostSchema,
    /** How long the processor pauses in a spin loop: about 10 to 50 cycles, or 120 to 150 (Skylake and later). */
    pauseClass: z.enum(['short', 'long', 'unknown']),
    workloadProgram: z.string().nullable(),
  }),
  /** What was read before agreeing; absent: the result is older than this field. */
  consent: z.object({ at: z.string(), risks: z.array(z.string()), durability: z.boolean() }).optional(),
  statements: z.array(sentStatementSchema),
  restore: z.object({
    status: z.enum(['restored', 'not-needed', 'pending']),
    detail: z.string(),
    entryId: z.string().nullable(),
    remaining: z.array(z.object({ variable: z.string(), original: z.string(), reason: z.string() })),
  }),
});
export type ProbeResult = z.infer<typeof probeResultSchema>;

/** One result in a list: what was compared, and what came out; the document itself has everything else. */
export const probeResultSummarySchema = z.object({
  id: z.string(),
  /** `sample`: it comes with Latchkey; `history`: it was measured or opened here. */
  origin: z.enum(['history', 'sample']),
  probe: probeIdSchema,
  title: z.string(),
  target: z.string(),
  serverVersion: z.string(),
  flavour: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  outcome: probeOutcomeSchema,
  text: z.string(),
  metric: metricIdSchema,
  workload: workloadSchema,
  arms: z.array(
    z.object({
      name: z.string(),
      verdict: armVerdictSchema,
      /** Absent: the line is older than this field. */
      settings: z.array(armSettingSchema).optional(),
      ...estimateShape,
    }),
  ),
});
export type ProbeResultSummary = z.infer<typeof probeResultSummarySchema>;

/** One setting while it was in force, by the clock. */
export const probeStepSchema = z.object({
  /** The result that it belongs to. */
  result: z.string(),
  title: z.string(),
  /** `baseline`: the settings as they were before. */
  arm: z.string(),
  /** From 1. */
  block: z.number().int(),
  from: z.string(),
  to: z.string(),
});
export type ProbeStep = z.infer<typeof probeStepSchema>;

/** The line of a list for a result. */
export function summariseProbe(
  result: ProbeResult,
  origin: ProbeResultSummary['origin'],
): ProbeResultSummary {
  const { id, probe, title, target, environment, startedAt, endedAt, outcome, text, metric, workload } =
    result;
  const { serverVersion, flavour } = environment;
  return {
    ...{ id, origin, probe, title, target, serverVersion, flavour },
    ...{ startedAt, endedAt, outcome, text, metric: metric.id, workload },
    arms: result.arms.map(({ name, verdict, settings, estimatePercent, low, high }) => ({
      ...{ name, verdict, estimatePercent, low, high },
      settings: settings.map(({ variable, value }) => ({ variable, value })),
    })),
  };
}

/** One probe in a list, with whether it can run on a server. */
export const probeSummarySchema = z.object({
  id: probeIdSchema,
  title: z.string(),
  question: z.string(),
  metric: metricIdSchema,
  settleSeconds: z.number(),
  measureSeconds: z.number(),
  blocks: z.number().int(),
  defaultSeconds: z.number(),
  workloads: z.array(z.enum(['live', 'replay', 'sysbench'])),
  /** The load of sysbench that shows it best. */
  preset: sysbenchPresetSchema,
  durability: z.boolean(),
  arms: z.array(requestedArmSchema),
  /** Null: it can run here; absent: no server was asked. */
  refusal: reasonSchema.nullable().optional(),
});
export type ProbeSummary = z.infer<typeof probeSummarySchema>;

/** What a probe would do, for the person who has to consent. */
export const probePlanSchema = z.object({
  probe: probeIdSchema,
  title: z.string(),
  plan: changePlanSchema,
  design: probeDesignSchema,
  arms: z.array(z.object({ name: z.string(), settings: z.array(armSettingSchema) })),
  leftOut: z.array(z.object({ arm: z.string(), reason: z.string() })),
  workload: workloadSchema,
  seed: z.number().int(),
  /** What is watched in every second, and how the limits are made. */
  guards: z.array(z.object({ guard: z.string(), text: z.string() })),
  /** Sentences to be read before answering. */
  remarks: z.array(z.string()),
});
export type ProbePlan = z.infer<typeof probePlanSchema>;

/** What a running probe shows beside its progress. */
export const probeProgressSchema = z.object({
  stage: z.enum(['load', 'baseline', 'exploration', 'verdict', 'restore']),
  arm: z.string().nullable(),
  block: z.number().int(),
  blocks: z.number().int(),
  /** Of the last second. */
  value: z.number().nullable(),
  unit: z.string(),
  threadsRunning: z.number().nullable(),
  guards: z.array(z.object({ guard: z.string(), state: z.enum(['watching', 'near', 'breached', 'off']) })),
});
export type ProbeProgress = z.infer<typeof probeProgressSchema>;
