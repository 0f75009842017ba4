import type { Collector } from '../../collector';
import { unlessInstrumented } from '../../reading/instrumented';

/** Stages of statements since the server started. Timers are picoseconds. */
export const stages: Collector = {
  id: 'stages',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      sql: `SELECT EVENT_NAME, COUNT_STAR, SUM_TIMER_WAIT, AVG_TIMER_WAIT, MAX_TIMER_WAIT
FROM performance_schema.events_stages_summary_global_by_event_name WHERE COUNT_STAR > 0`,
    },
  ],
  whenEmpty: unlessInstrumented({ what: 'Stages', like: 'stage/%' }),
};
