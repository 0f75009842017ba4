import type { DerivedContext } from '../evidence/series/derived-series';
import type { Snapshot } from '../shared/snapshot';
import { factCatalog } from './facts/catalog';
import { FactSet } from './facts/inputs/fact-set';
import { Observed } from './facts/inputs/observed';

/** What the derived series of a snapshot need beside its samples. */
export function seriesContext(snapshot: Snapshot): DerivedContext {
  const limit = new FactSet(new Observed(snapshot), factCatalog()).reading('redo_sync_limit');
  return { redoSyncLimit: limit.known && typeof limit.value === 'number' ? limit.value : null };
}
