import type { Reach } from '../variable-facts';

/**
 * Dynamic variables whose new global value reaches open connections otherwise than scope alone shows. By scope: a
 * global variable acts at once, a session variable is copied when a connection is made (MySQL manual, "System Variable
 * Privileges" and "Using System Variables"; sql_class.cc THD::init).
 */
const exceptions: readonly { reach: Reach; names: string }[] = [
  // Read while a connection is made.
  {
    reach: 'new connections',
    names:
      'connect_timeout init_connect max_connections max_user_connections skip_name_resolve admin_tls_version tls_version host_cache_size authentication_policy',
  },
  // Read when the replication threads start (MySQL manual, "Replica Server Options and Variables").
  {
    reach: 'replication restart',
    names: `
      slave_parallel_workers replica_parallel_workers slave_parallel_type replica_parallel_type
      slave_preserve_commit_order replica_preserve_commit_order slave_net_timeout replica_net_timeout
      slave_checkpoint_group replica_checkpoint_group slave_checkpoint_period replica_checkpoint_period
      slave_pending_jobs_size_max replica_pending_jobs_size_max slave_rows_search_algorithms
      slave_type_conversions replica_type_conversions slave_max_allowed_packet replica_max_allowed_packet
      slave_compressed_protocol replica_compressed_protocol slave_parallel_threads slave_domain_parallel_threads
      slave_parallel_max_queued slave_parallel_mode
    `,
  },
  { reach: 'next file', names: 'max_binlog_size max_relay_log_size binlog_checksum' },
];

const byName: ReadonlyMap<string, Reach> = new Map(
  exceptions.flatMap(({ reach, names }) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, Reach] => [name, reach]),
  ),
);

/** When connections that are open take a new value of the variable. */
export function reachOf(name: string, scope: 'global' | 'session' | 'both', dynamic: boolean): Reach {
  if (scope === 'session') return 'own session';
  if (!dynamic) return 'start';
  return byName.get(name) ?? (scope === 'both' ? 'new connections' : 'at once');
}
