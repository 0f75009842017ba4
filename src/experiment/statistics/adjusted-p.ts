/** Holm's step-down p-values in the order given (Holm, Scandinavian Journal of Statistics 6, 1979). */
export function holmAdjusted(pValues: readonly number[]): number[] {
  const ascending = [...pValues.entries()].sort(([, a], [, b]) => a - b);
  const adjusted = pValues.map(() => 1);
  let floor = 0;
  for (const [rank, [index, p]] of ascending.entries()) {
    floor = Math.max(floor, Math.min(1, (pValues.length - rank) * p));
    adjusted[index] = floor;
  }
  return adjusted;
}
