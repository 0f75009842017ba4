import { type Snapshot, sectionRows } from '../../shared/snapshot';
import type { Observed } from '../facts/observed';
import type { PresentSettings } from './stored-setting';

/** The present settings of a snapshot's server. */
export function presentSettings(snapshot: Snapshot, observed: Observed): PresentSettings {
  const rows = new Map(
    sectionRows(snapshot, 'variables').map((row) => [String(row.name).toLowerCase(), row]),
  );
  const cpus = observed.host('cpus');
  return {
    server: snapshot.server,
    valueOf: (name) => {
      if (!rows.has(name)) return undefined;
      const reading = observed.variable(name);
      return reading.known ? reading.value : null;
    },
    told: (name) => {
      const row = rows.get(name);
      return { min: row?.min, max: row?.max };
    },
    isGiven: (name) => {
      const source = rows.get(name)?.source;
      return source == null || source === '' ? undefined : !/^compile|^auto/i.test(String(source));
    },
    cpus: cpus.known && typeof cpus.value === 'number' ? cpus.value : undefined,
  };
}
