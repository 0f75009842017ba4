import type { analysisContract } from '../shared/rpc/analysis';
import type { HandlersOf } from './base/calls';
import type { Services } from './services';

/** What the rules find in a snapshot. */
export function analysisCalls({ snapshots }: Services) {
  return {
    'analysis.get': async ({ id }) => (await snapshots.get(id)).analysis(),
  } satisfies HandlersOf<typeof analysisContract>;
}
