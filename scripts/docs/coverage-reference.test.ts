import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRuleFiles } from '../../src/files/rule-files';
import { coverageReference, readCoverage } from './coverage-reference';

const text = readFileSync(join(import.meta.dirname, 'coverage.yaml'), 'utf8');
const files = await readRuleFiles(['rules']);
const coverage = readCoverage(text);

/** Settings that pt-variable-advisor 3.5.7 has rules on, as its manual lists them. */
const ofVariableAdvisor =
  `auto_increment_increment concurrent_insert connect_timeout debug delay_key_write flush
  flush_time have_bdb init_connect init_file init_slave innodb_additional_mem_pool_size innodb_buffer_pool_size
  innodb_checksums innodb_doublewrite innodb_fast_shutdown innodb_flush_log_at_trx_commit innodb_force_recovery
  innodb_lock_wait_timeout innodb_log_buffer_size innodb_log_file_size innodb_max_dirty_pages_pct
  innodb_file_io_threads innodb_data_file_path innodb_flush_method innodb_locks_unsafe_for_binlog innodb_support_xa
  key_buffer_size large_pages locked_in_memory log_warnings low_priority_updates log_bin log_output sql_notes
  max_binlog_size max_connect_errors max_connections max_relay_log_size relay_log_space_limit slave_net_timeout
  slave_skip_errors expire_logs_days sync_binlog myisam_repair_threads myisam_recover_options old_passwords
  optimizer_prune_level port storage_engine sync_frm query_cache_size read_buffer_size read_rnd_buffer_size
  sort_buffer_size tmp_table_size tx_isolation Version`.split(/\s+/);

test('every rule that the coverage names exists, and every entry has rules or a reason', () => {
  expect(() => coverageReference(text, files)).not.toThrow();
  expect(() => coverageReference(text.replace('[replica-stopped]', '[no-such-rule]'), files)).toThrow(
    /no-such-rule/,
  );
  expect(() => readCoverage("- peer: a\n  source: b\n  checks:\n    - check: 'c'\n")).toThrow(/why/);
});

test('each setting of pt-variable-advisor is listed', () => {
  const checks = coverage
    .filter(({ peer }) => peer.startsWith('pt-variable-advisor'))
    .flatMap((peer) => peer.checks.map(({ check }) => check))
    .join(' ');
  expect(ofVariableAdvisor.filter((name) => !new RegExp(`\\b${name}\\b`).test(checks))).toEqual([]);
});

test('each of the field reports and each of the other advisors stands there', () => {
  const reports = coverage.find(({ peer }) => peer.startsWith('Field reports'));
  const numbers = reports?.checks.map(({ check }) => Number.parseInt(check, 10));
  expect(numbers).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  const peers = coverage.map(({ peer }) => peer).join(' ');
  for (const name of [
    'MySQLTuner',
    'pt-variable-advisor',
    'phpMyAdmin',
    'PMM',
    'pt-stalk',
    'tuning-primer',
  ]) {
    expect(peers).toContain(name);
  }
});
