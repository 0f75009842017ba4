import type { workContract } from '../shared/rpc/work';
import type { HandlersOf } from './base/calls';
import type { Services } from './services';

/** What the reader did with each snapshot: plan, read-back, recheck, undo. */
export function workCalls({ databases }: Services) {
  const repository = async () => (await databases.history()).work;
  return {
    'work.get': async ({ id }) => (await repository()).get(id) ?? null,
    'work.save': async ({ id, work }) => {
      (await repository()).save(id, work);
      return {};
    },
    'work.list': async () => (await repository()).list(),
  } satisfies HandlersOf<typeof workContract>;
}
