import { compareBenchmarks, compareSnapshots, recheckOf } from '../analysis';
import { isBenchmarkResult, readBenchmarkResult } from '../files/benchmark-results';
import { readSnapshot } from '../files/snapshot/snapshot-file';
import { LatchkeyError } from '../shared/base/error';
import type { RpcInput } from '../shared/rpc';
import type { compareContract } from '../shared/rpc/compare';
import { declaredIn, type Snapshot, windowOf } from '../shared/snapshot';
import type { CallContext, HandlersOf } from './base/calls';
import type { Services } from './services';
import { takeSnapshot } from './snapshots/take';
import { texts } from './texts';

/** Two snapshots or two results of a benchmark beside each other; and a snapshot with what the server is now. */
export function compareCalls(services: Services) {
  const { snapshots } = services;
  const judged = async (id: string) => {
    const { snapshot, analysis } = await snapshots.get(id);
    return { snapshot, analysis: await analysis() };
  };
  const read = async (path: string) => {
    const snapshot: Snapshot = await readSnapshot(path);
    return { snapshot, analysis: await snapshots.analyze(snapshot, path) };
  };
  return {
    'compare.snapshots': async ({ a, b }) => compareSnapshots(await judged(a), await judged(b)),
    'compare.files': async ({ a, b }) => {
      const [isResultA, isResultB] = [await isBenchmarkResult(a), await isBenchmarkResult(b)];
      if (isResultA !== isResultB) {
        throw new LatchkeyError('usage', texts.aSnapshotCannotBeCompared, {
          hint: texts.giveTwoSnapshotsTwoCsv,
        });
      }
      if (isResultA) return compareBenchmarks(await readBenchmarkResult(a), await readBenchmarkResult(b));
      return compareSnapshots(await read(a), await read(b));
    },
    'recheck.run': async (
      { id, windowSeconds, ...request }: RpcInput<'recheck.run'> & { windowSeconds?: number },
      context: CallContext,
    ) => {
      const before = await snapshots.get(id);
      const window = windowOf(before.snapshot);
      const after = await takeSnapshot(
        services,
        {
          ...request,
          ...window,
          windowSeconds: windowSeconds ?? window.windowSeconds,
          declaredHost: { ...declaredIn(before.snapshot), ...request.declaredHost },
        },
        context,
      );
      const snapshot = await snapshots.keep(after, context.writeTo ?? null);
      const judgedBefore = { snapshot: before.snapshot, analysis: await before.analysis() };
      return { recheck: recheckOf(judgedBefore, await judged(snapshot.id)), snapshot };
    },
  } satisfies HandlersOf<typeof compareContract>;
}
