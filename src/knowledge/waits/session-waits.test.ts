import { describe, expect, test } from 'vitest';
import { classifySession, isActive, type SessionState } from './session-waits';

const session = (state: string, waits: string[] = [], waitsForRowLock = false): SessionState => ({
  command: 'Query',
  state,
  waits,
  waitsForRowLock,
});

describe('sessions by wait', () => {
  test.each([
    ['Sleep', '', false],
    ['Daemon', 'Waiting on empty queue', false],
    ['Binlog Dump GTID', 'Master has sent all binlog to slave', false],
    ['Query', 'Replica has read all relay log; waiting for more updates', false],
    ['Query', 'Waiting for an event from Coordinator', false],
    ['Query', 'Waiting for table metadata lock', true],
    ['Query', '', true],
    ['Execute', 'updating', true],
  ])('a session in %s, "%s" is active: %s', (command, state, active) => {
    expect(isActive({ command, state })).toBe(active);
  });

  test.each([
    ['wait/io/file/innodb/innodb_data_file', 'dataIo', 'data_file'],
    ['wait/io/file/innodb/innodb_log_file', 'redoIo', 'log_file'],
    ['wait/io/file/sql/binlog', 'binlog', 'binlog_file'],
    ['wait/synch/cond/sql/MYSQL_BIN_LOG::COND_done', 'binlog', 'group_commit'],
    ['wait/synch/mutex/sql/MYSQL_BIN_LOG::LOCK_log', 'binlog', 'binlog'],
    ['wait/lock/metadata/sql/mdl', 'metadataLock', 'metadata_lock'],
    ['wait/synch/cond/sql/MDL_context::COND_wait_status', 'metadataLock', 'metadata_lock'],
    ['wait/synch/sxlock/innodb/btr_search_latch', 'latch', 'btr_search_latch'],
    ['wait/synch/mutex/nosuch/thing', 'latch', 'nosuch/thing'],
    ['wait/io/table/sql/handler', 'engine', null],
  ])('a current wait %s is %s', (event, expected, object) => {
    expect(classifySession(session('updating', [event]), true)).toEqual({ class: expected, object });
  });

  test('the deepest wait decides, not the handler call around it', () => {
    const waits = ['wait/io/table/sql/handler', 'wait/io/file/innodb/innodb_data_file'];
    expect(classifySession(session('Sending data', waits), false).class).toBe('dataIo');
  });

  test('a row lock is taken from the list of transactions: no wait event shows it', () => {
    expect(classifySession(session('updating', ['wait/io/table/sql/handler'], true), false)).toEqual({
      class: 'rowLock',
      object: null,
    });
  });

  test.each([
    ['Waiting for table metadata lock', true, 'metadataLock', 'metadata_lock'],
    ['Waiting for global read lock', true, 'metadataLock', 'global read lock'],
    ['Waiting for backup lock', true, 'metadataLock', 'backup lock'],
    ['Waiting for commit lock', true, 'metadataLock', 'commit lock'],
    ['Waiting for table level lock', true, 'other', 'THR_LOCK'],
    ['Waiting for query cache lock', true, 'latch', 'query_cache'],
    ['waiting for handler commit', true, 'binlog', 'binlog'],
    ['waiting for handler commit', false, 'redoIo', 'log_file'],
    ['Waiting for prior transaction to commit', true, 'binlog', 'binlog'],
    ['Writing to net', true, 'network', 'network'],
    ['User sleep', true, 'other', 'user sleep'],
    ['updating', true, 'engine', null],
    ['Sending data', true, 'engine', null],
    ['Opening tables', true, 'running', null],
    ['', true, 'running', null],
  ])('without wait instruments, state "%s" (binary log: %s) is %s', (state, binlog, expected, object) => {
    expect(classifySession(session(state), binlog)).toEqual({ class: expected, object });
  });

  test('the connection to a client is the network, not another wait', () => {
    const sending = session('executing', ['wait/io/socket/sql/client_connection']);
    expect(classifySession(sending, false)).toEqual({ class: 'network', object: 'network' });
  });

  test('a state that names the lock says more than the condition the session sleeps on', () => {
    const waiting = session('Waiting for global read lock', ['wait/synch/cond/sql/some_condition']);
    expect(classifySession(waiting, false).object).toBe('global read lock');
  });
});
