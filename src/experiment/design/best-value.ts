import { type RandomSource, shuffled } from '../../shared/base/random';
import { mean } from '../statistics/descriptive';
import { fisherP } from '../statistics/distributions';
import { leastSquares, product } from '../statistics/least-squares';

/** Factor between neighbours of the grid, and values in each direction of the present one: of one variable, and of each of two. */
const step = 4;
const eachWay = { alone: 3, ofTwo: 2 };

/** What is known of a variable of which a better value is looked for. */
export interface Searched {
  present: number;
  min?: number | null | undefined;
  max?: number | null | undefined;
}

/** Values of the variables, in their order. */
export type Point = readonly number[];

/**
 * A grid of values from the present one outwards, each four times its neighbour, whole numbers within the bounds, the
 * present one left out. From 0, which often means no limit, it goes up from the least that is one.
 */
function valueGrid({ present, min, max }: Searched, ways: number): number[] {
  const [least, most] = [min ?? 0, max ?? Number.MAX_SAFE_INTEGER];
  const powers = Array.from({ length: 2 * ways + 1 }, (_, index) => step ** (index - ways));
  const wanted =
    present > 0
      ? powers.map((power) => Math.round(present * power))
      : Array.from({ length: 2 * ways }, (_, index) => Math.max(1, least) * step ** index);
  const within = wanted.filter((value) => value >= least && value <= most && value !== present);
  return [...new Set(within)].sort((a, b) => a - b);
}

/**
 * The points that are tried: of one variable its grid; of two the axes and the diagonals of both grids, from which a
 * quadratic with interaction can be estimated at two thirds of the slots that the whole square would take.
 */
export function searchPoints(variables: readonly Searched[]): Point[] {
  const [one, other] = variables;
  if (one === undefined) return [];
  if (other === undefined) return valueGrid(one, eachWay.alone).map((value) => [value]);
  const [first, second] = [one, other].map((variable) => {
    const grid = valueGrid(variable, eachWay.ofTwo);
    return ranked([...grid, variable.present], variable.present);
  });
  return [...(first ?? [])].flatMap(([x, xRank]) =>
    [...(second ?? [])].flatMap(([y, yRank]) => {
      const isOnAxis = (xRank === 0) !== (yRank === 0);
      const isOnDiagonal = xRank !== 0 && Math.abs(xRank) === Math.abs(yRank);
      return isOnAxis || isOnDiagonal ? [[x, y]] : [];
    }),
  );
}

/** Values with the steps that each is away from the present one; below it negative. */
function ranked(values: readonly number[], present: number): Map<number, number> {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const origin = sorted.indexOf(present);
  return new Map(sorted.map((value, index) => [value, index - origin]));
}

/** The points by their steps away from the present values, those of as many steps in random order. */
export function outwards(points: readonly Point[], present: Point, random: RandomSource): Point[] {
  const ranks = present.map((value, place) =>
    ranked([...points.map((point) => point[place] ?? value), value], value),
  );
  const steps = (point: Point) =>
    point.reduce((sum, value, place) => sum + Math.abs(ranks[place]?.get(value) ?? 0), 0);
  return shuffled(points, random).sort((a, b) => steps(a) - steps(b));
}

/**
 * Points that lie beyond this one, seen from the present values: of each variable that it changes, at least as far in the
 * same direction.
 * @param others what variables have that it leaves as they are: anything, after a breach of a guard; or their present
 *   values, where it is only worse, for what costs alone may gain together with another
 */
export function beyond(
  point: Point,
  present: Point,
  points: readonly Point[],
  others: 'any' | 'present',
): Point[] {
  const isFurther = (now: number, value: number, origin: number) => {
    if (value === origin) return others === 'any' || now === origin;
    return value > origin ? now >= value : now <= value;
  };
  return points.filter(
    (other) =>
      nameOf(other) !== nameOf(point) &&
      point.every((value, place) => isFurther(other[place] ?? 0, value, present[place] ?? 0)),
  );
}

/** One measured point of a block, as the log of what was measured. */
export interface GridPoint {
  block: number;
  values: Point;
  log: number;
}

/**
 * The point to be confirmed: that with the best value of a quadratic in the logs of the variables, of two with their
 * product, within blocks; where it does not fit (F test of the lack of fit at 5 %), or where a value is 0, which has no
 * logarithm, the mean stands in its place. It decides nothing: what is reported is measured again.
 * @param sign 1 where more is better, -1 where less is
 * @returns null with no point but the present one
 */
export function chosenPoint(points: readonly GridPoint[], present: Point, sign: 1 | -1): Point | null {
  const tried = distinct(points);
  const logs = withinBlocks(points);
  const expected = quadratic(logs, points);
  const gainOf = (values: Point) => sign * (expected.get(nameOf(values)) ?? meanOf(values, logs));
  const others = tried.filter((values) => nameOf(values) !== nameOf(present));
  const [best] = others.sort((a, b) => gainOf(b) - gainOf(a));
  return best ?? null;
}

/** A point in words. */
export function nameOf(values: Point): string {
  return values.join(', ');
}

/** The values of a point by its name. */
export function valuesOf(name: string): Point {
  return name.split(', ').map(Number);
}

function distinct(points: readonly GridPoint[]): Point[] {
  return [...new Map(points.map(({ values }) => [nameOf(values), values])).values()];
}

function meanOf(values: Point, points: readonly GridPoint[]): number {
  return mean(points.filter((point) => nameOf(point.values) === nameOf(values)).map(({ log }) => log));
}

function withinBlocks(points: readonly GridPoint[]): GridPoint[] {
  const level = new Map<number, number>();
  for (const { block } of points) {
    if (level.has(block)) continue;
    level.set(block, mean(points.filter((point) => point.block === block).map(({ log }) => log)));
  }
  return points.map((point) => ({ ...point, log: point.log - (level.get(point.block) ?? 0) }));
}

/** What a quadratic expects of each point without a 0, by its name; empty: it does not fit, or is not determined. */
function quadratic(centred: readonly GridPoint[], all: readonly GridPoint[]): Map<string, number> {
  const points = centred.filter(({ values }) => values.every((value) => value > 0));
  const tried = distinct(points);
  const rows = points.map(({ values }) => termsOf(values));
  const terms = rows[0]?.length ?? 0;
  const fit =
    tried.length <= terms
      ? null
      : leastSquares(
          rows,
          points.map(({ log }) => log),
        );
  if (fit === null) return new Map();
  const pure = tried.reduce((squares, values) => {
    const own = points.filter((point) => nameOf(point.values) === nameOf(values)).map(({ log }) => log);
    return squares + own.reduce((sum, log) => sum + (log - mean(own)) ** 2, 0);
  }, 0);
  // The means of the blocks are estimated too.
  const blocks = new Set(all.map(({ block }) => block)).size;
  const [ofMisfit, ofNoise] = [tried.length - terms, points.length - tried.length - (blocks - 1)];
  if (ofNoise < 1) return new Map();
  const ratio = (fit.residualSquares - pure) / ofMisfit / (pure / ofNoise);
  if (ratio > 0 && fisherP(ratio, ofMisfit, ofNoise) < 0.05) return new Map();
  return new Map(tried.map((values) => [nameOf(values), product(termsOf(values), fit.coefficients)]));
}

/** In steps of the grid, so that all terms are of about the same size. */
function termsOf(values: Point): number[] {
  const [x = 0, y] = values.map((value) => Math.log(value) / Math.log(step));
  return y === undefined ? [1, x, x * x] : [1, x, x * x, y, y * y, x * y];
}
