import { expect, test } from 'vitest';
import { managedSetting, managedVariables } from './managed-hosting';
import { catalogedVariables } from './variable-catalog';

test('what a service lets set, fixes or ignores', () => {
  expect(managedSetting('innodb_io_capacity', 'rds')).toBe('settable');
  expect(managedSetting('innodb-io-capacity', 'aurora')).toBe('without effect');
  expect(managedSetting('datadir', 'cloudsql')).toBe('fixed');
  expect(managedSetting('innodb_flush_log_at_trx_commit', 'azure')).toBe('fixed');
  expect(managedSetting('some_plugin_variable', 'rds')).toBe('unknown');
  expect(managedSetting('some_plugin_variable', 'self')).toBe('settable');
  expect(managedSetting('max_connections', 'unknown')).toBe('unknown');
});

test('every variable of the lists is in the catalog', () => {
  const known = new Set(catalogedVariables());
  expect(managedVariables().filter((name) => !known.has(name))).toEqual([]);
});
