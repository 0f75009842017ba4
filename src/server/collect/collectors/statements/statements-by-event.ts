import type { Collector } from '../../collector';
import { unlessInstrumented } from '../../reading/instrumented';

/** Statements by kind (`statement/sql/select`) since the server started. Timers are picoseconds. */
export const statementsByEvent: Collector = {
  id: 'statements-by-event',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      sql: `SELECT EVENT_NAME, COUNT_STAR, SUM_TIMER_WAIT, MAX_TIMER_WAIT, SUM_LOCK_TIME, SUM_ERRORS, SUM_ROWS_AFFECTED,
SUM_ROWS_SENT, SUM_ROWS_EXAMINED, SUM_CREATED_TMP_DISK_TABLES, SUM_CREATED_TMP_TABLES, SUM_SELECT_SCAN,
SUM_SORT_MERGE_PASSES, SUM_NO_INDEX_USED
FROM performance_schema.events_statements_summary_global_by_event_name WHERE COUNT_STAR > 0`,
    },
  ],
  whenEmpty: unlessInstrumented({ what: 'Statements', like: 'statement/%' }),
};
