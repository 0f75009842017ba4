/** One long or noisy measurement, cut into items so that an interrupted run goes on where it stopped. */
export interface Bench<Result = unknown> {
  id: string;
  title: string;
  /** The budget it is compared with, in words with units. */
  budget: string;
  /** Not run unless asked for by `--set-aside`: what is looked at is no independent measure any more. */
  setAside?: boolean;
  /** Names of the items; each is measured once and its result kept. */
  items: string[];
  /** Measured again at each run, because it is so short; nothing is kept. */
  quick?: true;
  measure(item: string): Promise<Result>;
  /** Results of the same measurements as the sources judge them now; only where what was measured is kept. */
  judgeAgain?(results: Map<string, Result>): Promise<Map<string, Result>>;
  /** Rows for people, from all results; the first row is the heading. */
  table(results: Map<string, Result>): string[][] | Promise<string[][]>;
  /** Whether the budget is met. */
  verdict(results: Map<string, Result>): { met: boolean; text: string };
}

/** Keeps the type of the results between `measure`, `table` and `verdict`. */
export function defineBench<Result>(bench: Bench<Result>): Bench<Result> {
  return bench;
}

/** The q-th quantile, 0 to 1, of unsorted values, nearest rank. */
export function quantile(values: number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  if (value === undefined) throw new Error('no values');
  return value;
}
