import type { Collector } from '../../collector';

/**
 * How many statements took how long, over all statements. Buckets are in picoseconds; those of the plugin
 * query_response_time (TIME in seconds, the upper end) count since it was installed or flushed.
 */
export const statementHistogram: Collector = {
  id: 'statement-histogram',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  since: 'MySQL 8.0.3; before, and in MariaDB, with the plugin query_response_time',
  sources: [
    {
      flavours: ['mysql'],
      from: [8, 0, 3],
      performanceSchema: true,
      privilege: 'performanceSchema',
      sql: `SELECT BUCKET_NUMBER, BUCKET_TIMER_LOW, BUCKET_TIMER_HIGH, COUNT_BUCKET
FROM performance_schema.events_statements_histogram_global WHERE COUNT_BUCKET > 0`,
    },
    {
      flavours: ['percona'],
      before: [8, 0, 0],
      privilege: 'process',
      sql: 'SELECT TIME, COUNT AS COUNT_BUCKET, TOTAL FROM information_schema.QUERY_RESPONSE_TIME',
    },
    {
      flavours: ['mariadb'],
      privilege: 'process',
      sql: 'SELECT TIME, COUNT AS COUNT_BUCKET, TOTAL FROM information_schema.QUERY_RESPONSE_TIME',
    },
  ],
};
