import { normalCdf, twoSidedCritical } from './distributions';
import { estimatedScale } from './estimated-scale';
import { percentOfLogRatio } from './interval';
import { fallingRoot, smallestCount } from './numeric';

/** A run as planned: how noisy one slot is and how the blocks are analysed. */
export interface RunPlan {
  /** Standard deviation of the log of a slot's metric around the level of its block (an A/A stretch estimates it). */
  slotNoise: number;
  blocks: number;
  /** Level of one comparison: the family's divided by the number of arms. */
  level: number;
}

/**
 * Standard deviation of a block's log ratio of one arm to the mean of its two baselines: sqrt(1 + 1/2) times that of a slot.
 */
export function blockNoise(slotNoise: number): number {
  return slotNoise * Math.sqrt(1.5);
}

/**
 * Noise of a slot from samples of one second in an A/A stretch: the standard deviation of their logs, shrunk by as many independent
 * samples as a slot of `slotSamples` holds.
 *
 * @param logDeviation standard deviation of the log samples
 * @param effectiveShare effective sample size of the stretch / its samples
 */
export function slotNoiseOfSamples(
  logDeviation: number,
  effectiveShare: number,
  slotSamples: number,
): number {
  return logDeviation / Math.sqrt(Math.max(1, slotSamples * effectiveShare));
}

/** Probability that a paired two-sided t test over blocks finds a log ratio of `effect`, on the right side. */
export function power(effect: number, { slotNoise, blocks, level }: RunPlan): number {
  if (blocks < 2) return 0;
  const critical = twoSidedCritical(level, blocks - 1);
  const noncentrality = (Math.abs(effect) * Math.sqrt(blocks)) / blockNoise(slotNoise);
  // The upper tail of the noncentral t distribution, given each size of the estimated noise.
  return estimatedScale(blocks - 1).reduce(
    (total, { scale, weight }) => total + weight * normalCdf(noncentrality - critical * scale),
    0,
  );
}

/** Smallest change in percent (upwards) that the run finds with probability `wanted`; Infinity with fewer than two blocks. */
export function minimumDetectablePercent(plan: RunPlan, wanted = 0.8): number {
  if (plan.blocks < 2) return Number.POSITIVE_INFINITY;
  const unit = blockNoise(plan.slotNoise) / Math.sqrt(plan.blocks);
  // With two blocks at level 0.01 the factor is about 115; beyond 2,000 nothing sensible is left.
  const factor = fallingRoot((size) => wanted - power(size * unit, plan), 0, 2000);
  return percentOfLogRatio(factor * unit);
}

/** Blocks needed to find a log ratio of `effect` with probability `wanted`; null when even `atMost` do not do. */
export function blocksToDetect(
  effect: number,
  plan: Omit<RunPlan, 'blocks'>,
  wanted = 0.8,
  atMost = 10_000,
): number | null {
  return smallestCount((blocks) => power(effect, { ...plan, blocks }) >= wanted, 2, atMost);
}
