import { U32, U64 } from '../properties/limits';
import type { VariableTable } from './table';

/** The rest of the server. */
export const serverVariables: VariableTable = {
  eq_range_index_dive_limit: {
    type: 'integer',
    unit: 'count',
    scope: 'both',
    dynamic: true,
    min: 0,
    max: U32,
    rows: [
      { mysql: '5.6', value: '10' },
      { mysql: '5.7..', value: '200' },
      { mariadb: '10.5..', value: '200' },
    ],
  },
  range_optimizer_max_mem_size: {
    type: 'size',
    scope: 'both',
    dynamic: true,
    min: 0,
    max: U64,
    rows: [{ mysql: '5.7..', value: '8388608' }],
  },
  optimizer_use_condition_selectivity: {
    type: 'integer',
    unit: 'none',
    scope: 'both',
    dynamic: true,
    min: 1,
    max: 5,
    rows: [
      { mariadb: '10.2..10.4', value: '1' },
      { mariadb: '10.5..', value: '4' },
    ],
  },
  use_stat_tables: {
    type: 'enum',
    scope: 'both',
    dynamic: true,
    values: ['NEVER', 'COMPLEMENTARY', 'PREFERABLY', 'COMPLEMENTARY_FOR_QUERIES', 'PREFERABLY_FOR_QUERIES'],
    rows: [
      { mariadb: '10.2..10.4', value: 'NEVER' },
      { mariadb: '10.5..', value: 'PREFERABLY_FOR_QUERIES' },
    ],
  },
  performance_schema: {
    type: 'boolean',
    scope: 'global',
    dynamic: false,
    rows: [
      { mysql: '5.6..', value: 'ON' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  userstat: {
    type: 'boolean',
    scope: 'global',
    dynamic: true,
    rows: [
      { percona: '5.7..', value: 'OFF' },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
};
