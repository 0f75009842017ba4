import { z } from 'zod';
import { counted } from './base/units';
import {
  armSettingSchema,
  changeText,
  type MetricId,
  metricFacts,
  metricIdSchema,
  probeGuardSchema,
  probeOutcomeSchema,
  probeResultSchema,
  probeSampleSchema,
  probeSlotSchema,
  signedPercent,
  workloadSchema,
} from './probe';

export const proofSchemaName = 'latchkey/proof/1';

const proofClassSchema = z.enum(['fast', 'session', 'medium', 'slow', 'restart', 'capacity', 'safety']);

/** One change of a plan as it is tried: a variable, or several that belong together. */
const proofChangeSchema = z.object({
  /** The variables, joined. */
  name: z.string(),
  class: proofClassSchema,
  settings: z.array(armSettingSchema.extend({ from: z.string() })),
  /** Why it is not tried; null: it is. */
  untested: z.string().nullable(),
  /** It stays where it makes no difference, since it is for something else than speed; why. */
  staysFor: z.string().nullable(),
});
export type ProofChange = z.infer<typeof proofChangeSchema>;

export const proofRequestSchema = z.object({
  changes: z.array(proofChangeSchema).min(1).max(200),
  workload: workloadSchema,
  /** Longest time of measuring, seconds; absent: 25 minutes. */
  maxSeconds: z.number().positive().max(86_400).optional(),
  seed: z.number().int().optional(),
  metric: metricIdSchema.optional(),
  allowDurability: z.boolean().optional(),
  /** What is only observed stays in force at the end of a completed proof, unless it breached a guard or cost more than the margin. */
  keepObserved: z.boolean().optional(),
  deadMansSwitchSeconds: z.number().int().min(5).max(3600).optional(),
});
export type ProofRequest = z.infer<typeof proofRequestSchema>;

const lookSchema = z.object({ blocks: z.number().int(), level: z.number(), spent: z.number() });

/** What was fixed before each step; with the pairs it gives the verdicts again. */
const proofDesignSchema = z.object({
  settleSeconds: z.number(),
  measureSeconds: z.number(),
  sampleSeconds: z.number(),
  /** Setting a variant and reconnecting, as planned; after the dry run, as measured. */
  switchSeconds: z.number(),
  /** A/A period, and time for each change of the dry run. */
  baselineSeconds: z.number(),
  dryRunSeconds: z.number(),
  /** Pairs of the whole plan against the present settings; `extended`: with those that follow where nothing was dropped. */
  whole: z.object({ pairs: z.number().int(), extended: z.number().int(), looks: z.array(lookSchema) }),
  /** Rows of the design, each with its foldover one pair, and pairs in all. */
  which: z.object({ rows: z.number().int(), pairs: z.number().int() }),
  kept: z.object({ pairs: z.number().int(), looks: z.array(lookSchema) }),
  /**
   * Whole plots, in which changes that act over tens of seconds stay as they are: how many, each with time to settle and
   * time that counts, and pairs of the other changes within each. Absent: no such change is tried.
   */
  plots: z
    .object({
      count: z.number().int(),
      settleSeconds: z.number(),
      seconds: z.number(),
      pairs: z.number().int(),
    })
    .optional(),
  /** Interactions: blocks of four slots (neither, one, the other, both) of each two changes, by their place. Absent: none is measured. */
  together: z
    .object({ of: z.array(z.tuple([z.number().int(), z.number().int()])), blocks: z.number().int() })
    .optional(),
  /** Changes that fill over minutes: applied last, one on top of the other, never toggled. Absent: there is none. */
  observe: z.object({ changes: z.number().int(), settleSeconds: z.number(), seconds: z.number() }).optional(),
  marginPercent: z.number(),
  level: z.number(),
  digestExecutions: z.number().int(),
  /** As in probes. */
  commonDigests: z.literal(true).optional(),
  /** The degrees of freedom of t are counted by the tails of the noise; absent: as for normal noise. */
  tails: z.literal(true).optional(),
  /** Noise that the client's CPU time for a statement shares with the server's is taken out; absent: it is not. */
  clientCovariate: z.literal(true).optional(),
  totalSeconds: z.number(),
});
export type ProofDesign = z.infer<typeof proofDesignSchema>;

const proofStageSchema = z.enum(['whole', 'which', 'kept', 'together', 'observed']);
export type ProofStage = z.infer<typeof proofStageSchema>;

/**
 * Two adjacent slots; `on`: the changes in force, by their place among those that are tried. Of the stage `together` four
 * slots, of the stage `observed` one before the first change that is only observed and one after each.
 */
