import { expect, test } from 'vitest';
import { withSourceNames } from './source-names';

test('a source that begins a text is identified by its title', () => {
  const blog = 'Percona blog, 2014 to 2018';
  expect(withSourceNames('[percona-blog] I/O-bound or not')).toBe(`${blog}: I/O-bound or not`);
  expect(withSourceNames('[percona-blog]: 65 in health')).toBe(`${blog}: 65 in health`);
  expect(withSourceNames('[percona-blog] - it paid')).toBe(`${blog} - it paid`);
  expect(withSourceNames('[smalldatum-2024-07], RocksDB')).toBe('Small Datum blog, July 2024, RocksDB');
});

test('a source within a sentence stands in parentheses', () => {
  const source = 'Adaptive flushing in MySQL 5.6';
  expect(withSourceNames('Time, not counts [adaptive-flushing-56].')).toBe(`Time, not counts (${source}).`);
  expect(withSourceNames('None (after [adaptive-flushing-56])')).toBe(`None (after (${source}))`);
  expect(withSourceNames('None ([adaptive-flushing-56])')).toBe(`None (${source})`);
});

test('brackets that are no source stay', () => {
  expect(withSourceNames('[mysqld] and [a-z]')).toBe('[mysqld] and [a-z]');
});
