import { onceFor } from '../../../shared/base/once-for';
import type { Flavour } from '../../../shared/server';
import { type Removal, removals } from './removed';
import { type Rename, renames } from './renames';

/** What became of a variable over the versions of a flavour, and what it was called before. */
export interface VariableLineage {
  /** Older names of it, with the last version that takes them; null: they still work. */
  renamedFrom: { name: string; until: string | null }[];
  /** Its newer name and the first version with it. */
  renamedTo: { name: string; since: string } | null;
  /** First version without it, and what stands in for it. */
  removed: { version: string; instead: string | null } | null;
}

/** By flavour, then by name. It is asked for each variable of a server. */
const removalsOf = onceFor((all: readonly Removal[]) => {
  const byFlavour = new Map<Flavour, Map<string, Removal>>();
  for (const removal of all) {
    const byName = byFlavour.get(removal.flavour) ?? new Map<string, Removal>();
    byFlavour.set(removal.flavour, byName);
    for (const name of removal.names.trim().split(/\s+/)) {
      if (!byName.has(name)) byName.set(name, removal);
    }
  }
  return byFlavour;
});

const renamesOf = onceFor((all: readonly Rename[]) => {
  const byFlavour = new Map<Flavour, readonly Rename[]>();
  for (const rename of all) byFlavour.set(rename.flavour, [...(byFlavour.get(rename.flavour) ?? []), rename]);
  return byFlavour;
});

/**
 * Renamings and removal of a variable, also for names that no present server knows (old option files and bundles).
 * Percona Server follows MySQL. A variable that was neither renamed nor removed has an empty lineage.
 */
export function variableLineage(name: string, flavour: Flavour): VariableLineage {
  const canonical = name.toLowerCase().replaceAll('-', '_');
  const kin = flavour === 'percona' ? 'mysql' : flavour;
  const own = renamesOf(renames).get(kin) ?? [];
  const newer = own.find(({ from }) => from === canonical);
  const removal = removalsOf(removals).get(kin)?.get(canonical);
  return {
    renamedFrom: own
      .filter(({ to }) => to === canonical)
      .map(({ from, until }) => ({ name: from, until: until ?? null })),
    renamedTo: newer === undefined ? null : { name: newer.to, since: newer.since },
    removed: removal === undefined ? null : { version: removal.version, instead: removal.instead ?? null },
  };
}
