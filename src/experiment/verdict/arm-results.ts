import { defined } from '../../shared/base/defined';
import type { ArmResult, MetricId, ProbeDesign, ProbeOutcome, ProbeResult } from '../../shared/probe';
import { metricIdSchema } from '../../shared/probe';
import type { ArmEstimate } from '../design/block-design';
import { baselineName, blockSeconds } from '../design/schedule';
import { compareMetric, type JudgedArm, type JudgeInput, judgeCarryOver, judgeProbe } from './judge';
import { unequalEnds } from './slot-ends';

export interface PlannedArm {
  name: string;
  settings: ArmResult['settings'];
  instruments?: ArmResult['switches'];
}

/** What a result says that its samples decide. */
export type JudgedResult = Pick<ProbeResult, 'arms' | 'placebo' | 'carryOver'>;

/** Ways to end after which no verdict can be trusted. */
const untrustedOutcomes: readonly ProbeOutcome[] = ['unstable', 'carry-over', 'client-bound'];

type Estimates = Pick<ArmResult, 'estimatePercent' | 'low' | 'high'>;

/**
 * The arms of a result with their verdicts, and the placebo: a pure function of what was measured, so that a result can
 * be checked from its file. Where no verdict can be trusted (`unstable`, `carry-over`, `client-bound`), every arm is inconclusive.
 */
export function armResults(
  input: Omit<JudgeInput, 'arms'>,
  planned: readonly PlannedArm[],
  outcome: ProbeOutcome,
): JudgedResult {
  const full: JudgeInput = { ...input, arms: planned.map(({ name }) => name) };
  const { arms, placebo } = judgeProbe(full);
  const carryOver = judgeCarryOver(full);
  const metrics = metricsOf(full);
  // A run that was cut short has it too, whatever its outcome says.
  const untrusted = untrustedOutcomes.includes(outcome) || carryOver?.detected === true;
  return {
    arms: [
      baselineResult(full, metrics),
      ...planned.map(({ name, settings, instruments }): ArmResult => {
        const found = arms.find((arm) => arm.name === name);
        const verdict =
          found === undefined || (untrusted && found.verdict !== 'worse-stopped')
            ? 'inconclusive'
            : found.verdict;
        const moreMinutes = moreMinutesOf(found, full);
        return {
          name,
          settings,
          ...defined({ switches: instruments }),
          verdict,
          ...inPercent(found?.estimate ?? null),
          blocks: found?.estimate?.blocks ?? 0,
          stage: found?.stage ?? 'none',
          moreMinutes: untrusted ? null : moreMinutes,
          metrics: metrics.map(({ metric, by }) => ({
            metric,
            value: by.get(name)?.value ?? null,
            baseline: by.get(name)?.baseline ?? null,
            ...inPercent(by.get(name)?.estimate ?? null),
          })),
          text: [
            verdictText(verdict, found, moreMinutes, untrusted),
            ...(found?.estimate?.isAdjusted === true ? [adjustedText] : []),
            ...endsText(full, name),
          ].join(' '),
        };
      }),
    ],
    placebo:
      placebo === null
        ? null
        : {
            estimatePercent: placebo.percent.estimate,
            low: placebo.percent.low,
            high: placebo.percent.high,
            unstable: placebo.unstable,
          },
    carryOver:
      carryOver === null
        ? null
        : { ...carryOver, arms: carryOver.arms.map(({ arm, ...effects }) => ({ name: arm, ...effects })) },
  };
}

type Compared = { metric: MetricId; by: ReturnType<typeof compareMetric> }[];

const adjustedText = 'Noise that the load’s own CPU time shares is taken out.';

/** Results of before are judged as they were. */
function endsText({ design, blocks }: JudgeInput, arm: string): string[] {
  return design.endsCompared === true ? unequalEnds(blocks, arm) : [];
}

/** Those that were measured at all. */
function metricsOf(input: JudgeInput): Compared {
  return metricIdSchema.options
    .map((metric) => ({ metric, by: compareMetric({ ...input, metric }) }))
    .filter(({ by }) => [...by.values()].some(({ baseline }) => baseline !== null));
}

function baselineResult({ blocks }: JudgeInput, metrics: Compared): ArmResult {
  return {
    name: baselineName,
    settings: [],
    verdict: 'baseline',
    estimatePercent: 0,
    low: 0,
    high: 0,
    blocks: blocks.length,
    stage: 'verdict',
    moreMinutes: null,
    metrics: metrics.map(({ metric, by }) => {
      const baseline = [...by.values()][0]?.baseline ?? null;
      return { metric, value: baseline, baseline, estimatePercent: 0, low: 0, high: 0 };
    }),
    text: 'The settings as they were.',
  };
}

/** Without an end an interval says nothing, and JSON has no infinity. */
function inPercent(estimate: ArmEstimate | null): Estimates {
  if (estimate === null) return { estimatePercent: null, low: null, high: null };
  const { percent } = estimate;
  const bounded = Number.isFinite(percent.high);
  return {
    estimatePercent: Number.isFinite(percent.estimate) ? percent.estimate : null,
    low: bounded ? percent.low : null,
    high: bounded ? percent.high : null,
  };
}

function moreMinutesOf(arm: JudgedArm | undefined, { design }: { design: ProbeDesign }): number | null {
  if (arm === undefined || arm.moreBlocks === null) return null;
  // Results of before count neither switches nor settling of the outer factor.
  const counted = design.switchSeconds === undefined ? { ...design, outerVariable: null } : design;
  return (arm.moreBlocks * blockSeconds(design.verdictArms, counted)) / 60;
}

function verdictText(
  verdict: ArmResult['verdict'],
  arm: JudgedArm | undefined,
  moreMinutes: number | null,
  untrusted: boolean,
): string {
  if (verdict === 'worse-stopped') return 'So much worse that a guard stopped it.';
  if (untrusted) return 'No verdict: the run as a whole cannot be trusted.';
  if (verdict !== 'inconclusive') return `Decided after ${arm?.decidedAt ?? 0} blocks.`;
  if (arm === undefined || arm.stage === 'none') return 'It was not measured.';
  if (arm.stage === 'exploration') return 'Only explored, and not among the best: no verdict.';
  if (moreMinutes === null) return 'Neither different nor equal by what was measured.';
  const minutes = Math.max(1, Math.round(moreMinutes));
  return `About ${minutes} more minute${minutes === 1 ? '' : 's'} would decide at this noise.`;
}

/** The arms and placebo of a result, recomputed from its samples. */
export function recomputeArms(result: ProbeResult): JudgedResult {
  const planned = result.arms
    .filter(({ verdict }) => verdict !== 'baseline')
    .map(({ name, settings, switches }) => ({ name, settings, ...defined({ instruments: switches }) }));
  return armResults(
    {
      design: result.design,
      blocks: result.blocks,
      metric: result.metric.id,
      context: { digests: result.digests?.reference },
    },
    planned,
    result.outcome,
  );
}
