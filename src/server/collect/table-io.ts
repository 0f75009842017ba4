import type { Collector } from './collector';

const rows = 1000;

/** Row operations and their time by table and index; INDEX_NAME null: through no index. Timers are picoseconds. */
export const tableIo: Collector = {
  id: 'table-io',
  title: 'Table and index use',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'start+end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      sql: `SELECT OBJECT_SCHEMA, OBJECT_NAME, INDEX_NAME, COUNT_STAR, SUM_TIMER_WAIT, COUNT_READ, SUM_TIMER_READ,
COUNT_WRITE, SUM_TIMER_WRITE, COUNT_FETCH, SUM_TIMER_FETCH, COUNT_INSERT, SUM_TIMER_INSERT, COUNT_UPDATE,
SUM_TIMER_UPDATE, COUNT_DELETE, SUM_TIMER_DELETE
FROM performance_schema.table_io_waits_summary_by_index_usage WHERE COUNT_STAR > 0 AND OBJECT_SCHEMA IS NOT NULL
ORDER BY SUM_TIMER_WAIT DESC LIMIT ${rows}`,
      bound: { rows, by: 'time' },
    },
  ],
};
