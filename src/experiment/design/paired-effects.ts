import { holmAdjusted } from '../statistics/adjusted-p';
import { byCovariate, fitWithCovariate, standardErrors } from '../statistics/covariate';
import { mean, standardDeviation, tailDegrees } from '../statistics/descriptive';
import { twoSidedCritical, twoSidedP } from '../statistics/distributions';
import { type Interval, percentOfLogRatio } from '../statistics/interval';
import { type Fit, leastSquares } from '../statistics/least-squares';

/** Two adjacent slots: what was measured, above 0, and the changes that were in force. */
export interface MeasuredPair {
  values: readonly [number, number];
  on: readonly [readonly number[], readonly number[]];
  /** A quantity that shares the noise and that no change should move, above 0; where one did, it is left out. */
  covariate?: readonly [number, number] | undefined;
}

/** An effect as log ratio of on to off. */
export interface Effect {
  estimate: number;
  standardError: number;
  degreesOfFreedom: number;
  pairs: number;
  p: number;
  /** What the estimate may be off by besides its noise: a covariate moved by less than can be seen. */
  allowance: number;
}

/** How the degrees of freedom of t are counted: by the tails of the noise (`tailDegrees`), or as for normal noise. */
export type Degrees = 'tails' | 'normal';

/** Changes against none: the mean of the log ratios of pairs; null with fewer than two pairs. */
export function pairedEffect(pairs: readonly MeasuredPair[], degrees: Degrees): Effect | null {
  const signs = pairs.map(({ on }) => (on[0].length > 0 ? 1 : -1));
  const ratios = pairs.map(({ values }, index) => logRatio(values, signs[index]));
  const plain = meanEffect(ratios, degrees);
  const found = fitWithCovariate(
    ratios.map(() => [1]),
    ratios,
    pairs.map(({ covariate }, index) => covariateOf(covariate, signs[index])),
  );
  if (plain === null || found === null) return plain;
  const [adjusted] = effectsOf(
    found.fit,
    found.degreesOfFreedom,
    { degrees, pairs: pairs.length },
    found.allowance,
  );
  return adjusted === undefined ? plain : byCovariate(plain, adjusted, found.moved[0] === true);
}

function covariateOf(covariate: MeasuredPair['covariate'], sign = 1): number | null {
  return covariate === undefined ? null : logRatio(covariate, sign);
}

function logRatio([first, second]: readonly [number, number], sign = 1): number {
  return sign * Math.log(first / second);
}

function meanEffect(values: readonly number[], degrees: Degrees): Effect | null {
  const count = values.length;
  if (count < 2) return null;
  const centre = mean(values);
  const normal = count - 1;
  const degreesOfFreedom =
    degrees === 'normal'
      ? normal
      : tailDegrees(
          values.map((value) => value - centre),
          normal,
        );
  return effectOf(centre, standardDeviation(values) / Math.sqrt(count), degreesOfFreedom, count);
}

/**
 * The effect of each change from pairs of a row and its foldover: least squares on the differences of the logs, in which a
 * change counts +1 where it is on in the first slot only, -1 in the second only. Interactions of two changes stand alike in
 * both slots and cancel (Montgomery, "Design and Analysis of Experiments", foldover designs).
 * @param changes how many there are
 * @returns by change; null: the pairs do not tell it from the others
 */
export function screenedEffects(
  pairs: readonly MeasuredPair[],
  changes: number,
  degrees: Degrees,
): (Effect | null)[] {
  const rows = pairs.map(({ on }) =>
    Array.from({ length: changes }, (_, change) => is(on[0].includes(change)) - is(on[1].includes(change))),
  );
  // A change that was dropped before the first pair has no column.
  const seen = Array.from({ length: changes }, (_, change) => change).filter((change) =>
    rows.some((row) => row[change] !== 0),
  );
  const columns = rows.map((row) => seen.map((change) => row[change] ?? 0));
  const degreesOfFreedom = pairs.length - seen.length;
  const none = Array.from({ length: changes }, () => null);
  if (seen.length === 0 || degreesOfFreedom < 1) return none;
  const ratios = pairs.map(({ values }) => logRatio(values));
  const fit = leastSquares(columns, ratios);
  if (fit === null) return none;
  const count = { degrees, pairs: pairs.length };
  const plain = effectsOf(fit, degreesOfFreedom, count);
  const beside = fitWithCovariate(
    columns,
    ratios,
    pairs.map(({ covariate }) => covariateOf(covariate)),
  );
  const adjusted =
    beside === null ? [] : effectsOf(beside.fit, beside.degreesOfFreedom, count, beside.allowance);
  return none.map((_, change) => {
    const place = seen.indexOf(change);
    const [own, other] = [plain[place], adjusted[place]];
    if (own === undefined) return null;
    return other === undefined ? own : byCovariate(own, other, beside?.moved[place] === true);
  });
}

function effectsOf(
  fit: Fit,
  degreesOfFreedom: number,
  { degrees, pairs }: { degrees: Degrees; pairs: number },
  allowance = 0,
): Effect[] {
  const counted = degrees === 'normal' ? degreesOfFreedom : tailDegrees(fit.residuals, degreesOfFreedom);
  const errors = standardErrors(fit, degreesOfFreedom);
  return fit.coefficients.map((estimate, place) =>
    effectOf(estimate, errors[place] ?? 0, counted, pairs, allowance),
  );
}

/** Logs of one block of four slots: with neither of two changes, with each alone, and with both. */
export interface TogetherBlock {
  neither: number;
  one: number;
  other: number;
  both: number;
}

/** What two changes do together beyond what each does alone, as log ratio; null with fewer than two blocks. */
export function interactionOf(blocks: readonly TogetherBlock[]): Effect | null {
  const beyond = blocks.map(({ neither, one, other, both }) => both - one - other + neither);
  return meanEffect(beyond, 'tails');
}

/** Holm's p-values of effects, in their order; an effect that is not known has none, and counts. */
export function familyP(effects: readonly (Effect | null)[]): (number | null)[] {
  const adjusted = holmAdjusted(effects.map((effect) => effect?.p ?? 1));
  return effects.map((effect, index) => (effect === null ? null : (adjusted[index] ?? 1)));
}

/** The interval that misses the true value with probability `level`, as log ratio. */
export function intervalOf(
  { estimate, standardError, degreesOfFreedom, allowance }: Effect,
  level: number,
): Interval {
  const halfWidth = twoSidedCritical(level, degreesOfFreedom) * standardError + allowance;
  return { estimate, low: estimate - halfWidth, high: estimate + halfWidth };
}

/** The same in percent, to be shown. */
export function percentInterval({ estimate, low, high }: Interval) {
  return {
    estimatePercent: percentOfLogRatio(estimate),
    low: percentOfLogRatio(low),
    high: percentOfLogRatio(high),
  };
}

function effectOf(
  estimate: number,
  standardError: number,
  degreesOfFreedom: number,
  pairs: number,
  allowance = 0,
): Effect {
  // Without any noise an effect is infinitely clear, and none is none.
  const beyond = Math.max(0, Math.abs(estimate) - allowance);
  const p = beyond === 0 ? 1 : twoSidedP(beyond / standardError, degreesOfFreedom);
  return { estimate, standardError, degreesOfFreedom, pairs, p, allowance };
}

function is(condition: boolean): number {
  return condition ? 1 : 0;
}
