import type { Collector } from '../../collector';

/** Waits by event since the server started. Timers are picoseconds. */
export const pfsWaitsGlobal: Collector = {
  id: 'pfs-waits-global',
  costClass: 'light',
  timeoutMs: 10_000,
  when: 'start+end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      sql: `SELECT EVENT_NAME, COUNT_STAR, SUM_TIMER_WAIT, AVG_TIMER_WAIT, MAX_TIMER_WAIT
FROM performance_schema.events_waits_summary_global_by_event_name WHERE COUNT_STAR > 0`,
    },
  ],
};
