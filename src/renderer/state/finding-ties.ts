import type { Finding } from '../../shared/analysis';
import { probeIdSchema } from '../../shared/probe';
import type { Route } from '../../shared/window/pages';
import { texts } from './texts';

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
    ? { page: 'probe', probe: id.data, advised: { name: texts.asAdvised, settings } }
    : { page: 'probe', probe: id.data };
}