const proofPairSchema = z.object({
  stage: proofStageSchema,
  /** The whole plot that it stands in; with no change to be switched within it, it has one long slot. */
  plot: z.number().int().min(0).optional(),
  slots: z.array(probeSlotSchema.extend({ on: z.array(z.number().int().min(0)) })),
});
export type ProofPair = z.infer<typeof proofPairSchema>;

const proofVerdictSchema = z.enum(['proven', 'harms', 'no-difference', 'undecided', 'observed', 'untested']);
export type ProofVerdict = z.infer<typeof proofVerdictSchema>;

/** Labels of the verdicts, for people. */
export const proofVerdictWords: Readonly<Record<ProofVerdict, string>> = {
  proven: 'proven',
  harms: 'harms',
  'no-difference': 'no difference',
  undecided: 'undecided',
  observed: 'observed, not proven',
  untested: 'untested',
};

const effectShape = {
  estimatePercent: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  pairs: z.number().int(),
  /** Only when undecided: further minutes that would decide it at the noise seen; null: no sensible time would. */
  moreMinutes: z.number().nullable(),
};

const proofEffectSchema = z.object({
  ...effectShape,
  verdict: proofVerdictSchema,
  /** Names of the changes that were in force. */
  changes: z.array(z.string()),
  /** Of the other metric, with its own 95 % interval; null: it was not measured. */
  other: z
    .object({
      metric: metricIdSchema,
      estimatePercent: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
    })
    .nullable(),
});
export type ProofEffect = z.infer<typeof proofEffectSchema>;

const provenChangeSchema = proofChangeSchema.extend({
  ...effectShape,
  verdict: proofVerdictSchema,
  /** Adjusted over the changes (Holm). */
  adjustedP: z.number().nullable(),
  /** The guard that it breached; null: none. */
  droppedBy: z.string().nullable(),
  /** What becomes of it in the plan: it stays, goes, or the user decides. */
  advice: z.enum(['keep', 'drop', 'your-choice']),
  text: z.string(),
});
export type ProvenChange = z.infer<typeof provenChangeSchema>;

/** Two changes together against what each does alone: log(both) - log(one) - log(other) + log(neither), in percent. */
const proofInteractionSchema = z.object({
  changes: z.tuple([z.string(), z.string()]),
  estimatePercent: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  blocks: z.number().int(),
  /** Adjusted over the interactions (Holm). */
  adjustedP: z.number().nullable(),
  verdict: z.enum(['interact', 'add-up', 'undecided']),
  text: z.string(),
});
export type ProofInteraction = z.infer<typeof proofInteractionSchema>;

export const proofResultSchema = z.object({
  schema: z.literal(proofSchemaName),
  id: z.string(),
  createdBy: z.string(),
  target: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  outcome: probeOutcomeSchema,
  /** What came out, in sentences. */
  text: z.string(),
  /** That measuring took. */
  seconds: z.number(),
  remarks: z.array(z.string()),
  whole: proofEffectSchema.nullable(),
  kept: proofEffectSchema.nullable(),
  changes: z.array(provenChangeSchema),
  /** Among changes that are proven or harm; absent in documents of before, and where there were not two of them. */
  interactions: z.array(proofInteractionSchema).optional(),
  metric: probeResultSchema.shape.metric,
  /** How the metric was chosen. */
  metricText: z.string(),
  noise: probeResultSchema.shape.noise,
  workload: workloadSchema,
  design: proofDesignSchema,
  baselinePeriod: z.array(probeSampleSchema),
  /** Changes that were dropped, by the guard that they breached, before which pair. */
  dropped: z.array(
    z.object({ change: z.string(), guard: z.string(), beforePair: z.number().int(), at: z.number() }),
  ),
  pairs: z.array(proofPairSchema),
  seed: z.number().int(),
  digests: probeResultSchema.shape.digests,
  guards: z.array(probeGuardSchema),
  environment: probeResultSchema.shape.environment,
  consent: probeResultSchema.shape.consent,
  statements: probeResultSchema.shape.statements,
  restore: probeResultSchema.shape.restore,
  /** What stays in force on the server, as was agreed to beforehand; `restore.entryId` undoes it. Absent: nothing does. */
  staying: z.array(z.object({ variable: z.string(), original: z.string(), value: z.string() })).optional(),
});
export type ProofResult = z.infer<typeof proofResultSchema>;

/** What came of a change in numbers; of one that was only observed there is no interval. */
export function provenText(
  change: Pick<ProvenChange, 'verdict' | 'estimatePercent' | 'low' | 'high'>,
): string {
  const { verdict, estimatePercent } = change;
  if (verdict === 'untested' || estimatePercent === null) return '';
  return verdict === 'observed' ? `${signedPercent(estimatePercent)} (no interval)` : changeText(change);
}

