/**
 * Where a falling function crosses 0 between two ends, by halving. An end is the answer where the function does not change sign.
 * Each step halves what is uncertain: forty leave 1e-12 of the interval.
 */
export function fallingRoot(value: (x: number) => number, low: number, high: number, steps = 40): number {
  let [from, to] = [low, high];
  for (let step = 0; step < steps; step++) {
    const middle = (from + to) / 2;
    if (value(middle) > 0) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** Nodes and weights of Simpson's rule with an even number of panels. */
export function simpson(low: number, high: number, panels: number): { x: number; weight: number }[] {
  const step = (high - low) / panels;
  return Array.from({ length: panels + 1 }, (_, index) => {
    const factor = index === 0 || index === panels ? 1 : index % 2 === 1 ? 4 : 2;
    return { x: low + index * step, weight: (factor * step) / 3 };
  });
}

/** The smallest whole number for which a condition holds that stays true once it is; null when it never does up to `high`. */
export function smallestCount(holds: (count: number) => boolean, low: number, high: number): number | null {
  if (!holds(high)) return null;
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return to;
}
