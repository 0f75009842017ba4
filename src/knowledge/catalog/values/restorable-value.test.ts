import { expect, test } from 'vitest';
import { cannotRestore } from './restorable-value';

const mariadb = { flavour: 'mariadb' as const, version: [10, 11, 18] as [number, number, number] };
const present = new Map([['innodb_log_buffer_size', '16777216']]);
const refusal = (variable: string, value: string, server: Parameters<typeof cannotRestore>[3] = mariadb) =>
  cannotRestore(variable, value, (name) => present.get(name), server);

test('a value that only a start gives has no rollback by SET', () => {
  expect(refusal('innodb_lru_flush_size', '0')).toContain('no less than 1');
  expect(refusal('innodb_log_file_size', '4194304')).toContain('innodb_log_buffer_size');
  expect(refusal('innodb_log_file_size', '16777216')).toBeNull();
  expect(refusal('innodb_io_capacity', '200')).toBeNull();
});
