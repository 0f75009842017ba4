import { mean } from '../statistics/descriptive';
import { fisherP, twoSidedCritical } from '../statistics/distributions';
import { type Interval, percentOfLogRatio } from '../statistics/interval';
import { inverse, leastSquares, product } from '../statistics/least-squares';
import { baselineName } from './schedule';

/** One slot of a run, in the order of time. */
export interface TimedSlot {
  block: number;
  /** The arm, or `baseline`. */
  arm: string;
  /** Above 0; null where it was not measured: it then only stands before the next. */
  value: number | null;
}

/** What an arm does to its own slots, and with what it leaves to the slot after it; percent, each with its own 95 % interval. */
export interface CarriedEffect {
  arm: string;
  direct: Interval;
  withCarry: Interval;
}

export interface CarryOver {
  /** Of the hypothesis that no arm acts in the slot after its own (F test). */
  p: number;
  /** p is below 0.01: the difference of the slots is not the effect of the setting. */
  detected: boolean;
  arms: CarriedEffect[];
}

/** Below this p a run is called carried over: one quiet run in a hundred. */
const level = 0.01;
/** Of the arithmetic: the square of a log ratio of 1e-9. */
const roundingSquares = 1e-18;
/** With fewer degrees of freedom the noise is not known well enough to tell. */
const fewestDegreesOfFreedom = 3;

/**
 * Whether arms act beyond their own slot: log values regressed on block, arm and the arm before. The two baselines of a
 * block cannot show it where both follow an arm alike. Model of the crossover design with first-order carry-over (Jones
 * and Kenward, "Design and Analysis of Cross-Over Trials", 2014, section 4.2).
 * @param slots all slots of the verdict, in the order of time
 * @param before what ran before the first of them
 * @returns null where there are too few slots to tell
 */
export function carryOver(slots: readonly TimedSlot[], before = baselineName): CarryOver | null {
  const arms = [...new Set(slots.map(({ arm }) => arm))].filter((arm) => arm !== baselineName);
  const rows = slots.flatMap(({ block, arm, value }, index) => {
    if (value === null || !(value > 0)) return [];
    const previous = slots[index - 1]?.arm ?? before;
    const indicators = [
      ...arms.map((name) => is(arm === name)),
      ...arms.map((name) => is(previous === name)),
    ];
    return [{ block, values: [Math.log(value), ...indicators] }];
  });
  const centred = withinBlocks(rows);
  const blocks = new Set(rows.map(({ block }) => block)).size;
  const degreesOfFreedom = rows.length - blocks - 2 * arms.length;
  if (arms.length === 0 || degreesOfFreedom < fewestDegreesOfFreedom) return null;
  const fit = leastSquares(
    centred.map((row) => row.slice(1)),
    centred.map(([value = 0]) => value),
  );
  if (fit === null) return null;
  const variance = fit.residualSquares / degreesOfFreedom;
  const p = carryP(fit.coefficients, fit.covariance, { arms: arms.length, variance, degreesOfFreedom });
  if (p === null) return null;
  const critical = twoSidedCritical(0.05, degreesOfFreedom);
  const intervalOf = (weights: readonly number[]): Interval => {
    const estimate = product(weights, fit.coefficients);
    const spread = product(
      weights,
      fit.covariance.map((row) => product(row, weights)),
    );
    const halfWidth = critical * Math.sqrt(Math.max(0, spread * variance));
    const [low, high] = [estimate - halfWidth, estimate + halfWidth];
    return {
      estimate: percentOfLogRatio(estimate),
      low: percentOfLogRatio(low),
      high: percentOfLogRatio(high),
    };
  };
  const weightsOf = (places: readonly number[]) =>
    fit.coefficients.map((_, place) => is(places.includes(place)));
  return {
    p,
    detected: p < level,
    arms: arms.map((arm, index) => ({
      arm,
      direct: intervalOf(weightsOf([index])),
      withCarry: intervalOf(weightsOf([index, arms.length + index])),
    })),
  };
}

/** Wald's F of all carry-over coefficients together. */
function carryP(
  coefficients: readonly number[],
  covariance: readonly (readonly number[])[],
  { arms, variance, degreesOfFreedom }: { arms: number; variance: number; degreesOfFreedom: number },
): number | null {
  const carried = coefficients.slice(arms);
  const inverted = inverse(covariance.slice(arms).map((row) => row.slice(arms)));
  if (inverted === null) return null;
  const squares = product(
    carried,
    inverted.map((row) => product(row, carried)),
  );
  // Without any noise but that of the arithmetic whatever is left behind is certain.
  if (variance < roundingSquares) return squares > roundingSquares ? 0 : 1;
  return fisherP(squares / arms / variance, arms, degreesOfFreedom);
}

/** Each column less its mean in the block: the same as a term for every block. */
function withinBlocks(rows: readonly { block: number; values: number[] }[]): number[][] {
  const blocks = [...new Set(rows.map(({ block }) => block))];
  return blocks.flatMap((block) => {
    const group = rows.filter((row) => row.block === block);
    const width = group[0]?.values.length ?? 0;
    const means = Array.from({ length: width }, (_, column) =>
      mean(group.map(({ values }) => values[column] ?? 0)),
    );
    return group.map(({ values }) => values.map((value, column) => value - (means[column] ?? 0)));
  });
}

function is(condition: boolean): number {
  return condition ? 1 : 0;
}
