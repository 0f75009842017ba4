import { statusVariable } from '../../knowledge/status-catalog';
import type { Unit } from '../../shared/analysis';

/** Whether a status variable counts, and the unit of its rate. One that the catalog does not know is left out. */
export function describedStatus(name: string): { isCounter: boolean; rateUnit: Unit } {
  const found = statusVariable(name);
  return { isCounter: found?.kind === 'counter', rateUnit: found?.unit === 'bytes' ? 'bytes/s' : 'count/s' };
}