/** A proof as lists show it. */
export const proofSummarySchema = z.object({
  id: z.string(),
  /** The snapshot whose plan it is. */
  snapshot: z.string(),
  target: z.string(),
  endedAt: z.string(),
  outcome: probeOutcomeSchema,
  text: z.string(),
});
export type ProofSummary = z.infer<typeof proofSummarySchema>;

type Judged = Pick<ProofResult, 'whole' | 'kept' | 'changes' | 'metric' | 'workload'>;

/** What came out, in the form of the headline: how much, over what, and what of the plan does it. */
export function proofText({ whole, kept, changes, metric, workload }: Judged, minutes: string): string {
  const effect = kept ?? whole;
  const load =
    workload.kind === 'live'
      ? 'your own traffic'
      : workload.kind === 'replay'
        ? 'replayed SELECTs'
        : 'sysbench';
  const subject = kept === null ? 'Your plan' : 'What is kept of your plan';
  return [
    effect === null
      ? changes.some(({ class: kind, pairs }) => kind === 'medium' && pairs > 0)
        ? 'Your plan was not compared as a whole: its changes act over tens of seconds, and each was measured in long slots.'
        : changes.every(({ verdict }) => verdict === 'observed' || verdict === 'untested')
          ? 'Your plan was not compared: what can be tried of it fills over minutes and is never switched back and forth.'
          : 'Too little was measured to compare your plan with the present settings.'
      : effectText(subject, effect, metric.id, `${minutes} of ${load}`),
    tallyText(changes),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function effectText(subject: string, effect: ProofEffect, metric: MetricId, basis: string): string {
  const { verdict, estimatePercent } = effect;
  const what = metricFacts[metric].short;
  const measured = `${what} ${changeText(effect)}, ${basis}`;
  if (estimatePercent === null) return `${subject} could not be compared with the present settings.`;
  if (verdict === 'proven')
    return `${subject} makes this load ${betterText(metric, Math.abs(estimatePercent))} (${measured}).`;
  if (verdict === 'harms')
    return `${subject} makes this load ${worseText(metric, Math.abs(estimatePercent))} (${measured}).`;
  if (verdict === 'no-difference')
    return `${subject} makes no difference that matters to this load (${measured}).`;
  const more =
    effect.moreMinutes === null ? '' : `; about ${minutesText(effect.moreMinutes)} would decide it`;
  return `Whether ${subject.charAt(0).toLowerCase()}${subject.slice(1)} makes this load better is undecided (${measured}${more}).`;
}

function betterText(metric: MetricId, percent: number): string {
  const amount = `${Math.round(percent)} %`;
  if (metric === 'throughput') return `${amount} faster`;
  return metric === 'latency' ? `${amount} faster per statement` : `${amount} cheaper per statement`;
}

function worseText(metric: MetricId, percent: number): string {
  const amount = `${Math.round(percent)} %`;
  if (metric === 'throughput') return `${amount} slower`;
  return metric === 'latency' ? `${amount} slower per statement` : `${amount} dearer per statement`;
}

/** `12 more minutes`; from three hours on in hours. */
export function minutesText(minutes: number): string {
  if (minutes >= 180) return counted(Math.ceil(minutes / 60), 'more hour');
  return `${counted(Math.max(1, Math.ceil(minutes)), 'more minute')}`;
}

function tallyText(changes: readonly Pick<ProvenChange, 'verdict' | 'moreMinutes'>[]): string {
  const of = (verdict: ProofVerdict) => changes.filter((change) => change.verdict === verdict);
  const [proven, harms, same, open, untested] = (
    ['proven', 'harms', 'no-difference', 'undecided', 'untested'] as const
  ).map(of);
  const minutes = (open ?? []).flatMap(({ moreMinutes }) => moreMinutes ?? []);
  const more = minutes.length === 0 ? '' : ` (${minutesText(Math.max(...minutes))})`;
  const observed = of('observed');
  const tested = changes.length - (untested?.length ?? 0) - observed.length;
  const part = (found: readonly unknown[] | undefined, one: string, many: string) =>
    found === undefined || found.length === 0 ? [] : [`${found.length} ${found.length === 1 ? one : many}`];
  const parts = [
    ...(tested === 0
      ? []
      : [
          `${proven?.length ?? 0} of ${counted(tested, 'tested change')} ${tested === 1 || proven?.length === 1 ? 'is' : 'are'} proven`,
        ]),
    ...part(harms, 'harms and was dropped', 'harm and were dropped'),
    ...part(same, 'makes no difference', 'make no difference'),
    ...part(open, `is undecided${more}`, `are undecided${more}`),
    ...part(
      observed,
      'was observed before and after, which proves nothing',
      'were observed before and after, which proves nothing',
    ),
    ...part(untested, 'could not be tested', 'could not be tested'),
  ];
  return parts.length === 0 ? '' : `${parts.join('; ')}.`;
}
