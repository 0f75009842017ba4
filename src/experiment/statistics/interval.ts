/** An estimate between its bounds; which confidence they have is said by whoever makes it. */
export interface Interval {
  estimate: number;
  low: number;
  high: number;
}

/** A log ratio as change in percent: log(1.03) is 3. */
export function percentOfLogRatio(logRatio: number): number {
  return 100 * Math.expm1(logRatio);
}

/** A change in percent (above -100) as log ratio. */
export function logRatioOfPercent(percent: number): number {
  return Math.log1p(percent / 100);
}
