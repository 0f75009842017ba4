import { quantile } from '../../experiment/statistics/descriptive';

/** So many hours make days with their peaks; fewer say nothing of the load over time. */
export const leastHours = 24;

/** The busiest of the hours, and the hours that 95 and 99 % of them do not pass. */
export interface Peak {
  /** Index of the busiest hour. */
  hour: number;
  value: number;
  p95: number;
  p99: number;
  /** Hours that are known. */
  hours: number;
}

/** null: too few hours are known. */
export function peakOf(values: readonly (number | null)[]): Peak | null {
  const known = values.flatMap((value, hour) => (value === null ? [] : [{ value, hour }]));
  const [first] = known;
  if (known.length < leastHours || first === undefined) return null;
  const busiest = known.reduce((best, one) => (one.value > best.value ? one : best), first);
  const all = known.map(({ value }) => value);
  return { ...busiest, p95: quantile(all, 0.95), p99: quantile(all, 0.99), hours: known.length };
}
