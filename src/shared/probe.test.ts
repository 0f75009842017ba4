import { expect, test } from 'vitest';
import { armText, namedArmText } from './probe';

const arms = [
  { name: '12', settings: [{ variable: 'innodb_spin_wait_delay', value: '12' }] },
  { name: 'AHI ON', settings: [{ variable: 'innodb_adaptive_hash_index', value: 'ON' }] },
  { name: 'statements', settings: [] },
  {
    name: '100',
    settings: [
      { variable: 'innodb_io_capacity', value: '100' },
      { variable: 'innodb_io_capacity_max', value: '2000' },
    ],
  },
];

test('a variant that is named by its value is reported with the variable', () => {
  expect(arms.map(armText)).toEqual([
    'innodb_spin_wait_delay = 12',
    'AHI ON',
    'Set-up “statements”',
    'innodb_io_capacity = 100',
  ]);
});

test('a variant is found by its name, and the baseline is shown in words', () => {
  expect(namedArmText('12', arms)).toBe('innodb_spin_wait_delay = 12');
  expect(namedArmText('baseline', arms)).toBe('the present settings');
  expect(namedArmText('gone', arms)).toBe('gone');
});
