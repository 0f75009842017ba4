import type { Collector } from '../../collector';
import { unlessInstrumented } from '../../reading/instrumented';

const rows = 1000;
const bound = { rows, by: 'waiting' };

const sql = `SELECT m.OBJECT_TYPE, m.OBJECT_SCHEMA, m.OBJECT_NAME, m.LOCK_TYPE, m.LOCK_DURATION, m.LOCK_STATUS, t.PROCESSLIST_ID,
t.PROCESSLIST_TIME, t.NAME AS THREAD_NAME
FROM performance_schema.metadata_locks m LEFT JOIN performance_schema.threads t ON t.THREAD_ID = m.OWNER_THREAD_ID
WHERE t.PROCESSLIST_ID IS NULL OR t.PROCESSLIST_ID <> CONNECTION_ID()
ORDER BY m.LOCK_STATUS = 'PENDING' DESC LIMIT ${rows}`;

/** Metadata locks held and waited for; those that wait come first. PROCESSLIST_ID is what KILL takes. */
export const metadataLocks: Collector = {
  id: 'metadata-locks',
  costClass: 'medium',
  timeoutMs: 5_000,
  when: 'end',
  since: 'MySQL 5.7.3 and MariaDB 10.5.2 (before, in MariaDB, with the plugin metadata_lock_info)',
  sources: [
    {
      flavours: ['mysql'],
      from: [5, 7, 3],
      performanceSchema: true,
      privilege: 'performanceSchema',
      sql,
      bound,
    },
    {
      flavours: ['mariadb'],
      from: [10, 5, 2],
      performanceSchema: true,
      privilege: 'performanceSchema',
      sql,
      bound,
    },
    {
      flavours: ['mariadb'],
      sql: `SELECT LOCK_TYPE AS OBJECT_TYPE, TABLE_SCHEMA AS OBJECT_SCHEMA, TABLE_NAME AS OBJECT_NAME, LOCK_MODE AS LOCK_TYPE,
LOCK_DURATION, 'GRANTED' AS LOCK_STATUS, THREAD_ID AS PROCESSLIST_ID
FROM information_schema.METADATA_LOCK_INFO WHERE THREAD_ID <> CONNECTION_ID() LIMIT ${rows}`,
      bound,
    },
  ],
  whenEmpty: async (context) =>
    context.server.performanceSchema === true
      ? unlessInstrumented({ what: 'Metadata locks', like: 'wait/lock/metadata/sql/mdl' })(context)
      : null,
};
