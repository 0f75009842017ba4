import type { Flavour } from '../../../shared/server';
import { removals } from './removed';
import { renames } from './renames';

/** What became of a variable over the versions of a flavour, and what it was called before. */
export interface VariableLineage {
  /** Older names of it, with the last version that takes them; null: they still work. */
  renamedFrom: { name: string; until: string | null }[];
  /** Its newer name and the first version with it. */
  renamedTo: { name: string; since: string } | null;
  /** First version without it, and what stands in for it. */
  removed: { version: string; instead: string | null } | null;
}

/**
 * Renamings and removal of a variable, also for names that no present server knows (old option files and bundles).
 * Percona Server follows MySQL. A variable that was neither renamed nor removed has an empty lineage.
 */
export function variableLineage(name: string, flavour: Flavour): VariableLineage {
  const canonical = name.toLowerCase().replaceAll('-', '_');
  const kin = flavour === 'percona' ? 'mysql' : flavour;
  const own = renames.filter((rename) => rename.flavour === kin);
  const newer = own.find(({ from }) => from === canonical);
  const removal = removals.find(
    (entry) => entry.flavour === kin && entry.names.trim().split(/\s+/).includes(canonical),
  );
  return {
    renamedFrom: own
      .filter(({ to }) => to === canonical)
      .map(({ from, until }) => ({ name: from, until: until ?? null })),
    renamedTo: newer === undefined ? null : { name: newer.to, since: newer.since },
    removed: removal === undefined ? null : { version: removal.version, instead: removal.instead ?? null },
  };
}
