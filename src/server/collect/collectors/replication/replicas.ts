import type { Collector } from '../../collector';

/**
 * Replicas that fetch from this server, as their connections show. SHOW REPLICAS would want a privilege that lets the
 * account read all data by way of the binary log.
 */
export const replicas: Collector = {
  id: 'replicas',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  needs: { privilege: 'process', silent: true },
  sources: [
    {
      flavours: ['mysql'],
      performanceSchema: true,
      privilege: 'performanceSchema',
      sql: `SELECT PROCESSLIST_ID AS ID, PROCESSLIST_USER AS USER, PROCESSLIST_HOST AS HOST, PROCESSLIST_COMMAND AS COMMAND,
PROCESSLIST_TIME AS TIME, PROCESSLIST_STATE AS STATE
FROM performance_schema.threads WHERE PROCESSLIST_COMMAND LIKE 'Binlog Dump%'`,
    },
    {
      sql: `SELECT ID, USER, HOST, COMMAND, TIME, STATE
FROM information_schema.PROCESSLIST WHERE COMMAND LIKE 'Binlog Dump%'`,
    },
  ],
};
