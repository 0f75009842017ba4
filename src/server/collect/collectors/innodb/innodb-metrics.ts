import type { Collector } from '../../collector';

function select(statusColumn: string): string {
  return `SELECT NAME, SUBSYSTEM, COUNT, MAX_COUNT, MIN_COUNT, AVG_COUNT, COUNT_RESET, TIME_ENABLED, TYPE, ${statusColumn}
FROM information_schema.INNODB_METRICS`;
}

/** InnoDB's own counters; those whose STATUS is disabled stand still. MariaDB renamed STATUS to ENABLED, 1 or 0. */
export const innodbMetrics: Collector = {
  id: 'innodb-metrics',
  costClass: 'light',
  timeoutMs: 10_000,
  when: 'start+end',
  needs: { privilege: 'process' },
  sources: [
    { flavours: ['mariadb'], sql: select("IF(ENABLED, 'enabled', 'disabled') AS STATUS") },
    { sql: select('STATUS') },
  ],
};
