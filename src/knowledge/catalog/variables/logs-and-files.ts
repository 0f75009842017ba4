import { MIB, U64 } from '../properties/limits';
import type { VariableTable } from './table';

/** Logs, files and what guards them. */
export const logsAndFilesVariables: VariableTable = {
  // A switch when read; in option files it takes the base name of the log files.
  log_bin: {
    type: 'boolean',
    scope: 'global',
    dynamic: false,
    rows: [
      { mysql: '5.6..5.7', value: 'OFF' },
      { mysql: '8.0..', value: 'ON' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  slow_query_log: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    alsoChanges: ['log_slow_query'],
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF', scope: 'both' },
    ],
  },
  long_query_time: {
    type: 'number',
    unit: 'seconds',
    scope: 'both',
    dynamic: true,
    min: 0,
    max: 31_536_000,
    alsoChanges: ['log_slow_query_time'],
    rows: [
      { mysql: '5.6..', value: '10.000000' },
      { mariadb: '10.2..', value: '10.000000' },
    ],
  },
  skip_name_resolve: {
    type: 'boolean',
    scope: 'global',
    dynamic: false,
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  // The session value is read-only: it follows the global one at connect (sys_vars.cc Sys_net_buffer_length).
  net_buffer_length: {
    type: 'size',
    scope: 'both',
    dynamic: true,
    min: 1024,
    max: MIB,
    block: 1024,
    rows: [
      { mysql: '5.6..', value: '16384' },
      { mariadb: '10.2..', value: '16384' },
    ],
  },
  aria_pagecache_buffer_size: {
    type: 'size',
    scope: 'global',
    dynamic: false,
    min: 131_072,
    max: U64,
    rows: [{ mariadb: '10.2..', value: '134217728' }],
  },
  innodb_file_per_table: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: 'ON' },
      { mariadb: '10.2..10.11', value: 'ON' },
      { mariadb: '11.0..', value: 'ON', deprecated: true },
    ],
  },
  innodb_page_size: {
    type: 'size',
    scope: 'global',
    dynamic: false,
    min: 4096,
    max: 65_536,
    rows: [
      { mysql: '5.6', value: '16384', max: 16_384 },
      { mysql: '5.7..', value: '16384' },
      { mariadb: '10.2..', value: '16384' },
    ],
  },
  innodb_checksums: {
    type: 'boolean',
    scope: 'global',
    dynamic: false,
    deprecated: true,
    rows: [
      { mysql: '5.6..5.7', value: 'ON' },
      // Removed in Community Server 10.5.0 (MariaDB documentation, system variable innodb_checksums).
      { mariadb: '10.2..10.4', value: 'ON' },
    ],
  },
  innodb_support_xa: {
    type: 'boolean',
    scope: 'both',
    dynamic: true,
    rows: [
      { mysql: '5.6', value: 'ON' },
      { mysql: '5.7..5.7.9', value: 'ON', deprecated: true },
      { mysql: '5.7.10..5.7', value: 'ON', deprecated: true, stays: true },
      { mariadb: '10.2', value: 'ON', deprecated: true, stays: true },
    ],
  },
};
