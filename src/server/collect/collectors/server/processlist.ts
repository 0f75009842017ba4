import type { Collector } from '../../collector';

const rows = 2000;
const bound = { rows, by: 'time in their state' };

/**
 * What every client does right now. performance_schema.threads costs no global mutex, unlike the classic process list
 * (MySQL manual, "The threads Table"); background threads have no PROCESSLIST_ID worth showing.
 */
export const processlist: Collector = {
  id: 'processlist',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  needs: { privilege: 'process', silent: true },
  sources: [
    {
      flavours: ['mysql'],
      performanceSchema: true,
      privilege: 'performanceSchema',
      sql: `SELECT PROCESSLIST_ID AS ID, PROCESSLIST_USER AS USER, PROCESSLIST_HOST AS HOST, PROCESSLIST_DB AS DB,
PROCESSLIST_COMMAND AS COMMAND, PROCESSLIST_TIME AS TIME, PROCESSLIST_STATE AS STATE, LEFT(PROCESSLIST_INFO, 4096) AS INFO
FROM performance_schema.threads WHERE TYPE = 'FOREGROUND' AND PROCESSLIST_ID <> CONNECTION_ID()
ORDER BY PROCESSLIST_TIME DESC LIMIT ${rows}`,
      bound,
    },
    {
      sql: `SELECT ID, USER, HOST, DB, COMMAND, TIME, STATE, LEFT(INFO, 4096) AS INFO
FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID() ORDER BY TIME DESC LIMIT ${rows}`,
      bound,
    },
    { sql: 'SHOW PROCESSLIST' },
  ],
};
