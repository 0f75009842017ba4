import { nameValueMap } from '../../../connect/driver/rows';
import { type Collector, fetchTable } from '../../collector';
import { CollectorSkipped } from '../../reading/collector-skipped';

/** Members of the Galera cluster; its counters (wsrep_*) are in section status, its settings among the variables. */
export const galera: Collector = {
  id: 'galera',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  since: 'MariaDB and Percona XtraDB Cluster',
  sources: [
    { sql: 'SELECT * FROM information_schema.WSREP_MEMBERSHIP', flavours: ['mariadb'] },
    {
      sql: 'SELECT NODE_UUID, CLUSTER_UUID, NODE_NAME, NODE_INCOMING_ADDRESS FROM mysql.wsrep_cluster_members',
      flavours: ['mariadb', 'mysql'],
      privilege: 'galera',
    },
  ],
  fetch: async (context, source) => {
    const sql = "SHOW GLOBAL VARIABLES LIKE 'wsrep_on'";
    const on = nameValueMap(
      await context.session.query(sql, { timeoutMs: galera.timeoutMs, signal: context.signal }),
    ).get('wsrep_on');
    if (on === undefined)
      throw new CollectorSkipped({ code: 'absent', text: 'This server was built without Galera (wsrep).' });
    if (/^(off|0)$/i.test(on))
      throw new CollectorSkipped({
        code: 'disabled',
        text: 'This server is in no Galera cluster (wsrep_on = OFF).',
      });
    return fetchTable(context, galera, source);
  },
};
