import { expect, test } from 'vitest';
import type { VersionTriple } from '../../shared/server';
import { reportedCatalogs } from './reported';
import { catalogedVariables, type ServerKind, variableFacts } from './variable-catalog';

const mysql = (...version: VersionTriple): ServerKind => ({ flavour: 'mysql', version });
const percona = (...version: VersionTriple): ServerKind => ({ flavour: 'percona', version });
const mariadb = (...version: VersionTriple): ServerKind => ({ flavour: 'mariadb', version });

test('a variable exists only where it exists', () => {
  expect(variableFacts('metadata_locks_hash_instances', mysql(5, 6, 24))).toBeDefined();
  expect(variableFacts('metadata_locks_hash_instances', mysql(8, 0, 36))).toBeUndefined();
  expect(variableFacts('innodb_redo_log_capacity', mysql(8, 0, 29))).toBeUndefined();
  expect(variableFacts('innodb_redo_log_capacity', mysql(8, 0, 30))).toBeDefined();
  expect(variableFacts('innodb_buffer_pool_instances', mariadb(10, 6, 0))).toBeUndefined();
  expect(variableFacts('query_cache_size', mysql(8, 0, 0))).toBeUndefined();
  expect(variableFacts('no_such_variable', mysql(8, 0, 0))).toBeUndefined();
});

test('defaults follow flavour and version', () => {
  expect(variableFacts('innodb_spin_wait_delay', mysql(8, 0, 36))?.defaultValue).toBe('6');
  expect(variableFacts('innodb_spin_wait_delay', mariadb(10, 11, 5))?.defaultValue).toBe('4');
  expect(variableFacts('innodb_adaptive_hash_index', mysql(8, 4, 0))?.defaultValue).toBe('OFF');
  expect(variableFacts('innodb_io_capacity', mysql(8, 4, 0))?.defaultValue).toBe('10000');
  expect(variableFacts('sync_binlog', mysql(5, 6, 51))?.defaultValue).toBe('0');
  expect(variableFacts('sync_binlog', mysql(5, 7, 30))?.defaultValue).toBe('1');
});

test('every fact says where it is known from', () => {
  const facts = (name: string, server: ServerKind) => variableFacts(name, server);
  expect(facts('ft_min_word_len', mysql(9, 7, 4))).toMatchObject({
    basis: 'live',
    seenOn: ['9.7.4'],
    defaultValue: '4',
  });
  // Both live servers agree on it, so the series between have it.
  expect(facts('ft_min_word_len', mysql(8, 4, 6))).toMatchObject({
    basis: 'neighbours',
    seenOn: ['8.0.31', '9.7.4'],
    defaultValue: '4',
    max: 84,
  });
  // They do not: what it was between them is not known.
  expect(facts('lower_case_table_names', mysql(8, 4, 6))).toMatchObject({ seenOn: ['8.0.31', '9.7.4'] });
  expect(facts('performance_schema_max_mutex_classes', mysql(8, 0, 20))).toMatchObject({
    auto: 'not known for this version: it changed between 5.7.22 and 8.0.31',
  });
  // A series changes nothing once it is stable.
  expect(facts('binlog_transaction_dependency_tracking', mysql(5, 7, 44))).toMatchObject({
    basis: 'neighbours',
    seenOn: ['5.7.22'],
    defaultValue: 'COMMIT_ORDER',
  });
  // Only the newer one has it: since when is known, its default then is not.
  expect(facts('regexp_time_limit', mysql(5, 7, 44))).toBeUndefined();
  expect(facts('regexp_time_limit', mysql(8, 0, 20))).toMatchObject({
    basis: 'neighbours',
    type: 'integer',
    max: null,
  });
  expect(facts('date_format', mysql(5, 7, 44))?.basis).toBe('neighbours');
  expect(facts('date_format', mysql(8, 0, 36))).toBeUndefined();
  expect(facts('innodb_io_capacity', mysql(8, 0, 36))?.basis).toBe('manual');
  // Where nothing is known, nothing is said.
  expect(facts('external_table_storage_engine', mysql(8, 4, 0))).toBeUndefined();
});

