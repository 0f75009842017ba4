import type { WaitObject } from './wait-object';

const all = { mysql: '5.6..', mariadb: '10.0..' };

/** Binary log, group commit and replication. */
export const binaryLogWaits: readonly WaitObject[] = [
  {
    id: 'binlog',
    title: 'Binary log and group commit',
    kind: 'latch',
    names: [
      { event: 'synch/mutex/sql/MYSQL_BIN_LOG::*', ...all },
      { event: 'synch/mutex/sql/LOCK_prepare_ordered', mariadb: '10.0..' },
      { event: 'synch/mutex/sql/LOCK_commit_ordered', mariadb: '10.0..' },
      { event: 'synch/mutex/sql/LOCK_after_binlog_sync', mariadb: '10.0..' },
      { event: 'synch/mutex/sql/LOCK_binlog_state', mariadb: '10.0..' },
      { event: 'synch/mutex/sql/wait_for_commit::LOCK_wait_commit', mariadb: '10.0..' },
      { event: 'synch/mutex/sql/Gtid_index_writer::gtid_index_mutex', mariadb: '11.4..' },
      { event: 'synch/mutex/sql/LOCK_replica_trans_dep_tracker', mysql: '8.0.26..' },
      { event: 'synch/mutex/sql/Gtid_state', mysql: '5.6..' },
      { event: 'synch/mutex/sql/Gtid_set::gtid_executed::free_intervals_mutex', mysql: '5.7..' },
      { event: 'synch/rwlock/sql/gtid_commit_rollback', mysql: '5.6..' },
      { event: 'synch/rwlock/sql/gtid_mode_lock', mysql: '5.7..' },
      { event: 'synch/rwlock/sql/Binlog_storage_delegate::lock', mysql: '5.6..' },
      { event: 'synch/rwlock/sql/Trans_delegate::lock', mysql: '5.6..' },
      { event: 'synch/mutex/sql/TC_LOG_MMAP::*', ...all },
    ],
    guards: 'The order of commits and the write of a group of them to the binary log.',
    hot: 'Many small commits with the binary log on, on storage whose syncs are slow.',
    lever:
      'Larger groups: binlog_group_commit_sync_delay in MySQL, binlog_commit_wait_usec and _count in MariaDB; faster storage for the log. sync_binlog above 1 is faster but a crash of the machine loses that many groups.',
    variables: [
      { variable: 'binlog_group_commit_sync_delay', direction: 'test' },
      { variable: 'binlog_commit_wait_usec', direction: 'test' },
      { variable: 'binlog_commit_wait_count', direction: 'test' },
      { variable: 'sync_binlog', direction: 'test' },
    ],
    probe: 'commit-durability',
    source: 'percona-blog; binlog.cc, log.cc in MariaDB',
  },
  {
    id: 'group_commit',
    title: 'Waiting for the group of the commit',
    kind: 'handover',
    names: [
      { event: 'synch/cond/sql/MYSQL_BIN_LOG::COND_done', mysql: '5.6..' },
      { event: 'synch/cond/sql/MYSQL_BIN_LOG::COND_flush_queue', mysql: '8.0..' },
      { event: 'synch/cond/sql/MYSQL_BIN_LOG::COND_wait_for_group_turn', mysql: '8.4..' },
      { event: 'synch/cond/sql/MYSQL_BIN_LOG::prep_xids_cond', mysql: '5.6..' },
      { event: 'synch/cond/sql/MYSQL_BIN_LOG::COND_queue_busy', mariadb: '10.0..' },
      { event: 'synch/cond/sql/MYSQL_BIN_LOG::COND_xid_list', mariadb: '10.0..' },
      { event: 'synch/cond/sql/THD::COND_wakeup_ready', mariadb: '10.0..' },
      { event: 'synch/cond/sql/wait_for_commit::COND_wait_commit', mariadb: '10.0..' },
      { event: 'synch/cond/sql/COND_prepare_ordered', mariadb: '10.0..' },
      { event: 'synch/cond/sql/TC_LOG_MMAP::*', ...all },
      { event: 'synch/cond/innodb/commit_cond', mysql: '5.6..', mariadb: '..10.4' },
      { event: 'synch/mutex/innodb/commit_cond_mutex', mysql: '5.6..', mariadb: '..10.4' },
    ],
    guards:
      'A committed session sleeps until the leader of its group has written and synced the logs for all of them.',
    hot: 'Commits wait for syncs of the binary log and the redo log: the time here is that of the storage, once for each session.',
    lever:
      'Faster storage for the logs, larger transactions. sync_binlog above 1 and innodb_flush_log_at_trx_commit=2 are faster but lose commits when the machine fails; binlog_group_commit_sync_delay makes groups larger and single commits slower.',
    variables: [
      { variable: 'sync_binlog', direction: 'test' },
      { variable: 'innodb_flush_log_at_trx_commit', direction: 'test' },
      { variable: 'binlog_group_commit_sync_delay', direction: 'test' },
    ],
    probe: 'commit-durability',
    source:
      'Stage_manager in binlog.cc; MYSQL_BIN_LOG::write_transaction_to_binlog_events in log.cc of MariaDB',
  },
  {
    id: 'replica_order',
    title: 'Order of parallel replication',
    kind: 'handover',
    names: [
      { event: 'synch/mutex/sql/LOCK_parallel_entry', mariadb: '10.0..' },
      { event: 'synch/cond/sql/COND_parallel_entry', mariadb: '10.0..' },
      { event: 'synch/cond/sql/COND_group_commit_orderer', mariadb: '10.0..' },
      { event: 'synch/mutex/sql/Commit_order_manager::m_mutex', mysql: '5.7..' },
      { event: 'synch/cond/sql/Commit_order_manager::m_workers.cond', mysql: '5.7..' },
      { event: 'synch/mutex/sql/Worker_info::jobs_lock', mysql: '5.6..' },
      { event: 'synch/mutex/sql/Relay_log_info::*', ...all },
      { event: 'synch/mutex/sql/MYSQL_RELAY_LOG::*', ...all },
    ],
    guards: 'Workers of a replica wait for their turn to commit, and share the relay log.',
    hot: 'The source writes in more sessions than the replica can apply side by side.',
    lever:
      'More workers (replica_parallel_workers, slave_parallel_threads), larger groups of commits on the source.',
    variables: [
      { variable: 'replica_parallel_workers', direction: 'raise' },
      { variable: 'slave_parallel_workers', direction: 'raise' },
      { variable: 'slave_parallel_threads', direction: 'raise' },
    ],
    probe: null,
    source: 'rpl_replica_commit_order_manager.cc; rpl_parallel.cc in MariaDB',
  },
  {
    id: 'semi_sync',
    title: 'Semi-synchronous replication',
    kind: 'handover',
    names: [
      { event: 'synch/mutex/sql/LOCK_rpl_semi_sync_master_enabled', mariadb: '10.3..' },
      { event: 'synch/mutex/sql/Ack_receiver::mutex', mariadb: '10.3..' },
      { event: 'synch/rwlock/sql/Binlog_transmit_delegate::lock', mysql: '5.6..' },
      { event: 'synch/mutex/semisync/*', mysql: '5.6..', plugin: true },
      { event: 'synch/cond/semisync/*', mysql: '5.6..', plugin: true },
    ],
    guards: 'Acknowledgements of replicas that a commit waits for.',
    hot: 'A slow network or replica: each commit waits for its answer.',
    lever:
      'A nearer or faster replica for the answer; larger transactions. A lower time-out (rpl_semi_sync_source_timeout, rpl_semi_sync_master_timeout) falls back to asynchronous replication, and a failover can then lose commits.',
    variables: [],
    probe: null,
    source: 'semisync_source.cc; semisync_master.cc in MariaDB',
  },
  {
    id: 'galera',
    title: 'Galera cluster',
    kind: 'handover',
    names: [
      { event: 'synch/mutex/sql/LOCK_wsrep_*', mariadb: '10.1..' },
      { event: 'synch/cond/sql/COND_wsrep_*', mariadb: '10.1..' },
      { event: 'synch/cond/sql/THD::COND_wsrep_thd', mariadb: '10.4..' },
    ],
    guards: 'State of the cluster node: certification, order of commits, state transfer.',
    hot: 'The slowest node stops the others (flow control), or large transactions are replicated.',
    lever: 'Look at wsrep_flow_control_paused and the slowest node first; smaller transactions.',
    variables: [],
    probe: null,
    source: 'wsrep_mysqld.cc; Galera manual, "Flow Control"',
  },
];
