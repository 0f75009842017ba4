import type { Collector } from '../../collector';

/** Errors and warnings that statements met, by error number, since the server started. */
export const errorCounts: Collector = {
  id: 'error-counts',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  since: 'MySQL 8.0.0',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      flavours: ['mysql'],
      from: [8, 0, 0],
      sql: `SELECT ERROR_NUMBER, ERROR_NAME, SQL_STATE, SUM_ERROR_RAISED, SUM_ERROR_HANDLED, FIRST_SEEN, LAST_SEEN
FROM performance_schema.events_errors_summary_global_by_error WHERE SUM_ERROR_RAISED > 0`,
    },
  ],
};
