import { type Collector, fetchTable } from '../../collector';

/** Global status: totals since the server started, and gauges. */
export const status: Collector = {
  id: 'status',
  costClass: 'light',
  timeoutMs: 10_000,
  when: 'start+end',
  sources: [{ sql: 'SHOW GLOBAL STATUS' }],
  fetch: async (context, source) => {
    const { table } = await fetchTable(context, status, source);
    return { table: { columns: ['name', 'value'], rows: table?.rows ?? [] } };
  },
};
