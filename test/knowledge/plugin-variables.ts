/**
 * Variables that are there only while a plugin or another build is: semi-synchronous replication, group replication,
 * Galera in Percona XtraDB Cluster, MyRocks; and the identity of one server, which has no default. The catalog speaks of what a stock server has and does not hold them; facts may
 * read them, and are unknown without.
 */
export const pluginVariables: ReadonlySet<string> = new Set([
  'rpl_semi_sync_source_enabled',
  'rpl_semi_sync_master_enabled',
  'rpl_semi_sync_source_wait_point',
  'rpl_semi_sync_master_wait_point',
  'rpl_semi_sync_source_timeout',
  'rpl_semi_sync_master_timeout',
  'group_replication_group_name',
  'group_replication_single_primary_mode',
  'group_replication_flow_control_applier_threshold',
  'group_replication_flow_control_certifier_threshold',
  'group_replication_unreachable_majority_timeout',
  'group_replication_member_expel_timeout',
  'group_replication_message_cache_size',
  'group_replication_paxos_single_leader',
  'pxc_strict_mode',
  'wsrep_applier_threads',
  'rocksdb_block_cache_size',
  'rocksdb_compaction_readahead_size',
  'rocksdb_db_write_buffer_size',
  'rocksdb_use_direct_reads',
  'server_uuid',
]);
