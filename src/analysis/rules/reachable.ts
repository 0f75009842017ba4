import type { Unit, Value } from '../../shared/analysis';

/**
 * A threshold as the value reaches it: of 2.55 connections the third is the first. What is no whole number of things keeps
 * its own.
 */
export function reachable(threshold: Value, value: Value, unit: Unit): Value {
  const isOfThings = (unit === 'count' || unit === 'none') && Number.isInteger(value);
  return isOfThings && typeof threshold === 'number' && threshold >= 1 ? Math.ceil(threshold) : threshold;
}
