import { logGamma } from './distributions';
import { simpson } from './numeric';

/**
 * An estimated standard deviation as a share of the true one (chi / sqrt(degrees of freedom)), as nodes whose weights hold its density:
 * sum of weight * g(scale) is the mean of g.
 */
export function estimatedScale(degreesOfFreedom: number): { scale: number; weight: number }[] {
  const df = degreesOfFreedom;
  // Six and a half standard deviations to each side.
  const spread = 6.5 / Math.sqrt(2 * df);
  const logConstant = Math.log(2) + (df / 2) * Math.log(df / 2) - logGamma(df / 2);
  return simpson(Math.max(1e-9, 1 - spread), 1 + spread, 48).map(({ x, weight }) => ({
    scale: x,
    weight: weight * Math.exp(logConstant + (df - 1) * Math.log(x) - (df * x ** 2) / 2),
  }));
}
