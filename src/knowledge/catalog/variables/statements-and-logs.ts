import { MIB, U32, U64 } from '../properties/limits';
import type { VariableRow, VariableTable } from './table';

/** The same default in every version of both families. */
const always = (value: string): VariableRow[] => [
  { mysql: '5.6..', value },
  { mariadb: '10.2..', value },
];

/** What the server records of its statements, and a few settings of statements themselves. */
export const statementsAndLogsVariables: VariableTable = {
  autocommit: { type: 'boolean', scope: 'both', dynamic: true, rows: always('ON') },
  concurrent_insert: {
    type: 'enum',
    scope: 'global',
    dynamic: true,
    values: ['NEVER', 'AUTO', 'ALWAYS'],
    rows: always('AUTO'),
  },
  innodb_status_output: { type: 'boolean', scope: 'global', dynamic: true, rows: always('OFF') },
  innodb_status_output_locks: { type: 'boolean', scope: 'global', dynamic: true, rows: always('OFF') },
  key_cache_block_size: {
    type: 'size',
    scope: 'global',
    dynamic: true,
    min: 512,
    max: 16_384,
    block: 512,
    rows: always('1024'),
  },
  log_error_verbosity: {
    type: 'integer',
    scope: 'global',
    dynamic: true,
    min: 1,
    max: 3,
    rows: [{ mysql: '5.7..', auto: '3 in MySQL 5.7, 2 from 8.0' }],
  },
  log_output: {
    type: 'set',
    scope: 'global',
    dynamic: true,
    values: ['NONE', 'FILE', 'TABLE'],
    rows: always('FILE'),
  },
  log_throttle_queries_not_using_indexes: {
    type: 'integer',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: U64,
    rows: [{ mysql: '5.6..', value: '0' }],
  },
  log_warnings: {
    type: 'integer',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: U64,
    rows: [
      { mysql: '5.6', value: '1' },
      // Held as log_error_verbosity, which has three steps.
      { mysql: '5.7', value: '2', max: 2 },
      { mariadb: '10.2..', value: '2', scope: 'both', max: U32 },
    ],
  },
  max_digest_length: {
    type: 'size',
    scope: 'global',
    dynamic: false,
    min: 0,
    max: MIB,
    rows: always('1024'),
  },
  max_prepared_stmt_count: {
    type: 'integer',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: MIB,
    rows: [
      { mysql: '5.6..8.0.17', value: '16382' },
      { mysql: '8.0.18..', value: '16382', max: 4 * MIB },
      { mariadb: '10.2..10.3.5', value: '16382' },
      { mariadb: '10.3.6..', value: '16382', max: U32 },
    ],
  },
  profiling: {
    type: 'boolean',
    scope: 'both',
    dynamic: true,
    rows: [
      { mysql: '5.6..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  max_length_for_sort_data: {
    type: 'integer',
    unit: 'bytes',
    scope: 'both',
    dynamic: true,
    min: 4,
    max: 8_388_608,
    rows: [
      { mysql: '5.6..5.7', value: '1024' },
      { mysql: '8.0..', value: '4096' },
      { mariadb: '10.2..', value: '1024' },
    ],
  },
  join_cache_level: {
    type: 'integer',
    scope: 'both',
    dynamic: true,
    min: 0,
    max: 8,
    rows: [{ mariadb: '10.2..', value: '2' }],
  },
  optimizer_prune_level: {
    type: 'integer',
    scope: 'both',
    dynamic: true,
    min: 0,
    max: 1,
    rows: [
      { mysql: '5.6..', value: '1' },
      { mariadb: '10.2..10.9', value: '1' },
      { mariadb: '10.10..', value: '2', max: 2 },
    ],
  },
  optimizer_switch: {
    type: 'set',
    scope: 'both',
    dynamic: true,
    rows: [
      { mysql: '5.6..', auto: 'a list of switches that grows with the versions' },
      { mariadb: '10.2..', auto: 'a list of switches that grows with the versions' },
    ],
  },
  performance_schema_digests_size: {
    type: 'integer',
    scope: 'global',
    dynamic: false,
    min: -1,
    max: MIB,
    rows: [
      { mysql: '5.6..', auto: 'sized at start by the number of connections and tables' },
      { mariadb: '10.2..10.4', value: '-1', max: 200 },
      { mariadb: '10.5..', value: '-1' },
    ],
  },
  performance_schema_events_statements_history_long_size: {
    type: 'integer',
    scope: 'global',
    dynamic: false,
    min: -1,
    max: MIB,
    rows: [
      { mysql: '5.6..', auto: 'sized at start by the number of connections and tables' },
      { mariadb: '10.2..', value: '-1' },
    ],
  },
  performance_schema_events_statements_history_size: {
    type: 'integer',
    scope: 'global',
    dynamic: false,
    min: -1,
    max: 1024,
    rows: [
      { mysql: '5.6..', auto: 'sized at start by the number of connections and tables' },
      { mariadb: '10.2..', value: '-1' },
    ],
  },
  performance_schema_max_digest_length: {
    type: 'size',
    scope: 'global',
    dynamic: false,
    min: 0,
    max: MIB,
    rows: [
      { mysql: '5.7..', value: '1024' },
      { mariadb: '10.2..', value: '1024' },
    ],
  },
  performance_schema_max_sql_text_length: {
    type: 'size',
    scope: 'global',
    dynamic: false,
    min: 0,
    max: MIB,
    rows: [
      { mysql: '5.7..', value: '1024' },
      { mariadb: '10.5..', value: '1024' },
    ],
  },
};
