import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describedWaits } from '../waits/wait-objects';
import { describedFunctions, describeFunction, describeStack } from './stack-functions';

test.each([
  ['ut_delay', 'spinning'],
  ['ut_delay(unsigned long)', 'spinning'],
  ['ut_delay@@Base', 'spinning'],
  ['trx_undo_prev_version_build', 'old-row-versions'],
  ['log_free_check_wait(log_t&)', 'redo-full'],
  [
    'PolicyMutex<TTASEventMutex<GenericPolicy> >::enter(unsigned int, unsigned int, char const*, unsigned int)',
    'spinning',
  ],
  ['void ssux_lock_impl<true>::wr_wait(unsigned int)', 'spinning'],
  ['row_purge_record_func(purge_node_t*, unsigned char*) [clone .isra.0]', 'purge'],
  ['MDL_map::find_or_insert(LF_PINS*, MDL_key const*, bool*)', 'metadata-map'],
  ['btr_cur_search_to_nth_level+0x1a4', 'tree-search'],
  ['Query_cache::try_lock(THD*, Query_cache::Cache_try_lock_mode)', 'query-cache'],
  ['filesort', 'sort'],
  ['Time_zone_system::gmt_sec_to_TIME(MYSQL_TIME*, long) const', 'time-zone'],
  ['tpool::thread_pool_generic::worker_main(tpool::worker_data*)', 'idle-background'],
])('%s is %s', (name, id) => {
  expect(describeFunction(name)?.id).toBe(id);
});

test('what is unknown stays so', () => {
  for (const name of ['', 'main', 'my_own_function', '[unknown]', '??'])
    expect(describeFunction(name)).toBeUndefined();
});

test('any text has an answer in the end', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (name) => {
      expect([undefined, ...describedFunctions()]).toContain(describeFunction(name));
    }),
  );
});

test('a stack is identified by the innermost function that says why, not by the sleep itself', () => {
  const stack = (...frames: string[]) => describeStack(frames)?.id;
  expect(
    stack(
      'futex_wait',
      'os_event::wait_low',
      'sync_array_wait_event',
      'trx_undo_prev_version_build',
      'row_search_mvcc',
    ),
  ).toBe('old-row-versions');
  expect(stack('ut_delay', 'PolicyMutex<X>::enter', 'MVCC::view_open')).toBe('read-view');
  expect(stack('ut_delay', 'something_else')).toBe('spinning');
  expect(stack('poll', 'vio_io_wait', 'my_net_read', 'do_command')).toBe('idle-session');
  expect(stack()).toBeUndefined();
});

test('ids and functions are unique, texts are complete, waits exist', () => {
  const entries = describedFunctions();
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  const names = entries.flatMap(({ functions }) => functions);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const waits = describedWaits().map(({ id }) => id);
  for (const { id, wait, meaning, next, source } of entries) {
    if (wait !== null) expect(waits, id).toContain(wait);
    for (const text of [meaning, next, source]) expect(text.length, id).toBeGreaterThan(5);
  }
});
