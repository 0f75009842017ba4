import type { Collector } from '../../collector';

const rows = 500;
const bound = { rows, by: 'first channels and workers' };
const sql = (order: string) =>
  `SELECT * FROM performance_schema.replication_applier_status_by_worker ORDER BY ${order} LIMIT ${rows}`;

/** Appliers of replication by channel and worker, with the transaction that each applies. */
export const replicationWorkers: Collector = {
  id: 'replication-workers',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  since: 'MySQL 5.7.2 and MariaDB 10.5.2',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    { flavours: ['mysql'], from: [5, 7, 2], sql: sql('CHANNEL_NAME, WORKER_ID'), bound },
    { flavours: ['mariadb'], from: [10, 5, 2], sql: sql('CHANNEL_NAME, THREAD_ID'), bound },
  ],
};
