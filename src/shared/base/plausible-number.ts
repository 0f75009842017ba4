import type { Cell } from '../snapshot';

const decimal = /^[+-]?\d{1,400}(?:\.\d{0,400})?(?:e[+-]?\d{1,4})?$/i;
/** Sums of 64-bit counters over all that a server has stay far below. */
const largest = 1e30;

/**
 * A number of a server or a file; null where there is none, or one that no server counts to: then it is not known.
 * The one way from what others wrote to a number that is reckoned with.
 */
export function plausibleNumber(cell: Cell | undefined): number | null {
  if (typeof cell === 'string' && !decimal.test(cell.trim())) return null;
  const value = cell == null ? Number.NaN : Number(cell);
  return Math.abs(value) <= largest ? value : null;
}

/** The same for a counter of a table that may lack it: 0 where there is none, NaN where there is no number to believe. */
export function countIn(cell: Cell | undefined): number {
  return cell == null ? 0 : (plausibleNumber(cell) ?? Number.NaN);
}
