import type { ArmEstimate } from '../design/block-design';
import { studentCdf, twoSidedCritical } from '../statistics/distributions';
import { logRatioOfPercent } from '../statistics/interval';
import { smallestCount } from '../statistics/numeric';

export interface VerdictOptions {
  /** Practical margin in percent: smaller changes are not worth a change of the configuration. Default 3. */
  marginPercent?: number;
  /** true for throughput, false for latency and CPU per operation. */
  higherIsBetter: boolean;
  /** Level at which one comparison would be decided after more blocks, e.g. of the last look over the arms. Default 0.05. */
  level?: number;
  /** Most blocks that are worth naming. Default 10,000. */
  atMostBlocks?: number;
}

export interface EffectVerdict {
  verdict: 'better' | 'worse' | 'equivalent' | 'inconclusive';
  /** Of the two one-sided tests against the margin, the larger p-value; unadjusted. */
  equivalenceP: number;
  /**
   * Only when inconclusive: blocks still to do until the interval would decide if estimate and noise stayed as they are;
   * null when not even `atMostBlocks` would do (the effect lies too near the margin).
   */
  moreBlocks: number | null;
}

/**
 * The verdict on one arm with a practical margin. Better or worse: the simultaneous interval excludes 0 and the estimate passes the
 * margin. Equivalent: the interval lies within the margin, which is two one-sided tests (Schuirmann, Journal of
 * Pharmacokinetics and Biopharmaceutics 15, 1987), each at half the interval's level rather than at all of it, so that the interval
 * that is shown is also the one that decides. Otherwise inconclusive. The margin is meant in percent as shown: -3 % to +3 %.
 */
export function judgeArm(arm: ArmEstimate, options: VerdictOptions): EffectVerdict {
  const margin = options.marginPercent ?? 3;
  const bounds = { low: logRatioOfPercent(-margin), high: logRatioOfPercent(margin) };
  const { estimate, low, high } = arm.logRatio;
  const equivalenceP = oneSidedPair(arm, bounds);
  const decided = decide(estimate, { low, high }, bounds);
  if (decided === 'higher' || decided === 'lower') {
    const good = (decided === 'higher') === options.higherIsBetter;
    return { verdict: good ? 'better' : 'worse', equivalenceP, moreBlocks: null };
  }
  if (decided === 'within') return { verdict: 'equivalent', equivalenceP, moreBlocks: null };
  return { verdict: 'inconclusive', equivalenceP, moreBlocks: blocksToDecide(arm, bounds, options) };
}

interface Bounds {
  low: number;
  high: number;
}

function decide(estimate: number, interval: Bounds, margin: Bounds): 'higher' | 'lower' | 'within' | 'open' {
  if (interval.low > 0 && estimate >= margin.high) return 'higher';
  if (interval.high < 0 && estimate <= margin.low) return 'lower';
  return interval.low >= margin.low && interval.high <= margin.high ? 'within' : 'open';
}

function oneSidedPair({ logRatio, standardError, degreesOfFreedom }: ArmEstimate, margin: Bounds): number {
  if (degreesOfFreedom < 1) return 1;
  const above = (logRatio.estimate - margin.low) / standardError;
  const below = (margin.high - logRatio.estimate) / standardError;
  // Without any noise 0 / 0 stands for an estimate exactly on the margin.
  return Math.max(...[above, below].map((t) => (Number.isNaN(t) ? 0.5 : studentCdf(-t, degreesOfFreedom))));
}

function blocksToDecide(arm: ArmEstimate, margin: Bounds, options: VerdictOptions): number | null {
  const { estimate } = arm.logRatio;
  const blockDeviation = arm.standardError * Math.sqrt(arm.blocks);
  if (!Number.isFinite(blockDeviation)) return null;
  // Degrees of freedom grow with the blocks: B - 1, or as many times as the pooled noise has slots to learn from.
  const perBlock = arm.degreesOfFreedom / (arm.blocks - 1);
  const total = smallestCount(
    (blocks) => {
      const critical = twoSidedCritical(options.level ?? 0.05, perBlock * (blocks - 1));
      const halfWidth = (critical * blockDeviation) / Math.sqrt(blocks);
      return decide(estimate, { low: estimate - halfWidth, high: estimate + halfWidth }, margin) !== 'open';
    },
    arm.blocks + 1,
    options.atMostBlocks ?? 10_000,
  );
  return total === null ? null : total - arm.blocks;
}
