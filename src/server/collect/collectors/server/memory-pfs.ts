import type { Collector } from '../../collector';

const sql = `SELECT EVENT_NAME, CURRENT_COUNT_USED, CURRENT_NUMBER_OF_BYTES_USED, HIGH_NUMBER_OF_BYTES_USED
FROM performance_schema.memory_summary_global_by_event_name
WHERE CURRENT_NUMBER_OF_BYTES_USED <> 0 OR HIGH_NUMBER_OF_BYTES_USED <> 0`;

/** Memory by instrument, bytes. Counts only what was allocated while its instrument was on; may be negative. */
export const memoryPfs: Collector = {
  id: 'memory-pfs',
  costClass: 'light',
  timeoutMs: 10_000,
  when: 'end',
  since: 'MySQL 5.7 and MariaDB 10.5',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    { flavours: ['mysql'], from: [5, 7, 0], sql },
    { flavours: ['mariadb'], from: [10, 5, 2], sql },
  ],
};
