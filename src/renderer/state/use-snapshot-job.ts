import { useCallback, useRef, useState } from 'react';
import type { TakeSnapshotRequest } from '../../shared/rpc/snapshot';
import type { SnapshotSummary } from '../../shared/snapshot';
import type { SnapshotJob } from './app-state';

/**
 * The one snapshot that can be under way. It belongs to the app and not to a page, so that leaving the page does not
 * lose it. Cancelling asks the engine to stop; what was gathered still comes back, as a partial snapshot.
 */
export function useSnapshotJob(onTaken: (summary: SnapshotSummary) => void) {
  const [job, setJob] = useState<SnapshotJob>({ state: 'idle' });
  const requestId = useRef<string | null>(null);

  const take = useCallback(
    (request: TakeSnapshotRequest, target: string) => {
      if (requestId.current !== null) return;
      setJob({ state: 'running', target, progress: null, cancelling: false });
      const started = window.latchkey.call('snapshot.take', request, (progress) =>
        setJob((before) => (before.state === 'running' ? { ...before, progress } : before)),
      );
      requestId.current = started.requestId;
      void started.reply.then((reply) => {
        requestId.current = null;
        if (reply.ok) {
          setJob({ state: 'idle' });
          onTaken(reply.value);
        } else {
          setJob(
            reply.error.code === 'cancelled' ? { state: 'idle' } : { state: 'failed', error: reply.error },
          );
        }
      });
    },
    [onTaken],
  );

  const cancel = useCallback(() => {
    if (requestId.current === null) return;
    window.latchkey.cancel(requestId.current);
    setJob((before) => (before.state === 'running' ? { ...before, cancelling: true } : before));
  }, []);

  return { job, take, cancel };
}
