import type { Collector } from '../../collector';

const rows = 200;
const bound = { rows, by: 'recent waits' };

const innodbTables = `SELECT w.requesting_trx_id AS WAITING_TRX_ID, w.blocking_trx_id AS BLOCKING_TRX_ID,
l.lock_mode AS LOCK_MODE, l.lock_type AS LOCK_TYPE, NULL AS OBJECT_SCHEMA, l.lock_table AS OBJECT_NAME,
l.lock_index AS INDEX_NAME
FROM information_schema.INNODB_LOCK_WAITS w
LEFT JOIN information_schema.INNODB_LOCKS l ON l.lock_id = w.requested_lock_id LIMIT ${rows}`;

/**
 * Who waits for whose row lock. MySQL 8.0 moved it to the Performance Schema; data_locks is read by its key only,
 * because a full read of it visits every lock of every transaction. Row values (LOCK_DATA) are never read.
 */
export const lockWaits: Collector = {
  id: 'lock-waits',
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
      sql: `SELECT w.REQUESTING_ENGINE_TRANSACTION_ID AS WAITING_TRX_ID, w.BLOCKING_ENGINE_TRANSACTION_ID AS BLOCKING_TRX_ID,
l.LOCK_MODE, l.LOCK_TYPE, l.OBJECT_SCHEMA, l.OBJECT_NAME, l.INDEX_NAME
FROM performance_schema.data_lock_waits w
LEFT JOIN performance_schema.data_locks l ON l.ENGINE_LOCK_ID = w.REQUESTING_ENGINE_LOCK_ID AND l.ENGINE = w.ENGINE
LIMIT ${rows}`,
      bound,
    },
    { flavours: ['mysql'], before: [8, 0, 1], sql: innodbTables, bound },
    { flavours: ['mariadb'], sql: innodbTables, bound },
  ],
};
