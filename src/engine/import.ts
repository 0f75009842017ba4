import { randomUUID } from 'node:crypto';
import { importBundle, importText } from '../files/import';
import type { ImportOutcome, ImportReport } from '../shared/import';
import type { importContract } from '../shared/rpc/import';
import type { Snapshot } from '../shared/snapshot';
import type { CallContext, HandlersOf } from './base/calls';
import type { Services } from './services';
import { snapshotParts } from './snapshots/import-parts';

/** Snapshots made of the files of other tools, and of what was pasted. */
export function importCalls({ snapshots, createdBy, clock }: Services) {
  const contextOf = (job: Omit<CallContext, 'writeTo'>) => ({
    id: randomUUID(),
    createdBy,
    now: clock.now(),
    parts: snapshotParts,
    ...job,
  });
  const keep = async (
    { snapshot, outcome }: { snapshot: Snapshot; outcome: ImportOutcome },
    { preview = false }: { preview?: boolean | undefined },
    writeTo: string | undefined,
  ): Promise<ImportReport> => ({
    schema: 'latchkey/import/1',
    ...outcome,
    snapshot: preview ? snapshots.preview(snapshot) : await snapshots.keep(snapshot, writeTo ?? null),
  });
  return {
    'import.open': async (request, { writeTo, ...job }) =>
      keep(await importBundle(request, contextOf(job)), request, writeTo),
    'import.text': async (request, { writeTo, ...job }) =>
      keep(await importText(request, contextOf(job)), request, writeTo),
    'import.keep': ({ id }) => snapshots.keepPreview(id),
  } satisfies HandlersOf<typeof importContract>;
}
