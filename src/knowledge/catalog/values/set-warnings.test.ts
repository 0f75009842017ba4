import { expect, test } from 'vitest';
import { warningsOfSet } from './set-warnings';

const mysql = { flavour: 'mysql' as const, version: [9, 7, 4] as [number, number, number] };
const mariadb = { flavour: 'mariadb' as const, version: [11, 8, 6] as [number, number, number] };
const present = new Map([
  ['net_buffer_length', '16384'],
  ['innodb_io_capacity', '200'],
  ['innodb_io_capacity_max', '2000'],
  ['binlog_stmt_cache_size', '32768'],
]);
const codes = (variable: string, value: string, server = mysql as typeof mysql | typeof mariadb) =>
  warningsOfSet(variable, value, (name) => present.get(name), server).map(({ codes: [code] }) => code);

test('a packet below its buffer, a limit below what it limits and a deprecated name are remarked', () => {
  expect(codes('max_allowed_packet', '1024')).toEqual([1708]);
  expect(codes('max_allowed_packet', '16384')).toEqual([]);
  expect(codes('max_binlog_stmt_cache_size', '4096')).toEqual([1745]);
  expect(codes('slave_net_timeout', '30')).toEqual([1287]);
  expect(codes('innodb_io_capacity', '4000', mariadb)).toEqual([1210]);
  expect(codes('innodb_io_capacity', '400', mariadb)).toEqual([]);
});
