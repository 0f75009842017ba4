import { randomUUID } from 'node:crypto';
import { importBundle } from '../files/import';
import type { importContract } from '../shared/rpc/import';
import type { HandlersOf } from './base/calls';
import type { Services } from './services';
import { snapshotParts } from './snapshots/import-parts';

/** Snapshots made of the files of other tools. */
export function importCalls({ snapshots, createdBy, clock }: Services) {
  return {
    'import.open': async (request, { writeTo, ...job }) => {
      const { snapshot, outcome } = await importBundle(request, {
        id: randomUUID(),
        createdBy,
        now: clock.now(),
        parts: snapshotParts,
        ...job,
      });
      return {
        schema: 'latchkey/import/1',
        ...outcome,
        snapshot: await snapshots.keep(snapshot, writeTo ?? null),
      };
    },
  } satisfies HandlersOf<typeof importContract>;
}
