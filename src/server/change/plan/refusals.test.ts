import { expect, test } from 'vitest';
import { isDurability } from '../session/change-order';
import { refusalReason } from './refusals';

const none = new Map<string, string>();

test.each([
  'innodb_buffer_pool_dump_now',
  'innodb_buffer_pool_load_abort',
  'innodb_monitor_enable',
  'read_only',
  'super_read_only',
  'offline_mode',
  'gtid_mode',
  'server_id',
  'require_secure_transport',
  'sql_replica_skip_counter',
  'event_scheduler',
  'binlog_expire_logs_seconds',
  'expire_logs_days',
  'max_binlog_total_size',
  'binlog_space_limit',
  'general_log_file',
  'slow_query_log_file',
  'log_slow_query_file',
  'local_infile',
  'init_connect',
  'innodb_fast_shutdown',
  'innodb_log_checksums',
  'innodb_log_checksum_algorithm',
  'default_password_lifetime',
  'innodb_encrypt_tables',
  'innodb_redo_log_encrypt',
  'server_audit_logging',
  'connect_timeout',
  'foreign_key_checks',
])('%s is never touched', (variable) => {
  expect(refusalReason(variable, none)).toMatch(/\w/);
});

test.each([
  'innodb_io_capacity',
  'sync_binlog',
  'innodb_adaptive_hash_index',
  'max_connections',
  'sort_buffer_size',
  'slow_query_log',
  'long_query_time',
  'sync_relay_log',
  'innodb_log_file_size',
])('%s may be changed', (variable) => {
  expect(refusalReason(variable, none)).toBeNull();
});

test('thread_pool_size is refused only where there is no pool', () => {
  expect(
    refusalReason('thread_pool_size', new Map([['thread_handling', 'one-thread-per-connection']])),
  ).toMatch(/no effect/);
  expect(refusalReason('thread_pool_size', new Map([['thread_handling', 'pool-of-threads']]))).toBeNull();
});

test('durability settings are known as such', () => {
  expect(['innodb_flush_log_at_trx_commit', 'sync_binlog', 'innodb_doublewrite'].every(isDurability)).toBe(
    true,
  );
  // By these semi-synchronous replication gives up waiting for a replica.
  expect(['rpl_semi_sync_source_timeout', 'rpl_semi_sync_master_wait_no_slave'].every(isDurability)).toBe(
    true,
  );
  expect(isDurability('innodb_io_capacity')).toBe(false);
});

// Claim, Passwords: A variable that holds a secret is never set, so that none stands in the journal of changes.
test('a secret is never touched: what the server masks could not be restored, and a new one would stand in the journal', () => {
  expect(refusalReason('s3_access_key', new Map([['s3_access_key', '*****']]))).toMatch(/does not show/);
  expect(refusalReason('some_plugin_pin', new Map([['some_plugin_pin', '********']]))).toMatch(/not show/);
  // Not set yet, it shows nothing, and would be written down all the same.
  expect(refusalReason('s3_secret_key', new Map([['s3_secret_key', '']]))).toMatch(/secret/);
  expect(refusalReason('key_buffer_size', new Map([['key_buffer_size', '8388608']]))).toBeNull();
});
