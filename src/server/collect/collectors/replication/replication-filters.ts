import type { Collector } from '../../collector';

/** Filters of what is replicated; older servers and MariaDB show theirs in the columns of section replication. */
export const replicationFilters: Collector = {
  id: 'replication-filters',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  since: 'MySQL 8.0.1; other servers show filters in the columns Replicate_* of section replication',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      flavours: ['mysql'],
      from: [8, 0, 1],
      sql: `SELECT CHANNEL_NAME, FILTER_NAME, FILTER_RULE, CONFIGURED_BY FROM performance_schema.replication_applier_filters
UNION ALL SELECT NULL, FILTER_NAME, FILTER_RULE, CONFIGURED_BY FROM performance_schema.replication_applier_global_filters`,
    },
  ],
};
