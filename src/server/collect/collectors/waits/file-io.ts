import type { Collector } from '../../collector';

const rows = 500;

/** Reads, writes and syncs by file. Timers are picoseconds, sizes bytes. */
export const fileIo: Collector = {
  id: 'file-io',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'start+end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      sql: `SELECT FILE_NAME, EVENT_NAME, COUNT_STAR, SUM_TIMER_WAIT, COUNT_READ, SUM_TIMER_READ, SUM_NUMBER_OF_BYTES_READ,
COUNT_WRITE, SUM_TIMER_WRITE, SUM_NUMBER_OF_BYTES_WRITE, COUNT_MISC, SUM_TIMER_MISC, MAX_TIMER_WAIT
FROM performance_schema.file_summary_by_instance WHERE COUNT_STAR > 0
ORDER BY SUM_TIMER_WAIT DESC LIMIT ${rows}`,
      bound: { rows, by: 'time' },
    },
  ],
};
