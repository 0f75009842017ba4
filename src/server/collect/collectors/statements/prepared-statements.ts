import type { Collector } from '../../collector';

/** 16 connections of sysbench with 8 tables hold 1,200. */
const rows = 2000;
const sql = `SELECT STATEMENT_ID, STATEMENT_NAME, LEFT(SQL_TEXT, 1024) AS SQL_TEXT, OWNER_THREAD_ID, OWNER_OBJECT_TYPE,
OWNER_OBJECT_SCHEMA, OWNER_OBJECT_NAME, TIMER_PREPARE, COUNT_REPREPARE, COUNT_EXECUTE, SUM_TIMER_EXECUTE,
MAX_TIMER_EXECUTE, SUM_LOCK_TIME, SUM_ERRORS, SUM_WARNINGS, SUM_ROWS_AFFECTED, SUM_ROWS_SENT, SUM_ROWS_EXAMINED,
SUM_CREATED_TMP_DISK_TABLES, SUM_CREATED_TMP_TABLES, SUM_SELECT_FULL_JOIN, SUM_SORT_MERGE_PASSES, SUM_NO_INDEX_USED,
SUM_NO_GOOD_INDEX_USED
FROM performance_schema.prepared_statements_instances ORDER BY SUM_TIMER_EXECUTE DESC LIMIT ${rows}`;
const bound = { rows, by: 'execution time' };

/**
 * Prepared statements that are open at both ends of the window: statements of one connection, with the totals since each
 * was prepared. Timers are picoseconds.
 */
export const preparedStatements: Collector = {
  id: 'prepared-statements',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  since: 'MySQL 5.7.4 and MariaDB 10.5.2',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    { flavours: ['mysql'], from: [5, 7, 4], sql, bound },
    { flavours: ['mariadb'], from: [10, 5, 2], sql, bound },
  ],
};
