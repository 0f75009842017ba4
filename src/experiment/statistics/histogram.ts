/** A bucket of a histogram: values above or at `low` and below `high`; `high` may be Infinity. */
export interface Bucket {
  low: number;
  high: number;
  /** Values in this bucket alone, not cumulated. */
  count: number;
}

export interface HistogramQuantile {
  /** Interpolated within the bucket; null in a bucket without an end. */
  value: number | null;
  /** The bucket: all that is certain is that the quantile lies in it. */
  low: number;
  high: number;
}

/**
 * A quantile from buckets in ascending order, e.g. p95 from the increase of
 * performance_schema.events_statements_histogram_global (450 buckets, each about 4.7 % wider than the last, in picoseconds).
 * Values are taken as spread evenly over a bucket.
 *
 * @param share 0 to 1
 * @returns undefined for an empty histogram
 */
export function histogramQuantile(buckets: readonly Bucket[], share: number): HistogramQuantile | undefined {
  const filled = buckets.filter(({ count }) => count > 0);
  const total = filled.reduce((all, { count }) => all + count, 0);
  const wanted = share * total;
  let before = 0;
  for (const [index, { low, high, count }] of filled.entries()) {
    // The last filled bucket also takes what rounding of the sums left over.
    if (before + count >= wanted || index === filled.length - 1) {
      const part = Math.min(1, Math.max(0, (wanted - before) / count));
      return { value: Number.isFinite(high) ? low + part * (high - low) : null, low, high };
    }
    before += count;
  }
  return undefined;
}
