import { counted } from '../../../../shared/base/units';
import type { Collector } from '../../collector';
import { fetchTable } from '../../collector';
import { CollectorSkipped } from '../../reading/collector-skipped';
import { countOf } from '../../reading/count';

const rows = 500;
/** Without a key on THREAD_ID every event of every thread is visited, some 300 a thread. */
const threadLimit = 500;

const select = `SELECT w.THREAD_ID, t.NAME, t.PROCESSLIST_ID, t.PROCESSLIST_USER, w.EVENT_NAME, w.COUNT_STAR, w.SUM_TIMER_WAIT,
w.MAX_TIMER_WAIT
FROM performance_schema.events_waits_summary_by_thread_by_event_name w
JOIN performance_schema.threads t ON t.THREAD_ID = w.THREAD_ID
WHERE w.COUNT_STAR > 0 AND w.EVENT_NAME <> 'idle' ORDER BY w.SUM_TIMER_WAIT DESC LIMIT ${rows}`;

/** Waits by thread and event since each thread began: background threads beside clients. Timers are picoseconds. */
export const pfsWaitsByThread: Collector = {
  id: 'pfs-waits-by-thread',
  costClass: 'medium',
  timeoutMs: 5_000,
  when: 'start+end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [{ sql: select, bound: { rows, by: 'wait time' } }],
  fetch: async (context, source) => {
    const answer = await context.session.query('SELECT COUNT(*) FROM performance_schema.threads', {
      timeoutMs: pfsWaitsByThread.timeoutMs,
      signal: context.signal,
    });
    const threads = countOf(answer, 'threads');
    if (threads <= threadLimit) return fetchTable(context, pfsWaitsByThread, source);
    throw new CollectorSkipped({
      code: 'disabled',
      text: `The server has ${counted(threads, 'thread')}; above ${threadLimit} their waits are not read one by one.`,
    });
  },
};
