import { summaryOf, topSql } from '../analysis';
import { withDeclared } from '../server/machine/facts';
import type { analysisContract } from '../shared/rpc/analysis';
import type { HandlersOf } from './base/calls';
import type { Services } from './services';

/** What the rules find in a snapshot. */
export function analysisCalls({ snapshots }: Services) {
  /** A snapshot with what the rules find in it. */
  async function judged(id: string) {
    const { snapshot, analysis } = await snapshots.get(id);
    return { snapshot, analysis: await analysis() };
  }

  return {
    'analysis.get': async ({ id, declaredHost }) => {
      const open = await snapshots.get(id);
      if (declaredHost === undefined || Object.keys(declaredHost).length === 0) return open.analysis();
      const host = withDeclared(open.snapshot.host, declaredHost);
      return snapshots.analyze({ ...open.snapshot, host }, open.path);
    },
    'analysis.summary': async ({ id, before }) =>
      summaryOf(await judged(id), before === undefined ? null : await judged(before)),
    'analysis.topSql': async ({ id, ...options }) => {
      const { snapshot, path } = await snapshots.get(id);
      return topSql(snapshot, { path, ...options });
    },
  } satisfies HandlersOf<typeof analysisContract>;
}
