import { writeSnapshot } from '../files/snapshot/snapshot-file';
import type { watchContract } from '../shared/rpc/watch';
import { type Snapshot, summarise } from '../shared/snapshot';
import type { HandlersOf } from './base/calls';
import { watch } from './recordings/watch';
import type { Services } from './services';

/** Snapshots taken each time a condition holds. */
export function watchCalls({ snapshots, decisions, createdBy, clock }: Services) {
  const keep = async (snapshot: Snapshot, path: string | null) => {
    if (path === null) return snapshots.keep(snapshot, null);
    await writeSnapshot(path, snapshot);
    return summarise(path, snapshot);
  };
  return {
    'watch.run': async (request, job) => {
      const explain = request.explain !== false && (await decisions.explaining());
      return watch({ ...request, explain }, { createdBy, clock, keep }, job);
    },
  } satisfies HandlersOf<typeof watchContract>;
}
