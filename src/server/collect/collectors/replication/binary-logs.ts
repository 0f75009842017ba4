import type { Collector } from '../../collector';

/** Binary logs with their sizes, bytes. */
export const binaryLogs: Collector = {
  id: 'binary-logs',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  needs: { privilege: 'binaryLogs' },
  sources: [{ sql: 'SHOW BINARY LOGS' }],
  refusals: {
    1381: {
      code: 'disabled',
      text: 'Binary logging is off.',
      remedy: 'Set log_bin under [mysqld] and restart the server.',
    },
  },
};
