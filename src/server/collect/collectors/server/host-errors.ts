import { nameValueMap } from '../../../connect/driver/rows';
import type { Collector } from '../../collector';

const rows = 500;

/** Failed connections by client address, from the host cache: interrupted handshakes, failed logins, blocked hosts. */
export const hostErrors: Collector = {
  id: 'host-errors',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [
    {
      sql: `SELECT IP, HOST, HOST_VALIDATED, SUM_CONNECT_ERRORS, COUNT_HOST_BLOCKED_ERRORS, COUNT_NAMEINFO_TRANSIENT_ERRORS,
COUNT_NAMEINFO_PERMANENT_ERRORS, COUNT_HOST_ACL_ERRORS, COUNT_AUTH_PLUGIN_ERRORS, COUNT_HANDSHAKE_ERRORS,
COUNT_AUTHENTICATION_ERRORS, COUNT_SSL_ERRORS, COUNT_MAX_USER_CONNECTIONS_ERRORS, COUNT_DEFAULT_DATABASE_ERRORS,
COUNT_INIT_CONNECT_ERRORS, COUNT_LOCAL_ERRORS, COUNT_UNKNOWN_ERRORS, FIRST_SEEN, LAST_SEEN, LAST_ERROR_SEEN
FROM performance_schema.host_cache ORDER BY SUM_CONNECT_ERRORS DESC LIMIT ${rows}`,
      bound: { rows, by: 'errors' },
    },
  ],
  // The cache is passed by where names are not looked up (manual, "DNS Lookups and the Host Cache").
  whenEmpty: async ({ session, signal }) => {
    const sql = "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('host_cache_size', 'skip_name_resolve')";
    const values = nameValueMap(await session.query(sql, { timeoutMs: 5000, signal }));
    const off =
      values.get('host_cache_size') === '0' || /^(on|1)$/i.test(values.get('skip_name_resolve') ?? '');
    return off
      ? {
          code: 'disabled',
          text: 'The host cache is not used (host_cache_size = 0 or skip_name_resolve): the server does not count errors by host.',
        }
      : null;
  },
};
