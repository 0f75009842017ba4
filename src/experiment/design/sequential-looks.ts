import { normalCdf, normalQuantile } from '../statistics/distributions';
import { fallingRoot, simpson } from '../statistics/numeric';

export interface Look {
  /** Blocks done when the look is taken. */
  blocks: number;
  /** Two-sided level at which each comparison is tested at this look; 0: so early that nothing could be determined. */
  level: number;
  /** Error spent up to and with this look, for one comparison. */
  spent: number;
}

/** The error spent when a share of the planned blocks is done; rises from 0 to alpha. */
export type Spending = (share: number, alpha: number) => number;

/**
 * Little early, nearly all at the end: for each side 2 - 2 Phi(z(alpha/4) / sqrt(share)). Lan and DeMets, "Discrete sequential boundaries
 * for clinical trials", Biometrika 70 (1983), after O'Brien and Fleming (1979). The default: few blocks make a poor estimate of the
 * noise, so that early looks should stop only on what is glaring, and the last look loses almost nothing.
 */
export const obrienFlemingSpending: Spending = (share, alpha) =>
  4 * normalCdf(normalQuantile(alpha / 4) / Math.sqrt(share));

/**
 * Levels of looks at block counts that are fixed before the run. Over all looks together a comparison without effect is called
 * different with probability `alpha`. Found by the recursion of Armitage, McPherson and Rowe (1969) for a normal statistic; a t
 * statistic is compared at the same level, the significance-level approach of Jennison and Turnbull, "Group Sequential Methods"
 * (2000), section 3.8.
 *
 * @param blockCounts rising whole numbers, the last one the end of the run
 * @param alpha error budget of one comparison; with several arms the family's divided by their number
 */
export function planLooks(
  blockCounts: readonly number[],
  alpha = 0.05,
  spending: Spending = obrienFlemingSpending,
): Look[] {
  const last = blockCounts.at(-1) ?? 1;
  const looks: Look[] = [];
  // The score process of runs not yet stopped: a Brownian motion seen at the shares, as density on nodes.
  let running = [{ x: 0, weight: 1 }];
  let before = 0;
  let spentBefore = 0;
  for (const blocks of blockCounts) {
    const share = blocks / last;
    const spent = spending(share, alpha);
    const step = Math.sqrt(share - before);
    const crossing = (z: number) => crossingProbability(running, z * Math.sqrt(share), step);
    const boundary = fallingRoot((z) => crossing(z) - (spent - spentBefore), 0, furthest);
    looks.push({ blocks, level: boundary > furthest - 0.01 ? 0 : 2 * normalCdf(-boundary), spent });
    running = advanced(running, boundary * Math.sqrt(share), step);
    before = share;
    spentBefore = spent;
  }
  return looks;
}

/** Beyond this many standard deviations a boundary is out of reach. */
const furthest = 8;

function crossingProbability(running: { x: number; weight: number }[], edge: number, step: number): number {
  return running.reduce(
    (total, { x, weight }) => total + weight * (normalCdf((x - edge) / step) + normalCdf((-edge - x) / step)),
    0,
  );
}

function advanced(running: { x: number; weight: number }[], edge: number, step: number) {
  return simpson(-edge, edge, 400).map(({ x, weight }) => {
    const density = running.reduce(
      (total, node) => total + node.weight * Math.exp(-(((x - node.x) / step) ** 2) / 2),
      0,
    );
    return { x, weight: (weight * density) / (step * Math.sqrt(2 * Math.PI)) };
  });
}

/** What is left of looks where a stage ended before its time: what was planned last is taken at the pairs that there are. */
export function cutShort<L extends { blocks: number }>(looks: readonly L[], pairs: number): L[] {
  const last = looks.at(-1);
  const done = looks.filter(({ blocks }) => blocks < pairs);
  return last === undefined ? [] : [...done, { ...last, blocks: pairs }];
}
