import { expect, test } from 'vitest';
import { isPersistent, optionNameOf, optionRefusal } from './setting-places';

const mysql = { flavour: 'mysql' as const, version: [9, 7, 4] as [number, number, number] };
const mariadb = { flavour: 'mariadb' as const, version: [11, 8, 6] as [number, number, number] };

test('what no option sets is refused for a file, or identified by the name of its option', () => {
  expect(optionRefusal('sql_notes', mysql)).toContain('forgotten');
  expect(optionRefusal('innodb_lru_flush_size', mariadb)).toContain('forgotten');
  expect(optionRefusal('protocol_version', mariadb)).toContain('forgotten');
  expect(optionRefusal('tx_isolation', mariadb)).toBeNull();
  expect(optionNameOf('tx_isolation')).toBe('transaction_isolation');
  expect(optionRefusal('innodb_io_capacity', mysql)).toBeNull();
  expect(optionRefusal('sql_safe_updates', mariadb)).toBeNull();
});

test('SET PERSIST takes neither paths nor the doublewrite buffer, and MariaDB has none', () => {
  expect(isPersistent('innodb_doublewrite', mysql)).toBe(false);
  expect(isPersistent('innodb_io_capacity', mysql)).toBe(true);
  expect(isPersistent('innodb_io_capacity', mariadb)).toBe(false);
});