test('when open connections take a new value', () => {
  const reach = (name: string) => variableFacts(name, mysql(9, 7, 4))?.reach;
  expect(reach('innodb_io_capacity')).toBe('at once');
  expect(reach('sort_buffer_size')).toBe('new connections');
  expect(reach('replica_parallel_workers')).toBe('replication restart');
  expect(reach('max_binlog_size')).toBe('next file');
  expect(reach('back_log')).toBe('start');
  expect(reach('timestamp')).toBe('own session');
});

test('two names of one variable move together, where the server has both', () => {
  expect(variableFacts('sync_master_info', mysql(9, 7, 4))?.alsoChanges).toEqual(['sync_source_info']);
  expect(variableFacts('long_query_time', mysql(9, 7, 4))?.alsoChanges ?? []).not.toContain('slow_query_log');
});

test('redo size of MariaDB is dynamic from 10.9', () => {
  expect(variableFacts('innodb_log_file_size', mariadb(10, 8, 3))?.dynamic).toBe(false);
  expect(variableFacts('innodb_log_file_size', mariadb(10, 9, 1))?.dynamic).toBe(true);
});

test('Percona Server follows MySQL, except where it has rows of its own', () => {
  expect(variableFacts('innodb_io_capacity', percona(8, 4, 0))).toEqual(
    variableFacts('innodb_io_capacity', mysql(8, 4, 0)),
  );
  expect(variableFacts('innodb_flush_log_at_trx_commit', percona(5, 7, 22))?.scope).toBe('both');
  expect(variableFacts('innodb_cleaner_lsn_age_factor', mysql(5, 7, 22))).toBeUndefined();
  expect(variableFacts('innodb_cleaner_lsn_age_factor', percona(5, 7, 22))).toBeDefined();
});

test('an option file name with dashes finds the variable', () => {
  expect(variableFacts('innodb-buffer-pool-size', mysql(9, 7, 4))?.name).toBe('innodb_buffer_pool_size');
});

test('bounds above 2^53 are exact in limits', () => {
  expect(variableFacts('sort_buffer_size', mysql(8, 0, 36))?.limits.max).toBe('18446744073709551615');
});

const everywhere = [
  ...[mysql(5, 6, 51), mysql(5, 7, 44), mysql(8, 0, 20), mysql(8, 0, 30), mysql(8, 0, 45), mysql(8, 4, 8)],
  ...[mysql(9, 7, 4), percona(5, 7, 22), percona(8, 0, 27), percona(8, 4, 0), mariadb(10, 4, 30)],
  ...[mariadb(10, 5, 23), mariadb(10, 6, 20), mariadb(10, 11, 18), mariadb(11, 4, 9), mariadb(11, 8, 6)],
];
test('every entry is well formed on every server where it exists', () => {
  const seen = new Set<string>();
  for (const server of everywhere) {
    for (const name of catalogedVariables()) {
      const facts = variableFacts(name, server);
      if (facts === undefined) continue;
      seen.add(name);
      if (facts.min !== null && facts.max !== null) expect(facts.min, name).toBeLessThanOrEqual(facts.max);
      expect(facts.defaultValue === null, `${name}: a default or how it is worked out`).toBe(
        facts.auto !== undefined,
      );
      if (facts.type === 'enum' && facts.basis !== 'neighbours') expect(facts.values, name).toBeDefined();
      if (facts.values !== undefined && facts.type === 'enum' && facts.defaultValue) {
        expect(facts.values, name).toContain(facts.defaultValue);
      }
      if (facts.onlyAtStart !== undefined) {
        expect(facts.dynamic, name).toBe(true);
        if (facts.type === 'enum') {
          expect(facts.values, name).toEqual(expect.arrayContaining(facts.onlyAtStart));
        }
      }
      if (facts.type === 'boolean' && facts.defaultValue !== null) {
        expect(['ON', 'OFF'], name).toContain(facts.defaultValue);
      }
    }
  }
  for (const { flavour, version, names } of reportedCatalogs) {
    for (const name of names()) {
      if (variableFacts(name, { flavour, version: [...version] })?.basis === 'live') seen.add(name);
    }
  }
  expect([...seen].sort()).toEqual([...catalogedVariables()].sort());
});
