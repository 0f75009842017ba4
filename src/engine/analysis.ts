import { summaryOf, topSql } from '../analysis';
import { withDeclared } from '../server/machine/facts';
import type { analysisContract } from '../shared/rpc/analysis';
import type { FileOutcome } from './analyses/judge-file';
import { type FilesRequest, judgeFiles } from './analyses/judge-files';
import type { ViewName } from './analyses/views';
import type { CallContext, HandlersOf } from './base/calls';
import type { Services } from './services';

/** What the rules find in a snapshot. */
export function analysisCalls(services: Services) {
  const { snapshots } = services;
  /** A snapshot with what the rules find in it. */
  async function judged(id: string) {
    const { snapshot, analysis } = await snapshots.get(id);
    return { snapshot, analysis: await analysis() };
  }

  const calls = {
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
  const filesAs =
    <V extends ViewName>(view: V) =>
    async (
      request: Omit<FilesRequest<V>, 'view'>,
      { signal }: CallContext,
    ): Promise<AsyncIterable<FileOutcome<V>>> =>
      judgeFiles(services, { ...request, view }, signal);
  return {
    ...calls,
    /** Many files, one after the other: see `judgeFiles`. */
    'analysis.files': filesAs('analysis'),
    'analysis.documents': filesAs('document'),
  };
}
