/**
 * Two-level designs of Plackett and Burman ("The Design of Optimum Multifactorial Experiments", Biometrika 33, 1946): a first
 * row that is shifted round, and a row of minus signs. The columns are orthogonal, so that each change is estimated from
 * all rows.
 */
const firstRows: readonly string[] = ['++-', '+++-+--', '++-+++---+-', '++++-+-++--+---'];

/** Changes that one design can tell apart. */
export const mostFactors = 12;

/** Rows of the design for so many changes, each with the sign of every change; 4, 8, 12 or 16 rows. @throws RangeError */
export function hadamardRows(factors: number): (1 | -1)[][] {
  // 12 changes fit into 11 columns no more: the row of 16 has them.
  const first = firstRows.find((row) => row.length >= factors);
  if (first === undefined || factors < 1 || factors > mostFactors)
    throw new RangeError(`no design for ${factors} changes`);
  const signs = [...first].map((sign): 1 | -1 => (sign === '+' ? 1 : -1));
  const shifted = signs.map((_, by) =>
    Array.from({ length: factors }, (_, column) => signs[(column + by) % signs.length] ?? 1),
  );
  return [...shifted, Array.from({ length: factors }, (): 1 | -1 => -1)];
}

/** The same row with every change the other way: their difference is free of interactions of two changes. */
export function foldover(row: readonly (1 | -1)[]): (1 | -1)[] {
  return row.map((sign) => (sign === 1 ? -1 : 1));
}
