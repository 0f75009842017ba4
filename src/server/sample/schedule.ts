/**
 * The tick to take next, given the one taken last and the time. Ticks stand at multiples of the interval from the
 * start, so that delays never add up. One that is less than half an interval late is still taken; older ones are missed.
 */
export function nextTick(previous: number, nowMs: number, intervalMs: number): number {
  return Math.max(previous + 1, Math.ceil(nowMs / intervalMs - 0.5));
}

/** Number of the last tick of a window; tick 0 is its start. */
export function lastTick(windowMs: number, intervalMs: number): number {
  return Math.floor(windowMs / intervalMs);
}
