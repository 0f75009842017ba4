import type { Collector } from '../../collector';

const rows = 500;
const select = (table: string) =>
  `SELECT * FROM information_schema.${table} ORDER BY TOTAL_CONNECTIONS DESC LIMIT ${rows}`;
const bound = { rows, by: 'connections' };

/** Connections, lost and denied ones, CPU time, bytes and rows by user, where the server counts them (userstat). */
export const userStatistics: Collector = {
  id: 'user-statistics',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  since: 'MariaDB and Percona Server, with userstat = ON',
  needs: { privilege: 'process', silent: true },
  sources: [
    { flavours: ['mariadb'], sql: select('USER_STATISTICS'), bound },
    { flavours: ['percona'], sql: select('USER_STATISTICS'), bound },
  ],
  whenEmpty: async () => ({
    code: 'disabled',
    text: 'The server does not count by user.',
    remedy: 'SET GLOBAL userstat = ON;',
  }),
};
