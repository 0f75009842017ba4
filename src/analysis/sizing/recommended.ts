import { roundedDown, roundedDownFinely, roundedUp, type SizingUnit } from './round';

/** What one value is worked out from. */
export interface Sizing {
  /** The value in force; null: it is not known. */
  present: number | null;
  /** What was measured, without headroom. */
  need: number;
  /** The server's own default; null: it has none, or works it out. */
  byDefault: number | null;
  /** Never above this, whatever the need; null: nothing bounds it. */
  atMost: number | null;
  /** `raise` never lowers and `lower` never raises: a rule says which of the two it is about. */
  direction: 'raise' | 'lower';
  unit: SizingUnit;
}

/** Room above the measured need. */
export const headroom = 1.25;
/** A change of less is not worth making. */
const leastChange = 0.1;

/**
 * The value to set for a measured need, or null where there is none worth setting: the need with headroom, rounded up as
 * people write it, in one step. Where the present value is below the server's default it is never below that default; a
 * lower value is not below the default either. The bound comes last and wins over all of these.
 */
export function recommendedValue(sizing: Sizing): number | null {
  const { present, byDefault, atMost, direction, unit } = sizing;
  if (!Number.isFinite(sizing.need) || sizing.need < 0) return null;
  const wanted = roundedUp(sizing.need * headroom, unit);
  const floor = byDefault !== null && (present === null || present < byDefault || direction === 'lower');
  const free = floor ? Math.max(wanted, byDefault) : wanted;
  const value = atMost !== null && free > atMost ? withinBound(atMost, unit) : free;
  if (present === null) return value;
  return isWorthwhile(present, value, direction) ? value : null;
}

/** Whether a value goes the right way, and far enough to be worth a change. */
export function isWorthwhile(present: number, value: number, direction: Sizing['direction']): boolean {
  return direction === 'raise' ? value >= present * (1 + leastChange) : value <= present * (1 - leastChange);
}

function withinBound(bound: number, unit: SizingUnit): number {
  return unit === 'bytes' ? roundedDownFinely(bound) : roundedDown(bound, unit);
}
