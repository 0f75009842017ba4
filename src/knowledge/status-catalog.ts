import type { Unit } from '../shared/analysis';
import { statusFamilies, statusGroups } from './status-variables';

/** A counter only grows between two restarts; a gauge may move both ways. */
export type StatusKind = 'counter' | 'gauge';

export interface StatusVariable {
  /** As servers print it, e.g. `Threads_running`. */
  name: string;
  kind: StatusKind;
  /** Unit of the value itself (a rate of it is per second). */
  unit: Unit;
}

function indexByName(): ReadonlyMap<string, StatusVariable> {
  const index = new Map<string, StatusVariable>();
  for (const { kind, unit, names } of statusGroups) {
    for (const name of names.split(/\s+/)) {
      if (name === '') continue;
      const key = name.toLowerCase();
      if (index.has(key)) throw new Error(`Status variable ${name} stands twice in the catalog.`);
      index.set(key, { name, kind, unit });
    }
  }
  return index;
}

const byName = indexByName();

/**
 * What a status variable counts and how. Names are matched without regard to case.
 * undefined: not in the catalog, so that nobody takes a rate of something unknown.
 */
export function statusVariable(name: string): StatusVariable | undefined {
  const listed = byName.get(name.toLowerCase());
  if (listed !== undefined) return listed;
  const family = statusFamilies.find(({ pattern }) => pattern.test(name));
  return family === undefined ? undefined : { name, kind: family.kind, unit: family.unit };
}

/** Every variable that the catalog lists by name, in catalog order (families are not expanded). */
export function listedStatusVariables(): StatusVariable[] {
  return [...byName.values()];
}
