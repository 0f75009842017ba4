import { expect, test } from 'vitest';
import { type JournalEntry, toRestore } from './change';

test('what is restored is what was set, not what might have changed with it and did not', () => {
  const item = (variable: string, proposed: string | null, stored: string | null) => ({
    kind: 'global-variable' as const,
    variable,
    type: 'number' as const,
    original: '1',
    proposed,
    stored,
    state: 'set' as const,
  });
  const items: JournalEntry['items'] = [
    item('innodb_io_capacity', '2000', '2000'),
    item('innodb_io_capacity_max', null, '4000'),
    item('innodb_lru_scan_depth', null, null),
  ];
  expect(toRestore({ items }).map((one) => ('variable' in one ? one.variable : ''))).toEqual([
    'innodb_io_capacity',
    'innodb_io_capacity_max',
  ]);
});
