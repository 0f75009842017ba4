import { expect, test } from 'vitest';
import { settingWithBytes } from '../../shared/size-variables';
import { entryText, outcomeText } from './journal-text';

test.each([
  ['innodb_redo_log_capacity', '67108864', '64M (67108864)'],
  ['innodb-buffer-pool-size', '1073741824', '1G (1073741824)'],
  // No option file writes it shorter, or it is no size.
  ['max_digest_length', '1000', '1000'],
  ['max_connections', '1024', '1024'],
  ['tmp_table_size', 'unlimited', 'unlimited'],
])('%s = %s is printed as %s', (variable, value, text) => {
  expect(settingWithBytes(variable, value)).toBe(text);
});

test('what an undo would restore, and what it could not, stands as an option file has it, with its bytes', () => {
  const entry = entryText({
    id: 'e1',
    purpose: 'apply',
    phase: 'kept',
    createdAt: '2026-11-24T12:00:00.000Z',
    target: { via: 'socket', socketPath: '/s', user: 'root' },
    items: [
      {
        kind: 'global-variable',
        variable: 'innodb_redo_log_capacity',
        original: '8388608',
        stored: '1073741824',
        state: 'set',
      },
    ],
  } as never);
  expect(entry).toContain('8M (8388608)');
  expect(entry).toContain('1G (1073741824)');
  const outcome = outcomeText({
    entryId: 'e1',
    status: 'pending',
    detail: 'One is left.',
    remaining: [{ variable: 'innodb_redo_log_capacity', original: '8388608', reason: 'no connection' }],
  } as never);
  expect(outcome).toContain('8M (8388608)');
});
