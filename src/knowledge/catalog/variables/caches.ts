import { KIB, U32, U64 } from '../properties/limits';
import type { VariableTable } from './table';

/** Query cache and MyISAM key cache. */
export const cachesVariables: VariableTable = {
  query_cache_type: {
    type: 'enum',
    scope: 'both',
    dynamic: true,
    values: ['OFF', 'ON', 'DEMAND'],
    rows: [
      // sys_vars.cc check_query_cache_type: a server started with OFF has no mutex for it (error 1651).
      { mysql: '5.6', value: 'OFF', leftOnlyAtStart: ['OFF'] },
      { mysql: '5.7', value: 'OFF', leftOnlyAtStart: ['OFF'], deprecated: true },
      { mariadb: '10.2..', value: 'OFF' },
    ],
  },
  query_cache_size: {
    type: 'size',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: U64,
    block: KIB,
    rows: [
      { mysql: '5.6', value: '1048576' },
      { mysql: '5.7', value: '1048576', deprecated: true },
      { mariadb: '10.2..', value: '1048576' },
    ],
  },
  query_cache_limit: {
    type: 'size',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: U64,
    rows: [
      { mysql: '5.6', value: '1048576' },
      { mysql: '5.7', value: '1048576', deprecated: true },
      { mariadb: '10.2..', value: '1048576', max: U32 },
    ],
  },
  key_buffer_size: {
    type: 'size',
    scope: 'global',
    dynamic: true,
    min: 0,
    max: U64,
    block: 4 * KIB,
    // sys_vars.cc, update_key_cache: the default cache cannot be dropped (error 1438).
    onlyAtStart: ['0'],
    rows: [
      { mysql: '5.6..9.6', value: '8388608' },
      { mysql: '9.7..', value: '8388608', max: 18_446_744_073_709_547_520n },
      { mariadb: '10.2..', value: '134217728' },
    ],
  },
};
