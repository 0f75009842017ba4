import { useEffect } from 'react';
import type { RpcOutput } from '../../../shared/rpc';
import { type Loaded, useCall } from '../../state/call';

export type LiveRecording = RpcOutput<'recording.list'>[number];

/** How often what has been sampled is asked for. */
const everyMs = 1000;

/**
 * The recording behind the page, read again every second while it runs; null: it is not there any more.
 * @param paused what was read last stays
 */
export function useLive(id: string, paused: boolean): Loaded<LiveRecording | null> {
  const { loaded, reload } = useCall('recording.list', {});
  const found = loaded.state === 'ready' ? (loaded.value.find((one) => one.id === id) ?? null) : null;
  const isRunning = found?.running === true;
  useEffect(() => {
    if (paused || !isRunning) return;
    const timer = setInterval(reload, everyMs);
    return () => clearInterval(timer);
  }, [paused, isRunning, reload]);
  return loaded.state === 'ready' ? { state: 'ready', value: found } : loaded;
}
