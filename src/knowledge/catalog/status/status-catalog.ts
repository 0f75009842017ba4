import type { Unit } from '../../../shared/analysis';
import { type StatusReset, statusReset } from './status-resets';
import { statusFamilies, statusGroups } from './status-variables';

/** A counter only grows until something sets it back (`resets`); a gauge may move both ways. */
export type StatusKind = 'counter' | 'gauge';

export interface StatusVariable {
  /** As servers print it, e.g. `Threads_running`. */
  name: string;
  kind: StatusKind;
  /** Unit of the value itself (a rate of it is per second). */
  unit: Unit;
  /**
   * Bits after which a counter starts again from 0; null: a gauge, which does not. On 64-bit Unix builds: those that are
   * an `unsigned long` in the source have 32 bits on Windows.
   */
  wrapBits: 64 | null;
  readonly resets: StatusReset;
}

function described(name: string, kind: StatusKind, unit: Unit): StatusVariable {
  return {
    name,
    kind,
    unit,
    wrapBits: kind === 'counter' ? 64 : null,
    // Asked of few of them.
    get resets() {
      return statusReset(name);
    },
  };
}

function indexByName(): ReadonlyMap<string, StatusVariable> {
  const index = new Map<string, StatusVariable>();
  for (const { kind, unit, names } of statusGroups) {
    for (const name of names.split(/\s+/)) {
      if (name === '') continue;
      const key = name.toLowerCase();
      if (index.has(key)) throw new Error(`Status variable ${name} stands twice in the catalog.`);
      index.set(key, described(name, kind, unit));
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
  if (ofFamilies.has(name)) return ofFamilies.get(name);
  const family = statusFamilies.find(({ pattern }) => pattern.test(name));
  const found = family === undefined ? undefined : described(name, family.kind, family.unit);
  if (ofFamilies.size < mostRemembered) ofFamilies.set(name, found);
  return found;
}

/** Names that no list has, as they were asked for: servers have a few hundred of them, and no more are remembered where somebody makes them up. */
const ofFamilies = new Map<string, StatusVariable | undefined>();
const mostRemembered = 5000;

/** Every variable that the catalog lists by name, in catalog order (families are not expanded). */
export function listedStatusVariables(): StatusVariable[] {
  return [...byName.values()];
}
