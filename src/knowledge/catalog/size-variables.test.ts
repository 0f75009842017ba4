import { expect, test } from 'vitest';
import { readableSetting, sizeVariables } from '../../shared/size-variables';
import { catalogedVariables, variableFacts } from './variable-catalog';

const servers = [
  ...[
    [5, 6, 24],
    [5, 7, 22],
    [8, 0, 31],
    [8, 4, 0],
    [9, 7, 4],
  ].map((version) => ({ flavour: 'mysql', version })),
  ...[
    [10, 2, 11],
    [10, 11, 6],
    [11, 4, 5],
    [11, 8, 2],
  ].map((version) => ({ flavour: 'mariadb', version })),
] as Parameters<typeof variableFacts>[1][];

test('the sizes that are written with K, M and G are the variables that the catalog gives in bytes', () => {
  const inBytes = catalogedVariables().filter((name) =>
    servers.some((server) => variableFacts(name, server)?.unit === 'bytes'),
  );
  expect([...sizeVariables].sort()).toEqual(inBytes.sort());
});

test.each([
  ['innodb_buffer_pool_size', '33554432', '32M'],
  ['innodb-redo-log-capacity', '1073741824', '1G'],
  ['sort_buffer_size', '262145', '262145'],
  ['table_open_cache', '4096', '4096'],
  ['max_binlog_stmt_cache_size', '18446744073709547520', '18446744073709547520'],
  ['innodb_buffer_pool_size', 'x', 'x'],
])('%s = %s is shown as %s', (variable, value, text) => {
  expect(readableSetting(variable, value)).toBe(text);
});
