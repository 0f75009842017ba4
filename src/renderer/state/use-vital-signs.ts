import { useMemo } from 'react';
import { drawnVitalSigns, type TimeRange, type VitalReading, vitalSeries } from '../../view';
import { type Loaded, useCall } from './call';

/** Enough for the line of a tile; a chart that is zoomed into asks for its own. */
const pixels = 600;

export interface VitalSigns {
  whole: TimeRange;
  startedAt: string;
  readings: VitalReading[];
}

/** The vital signs of a snapshot as the engine draws them, each with its mean over the window; null: no samples. */
export function useVitalSigns(id: string): Loaded<VitalSigns | null> {
  const { loaded: names } = useCall('snapshot.names', { id });
  const sampled = names.state === 'ready' ? names.value : null;
  // One range that holds the whole window: its average is the mean.
  const wholeMs = sampled === null ? 0 : (Math.floor(sampled.lengthMs / 1000) + 1) * 1000;
  const { loaded } = useCall(
    'snapshot.drawn',
    sampled === null ? null : { id, names: [...vitalSeries], pixels, averagesMs: [wholeMs] },
  );
  return useMemo(() => {
    if (names.state !== 'ready') return names;
    if (sampled === null) return { state: 'ready', value: null };
    if (loaded.state !== 'ready') return loaded;
    const whole = { fromMs: 0, toMs: Math.max(1, sampled.lengthMs) };
    const value = { whole, startedAt: sampled.startedAt, readings: drawnVitalSigns(loaded.value) };
    return { state: 'ready', value };
  }, [names, sampled, loaded]);
}
