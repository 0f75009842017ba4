import { expect, test } from 'vitest';
import { variableFacts } from '../variable-catalog';

test('what has been stable since MySQL 5.0 is known there, without the defaults that changed', () => {
  expect(variableFacts('max_connections', { flavour: 'mysql', version: [5, 0, 95] })).toMatchObject({
    basis: 'manual',
    dynamic: true,
    defaultValue: null,
    min: null,
  });
  expect(variableFacts('table_open_cache', { flavour: 'mysql', version: [5, 5, 62] })?.dynamic).toBe(true);
  expect(variableFacts('sort_buffer_size', { flavour: 'mariadb', version: [5, 5, 68] })?.type).toBe('size');
});

test('what came later, or is not listed, stays unknown on old servers', () => {
  expect(variableFacts('table_open_cache', { flavour: 'mysql', version: [5, 0, 95] })).toBeUndefined();
  expect(variableFacts('innodb_io_capacity', { flavour: 'mysql', version: [5, 1, 73] })).toBeUndefined();
});

test('what the manuals of 5.0, 5.1 and 5.5 have in common is known on each of them', () => {
  const known = (name: string, version: [number, number, number]) =>
    variableFacts(name, { flavour: 'mysql', version }) !== undefined;
  expect(known('query_cache_type', [5, 0, 95])).toBe(true);
  expect(known('binlog_format', [5, 0, 95])).toBe(false);
  expect(known('binlog_format', [5, 1, 73])).toBe(true);
  expect(known('innodb_buffer_pool_instances', [5, 1, 73])).toBe(false);
  expect(known('innodb_buffer_pool_instances', [5, 5, 62])).toBe(true);
  expect(variableFacts('innodb_doublewrite', { flavour: 'mysql', version: [5, 5, 62] })?.dynamic).toBe(false);
  expect(
    variableFacts('aria_pagecache_buffer_size', { flavour: 'mysql', version: [5, 5, 62] }),
  ).toBeUndefined();
  expect(
    variableFacts('aria_pagecache_buffer_size', { flavour: 'mariadb', version: [5, 5, 68] }),
  ).toBeDefined();
});

test('the buffer pool of old servers takes its size at a start only', () => {
  for (const [flavour, version] of [
    ['mysql', [5, 5, 62]],
    ['mariadb', [10, 1, 48]],
    ['mariadb', [5, 5, 68]],
  ] as const) {
    const facts = variableFacts('innodb_buffer_pool_size', { flavour, version: [...version] });
    expect(facts?.dynamic, `${flavour} ${version.join('.')}`).toBe(false);
  }
});
