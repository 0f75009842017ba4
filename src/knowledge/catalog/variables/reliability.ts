import { U32, U64 } from '../properties/limits';
import type { VariableRow, VariableTable } from './table';

/** The same default in every version of both families. */
const always = (value: string): VariableRow[] => [
  { mysql: '5.6..', value },
  { mariadb: '10.2..', value },
];

/** Variables that decide what a crash, a failover or a bad event costs: replication, recovery and strictness. */
export const reliabilityVariables: VariableTable = {
  relay_log_recovery: {
    type: 'boolean',
    scope: 'global',
    dynamic: false,
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF', dynamic: true },
    ],
  },
  slave_net_timeout: {
    type: 'integer',
    unit: 'seconds',
    scope: 'global',
    dynamic: true,
    min: 1,
    max: 31_536_000,
    alsoChanges: ['replica_net_timeout'],
    rows: [
      { mysql: '5.6', value: '3600' },
      { mysql: '5.7..', value: '60' },
      { mariadb: '10.2..', value: '60' },
    ],
  },
  replica_net_timeout: {
    type: 'integer',
    unit: 'seconds',
    scope: 'global',
    dynamic: true,
    min: 1,
    max: 31_536_000,
    alsoChanges: ['slave_net_timeout'],
    rows: [{ mysql: '8.0.26..', value: '60' }],
  },
  slave_skip_errors: {
    type: 'string',
    scope: 'global',
    dynamic: false,
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: '' },
    ],
  },
  replica_skip_errors: {
    type: 'string',
    scope: 'global',
    dynamic: false,
    rows: [{ mysql: '8.0.26..', value: 'OFF' }],
  },
  slave_preserve_commit_order: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    alsoChanges: ['replica_preserve_commit_order'],
    rows: [
      { mysql: '5.7..8.0.26', value: 'OFF' },
      { mysql: '8.0.27..', value: 'ON' },
    ],
  },
  replica_preserve_commit_order: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    alsoChanges: ['slave_preserve_commit_order'],
    rows: [
      { mysql: '8.0.26', value: 'OFF' },
      { mysql: '8.0.27..', value: 'ON' },
    ],
  },
  slave_parallel_type: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    values: ['DATABASE', 'LOGICAL_CLOCK'],
    alsoChanges: ['replica_parallel_type'],
    rows: [
      { mysql: '5.7..8.0.26', value: 'DATABASE' },
      { mysql: '8.0.27..9.6', value: 'LOGICAL_CLOCK' },
    ],
  },
  replica_parallel_type: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    values: ['DATABASE', 'LOGICAL_CLOCK'],
    alsoChanges: ['slave_parallel_type'],
    rows: [
      { mysql: '8.0.26', value: 'DATABASE' },
      { mysql: '8.0.27..9.6', value: 'LOGICAL_CLOCK' },
    ],
  },
  log_slave_updates: {
    type: 'boolean',
    scope: 'global',
    dynamic: false,
    rows: [
      { mysql: '5.6..5.7', value: 'OFF' },
      { mysql: '8.0..', value: 'ON' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  log_replica_updates: {
    type: 'boolean',
    scope: 'global',
    dynamic: false,
    rows: [{ mysql: '8.0.26..', value: 'ON' }],
  },
  binlog_checksum: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    values: ['NONE', 'CRC32'],
    rows: always('CRC32'),
  },
  server_id: {
    type: 'integer',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: U32,
    rows: [
      { mysql: '5.6..5.7', value: '0' },
      { mysql: '8.0..', value: '1' },
      { mariadb: '10.2..', value: '1', scope: 'both', min: 1 },
    ],
  },
  sync_relay_log: {
    type: 'integer',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: U32,
    rows: always('10000'),
  },
  relay_log_space_limit: {
    type: 'size',
    scope: 'global',
    dynamic: false,
    min: 0,
    max: U64,
    rows: always('0'),
  },
  relay_log_info_repository: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    values: ['FILE', 'TABLE'],
    rows: [
      { mysql: '5.6..5.7', value: 'FILE' },
      { mysql: '8.0..8.3', value: 'TABLE' },
    ],
  },
  gtid_mode: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    values: ['OFF', 'OFF_PERMISSIVE', 'ON_PERMISSIVE', 'ON'],
    rows: [
      {
        mysql: '5.6',
        value: 'OFF',
        dynamic: false,
        values: ['OFF', 'UPGRADE_STEP_1', 'UPGRADE_STEP_2', 'ON'],
      },
      { mysql: '5.7..9.6', value: 'OFF' },
      { mysql: '9.7..', value: 'ON' },
    ],
  },
  enforce_gtid_consistency: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    rows: [
      { mysql: '5.6', value: 'OFF', type: 'boolean', dynamic: false },
      { mysql: '5.7..9.6', value: 'OFF', values: ['OFF', 'ON', 'WARN'] },
      { mysql: '9.7..', value: 'ON', values: ['OFF', 'ON', 'WARN'] },
    ],
  },
  expire_logs_days: {
    type: 'integer',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: 99,
    rows: [
      { mysql: '5.6..8.3', value: '0' },
      { mariadb: '10.2..10.6.0', value: '0' },
      { mariadb: '10.6.1..', value: '0.000000', type: 'number' },
    ],
  },
  binlog_expire_logs_auto_purge: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    rows: [{ mysql: '8.0.29..', value: 'ON' }],
  },
  binlog_error_action: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    values: ['IGNORE_ERROR', 'ABORT_SERVER'],
    rows: [
      { mysql: '5.6', value: 'IGNORE_ERROR' },
      { mysql: '5.7..', value: 'ABORT_SERVER' },
    ],
  },
  transaction_isolation: {
    type: 'enum',
    scope: 'both',
    dynamic: true,
    values: ['READ-UNCOMMITTED', 'READ-COMMITTED', 'REPEATABLE-READ', 'SERIALIZABLE'],
    rows: [
      { mysql: '5.7.20..', value: 'REPEATABLE-READ' },
      { mariadb: '11.1.1..', value: 'REPEATABLE-READ' },
    ],
  },
  tx_isolation: {
    type: 'enum',
    scope: 'both',
    dynamic: true,
    values: ['READ-UNCOMMITTED', 'READ-COMMITTED', 'REPEATABLE-READ', 'SERIALIZABLE'],
    rows: [
      { mysql: '5.6..5.7', value: 'REPEATABLE-READ' },
      { mariadb: '10.2..', value: 'REPEATABLE-READ' },
    ],
  },
  innodb_fast_shutdown: {
    type: 'integer',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: 2,
    rows: [
      { mysql: '5.6..', value: '1' },
      { mariadb: '10.2..10.3', value: '1' },
      { mariadb: '10.4..', value: '1', max: 3 },
    ],
  },
  innodb_force_recovery: {
    type: 'integer',
    scope: 'global',
    dynamic: false,
    min: 0,
    max: 6,
    rows: always('0'),
  },
  innodb_locks_unsafe_for_binlog: {
    type: 'boolean',
    scope: 'global',
    dynamic: false,
    rows: [
      { mysql: '5.6..5.7', value: 'OFF' },
      { mariadb: '10.2..10.4', value: 'OFF' },
    ],
  },
  sync_frm: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    rows: [
      { mysql: '5.6..5.7', value: 'ON' },
      { mariadb: '10.2..', value: 'ON' },
    ],
  },
  myisam_recover_options: {
    type: 'set',
    scope: 'global',
    dynamic: false,
    rows: [
      { mysql: '5.6..', value: 'OFF', values: ['DEFAULT', 'BACKUP', 'FORCE', 'QUICK', 'OFF'] },
      {
        mariadb: '10.2..',
        value: 'BACKUP,QUICK',
        values: ['DEFAULT', 'BACKUP', 'FORCE', 'QUICK', 'BACKUP_ALL', 'OFF'],
      },
    ],
  },
  delay_key_write: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    values: ['OFF', 'ON', 'ALL'],
    rows: always('ON'),
  },
  default_storage_engine: { type: 'string', scope: 'both', dynamic: true, rows: always('InnoDB') },
  flush: { type: 'boolean', scope: 'global', dynamic: true, rows: always('OFF') },
  wsrep_on: { type: 'boolean', scope: 'both', dynamic: true, rows: [{ mariadb: '10.2..', value: 'OFF' }] },
  wsrep_provider_options: {
    type: 'string',
    scope: 'global',
    dynamic: true,
    rows: [{ mariadb: '10.2..', value: '' }],
  },
  wsrep_slave_threads: {
    type: 'integer',
    unit: 'count',
    scope: 'global',
    dynamic: true,
    min: 1,
    max: 512,
    rows: [
      { mariadb: '10.2..', value: '1' },
      { percona: '5.6..', value: '1' },
    ],
  },
  // Percona XtraDB Cluster renamed it in 8.0.26; the old name stays as an alias.
  wsrep_applier_threads: {
    type: 'integer',
    unit: 'count',
    scope: 'global',
    dynamic: true,
    min: 1,
    max: 512,
    rows: [{ percona: '8.0.26..', value: '1' }],
  },
  wsrep_sst_method: {
    type: 'string',
    scope: 'global',
    dynamic: true,
    rows: [{ mariadb: '10.2..', value: 'rsync' }],
  },
  wsrep_osu_method: {
    type: 'enum',
    scope: 'both',
    dynamic: true,
    values: ['TOI', 'RSU'],
    rows: [{ mariadb: '10.2..', value: 'TOI' }],
  },
  wsrep_sync_wait: {
    type: 'integer',
    scope: 'both',
    dynamic: true,
    min: 0,
    max: 15,
    rows: [{ mariadb: '10.2..', value: '0' }],
  },
};
