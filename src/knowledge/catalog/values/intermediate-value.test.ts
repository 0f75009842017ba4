import { expect, test } from 'vitest';
import { intermediateValue } from './intermediate-value';

test('only MySQL 5.6 must let its waiting threads in before the limit goes', () => {
  const variable = 'innodb_thread_concurrency';
  expect(intermediateValue(variable, '0', { flavour: 'mysql', version: [5, 6, 24] })).toBe('1000');
  expect(intermediateValue(variable, '8', { flavour: 'mysql', version: [5, 6, 24] })).toBeNull();
  expect(intermediateValue(variable, '0', { flavour: 'mysql', version: [8, 0, 36] })).toBeNull();
  expect(intermediateValue('innodb_io_capacity', '0', { flavour: 'mysql', version: [5, 6, 24] })).toBeNull();
});
