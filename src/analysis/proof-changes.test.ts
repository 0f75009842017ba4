import { expect, test } from 'vitest';
import type { ServerKind } from '../knowledge/catalog/variable-facts';
import type { PlanChange } from '../shared/plan';
import { proofChanges } from './proof-changes';

const mysql80: ServerKind = { flavour: 'mysql', version: [8, 0, 31] };
const change = (variable: string, stored: number | string, more: Partial<PlanChange> = {}): PlanChange => ({
  ...{ variable, from: 0, to: stored, stored, group: 'mysqld', when: 'now', why: [], neededBy: [] },
  ...{ alsoWished: [], stopWhen: [], through: 'option file' },
  ...more,
});
const classes = (changes: PlanChange[]) =>
  Object.fromEntries(proofChanges({ changes }, mysql80).map(({ name, class: kind }) => [name, kind]));

test('each change has the class that decides how it is tried', () => {
  expect(
    classes([
      change('innodb_thread_concurrency', 0),
      change('sort_buffer_size', 262_144),
      change('innodb_lru_scan_depth', 256),
      change('innodb_buffer_pool_size', 2 ** 30),
      change('innodb_flush_method', 'O_DIRECT', { when: 'restart' }),
      change('max_connections', 500),
      change('long_query_time', 1),
    ]),
  ).toEqual({
    innodb_thread_concurrency: 'fast',
    sort_buffer_size: 'session',
    innodb_lru_scan_depth: 'medium',
    innodb_buffer_pool_size: 'slow',
    innodb_flush_method: 'restart',
    max_connections: 'capacity',
    long_query_time: 'safety',
  });
});

test('variables that belong together are one change, which is what its slowest is', () => {
  const found = proofChanges(
    {
      changes: [
        change('tmp_table_size', 1),
        change('innodb_io_capacity', 200),
        change('max_heap_table_size', 1),
        change('innodb_io_capacity_max', 400),
        change('sort_buffer_size', 1, {
          neededBy: [{ variable: 'innodb_flush_method', reason: 'for the test' }],
        }),
        change('innodb_flush_method', 'O_DIRECT', { when: 'restart' }),
      ],
    },
    mysql80,
  );
  expect(found.map(({ name, class: kind }) => [name, kind])).toEqual([
    ['tmp_table_size + max_heap_table_size', 'session'],
    ['innodb_io_capacity + innodb_io_capacity_max', 'medium'],
    ['sort_buffer_size + innodb_flush_method', 'restart'],
  ]);
  expect(found.map(({ untested }) => untested === null)).toEqual([true, true, false]);
});

test('what makes the server safer stays where it makes no difference', () => {
  const [durable, relaxed] = proofChanges(
    { changes: [change('sync_binlog', 1), change('innodb_flush_log_at_trx_commit', 2)] },
    mysql80,
  );
  expect(durable?.staysFor).toMatch(/survive a crash/);
  expect(relaxed?.staysFor).toBeNull();
});

test('more changes than one design separates are left to a second proof', () => {
  const names = 'sort join read read_rnd'.split(' ').map((kind) => `${kind}_buffer_size`);
  const more = [
    ...['innodb_spin_wait_delay', 'innodb_thread_concurrency', 'sync_binlog', 'general_log'],
    ...['innodb_flush_log_at_trx_commit', 'innodb_deadlock_detect', 'bulk_insert_buffer_size'],
    ...['range_optimizer_max_mem_size', 'preload_buffer_size', 'tmp_table_size'],
  ];
  const found = proofChanges({ changes: [...names, ...more].map((name) => change(name, 1)) }, mysql80);
  expect(found.filter(({ untested }) => untested === null)).toHaveLength(12);
  expect(found.filter(({ untested }) => untested?.includes('second'))).toHaveLength(2);
});

test('of what fills over minutes only growth is tried', () => {
  const tried = (variable: string, from: number | boolean, to: number | boolean) =>
    proofChanges({ changes: [change(variable, 0, { from, to, stored: to })] }, mysql80)[0]?.untested;
  expect(tried('innodb_buffer_pool_size', 2 ** 27, 2 ** 30)).toBeNull();
  expect(tried('table_open_cache', 400, 4000)).toBeNull();
  expect(tried('innodb_buffer_pool_size', 2 ** 30, 2 ** 27)).toMatch(/only growth is tried/);
  expect(tried('innodb_stats_persistent', false, true)).toMatch(/only growth is tried/);
});
