import type { Collector } from '../../collector';

const rows = 1000;

/** Open InnoDB transactions, oldest first. */
export const transactions: Collector = {
  id: 'transactions',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  needs: { privilege: 'process' },
  sources: [
    {
      sql: `SELECT TRX_ID, TRX_STATE, TRX_STARTED, TIMESTAMPDIFF(SECOND, TRX_STARTED, NOW()) AS AGE_SECONDS,
TIMESTAMPDIFF(SECOND, TRX_WAIT_STARTED, NOW()) AS WAIT_SECONDS, TRX_WEIGHT, TRX_MYSQL_THREAD_ID,
LEFT(TRX_QUERY, 1024) AS TRX_QUERY, TRX_OPERATION_STATE, TRX_TABLES_IN_USE, TRX_TABLES_LOCKED, TRX_LOCK_STRUCTS,
TRX_LOCK_MEMORY_BYTES, TRX_ROWS_LOCKED, TRX_ROWS_MODIFIED, TRX_CONCURRENCY_TICKETS, TRX_ISOLATION_LEVEL
FROM information_schema.INNODB_TRX ORDER BY TRX_STARTED LIMIT ${rows}`,
      bound: { rows, by: 'age' },
    },
  ],
};
