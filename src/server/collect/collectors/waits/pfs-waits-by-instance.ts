import type { Collector } from '../../collector';

const rows = 500;

/**
 * Waits by synchronisation object and file: shows whether one of several instances of a mutex is hot. There may be as
 * many instances as pages in the buffer pool, so only those with the most wait time come back.
 */
export const pfsWaitsByInstance: Collector = {
  id: 'pfs-waits-by-instance',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'start+end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      sql: `SELECT EVENT_NAME, OBJECT_INSTANCE_BEGIN, COUNT_STAR, SUM_TIMER_WAIT, MAX_TIMER_WAIT
FROM performance_schema.events_waits_summary_by_instance WHERE COUNT_STAR > 0
ORDER BY SUM_TIMER_WAIT DESC LIMIT ${rows}`,
      bound: { rows, by: 'wait time' },
    },
  ],
};
