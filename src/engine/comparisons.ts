import { compareBenchmarks, compareSnapshots, recheckOf } from '../analysis';
import { isBenchmarkResult, readBenchmarkResult } from '../files/benchmark-results';
import { LatchkeyError } from '../shared/base/error';
import type { Engine, SavedSnapshot } from './engine';

/** Comparisons of what lies in files. */
export function createComparisonCalls(
  engine: Pick<Engine, 'readSnapshot' | 'analyze'>,
): Pick<Engine, 'compare' | 'recheck'> {
  const judge = async ({ snapshot, path }: SavedSnapshot) => ({
    snapshot,
    analysis: await engine.analyze(snapshot, path),
  });
  const read = async (path: string) => judge({ snapshot: await engine.readSnapshot(path), path });
  return {
    compare: async (pathA, pathB) => {
      const [a, b] = [await isBenchmarkResult(pathA), await isBenchmarkResult(pathB)];
      if (a !== b) {
        throw new LatchkeyError('usage', 'A snapshot cannot be compared with the result of a benchmark.', {
          hint: 'Give two snapshots, two CSV files, or two folders of sysbench outputs.',
        });
      }
      if (a) return compareBenchmarks(await readBenchmarkResult(pathA), await readBenchmarkResult(pathB));
      return compareSnapshots(await read(pathA), await read(pathB));
    },
    recheck: async (before, after) => recheckOf(await judge(before), await judge(after)),
  };
}
