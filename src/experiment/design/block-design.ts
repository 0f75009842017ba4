import { holmAdjusted } from '../statistics/adjusted-p';
import { byCovariate, fitWithCovariate, standardErrors } from '../statistics/covariate';
import { mean, standardDeviation } from '../statistics/descriptive';
import { twoSidedCritical, twoSidedP } from '../statistics/distributions';
import { type Interval, percentOfLogRatio } from '../statistics/interval';

/** One block: what was measured in each slot, all above 0 and in the same unit. */
export interface Block {
  /** Both slots of the baseline, in the order of time, so that their difference also shows drift; one in a pair. */
  baselines: readonly [number, number] | readonly [number];
  /** By the name of the arm; an arm that was dropped is absent from later blocks. */
  arms: Readonly<Record<string, number>>;
  /** The same of a quantity that shares the noise and that no arm should move; where one did, it is left out. */
  covariate?: Pick<Block, 'baselines' | 'arms'>;
}

export interface BlockAnalysisOptions {
  /**
   * Two-sided error of the whole family of arms at this look (default 0.05); with looks (sequential-looks.ts) planned at
   * 0.05 / arms, the level of the look times the number of arms.
   */
  level?: number;
  /** Arms of the plan, where some of them have no block at all (default: the arms seen). */
  comparisons?: number;
}

/** An arm against the pooled baselines. */
export interface ArmEstimate {
  arm: string;
  blocks: number;
  /** Log ratio to the geometric mean of the baselines; its interval holds for all arms together. Infinite with fewer than two blocks. */
  logRatio: Interval;
  percent: Interval;
  /** Two-sided, of this arm alone, and adjusted over the arms. */
  p: number;
  adjustedP: number;
  /** Standard error of the log ratio, and the degrees of freedom of its estimate. */
  standardError: number;
  degreesOfFreedom: number;
  /** What the covariate shares with the noise was taken out. */
  isAdjusted: boolean;
}

export interface Placebo {
  /** Second baseline against the first, in percent, with its 99 % interval. */
  percent: Interval;
  /** The interval excludes 0: drift or carry-over, no verdict can be trusted. */
  unstable: boolean;
}

export interface BlockAnalysis {
  blocks: number;
  /** Blocks without use: a baseline was not above 0 (no operation finished in it). */
  leftOut: number;
  arms: ArmEstimate[];
  placebo: Placebo | undefined;
  /** Standard deviation of the log of a slot around the level of its block, from the baselines; undefined below two blocks. */
  slotNoise: number | undefined;
}

/**
 * Estimates of a randomised block design with the baseline twice in each block, or once in pairs. Per block the log ratio of each arm to the mean of
 * both baselines, so that slow drift cancels; over blocks the mean with t intervals. A slot at or below 0 has no logarithm: an arm's is
 * left out, a baseline's takes its whole block with it.
 */
export function analyseBlocks(blocks: readonly Block[], options: BlockAnalysisOptions = {}): BlockAnalysis {
  const usable = blocks.filter(({ baselines }) => baselines.every(isPositive));
  const names = [...new Set(blocks.flatMap(({ arms }) => Object.keys(arms)))];
  const placeboRatios = baselineRatios(usable);
  const ratios = names.map((arm): ArmRatios => {
    const withArm = usable.filter((block) => ratioOf(block, arm).length > 0);
    return {
      arm,
      ratios: withArm.flatMap((block) => ratioOf(block, arm)),
      covariate: withArm.map(({ covariate }) => covariateOf(covariate, arm)),
    };
  });
  const family = {
    level: options.level ?? 0.05,
    comparisons: Math.max(options.comparisons ?? 0, names.length),
  };
  const arms = separateEstimates(ratios, family);
  return {
    blocks: usable.length,
    leftOut: blocks.length - usable.length,
    arms,
    placebo: placeboOf(placeboRatios),
    slotNoise: placeboRatios.length < 2 ? undefined : standardDeviation(placeboRatios) / Math.SQRT2,
  };
}

interface ArmRatios {
  arm: string;
  ratios: number[];
  /** Log ratio of the covariate in the same blocks; null: not known. */
  covariate: (number | null)[];
}
interface Family {
  level: number;
  comparisons: number;
}

function isPositive(value: number): boolean {
  return value > 0 && Number.isFinite(value);
}

function ratioOf({ baselines, arms }: Block, arm: string): number[] {
  const value = arms[arm];
  return value === undefined || !isPositive(value) ? [] : [Math.log(value) - mean(baselines.map(Math.log))];
}

