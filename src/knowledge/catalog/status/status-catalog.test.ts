import { expect, test } from 'vitest';
import { listedStatusVariables, statusVariable } from './status-catalog';

test('names are matched without regard to case and released as servers print them', () => {
  expect(statusVariable('THREADS_RUNNING')).toMatchObject({
    name: 'Threads_running',
    kind: 'gauge',
    unit: 'count',
  });
});

test.each([
  ['Threads_running', 'gauge', 'count'],
  ['Max_used_connections', 'gauge', 'count'],
  ['Uptime', 'gauge', 'seconds'],
  ['Innodb_checkpoint_age', 'gauge', 'bytes'],
  ['Innodb_history_list_length', 'gauge', 'count'],
  ['Innodb_buffer_pool_pages_dirty', 'gauge', 'pages'],
  ['Innodb_buffer_pool_pages_flushed', 'counter', 'pages'],
  ['Qcache_free_memory', 'gauge', 'bytes'],
  ['Innodb_num_open_files', 'gauge', 'count'],
  ['Innodb_redo_log_current_lsn', 'counter', 'bytes'],
  ['Innodb_lsn_current', 'counter', 'bytes'],
  ['Innodb_row_lock_time', 'counter', 'ms'],
  ['Innodb_row_lock_time_avg', 'gauge', 'ms'],
  ['Com_select', 'counter', 'count'],
  ['Com_stmt_prepare', 'counter', 'count'],
  ['Performance_schema_digest_lost', 'counter', 'count'],
] as const)('%s is a %s in %s', (name, kind, unit) => {
  expect(statusVariable(name)).toMatchObject({ name, kind, unit });
});

test('what sets a counter back, and where it wraps', () => {
  expect(statusVariable('Table_locks_waited')?.resets).toEqual({
    flushStatus: true,
    flushGlobalStatus: true,
    restart: true,
  });
  expect(statusVariable('Com_select')?.resets).toMatchObject({ flushStatus: false, flushGlobalStatus: true });
  expect(statusVariable('Innodb_rows_read')?.resets).toMatchObject({
    flushGlobalStatus: false,
    restart: true,
  });
  expect(statusVariable('Innodb_lsn_current')?.resets.restart).toBe(false);
  expect(statusVariable('Com_select')?.wrapBits).toBe(64);
  expect(statusVariable('Threads_running')?.wrapBits).toBeNull();
});

test('an unknown name is unknown: no kind is guessed', () => {
  expect(statusVariable('Vendor_private_counter')).toBeUndefined();
  expect(statusVariable('')).toBeUndefined();
});

test('every listed name finds itself', () => {
  for (const variable of listedStatusVariables()) expect(statusVariable(variable.name)).toEqual(variable);
});
