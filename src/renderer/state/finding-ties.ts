import type { Area, Finding } from '../../shared/analysis';
import { probeIdSchema } from '../../shared/probe';
import type { Route } from '../../shared/window/pages';

/** The vital signs in which each area shows, the most telling first. */
export const signsOfArea: Readonly<Partial<Record<Area, readonly string[]>>> = {
  memory: ['reads'],
  redo: ['checkpoint-age', 'redo'],
  flushing: ['dirty', 'fsyncs'],
  contention: ['running'],
  io: ['reads', 'fsyncs'],
  connections: ['connects', 'running'],
  temporary: ['disk-tables'],
  transactions: ['history', 'row-locks'],
  durability: ['fsyncs', 'transactions'],
  queries: ['throughput'],
};

/** The probe that can prove the advice of a finding; null: there is none. */
export function probeRoute({ probe, advice }: Finding): Route | null {
  const id = probeIdSchema.safeParse(probe);
  if (!id.success) return null;
  const settings = advice.map(({ variable, proposed }) => ({
    variable,
    value: typeof proposed === 'boolean' ? (proposed ? 'ON' : 'OFF') : String(proposed),
  }));
  // The other probes have arms of their own, which go both ways from the present settings.
  return id.data === 'custom' && settings.length > 0
    ? { page: 'probe', probe: id.data, advised: { name: 'as advised', settings } }
    : { page: 'probe', probe: id.data };
}
