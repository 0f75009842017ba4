import type { Clock } from '../../../shared/base/clock';
import type { JournalRecord } from './journal';
import { heartbeatEveryMs } from './owner';

/**
 * Keeps the owner of an entry alive in the eyes of others until the returned function is called. A heartbeat that
 * cannot be written (disk full) is left out: the lock on the server still shows that the change is running.
 */
export function startHeartbeat(record: JournalRecord, clock: Clock): () => Promise<void> {
  const stop = new AbortController();
  const beating = (async () => {
    for (;;) {
      await clock.sleep(heartbeatEveryMs, stop.signal);
      if (stop.signal.aborted) return;
      await record.advance(() => undefined).catch(() => undefined);
    }
  })();
  return async () => {
    stop.abort();
    await beating;
  };
}
