import type { Collector } from '../../collector';
import type { Source } from '../../reading/source';

const rows = 1000;
const tables = 'performance_schema.table_io_waits_summary_by_index_usage';

/** The busiest indexes; `also`: one more condition. */
function busiest(also = ''): Pick<Source, 'sql' | 'bound'> {
  return {
    sql: `SELECT OBJECT_SCHEMA, OBJECT_NAME, INDEX_NAME, COUNT_STAR, SUM_TIMER_WAIT, COUNT_READ, SUM_TIMER_READ,
COUNT_WRITE, SUM_TIMER_WRITE, COUNT_FETCH, SUM_TIMER_FETCH, COUNT_INSERT, SUM_TIMER_INSERT, COUNT_UPDATE,
SUM_TIMER_UPDATE, COUNT_DELETE, SUM_TIMER_DELETE
FROM ${tables} WHERE COUNT_STAR > 0 AND OBJECT_SCHEMA IS NOT NULL${also}
ORDER BY SUM_TIMER_WAIT DESC LIMIT ${rows}`,
    bound: { rows, by: 'time' },
  };
}

/**
 * MySQL 5.6 sums over all open table handles for each index of each open table, also to find that nothing was used:
 * 0.1 s with 1,000 tables. The sum over all tables, read before, spares that while no table was used.
 */
const anyTableUsed = `
AND EXISTS (SELECT 1 FROM performance_schema.events_waits_summary_global_by_event_name
WHERE EVENT_NAME = 'wait/io/table/sql/handler' AND COUNT_STAR > 0)`;

/** Row operations and their time by table and index; INDEX_NAME null: through no index. Timers are picoseconds. */
export const tableIo: Collector = {
  id: 'table-io',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'start+end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [{ ...busiest(anyTableUsed), flavours: ['mysql'], before: [5, 7, 0] }, busiest()],
};
