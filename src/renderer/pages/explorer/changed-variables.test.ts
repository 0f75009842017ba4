import { expect, test } from 'vitest';
import { changedVariables } from './changed-variables';

const columns = ['name', 'value', 'source'];

test('variables that somebody set, or that the server adjusted, by the origin that it states', () => {
  const rows = [
    ['a', '1', 'COMPILED'],
    ['b', '2', 'DYNAMIC'],
    ['c', '3', 'Compile-time'],
    ['d', '4', 'AUTO'],
    ['e', '5', null],
  ];
  expect(changedVariables({ columns, rows })?.rows.map(([name]) => name)).toEqual(['b', 'd']);
});

test('a server that states no origin has no such list', () => {
  expect(changedVariables({ columns: ['name', 'value'], rows: [['a', '1']] })).toBeNull();
  expect(changedVariables({ columns, rows: [['a', '1', null]] })).toBeNull();
});
