import { mean } from '../statistics/descriptive';
import { leastSquares } from '../statistics/least-squares';

/** Factor between neighbours of the grid, and values in each direction of the present one. */
const step = 4;
const eachWay = 3;

/**
 * A grid of values from the present one outwards, each four times its neighbour, whole numbers within the bounds, the
 * present one left out. From 0, which often means no limit, it goes up from the least that is one.
 */
export function valueGrid(
  present: number,
  { min, max }: { min?: number | null; max?: number | null },
): number[] {
  const [least, most] = [min ?? 0, max ?? Number.MAX_SAFE_INTEGER];
  const powers = Array.from({ length: 2 * eachWay + 1 }, (_, index) => step ** (index - eachWay));
  const wanted =
    present > 0
      ? powers.map((power) => Math.round(present * power))
      : Array.from({ length: 2 * eachWay }, (_, index) => Math.max(1, least) * step ** index);
  const within = wanted.filter((value) => value >= least && value <= most && value !== present);
  return [...new Set(within)].sort((a, b) => a - b);
}

/** Values that lie beyond one that was stopped, seen from the present one: that direction is at its end. */
export function beyond(stopped: number, present: number, values: readonly number[]): number[] {
  return values.filter((value) => (stopped > present ? value > stopped : value < stopped));
}

/** One measured value of a block: the setting, and the log of what was measured. */
export interface GridPoint {
  block: number;
  value: number;
  log: number;
}

/** Below this F the quadratic fits as well as a mean for each value (5 % of a handful of values and some blocks). */
const lackOfFit = 3;

/**
 * The value to be confirmed: the grid's nearest to the peak of a quadratic in the log of the value, within blocks; where
 * the quadratic does not fit, has no peak, or a value is 0, the value with the best mean. It decides nothing: what is
 * reported is measured again.
 * @param sign 1 where more is better, -1 where less is
 * @returns null with no value but the present one
 */
export function chosenValue(points: readonly GridPoint[], present: number, sign: 1 | -1): number | null {
  const centred = withinBlocks(points).map((point) => ({ ...point, log: sign * point.log }));
  const values = [...new Set(centred.map(({ value }) => value))].filter((value) => value !== present);
  const meanOf = (value: number) =>
    mean(centred.filter((point) => point.value === value).map(({ log }) => log));
  const [best] = [...values].sort((a, b) => meanOf(b) - meanOf(a));
  if (best === undefined) return null;
  const peak = peakOf(centred);
  if (peak === null) return best;
  const distance = (value: number) => Math.abs(Math.log(value) - peak);
  return [...values].sort((a, b) => distance(a) - distance(b))[0] ?? best;
}

function withinBlocks(points: readonly GridPoint[]): GridPoint[] {
  const level = new Map<number, number>();
  for (const { block } of points) {
    if (level.has(block)) continue;
    level.set(block, mean(points.filter((point) => point.block === block).map(({ log }) => log)));
  }
  return points.map((point) => ({ ...point, log: point.log - (level.get(point.block) ?? 0) }));
}

/** Log of the value at the top of the quadratic, kept within the grid; null: it does not fit, or has no top. */
function peakOf(points: readonly GridPoint[]): number | null {
  const values = [...new Set(points.map(({ value }) => value))];
  if (values.length < 4 || values.some((value) => value <= 0)) return null;
  const rows = points.map(({ value }) => [1, Math.log(value), Math.log(value) ** 2]);
  const fit = leastSquares(
    rows,
    points.map(({ log }) => log),
  );
  if (fit === null) return null;
  const [, slope = 0, curve = 0] = fit.coefficients;
  const pure = values.reduce((squares, value) => {
    const logs = points.filter((point) => point.value === value).map(({ log }) => log);
    return squares + logs.reduce((sum, log) => sum + (log - mean(logs)) ** 2, 0);
  }, 0);
  const noise = pure / Math.max(1, points.length - values.length);
  const misfit = (fit.residualSquares - pure) / Math.max(1, values.length - 3);
  if (curve >= 0 || misfit > lackOfFit * noise) return null;
  const logs = values.map(Math.log);
  return Math.max(Math.min(...logs), Math.min(Math.max(...logs), -slope / (2 * curve)));
}
