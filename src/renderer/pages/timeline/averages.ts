/** What is drawn of each series. */
export interface Averages {
  /** The samples themselves. */
  samples: boolean;
  /** Means over ranges of these lengths. */
  lengthsMs: readonly number[];
}

export const averageLengths = [10_000, 60_000] as const;

/** Averages that a source is long enough, and finely enough sampled, to have. */
export function possibleAverages(source: { intervalMs: number; lengthMs: number }): number[] {
  return averageLengths.filter((ms) => ms >= 2 * source.intervalMs && ms * 2 <= source.lengthMs);
}
