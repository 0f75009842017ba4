import type { Collector } from '../../collector';

/** Components that were installed (audit, password validation, telemetry and the like). */
export const components: Collector = {
  id: 'components',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  since: 'MySQL 8.0.0',
  needs: { privilege: 'components' },
  sources: [{ flavours: ['mysql'], from: [8, 0, 0], sql: 'SELECT COMPONENT_URN FROM mysql.component' }],
};