function covariateOf(covariate: Block['covariate'], arm: string): number | null {
  if (covariate?.baselines.every(isPositive) !== true) return null;
  return ratioOf(covariate, arm)[0] ?? null;
}

/** Later baseline to earlier one: of each block, and where blocks are pairs, of each two of them that follow each other. */
function baselineRatios(blocks: readonly Block[]): number[] {
  const single = blocks.flatMap(({ baselines }) => (baselines.length === 1 ? [baselines[0]] : []));
  const both = blocks.flatMap(({ baselines: [first, second] }) =>
    second === undefined ? [] : [Math.log(second / first)],
  );
  const two = single.flatMap((second, index) =>
    index % 2 === 1 ? [Math.log(second / (single[index - 1] ?? second))] : [],
  );
  return [...both, ...two];
}

function placeboOf(ratios: readonly number[]): Placebo | undefined {
  if (ratios.length < 2) return undefined;
  const halfWidth =
    (twoSidedCritical(0.01, ratios.length - 1) * standardDeviation(ratios)) / Math.sqrt(ratios.length);
  const logRatio = around(mean(ratios), halfWidth);
  return { percent: inPercent(logRatio), unstable: excludesZero(logRatio) };
}

/** Each arm by its own noise over its own blocks, so that one that is noisier than the baseline is judged right: Bonferroni intervals, Holm p-values. */
function separateEstimates(ratios: readonly ArmRatios[], { level, comparisons }: Family): ArmEstimate[] {
  const estimates = ratios.map((arm) => {
    const plain = estimate(arm, meanOf(arm.ratios), level / comparisons);
    const found = adjustedMean(arm);
    if (found === null) return plain;
    const adjusted = { ...estimate(arm, found, level / comparisons), isAdjusted: true };
    return byCovariate<ArmEstimate>(plain, adjusted, found.moved);
  });
  // Arms of the plan that never ran count as p = 1.
  const unseen = Array.from({ length: comparisons - ratios.length }, () => 1);
  const adjusted = holmAdjusted([...estimates.map(({ p }) => p), ...unseen]);
  return estimates.map((each, index) => ({ ...each, adjustedP: adjusted[index] ?? 1 }));
}

/** A mean with what is known of its noise. */
interface Centre {
  centre: number;
  standardError: number;
  degreesOfFreedom: number;
  /** What it may be off by besides its noise. */
  allowance: number;
}

function meanOf(ratios: readonly number[]): Centre {
  const degreesOfFreedom = ratios.length - 1;
  const standardError =
    ratios.length < 2 ? Number.POSITIVE_INFINITY : standardDeviation(ratios) / Math.sqrt(ratios.length);
  return { centre: mean(ratios), standardError, degreesOfFreedom, allowance: 0 };
}

/** null: there is no covariate, or too few blocks for it. */
function adjustedMean({ ratios, covariate }: ArmRatios): (Centre & { moved: boolean }) | null {
  const found = fitWithCovariate(
    ratios.map(() => [1]),
    ratios,
    covariate,
  );
  if (found === null) return null;
  const { fit, degreesOfFreedom, moved, allowance } = found;
  const [standardError = Number.POSITIVE_INFINITY] = standardErrors(fit, degreesOfFreedom);
  const centre = fit.coefficients[0] ?? 0;
  return { centre, standardError, degreesOfFreedom, allowance, moved: moved[0] === true };
}

function estimate(
  { arm, ratios }: ArmRatios,
  { centre, standardError, degreesOfFreedom, allowance }: Centre,
  level: number,
): ArmEstimate {
  const halfWidth =
    degreesOfFreedom < 1
      ? Number.POSITIVE_INFINITY
      : twoSidedCritical(level, degreesOfFreedom) * standardError + allowance;
  const logRatio = around(centre, halfWidth);
  // Without any noise an effect is infinitely clear, and none is none.
  const beyond = Math.max(0, Math.abs(centre) - allowance);
  const p = degreesOfFreedom < 1 || beyond === 0 ? 1 : twoSidedP(beyond / standardError, degreesOfFreedom);
  return {
    ...{ arm, blocks: ratios.length, logRatio, percent: inPercent(logRatio) },
    ...{ standardError, degreesOfFreedom, isAdjusted: false, p, adjustedP: p },
  };
}

function around(centre: number, halfWidth: number): Interval {
  return { estimate: centre, low: centre - halfWidth, high: centre + halfWidth };
}

function inPercent({ estimate: centre, low, high }: Interval): Interval {
  return { estimate: percentOfLogRatio(centre), low: percentOfLogRatio(low), high: percentOfLogRatio(high) };
}

function excludesZero({ low, high }: Interval): boolean {
  return low > 0 || high < 0;
}
