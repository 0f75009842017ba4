import { I31, I63, KIB, MIB, U32, U64 } from '../properties/limits';
import type { VariableTable } from './table';

/** The rest of InnoDB. */
export const innodbVariables: VariableTable = {
  innodb_open_files: {
    type: 'integer',
    unit: 'count',
    scope: 'global',
    dynamic: false,
    min: 0,
    max: I63,
    rows: [
      { mysql: '5.6..8.0.39', auto: 'from table_open_cache and open_files_limit' },
      { mysql: '8.0.40..', auto: 'from table_open_cache and open_files_limit', max: I31 },
      { mariadb: '10.2..', auto: 'from table_open_cache and open_files_limit' },
    ],
  },
  innodb_stats_persistent: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: 'ON' },
      { mariadb: '10.2..', value: 'ON' },
    ],
  },
  innodb_stats_auto_recalc: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: 'ON' },
      { mariadb: '10.2..', value: 'ON' },
    ],
  },
  innodb_stats_persistent_sample_pages: {
    type: 'integer',
    unit: 'pages',
    scope: 'global',
    dynamic: true,
    min: 1,
    max: U64,
    rows: [
      { mysql: '5.6..', value: '20' },
      { mariadb: '10.2..10.10', value: '20' },
      { mariadb: '10.11..', value: '20', max: U32 },
    ],
  },
  innodb_stats_transient_sample_pages: {
    type: 'integer',
    unit: 'pages',
    scope: 'global',
    dynamic: true,
    min: 1,
    max: U64,
    drags: ['innodb_stats_sample_pages'],
    rows: [
      { mysql: '5.6..', value: '8' },
      { mariadb: '10.2..10.10', value: '8' },
      { mariadb: '10.11..', value: '8', max: U32 },
    ],
  },
  innodb_stats_on_metadata: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  innodb_stats_method: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    values: ['nulls_equal', 'nulls_unequal', 'nulls_ignored'],
    rows: [
      { mysql: '5.6..', value: 'nulls_equal' },
      { mariadb: '10.2..', value: 'nulls_equal' },
    ],
  },
  innodb_stats_include_delete_marked: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    rows: [
      { mysql: '5.7..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  innodb_stats_traditional: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    rows: [{ mariadb: '10.2..', value: 'ON' }],
  },
  innodb_stats_modified_counter: {
    type: 'integer',
    unit: 'count',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: U64,
    rows: [{ mariadb: '10.2..', value: '0' }],
  },
  innodb_parallel_read_threads: {
    type: 'integer',
    unit: 'count',
    scope: 'both',
    dynamic: true,
    min: 1,
    max: 256,
    rows: [
      { mysql: '8.0..8.3', value: '4' },
      { mysql: '8.4..', auto: 'an eighth of the CPUs, 4 to 256' },
    ],
  },
  innodb_ddl_threads: {
    type: 'integer',
    unit: 'count',
    scope: 'both',
    dynamic: true,
    min: 1,
    max: 64,
    rows: [{ mysql: '8.0..', value: '4' }],
  },
  innodb_ddl_buffer_size: {
    type: 'size',
    scope: 'both',
    dynamic: true,
    min: 64 * KIB,
    max: 4_294_967_295,
    rows: [
      { mysql: '8.0..9.6', value: '1048576' },
      { mysql: '9.7..', value: '1048576', max: U32 },
    ],
  },
  innodb_sort_buffer_size: {
    type: 'size',
    scope: 'global',
    dynamic: false,
    min: 64 * KIB,
    max: 64 * MIB,
    rows: [
      { mysql: '5.6..', value: '1048576' },
      { mariadb: '10.2..', value: '1048576' },
    ],
  },
  innodb_online_alter_log_max_size: {
    type: 'size',
    scope: 'global',
    dynamic: true,
    min: 64 * KIB,
    max: U64,
    rows: [
      { mysql: '5.6..', value: '134217728' },
      { mariadb: '10.2..', value: '134217728' },
    ],
  },
  innodb_checksum_algorithm: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    values: ['crc32', 'strict_crc32', 'innodb', 'strict_innodb', 'none', 'strict_none'],
    rows: [
      { mysql: '5.6', value: 'innodb' },
      { mysql: '5.7..', value: 'crc32' },
      { mariadb: '10.2..10.3', value: 'crc32' },
      {
        mariadb: '10.4',
        value: 'crc32',
        values: [
          'crc32',
          'strict_crc32',
          'innodb',
          'strict_innodb',
          'none',
          'strict_none',
          'full_crc32',
          'strict_full_crc32',
        ],
      },
      {
        mariadb: '10.5',
        value: 'full_crc32',
        values: [
          'crc32',
          'strict_crc32',
          'innodb',
          'strict_innodb',
          'none',
          'strict_none',
          'full_crc32',
          'strict_full_crc32',
        ],
      },
      // MDEV-25105 took the old checksums away.
      {
        mariadb: '10.6..',
        value: 'full_crc32',
        values: ['crc32', 'strict_crc32', 'full_crc32', 'strict_full_crc32'],
      },
    ],
  },
};
