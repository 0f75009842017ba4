import { statusVariable } from '../../knowledge/catalog/status/status-catalog';
import type { Unit } from '../../shared/analysis';

/** Whether a status variable counts, and the unit of its rate. One that the catalog does not know is left out. */
export function describedStatus(name: string): { isCounter: boolean; rateUnit: Unit } {
  const found = statusVariable(name);
  return { isCounter: found?.kind === 'counter', rateUnit: rateUnit(found?.unit) };
}

/** Time waited in each second stays a time. */
function rateUnit(own: string | undefined): Unit {
  if (own === 'bytes') return 'bytes/s';
  return own === 'ms' || own === 'us' || own === 'seconds' ? own : 'count/s';
}
