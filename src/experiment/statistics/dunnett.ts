import { normalCdf, twoSidedCritical } from './distributions';
import { estimatedScale } from './estimated-scale';
import { fallingRoot } from './numeric';

/** Several arms against one baseline, their estimates sharing the baseline and one estimate of the noise. */
export interface DunnettFamily {
  comparisons: number;
  degreesOfFreedom: number;
  /** Between any two estimates: 1/2 with one baseline measured as often as an arm, 1/3 when it is measured twice as often. */
  correlation: number;
}

/**
 * Two-sided p-value adjusted for all comparisons of the family: the probability that the largest |t| of them reaches `t`.
 * Dunnett, "A multiple comparison procedure for comparing several treatments with a control", JASA 50 (1955); the double
 * integral of Dunnett and Sobel (1955) is done numerically, exact to about 1e-5.
 */
export function dunnettP(t: number, family: DunnettFamily): number {
  const inside = estimatedScale(family.degreesOfFreedom).reduce(
    (total, { scale, weight }) => total + weight * probabilityWithin(Math.abs(t) * scale, family),
    0,
  );
  return Math.min(1, Math.max(0, 1 - inside));
}

/** The |t| that the largest of the family passes with probability `level`. */
export function dunnettCritical(level: number, family: DunnettFamily): number {
  // Between the value for one comparison and Bonferroni's; the logarithm is nearly a straight line there.
  const low = twoSidedCritical(level, family.degreesOfFreedom);
  const high = twoSidedCritical(level / family.comparisons, family.degreesOfFreedom);
  if (family.comparisons === 1) return low;
  const excess = (t: number) => Math.log(dunnettP(t, family) / level);
  const half = (high - low) / 2 ** 5;
  const near = fallingRoot(excess, low, high, 4);
  const [above, below] = [excess(near - half), excess(near + half)];
  return near - half + (2 * half * above) / (above - below);
}

/** All comparisons within `bound` standard errors when the noise is known. */
function probabilityWithin(bound: number, { comparisons, correlation }: DunnettFamily): number {
  const shared = Math.sqrt(correlation);
  const own = Math.sqrt(1 - correlation);
  // The trapezoidal rule is as good as exact for what fades like a normal density; both signs of x give the same.
  const step = 0.4;
  let total = 0;
  for (let x = 0; x < 6; x += step) {
    const one = normalCdf((bound + shared * x) / own) - normalCdf((shared * x - bound) / own);
    total += (x === 0 ? 1 : 2) * Math.exp(-(x ** 2) / 2) * one ** comparisons;
  }
  return (total * step) / Math.sqrt(2 * Math.PI);
}
