import { expect, test } from 'vitest';
import { namePatterns } from './selector';

test('a metric that a family takes in is asked for once', () => {
  expect(
    namePatterns([
      'mysql_up',
      'mysql_global_*',
      'mysql_global_status_*',
      'mysql_global_status_uptime',
      'mysql_up',
    ]),
  ).toEqual(['mysql_up', 'mysql_global_.*']);
});
