import type { Collector } from '../../collector';

/** Plugins that are loaded or known. */
export const plugins: Collector = {
  id: 'plugins',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  sources: [
    {
      sql: `SELECT PLUGIN_NAME, PLUGIN_VERSION, PLUGIN_STATUS, PLUGIN_TYPE, PLUGIN_LIBRARY
FROM information_schema.PLUGINS`,
    },
  ],
};
