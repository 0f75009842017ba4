import type { Collector } from '../../collector';

/** Which instruments and consumers are on: without their instrument, waits are not zero but unknown. */
export const pfsSetup: Collector = {
  id: 'pfs-setup',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      sql: `SELECT 'instrument' AS KIND, NAME, ENABLED, TIMED FROM performance_schema.setup_instruments
UNION ALL SELECT 'consumer', NAME, ENABLED, NULL FROM performance_schema.setup_consumers`,
    },
  ],
};
