import { type Collector, fetchTable } from '../../collector';

/** The text of SHOW ENGINE INNODB STATUS: the only place for semaphore waits by file and line, and for deadlocks. */
export const innodbStatus: Collector = {
  id: 'innodb-status',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'start+end',
  needs: { privilege: 'process' },
  sources: [{ sql: 'SHOW ENGINE INNODB STATUS' }],
  fetch: async (context, source) => {
    const { table } = await fetchTable(context, innodbStatus, source);
    return { text: String(table?.rows[0]?.[2] ?? '') };
  },
};
