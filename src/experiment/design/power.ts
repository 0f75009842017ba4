import { mean, standardDeviation } from '../statistics/descriptive';
import { normalCdf, twoSidedCritical } from '../statistics/distributions';
import { effectiveSampleSize } from '../statistics/effective-sample-size';
import { estimatedScale } from '../statistics/estimated-scale';
import { percentOfLogRatio } from '../statistics/interval';
import { fallingRoot } from '../statistics/numeric';

/** A run as planned: how noisy one slot is and how the blocks are analysed. */
export interface RunPlan {
  /** Standard deviation of the log of a slot's metric around the level of its block (an A/A baseline period estimates it). */
  slotNoise: number;
  blocks: number;
  /** Level of one comparison: the family's divided by the number of arms. */
  level: number;
  /** Slots of the baseline in a block; default 2. */
  baselines?: 1 | 2;
}

/**
 * Standard deviation of a block's log ratio of one arm to the mean of its baselines, of which there are two or, in pairs,
 * one: sqrt(1 + 1/2) or sqrt(2) times that of a slot.
 */
export function blockNoise(slotNoise: number, baselines: 1 | 2 = 2): number {
  return slotNoise * Math.sqrt(1 + 1 / baselines);
}

/**
 * Noise of a slot from an A/A baseline period of samples of one second, all above 0 (others are left out). With at least six slots in the
 * baseline period it is measured: the standard deviation of the log ratios of neighbouring slots / sqrt(2), so that slow drift, which blocks
 * cancel, does not count. With less it is calculated from the noise of the samples and from how many independent ones a slot is worth.
 *
 * @param slotSamples samples that a slot will hold, at least 1
 * @returns standard deviation of the log of a slot; undefined for fewer than four samples
 */
export function slotNoiseOfBaseline(
  samples: readonly number[],
  slotSamples: number,
): { slotNoise: number; basis: 'slots' | 'samples' } | undefined {
  const usable = samples.filter((value) => value > 0 && Number.isFinite(value));
  if (usable.length < 4) return undefined;
  const slots = Array.from({ length: Math.floor(usable.length / slotSamples) }, (_, slot) =>
    Math.log(mean(usable.slice(slot * slotSamples, (slot + 1) * slotSamples))),
  );
  if (slots.length >= 6) {
    const steps = slots.slice(1).map((slot, index) => (slot - (slots[index] ?? slot)) / Math.SQRT2);
    return { slotNoise: Math.sqrt(mean(steps.map((step) => step ** 2))), basis: 'slots' };
  }
  const logs = usable.map(Math.log);
  const independent = (slotSamples * effectiveSampleSize(logs)) / logs.length;
  return { slotNoise: standardDeviation(logs) / Math.sqrt(Math.max(1, independent)), basis: 'samples' };
}

/** Probability that a paired two-sided t test over blocks finds a log ratio of `effect`, on the right side. */
export function power(effect: number, { slotNoise, blocks, level, baselines }: RunPlan): number {
  if (blocks < 2) return 0;
  const critical = twoSidedCritical(level, blocks - 1);
  const noncentrality = (Math.abs(effect) * Math.sqrt(blocks)) / blockNoise(slotNoise, baselines);
  // The upper tail of the noncentral t distribution, given each size of the estimated noise.
  return estimatedScale(blocks - 1).reduce(
    (total, { scale, weight }) => total + weight * normalCdf(noncentrality - critical * scale),
    0,
  );
}

/** Smallest change in percent (upwards) that the run finds with probability `wanted`; Infinity with fewer than two blocks. */
export function minimumDetectablePercent(plan: RunPlan, wanted = 0.8): number {
  if (plan.blocks < 2) return Number.POSITIVE_INFINITY;
  const unit = blockNoise(plan.slotNoise, plan.baselines) / Math.sqrt(plan.blocks);
  // With two blocks at level 0.01 the factor is about 115; beyond 2,000 nothing sensible is left.
  const factor = fallingRoot((size) => wanted - power(size * unit, plan), 0, 2000);
  return percentOfLogRatio(factor * unit);
}
