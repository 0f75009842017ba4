import { expect, test } from 'vitest';
import { entry } from './style';

test('what goes on of an entry stands further in than the entries beside it, and passes no width', () => {
  const lines = entry(
    'innodb_buffer_pool_size: 16M -> 128M, as planned, resolved buffer-pool-too-small',
    40,
  ).split('\n');
  expect(lines.length).toBeGreaterThan(1);
  const [first, ...rest] = lines;
  expect(first).toMatch(/^ {2}\S/);
  for (const line of rest) expect(line).toMatch(/^ {4}\S/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
});
