import { useCallback, useRef, useState } from 'react';
import type { ErrorDocument } from '../../shared/error';
import type { Progress } from '../../shared/progress';
import type { WatchRequest } from '../../shared/rpc';
import type { SnapshotSummary } from '../../shared/snapshot';

/** A server that is watched, or why the last watching ended without one. */
export type WatchJob =
  | { state: 'idle' }
  | { state: 'running'; when: string; target: string; progress: Progress | null; stopping: boolean }
  | { state: 'failed'; error: ErrorDocument };

/** The one watching that can be under way; what it took stays when it is stopped. */
export function useWatchJob(onEnded: (when: string, taken: SnapshotSummary[]) => void) {
  const [watching, setWatching] = useState<WatchJob>({ state: 'idle' });
  const requestId = useRef<string | null>(null);

  const watch = useCallback(
    (request: WatchRequest, target: string) => {
      if (requestId.current !== null) return;
      const { when } = request;
      setWatching({ state: 'running', when, target, progress: null, stopping: false });
      const started = window.latchkey.call('watch.run', request, (progress) =>
        setWatching((before) => (before.state === 'running' ? { ...before, progress } : before)),
      );
      requestId.current = started.requestId;
      void started.reply.then((reply) => {
        requestId.current = null;
        if (reply.ok) {
          setWatching({ state: 'idle' });
          onEnded(when, reply.value);
        } else {
          setWatching(
            reply.error.code === 'cancelled' ? { state: 'idle' } : { state: 'failed', error: reply.error },
          );
        }
      });
    },
    [onEnded],
  );

  const stopWatching = useCallback(() => {
    if (requestId.current === null) return;
    window.latchkey.cancel(requestId.current);
    setWatching((before) => (before.state === 'running' ? { ...before, stopping: true } : before));
  }, []);

  return { watching, watch, stopWatching };
}
