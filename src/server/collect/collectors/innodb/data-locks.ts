import { counted } from '../../../../shared/base/units';
import { type Collector, fetchTable } from '../../collector';
import { CollectorSkipped } from '../../reading/collector-skipped';
import { countOf } from '../../reading/count';

const rows = 500;
const bound = { rows, by: 'locks' };

/** Reading every lock holds InnoDB's lock system in turn; beyond this many row locks that would be felt. */
const lockLimit = 100_000;

const rowLockCountSql = 'SELECT COALESCE(SUM(TRX_ROWS_LOCKED), 0) FROM information_schema.INNODB_TRX';

const innodbTables = `SELECT lock_trx_id AS TRX_ID, NULL AS PROCESSLIST_ID, NULL AS OBJECT_SCHEMA, lock_table AS OBJECT_NAME,
lock_index AS INDEX_NAME, lock_type AS LOCK_TYPE, lock_mode AS LOCK_MODE, NULL AS LOCK_STATUS, COUNT(*) AS LOCKS
FROM information_schema.INNODB_LOCKS GROUP BY lock_trx_id, lock_table, lock_index, lock_type, lock_mode
ORDER BY LOCKS DESC LIMIT ${rows}`;

/**
 * Row and table locks of InnoDB, counted by transaction, index and mode. Below MySQL 8.0 and in MariaDB only locks that
 * somebody waits for or holds against a waiter are shown. Row values (LOCK_DATA) are never read.
 */
export const dataLocks: Collector = {
  id: 'data-locks',
  costClass: 'medium',
  timeoutMs: 5_000,
  when: 'end',
  needs: { privilege: 'process' },
  sources: [
    {
      flavours: ['mysql'],
      from: [8, 0, 1],
      performanceSchema: true,
      privilege: 'performanceSchema',
      sql: `SELECT l.ENGINE_TRANSACTION_ID AS TRX_ID, t.PROCESSLIST_ID, l.OBJECT_SCHEMA, l.OBJECT_NAME, l.INDEX_NAME, l.LOCK_TYPE,
l.LOCK_MODE, l.LOCK_STATUS, COUNT(*) AS LOCKS
FROM performance_schema.data_locks l LEFT JOIN performance_schema.threads t ON t.THREAD_ID = l.THREAD_ID
GROUP BY l.ENGINE_TRANSACTION_ID, t.PROCESSLIST_ID, l.OBJECT_SCHEMA, l.OBJECT_NAME, l.INDEX_NAME, l.LOCK_TYPE, l.LOCK_MODE,
l.LOCK_STATUS ORDER BY LOCKS DESC LIMIT ${rows}`,
      bound,
    },
    { flavours: ['mysql'], before: [8, 0, 1], sql: innodbTables, bound },
    { flavours: ['mariadb'], sql: innodbTables, bound },
  ],
  fetch: async (context, source) => {
    const options = { timeoutMs: dataLocks.timeoutMs, signal: context.signal };
    const locks = source.privilege === undefined ? 0 : await rowLocks();
    if (locks <= lockLimit) return fetchTable(context, dataLocks, source);
    throw new CollectorSkipped({
      code: 'disabled',
      text: `Transactions hold ${counted(locks, 'row lock')}; above ${lockLimit} reading them would hold InnoDB up.`,
    });

    async function rowLocks(): Promise<number> {
      const table = await context.session.query(rowLockCountSql, options);
      return countOf(table, 'row locks');
    }
  },
};
