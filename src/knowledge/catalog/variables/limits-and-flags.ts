import { GIB, U32, U64 } from '../properties/limits';
import type { VariableTable } from './table';

/** Time limits, size limits and switches of the server around the storage engine. */
export const limitsAndFlagsVariables: VariableTable = {
  event_scheduler: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    values: ['OFF', 'ON', 'DISABLED'],
    // Error 1290: "The MySQL server is running with the --event-scheduler=DISABLED option".
    onlyAtStart: ['DISABLED'],
    rows: [
      { mysql: '5.6..5.7', value: 'OFF' },
      { mysql: '8.0..', value: 'ON' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  alter_algorithm: {
    type: 'enum',
    scope: 'both',
    dynamic: true,
    values: ['DEFAULT', 'COPY', 'INPLACE', 'NOCOPY', 'INSTANT'],
    rows: [
      { mariadb: '10.3.7..11.4', value: 'DEFAULT' },
      // Taken and ignored since MDEV-33655 (11.5).
      {
        mariadb: '11.5..',
        value: 'DEFAULT',
        deprecated: true,
        values: ['DEFAULT'],
        aliases: { COPY: 'DEFAULT', INPLACE: 'DEFAULT', NOCOPY: 'DEFAULT', INSTANT: 'DEFAULT' },
      },
    ],
  },
  wait_timeout: {
    type: 'integer',
    unit: 'seconds',
    scope: 'both',
    dynamic: true,
    min: 1,
    max: 31_536_000,
    rows: [
      { mysql: '5.6..', value: '28800' },
      { mariadb: '10.2..', value: '28800' },
    ],
  },
  interactive_timeout: {
    type: 'integer',
    unit: 'seconds',
    scope: 'both',
    dynamic: true,
    min: 1,
    max: 31_536_000,
    rows: [
      { mysql: '5.6..', value: '28800' },
      { mariadb: '10.2..', value: '28800' },
    ],
  },
  connect_timeout: {
    type: 'integer',
    unit: 'seconds',
    scope: 'global',
    dynamic: true,
    min: 2,
    max: 31_536_000,
    rows: [
      { mysql: '5.6..', value: '10' },
      { mariadb: '10.2..', value: '10' },
    ],
  },
  net_read_timeout: {
    type: 'integer',
    unit: 'seconds',
    scope: 'both',
    dynamic: true,
    min: 1,
    max: 31_536_000,
    rows: [
      { mysql: '5.6..', value: '30' },
      { mariadb: '10.2..', value: '30' },
    ],
  },
  net_write_timeout: {
    type: 'integer',
    unit: 'seconds',
    scope: 'both',
    dynamic: true,
    min: 1,
    max: 31_536_000,
    rows: [
      { mysql: '5.6..', value: '60' },
      { mariadb: '10.2..', value: '60' },
    ],
  },
  lock_wait_timeout: {
    type: 'integer',
    unit: 'seconds',
    scope: 'both',
    dynamic: true,
    min: 0,
    max: 31_536_000,
    rows: [
      { mysql: '5.6..', value: '31536000', min: 1 },
      { mariadb: '10.2..10.2.3', value: '31536000', min: 1 },
      { mariadb: '10.2.4..10.2', value: '86400', min: 1 },
      { mariadb: '10.3..', value: '86400' },
    ],
  },
  max_statement_time: {
    type: 'number',
    unit: 'seconds',
    scope: 'both',
    dynamic: true,
    min: 0,
    max: 31_536_000,
    rows: [{ mariadb: '10.2..', value: '0.000000' }],
  },
  max_execution_time: {
    type: 'integer',
    unit: 'ms',
    scope: 'both',
    dynamic: true,
    min: 0,
    max: U64,
    rows: [{ mysql: '5.7.8..', value: '0' }],
  },
  big_tables: {
    type: 'boolean',
    scope: 'both',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  foreign_key_checks: {
    type: 'boolean',
    scope: 'both',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: 'ON' },
      { mariadb: '10.2..', value: 'ON' },
    ],
  },
  unique_checks: {
    type: 'boolean',
    scope: 'both',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: 'ON' },
      { mariadb: '10.2..', value: 'ON' },
    ],
  },
  max_user_connections: {
    type: 'integer',
    unit: 'count',
    scope: 'both',
    dynamic: true,
    min: 0,
    max: U32,
    rows: [
      { mysql: '5.6..', value: '0' },
      // Error 1290 where the server was started without a limit: no counters are kept then (tried on 10.2.11, 11.4.5).
      { mariadb: '10.2..', value: '0', min: -1, max: 2 ** 31 - 1, leftOnlyAtStart: ['0'] },
    ],
  },
  max_join_size: {
    type: 'integer',
    unit: 'count',
    scope: 'both',
    dynamic: true,
    min: 1,
    max: U64,
    rows: [
      { mysql: '5.6..', value: '18446744073709551615' },
      { mariadb: '10.2..', value: '18446744073709551615' },
    ],
  },
  max_binlog_cache_size: {
    type: 'size',
    scope: 'global',
    dynamic: true,
    min: 4096,
    max: U64,
    block: 4096,
    rows: [
      { mysql: '5.6..', value: '18446744073709547520', max: 18_446_744_073_709_547_520n },
      { mariadb: '10.2..', value: '18446744073709547520' },
    ],
  },
  max_allowed_packet: {
    type: 'size',
    scope: 'both',
    dynamic: true,
    min: 1024,
    max: GIB,
    block: 1024,
    rows: [
      { mysql: '5.6..5.7', value: '4194304' },
      { mysql: '8.0..', value: '67108864' },
      { mariadb: '10.2..', value: '16777216' },
    ],
  },
  max_connect_errors: {
    type: 'integer',
    unit: 'count',
    scope: 'global',
    dynamic: true,
    min: 1,
    max: U64,
    rows: [
      { mysql: '5.6..', value: '100' },
      { mariadb: '10.2..', value: '100', max: U32 },
    ],
  },
  max_binlog_size: {
    type: 'size',
    scope: 'global',
    dynamic: true,
    min: 4096,
    max: GIB,
    block: 4096,
    rows: [
      { mysql: '5.6..', value: '1073741824' },
      { mariadb: '10.2..', value: '1073741824' },
    ],
  },
  binlog_stmt_cache_size: {
    type: 'size',
    scope: 'global',
    dynamic: true,
    min: 4096,
    max: U64,
    block: 4096,
    rows: [
      { mysql: '5.6..', value: '32768' },
      { mariadb: '10.2..', value: '32768' },
    ],
  },
  binlog_expire_logs_seconds: {
    type: 'integer',
    unit: 'seconds',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: 8_553_600,
    alsoChanges: ['expire_logs_days'],
    rows: [
      { mysql: '8.0.11..', value: '2592000', max: U32 },
      { mariadb: '10.6.1..', value: '0' },
    ],
  },
  myisam_sort_buffer_size: {
    type: 'size',
    scope: 'both',
    dynamic: true,
    min: 4096,
    max: U64,
    rows: [
      { mysql: '5.6..', value: '8388608' },
      { mariadb: '10.2', value: '134216704' },
      { mariadb: '10.3..', value: '134216704', max: U64 / 16n },
    ],
  },
  bulk_insert_buffer_size: {
    type: 'size',
    scope: 'both',
    dynamic: true,
    min: 0,
    max: U64,
    rows: [
      { mysql: '5.6..', value: '8388608' },
      { mariadb: '10.2..', value: '8388608' },
    ],
  },
  log_queries_not_using_indexes: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    alsoChanges: ['log_slow_filter'],
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2', value: 'OFF' },
      { mariadb: '10.3..', value: 'OFF', scope: 'both' },
    ],
  },
  general_log: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  innodb_print_all_deadlocks: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  innodb_strict_mode: {
    type: 'boolean',
    scope: 'both',
    dynamic: true,
    rows: [
      { mysql: '5.6', value: 'OFF' },
      { mysql: '5.7..', value: 'ON' },
      { mariadb: '10.2..', value: 'ON' },
    ],
  },
  innodb_rollback_on_timeout: {
    type: 'boolean',
    scope: 'global',
    dynamic: false,
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  innodb_monitor_enable: {
    type: 'string',
    scope: 'global',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: '' },
      { mariadb: '10.2..', value: '' },
    ],
  },
  innodb_monitor_disable: {
    type: 'string',
    scope: 'global',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: '' },
      { mariadb: '10.2..', value: '' },
    ],
  },
  low_priority_updates: {
    type: 'boolean',
    scope: 'both',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  read_only: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    alsoChanges: ['super_read_only'],
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  super_read_only: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    alsoChanges: ['read_only'],
    rows: [{ mysql: '5.7.8..', value: 'OFF' }],
  },
};
