import { type Collector, fetchTable } from '../../collector';
import type { Source } from '../../reading/source';

const rows = 500;
const bound = { rows, by: 'total time' };

const everywhere = `SCHEMA_NAME, DIGEST, LEFT(DIGEST_TEXT, 4096) AS DIGEST_TEXT, COUNT_STAR, SUM_TIMER_WAIT, MIN_TIMER_WAIT,
AVG_TIMER_WAIT, MAX_TIMER_WAIT, SUM_LOCK_TIME, SUM_ERRORS, SUM_WARNINGS, SUM_ROWS_AFFECTED, SUM_ROWS_SENT,
SUM_ROWS_EXAMINED, SUM_CREATED_TMP_DISK_TABLES, SUM_CREATED_TMP_TABLES, SUM_SELECT_FULL_JOIN,
SUM_SELECT_FULL_RANGE_JOIN, SUM_SELECT_RANGE, SUM_SELECT_SCAN, SUM_SORT_MERGE_PASSES, SUM_SORT_RANGE, SUM_SORT_ROWS,
SUM_SORT_SCAN, SUM_NO_INDEX_USED, SUM_NO_GOOD_INDEX_USED, FIRST_SEEN, LAST_SEEN`;

function select(more: string): string {
  return `SELECT ${everywhere}${more}
FROM performance_schema.events_statements_summary_by_digest ORDER BY SUM_TIMER_WAIT DESC LIMIT ${rows}`;
}

/** From 8.0 on the server keeps one real statement per digest; it is asked for only when literals are to be kept. */
const sample = ', LEFT(QUERY_SAMPLE_TEXT, 4096) AS QUERY_SAMPLE_TEXT';

/** Statements by normalised text: values are already replaced by ? in DIGEST_TEXT. Timers are picoseconds. */
export const statementDigests: Collector = {
  id: 'statement-digests',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'start+end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    { flavours: ['mysql'], from: [8, 0, 28], sql: select(', QUANTILE_95, QUANTILE_99, SUM_CPU_TIME'), bound },
    { flavours: ['mysql'], from: [8, 0, 0], sql: select(', QUANTILE_95, QUANTILE_99'), bound },
    { sql: select(''), bound },
  ],
  fetch: (context, source) => fetchTable(context, statementDigests, withSample(source, context.keepLiterals)),
};

function withSample(source: Source, keepLiterals: boolean): Source {
  return keepLiterals && source.sql.includes('QUANTILE_95')
    ? { ...source, sql: source.sql.replace('\nFROM', `${sample}\nFROM`) }
    : source;
}
