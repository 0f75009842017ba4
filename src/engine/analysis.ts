import { withDeclared } from '../server/machine/facts';
import type { analysisContract } from '../shared/rpc/analysis';
import type { HandlersOf } from './base/calls';
import type { Services } from './services';

/** What the rules find in a snapshot. */
export function analysisCalls({ snapshots }: Services) {
  return {
    'analysis.get': async ({ id, declaredHost }) => {
      const open = await snapshots.get(id);
      if (declaredHost === undefined || Object.keys(declaredHost).length === 0) return open.analysis();
      const host = withDeclared(open.snapshot.host, declaredHost);
      return snapshots.analyze({ ...open.snapshot, host }, open.path);
    },
  } satisfies HandlersOf<typeof analysisContract>;
}
