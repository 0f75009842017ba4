import { ascending, mean, median } from '../statistics/descriptive';

export interface RelativeRow {
  group: string;
  /** Tests that both sides ran. */
  tests: number;
  min: number;
  max: number;
  average: number;
  median: number;
}

/** One test of one group on both sides, e.g. QPS of `point-query` in `point-1`. */
export interface RelativeTest {
  group: string;
  base: number;
  other: number;
}

/**
 * Relative throughput, other / base, summarised for each group in the order in which groups first appear. A test whose base
 * is not above 0 says nothing and is left out; a group without any test left gives no row.
 */
export function relativeTable(tests: readonly RelativeTest[]): RelativeRow[] {
  const groups = new Map<string, number[]>();
  for (const { group, base, other } of tests) {
    if (!(base > 0) || !Number.isFinite(other)) continue;
    const ratios = groups.get(group) ?? [];
    ratios.push(other / base);
    groups.set(group, ratios);
  }
  return [...groups].map(([group, ratios]) => {
    const sorted = ascending(ratios);
    return {
      group,
      tests: ratios.length,
      min: sorted[0] ?? Number.NaN,
      max: sorted.at(-1) ?? Number.NaN,
      average: mean(ratios),
      median: median(ratios),
    };
  });
}
