import type { Unit } from '../../../shared/analysis';
import type { FactDefinition, FactType } from '../inputs/definition';

/**
 * Settings that carry different names in different versions or flavours, or exist only with a plugin: the first name
 * that this server has counts.
 */
interface NamedSetting {
  id: string;
  type: FactType;
  unit: Unit;
  names: readonly [string, ...string[]];
  what: string;
}

const manual =
  'MySQL manual, "Replication and Binary Logging Options and Variables"; MariaDB "Replication and Binary Log System Variables"';

const settings: readonly NamedSetting[] = [
  {
    id: 'replica_workers',
    type: 'number',
    unit: 'count',
    names: ['slave_parallel_threads', 'replica_parallel_workers', 'slave_parallel_workers'],
    what: 'Threads that apply transactions side by side; 0 and 1 mean one after the other.',
  },
  {
    id: 'replica_parallel_mode',
    type: 'string',
    unit: 'none',
    names: ['slave_parallel_mode', 'replica_parallel_type', 'slave_parallel_type'],
    what: 'By what the applier decides which transactions may run side by side.',
  },
  {
    id: 'replica_keeps_commit_order',
    type: 'boolean',
    unit: 'none',
    names: ['replica_preserve_commit_order', 'slave_preserve_commit_order'],
    what: 'Whether applier threads commit in the order of the source.',
  },
  {
    id: 'grant_tables_skipped',
    type: 'boolean',
    unit: 'none',
    names: ['skip_grant_tables'],
    what: 'Whether privileges are not checked (skip_grant_tables). MySQL reports this in no variable, so there it is read from an option file.',
  },
  {
    id: 'replica_timeout',
    type: 'number',
    unit: 'seconds',
    names: ['replica_net_timeout', 'slave_net_timeout'],
    what: 'Silence on the connection to the source after which the replica reconnects.',
  },
  {
    id: 'replica_skipped_errors',
    type: 'string',
    unit: 'none',
    names: ['replica_skip_errors', 'slave_skip_errors'],
    what: 'Errors that the applier passes over without stopping.',
  },
  {
    id: 'replica_logs_updates',
    type: 'boolean',
    unit: 'none',
    names: ['log_replica_updates', 'log_slave_updates'],
    what: 'Whether a replica writes what it applies to its own binary log.',
  },
  {
    id: 'relay_log_recovered',
    type: 'boolean',
    unit: 'none',
    names: ['relay_log_recovery'],
    what: 'Whether a replica fetches unapplied relay logs again after a crash.',
  },
  {
    id: 'gtid_consistency',
    type: 'string',
    unit: 'none',
    names: ['enforce_gtid_consistency'],
    what: 'Whether statements that a GTID cannot cover are refused: ON, WARN or OFF.',
  },
  {
    id: 'semi_sync_enabled',
    type: 'boolean',
    unit: 'none',
    names: ['rpl_semi_sync_source_enabled', 'rpl_semi_sync_master_enabled'],
    what: 'Whether commits wait until a replica has received them (semi-synchronous replication).',
  },
  {
    id: 'semi_sync_wait_point',
    type: 'string',
    unit: 'none',
    names: ['rpl_semi_sync_source_wait_point', 'rpl_semi_sync_master_wait_point'],
    what: 'Whether a commit waits for its replica before (AFTER_SYNC) or after others can see it (AFTER_COMMIT).',
  },
  {
    id: 'semi_sync_timeout_ms',
    type: 'number',
    unit: 'ms',
    names: ['rpl_semi_sync_source_timeout', 'rpl_semi_sync_master_timeout'],
    what: 'Wait for a replica after which semi-synchronous replication disables itself.',
  },
  {
    id: 'group_applier_threshold',
    type: 'number',
    unit: 'count',
    names: ['group_replication_flow_control_applier_threshold'],
    what: 'Transactions waiting to be applied at which group replication begins to throttle writers.',
  },
  {
    id: 'group_certifier_threshold',
    type: 'number',
    unit: 'count',
    names: ['group_replication_flow_control_certifier_threshold'],
    what: 'Transactions waiting to be certified at which group replication begins to throttle writers.',
  },
  {
    id: 'group_majority_timeout',
    type: 'number',
    unit: 'seconds',
    names: ['group_replication_unreachable_majority_timeout'],
    what: 'Time after which a member that lost the majority gives up; 0: it waits for ever.',
  },
  {
    id: 'group_expel_timeout',
    type: 'number',
    unit: 'seconds',
    names: ['group_replication_member_expel_timeout'],
    what: 'Time that an unreachable member is still waited for after it was suspected.',
  },
  {
    id: 'group_message_cache',
    type: 'number',
    unit: 'bytes',
    names: ['group_replication_message_cache_size'],
    what: 'Memory for messages of the group that a member may have to ask for again.',
  },
  {
    id: 'group_single_primary',
    type: 'boolean',
    unit: 'none',
    names: ['group_replication_single_primary_mode'],
    what: 'Whether one member of the group takes all writes.',
  },
  {
    id: 'group_single_leader',
    type: 'boolean',
    unit: 'none',
    names: ['group_replication_paxos_single_leader'],
    what: 'Whether consensus in a single-primary group runs through one leader.',
  },
  {
    id: 'galera_applier_threads',
    type: 'number',
    unit: 'count',
    names: ['wsrep_applier_threads', 'wsrep_slave_threads'],
    what: 'Threads that apply the write sets of other nodes.',
  },
  {
    id: 'galera_sst_method',
    type: 'string',
    unit: 'none',
    names: ['wsrep_sst_method'],
    what: 'How a node that joins gets the whole data set.',
  },
  {
    id: 'galera_schema_upgrade',
    type: 'string',
    unit: 'none',
    names: ['wsrep_osu_method'],
    what: 'How schema changes run: on every node in total order (TOI) or on one node alone (RSU).',
  },
  {
    id: 'galera_sync_wait',
    type: 'number',
    unit: 'none',
    names: ['wsrep_sync_wait'],
    what: 'Which statements wait until the node has caught up with the cluster (a bit mask; 0: none).',
  },
  {
    id: 'galera_strict_mode',
    type: 'string',
    unit: 'none',
    names: ['pxc_strict_mode'],
    what: 'Whether Percona XtraDB Cluster refuses what it cannot replicate safely.',
  },
];

/** One fact for each setting of the list. */
export const settingFacts: FactDefinition[] = settings.map(({ id, type, unit, names, what }) => ({
  id,
  type,
  unit,
  needs: names.map((name) => `variable.${name}` as const),
  doc: { what, formula: names.join(', or '), source: manual },
  compute: (read) => {
    const name = names.find((one) => read.hasVariable(one));
    // The reader says why the first of them is not there: on this server, or in these files.
    if (name === undefined) return read.variable(names[0]);
    const value = read.variable(name);
    if (type === 'number') return read.number(name);
    if (type === 'boolean') return value === true || value === 1;
    // Switches among texts (enforce_gtid_consistency of 5.6), and letter case, are made alike.
    return value === true ? 'ON' : value === false ? 'OFF' : String(value).toUpperCase();
  },
}));
