import type { Collector } from '../../collector';

const rows = 500;

/** Connections by account, now and since the server started; NULL stands for background threads. */
export const accounts: Collector = {
  id: 'accounts',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      sql: `SELECT USER, HOST, CURRENT_CONNECTIONS, TOTAL_CONNECTIONS
FROM performance_schema.accounts ORDER BY TOTAL_CONNECTIONS DESC LIMIT ${rows}`,
      bound: { rows, by: 'connections' },
    },
  ],
};
