import { expect, test } from 'vitest';
import { catalogedVariables } from './variable-catalog';
import { describedWaits, describeWait } from './wait-objects';

test.each([
  ['wait/synch/rwlock/innodb/btr_search_latch', 'btr_search_latch'],
  ['wait/synch/sxlock/innodb/btr_search_latch', 'btr_search_latch'],
  ['wait/synch/mutex/sql/MDL_map::mutex', 'MDL_map'],
  ['wait/synch/prlock/sql/MDL_lock::rwlock', 'MDL_lock'],
  ['wait/lock/metadata/sql/mdl', 'metadata_lock'],
  ['wait/synch/mutex/innodb/log_sys_mutex', 'log_sys'],
  ['wait/synch/mutex/innodb/log_sys_write_mutex', 'log_sys'],
  ['wait/synch/mutex/innodb/lock_mutex', 'lock_sys'],
  ['wait/synch/mutex/innodb/buf_dblwr_mutex', 'dblwr'],
  ['wait/synch/mutex/innodb/redo_rseg_mutex', 'rseg'],
  ['wait/synch/sxlock/innodb/hash_table_locks', 'page_hash'],
  ['wait/io/file/innodb/innodb_data_file', 'data_file'],
  ['synch/mutex/sql/LOCK_open', 'LOCK_open'],
])('%s is %s', (event, id) => {
  expect(describeWait(event)?.id).toBe(id);
});

test('an event that the dictionary does not know stays without a meaning', () => {
  expect(describeWait('wait/synch/mutex/vendor/private')).toBeUndefined();
  expect(describeWait('statement/sql/select')).toBeUndefined();
});

test('ids are unique, levers name variables of the catalog', () => {
  const ids = describedWaits().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { variables } of describedWaits()) {
    for (const variable of variables) expect(catalogedVariables()).toContain(variable);
  }
});

test('a lever that costs durability says what is lost', () => {
  for (const { id, lever } of describedWaits()) {
    if (/innodb_flush_log_at_trx_commit=|sync_binlog above/.test(lever)) expect(lever, id).toMatch(/lose/);
    if (/doublewrite off/.test(lever)) expect(lever, id).toMatch(/no lever/);
  }
});
