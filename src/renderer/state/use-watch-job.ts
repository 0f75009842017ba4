import { useCallback, useState } from 'react';
import type { WatchRequest } from '../../shared/rpc/watch';
import type { SnapshotSummary } from '../../shared/snapshot';
import { useJob } from './use-job';

/** What is, or was last, watched for, and where. */
export interface Watched {
  when: string;
  target: string;
}

/** The one watching that can be under way; what it took stays when it is stopped. */
export function useWatchJob(onEnded: (when: string, taken: SnapshotSummary[]) => void) {
  const { job: watching, start, cancel: stopWatching } = useJob('watch.run');
  const [watched, setWatched] = useState<Watched>({ when: '', target: '' });
  const watch = useCallback(
    async (request: WatchRequest, target: string) => {
      const { when } = request;
      setWatched({ when, target });
      const reply = await start(request);
      if (reply.ok) onEnded(when, reply.value);
    },
    [start, onEnded],
  );
  return { watching, watched, watch, stopWatching };
}
