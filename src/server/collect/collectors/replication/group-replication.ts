import type { Collector } from '../../collector';

/** Members of the replication group as this server sees them, with their queues; no row: it is in none. */
export const groupReplication: Collector = {
  id: 'group-replication',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  since: 'MySQL 5.7.6',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      flavours: ['mysql'],
      from: [8, 0, 2],
      sql: `SELECT m.CHANNEL_NAME, m.MEMBER_ID, m.MEMBER_HOST, m.MEMBER_PORT, m.MEMBER_STATE, m.MEMBER_ROLE, m.MEMBER_VERSION,
s.COUNT_TRANSACTIONS_IN_QUEUE, s.COUNT_TRANSACTIONS_CHECKED, s.COUNT_CONFLICTS_DETECTED,
s.COUNT_TRANSACTIONS_ROWS_VALIDATING, s.COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE,
s.COUNT_TRANSACTIONS_REMOTE_APPLIED, s.COUNT_TRANSACTIONS_LOCAL_PROPOSED, s.COUNT_TRANSACTIONS_LOCAL_ROLLBACK
FROM performance_schema.replication_group_members m
LEFT JOIN performance_schema.replication_group_member_stats s ON s.MEMBER_ID = m.MEMBER_ID`,
    },
    {
      flavours: ['mysql'],
      from: [5, 7, 6],
      before: [8, 0, 2],
      sql: `SELECT m.CHANNEL_NAME, m.MEMBER_ID, m.MEMBER_HOST, m.MEMBER_PORT, m.MEMBER_STATE, s.COUNT_TRANSACTIONS_IN_QUEUE,
s.COUNT_TRANSACTIONS_CHECKED, s.COUNT_CONFLICTS_DETECTED, s.COUNT_TRANSACTIONS_ROWS_VALIDATING
FROM performance_schema.replication_group_members m
LEFT JOIN performance_schema.replication_group_member_stats s ON s.MEMBER_ID = m.MEMBER_ID`,
    },
  ],
};
