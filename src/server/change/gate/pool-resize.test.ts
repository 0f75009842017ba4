import { expect, test } from 'vitest';
import { isResizing } from './pool-resize';

// As MySQL 9.7.4 printed them while its pool was resized.
test.each([
  'Withdrawing blocks to be shrunken.',
  'buffer pool 0 : withdrawing blocks. (139252/139252)',
  'buffer pool 0 : resizing with chunks 20 to 3.',
  'Resizing hash tables.',
  'Resizing also other hash tables.',
  'Requested to resize buffer pool.',
])('"%s" is a resize under way', (status) => {
  expect(isResizing(status)).toBe(true);
});

test.each([
  '',
  'Completed resizing buffer pool at 261121  3:35:25.',
  'Failed to validate requested buffer pool size.',
  'Size did not change (old size = new size = 134217728. Nothing to do.',
])('"%s" is no resize', (status) => {
  expect(isResizing(status)).toBe(false);
});
