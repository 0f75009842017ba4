import type { Collector } from '../../collector';

/** State of this server as a replica, one row per channel; no row: it is none. */
export const replication: Collector = {
  id: 'replication',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  needs: { privilege: 'replication' },
  sources: [
    { flavours: ['mysql'], from: [8, 0, 22], sql: 'SHOW REPLICA STATUS' },
    { flavours: ['mariadb'], sql: 'SHOW ALL SLAVES STATUS' },
    { flavours: ['mysql'], before: [8, 0, 22], sql: 'SHOW SLAVE STATUS' },
  ],
};
