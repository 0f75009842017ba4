import { expect, test } from 'vitest';
import { supportEnd } from './support-end';

test('the end of support follows the series, Percona Server that of MySQL', () => {
  expect(supportEnd({ flavour: 'mysql', version: [5, 6, 24] })).toBe('2021-02-28');
  expect(supportEnd({ flavour: 'percona', version: [5, 7, 44] })).toBe('2023-10-31');
  expect(supportEnd({ flavour: 'mysql', version: [8, 0, 45] })).toBe('2026-04-30');
  expect(supportEnd({ flavour: 'mariadb', version: [10, 11, 18] })).toBe('2028-02-16');
  expect(supportEnd({ flavour: 'mariadb', version: [10, 1, 48] })).toBe('2022-05-23');
});

test('a series whose end is not known has none', () => {
  expect(supportEnd({ flavour: 'mysql', version: [9, 7, 4] })).toBeUndefined();
});
