import { expect, test } from 'vitest';
import type { Flavour, VersionTriple } from '../../shared/server';
import { isKnownToLack } from './variable-catalog';

test.each<[string, Flavour, VersionTriple, boolean]>([
  ['query_cache_type', 'mysql', [8, 0, 40], true],
  ['query_cache_type', 'mysql', [5, 7, 44], false],
  ['innodb_redo_log_capacity', 'mysql', [5, 7, 44], true],
  ['innodb_buffer_pool_instances', 'mariadb', [10, 11, 6], true],
  ['wsrep_on', 'mysql', [8, 0, 40], true],
  // A plugin brings it, so that only the server's own list can say.
  ['group_replication_group_name', 'mysql', [8, 0, 40], false],
  // No table reaches back to 5.5.
  ['innodb_redo_log_capacity', 'mysql', [5, 5, 62], false],
  ['no_such_variable', 'mysql', [8, 0, 40], false],
])('%s on %s %s', (name, flavour, version, lacks) => {
  expect(isKnownToLack(name, { flavour, version })).toBe(lacks);
});
