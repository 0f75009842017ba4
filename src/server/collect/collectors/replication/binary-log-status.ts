import type { Collector } from '../../collector';

/** Where the binary log stands, which schemas it takes, and the GTIDs executed. No row: it is off. */
export const binaryLogStatus: Collector = {
  id: 'binary-log-status',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  needs: { privilege: 'binaryLogs' },
  sources: [
    { flavours: ['mysql'], from: [8, 2, 0], sql: 'SHOW BINARY LOG STATUS' },
    { sql: 'SHOW MASTER STATUS' },
  ],
  whenEmpty: async () => ({
    code: 'disabled',
    text: 'Binary logging is off.',
    remedy: 'Set log_bin under [mysqld] and restart the server.',
  }),
};
