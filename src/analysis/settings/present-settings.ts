import { managedRange } from '../../knowledge/catalog/managed-ranges';
import type { Observed } from '../facts/inputs/observed';
import type { PresentSettings } from './stored-setting';

/** The present settings of a snapshot's server. */
export function presentSettings(observed: Observed): PresentSettings {
  const cpus = observed.host('cpus');
  const memory = observed.host('memoryBytes');
  const memoryBytes = memory.known && typeof memory.value === 'number' ? memory.value : undefined;
  return {
    server: observed.snapshot.server,
    valueOf: (name) => {
      if (!observed.variableExists(name)) return undefined;
      const reading = observed.variable(name);
      return reading.known ? reading.value : null;
    },
    reported: (name) => {
      const row = observed.variableRow(name);
      return { min: row?.min, max: row?.max };
    },
    isGiven: (name) => {
      const source = observed.variableRow(name)?.source;
      return source == null || source === '' ? undefined : !/^compile|^auto/i.test(String(source));
    },
    range: (name) => managedRange(name, observed.snapshot.server.hosting, memoryBytes),
    facts: (name) => observed.facts(name),
    cpus: cpus.known && typeof cpus.value === 'number' ? cpus.value : undefined,
  };
}
