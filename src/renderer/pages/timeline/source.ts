import { useEffect, useMemo } from 'react';
import type { DrawnSeries, RecordingEvent } from '../../../shared/recording';
import type { RpcOutput } from '../../../shared/rpc';
import { useShared } from '../../state/app-state';
import { type Loaded, useCall } from '../../state/call';
import type { SourceRef } from '../../state/use-drawn';

export type RecordingEntry = RpcOutput<'recording.list'>[number];

/** What can be drawn. */
export interface TimelineSource {
  ref: SourceRef;
  startedAt: string;
  intervalMs: number;
  lengthMs: number;
  series: Pick<DrawnSeries, 'name' | 'kind' | 'unit'>[];
  events: RecordingEvent[];
  target: string;
  serverKey: string;
  /** What its steps cannot show; absent: each sample is drawn. */
  stepText?: string;
}

/** The names of what a source holds; null: it sampled nothing. */
export function useTimelineSource(
  ref: SourceRef | null,
  recordings: RecordingEntry[],
): { loaded: Loaded<TimelineSource | null>; reload: () => void } {
  const snapshot = useShared('source');
  const isSnapshot = ref?.kind === 'snapshot';
  const sampled = useCall('snapshot.names', isSnapshot ? { id: ref.id } : null);
  const before = useCall('snapshot.historyNames', ref?.kind === 'history' ? { id: ref.id } : null);
  const recorded = useCall('recording.names', ref?.kind === 'recording' ? { id: ref.id } : null);
  const recording = recordings.find(({ id }) => id === ref?.id);
  // A recording that runs gets its first series after it was chosen, and more when its server starts to tell them.
  const known = recorded.loaded.state === 'ready' ? recorded.loaded.value.length : undefined;
  const stored = recording?.series;
  const reloadNames = recorded.reload;
  useEffect(() => {
    if (known !== undefined && stored !== undefined && known < stored) reloadNames();
  }, [known, stored, reloadNames]);
  const named = ref?.kind === 'history' ? before.loaded : sampled.loaded;
  const loaded = useMemo((): Loaded<TimelineSource | null> => {
    if (ref === null) return { state: 'ready', value: null };
    if (ref.kind !== 'recording') {
      if (named.state !== 'ready' || named.value === null) return asNull(named);
      const server = snapshot?.server.serverKey ?? '';
      const target = snapshot?.target ?? '';
      return { state: 'ready', value: { ...named.value, ref, serverKey: server, target } };
    }
    if (recorded.loaded.state !== 'ready') return recorded.loaded;
    if (recording === undefined) return { state: 'ready', value: null };
    const { startedAt, intervalMs, lengthMs, events, target, server } = recording;
    const series = recorded.loaded.value;
    return {
      state: 'ready',
      value: { ref, startedAt, intervalMs, lengthMs, series, events, target, serverKey: server.serverKey },
    };
  }, [ref, named, recorded.loaded, recording, snapshot]);
  return { loaded, reload: isSnapshot ? sampled.reload : recorded.reload };
}

function asNull<T>(loaded: Loaded<T | null>): Loaded<null> {
  return loaded.state === 'ready' ? { state: 'ready', value: null } : loaded;
}
