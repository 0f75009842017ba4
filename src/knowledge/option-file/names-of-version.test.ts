import { describe, expect, test } from 'vitest';
import type { Flavour, VersionTriple } from '../../shared/server';
import type { UnfitName } from './meaning';
import { namesOfVersion } from './names-of-version';

const unfit = (name: string, flavour: Flavour, version: VersionTriple, present: string[] = []) =>
  namesOfVersion({ flavour, version }, present).unfit?.(name);

describe('which option names a version takes', () => {
  test.each<[string, Flavour, VersionTriple, UnfitName | null]>([
    // Met itself.
    ['query_cache_size', 'mysql', [8, 0, 31], 'lacking'],
    ['query_cache_size', 'mysql', [5, 7, 22], null],
    ['query_cache_size', 'mariadb', [11, 4, 5], null],
    ['innodb_redo_log_capacity', 'mariadb', [11, 4, 5], 'lacking'],
    ['sort_bufer_size', 'mysql', [8, 0, 31], 'never met'],
    // Between two that were met: what both lack is lacking, what one has may be there.
    ['query_cache_size', 'mysql', [8, 0, 40], 'lacking'],
    ['innodb_log_file_size', 'mysql', [8, 4, 3], null],
    ['innodb_file_format', 'mysql', [8, 4, 3], 'lacking'],
    ['aria_pagecache_buffer_size', 'mysql', [8, 4, 3], 'lacking'],
    ['innodb_thread_concurrency', 'mariadb', [10, 6, 20], null],
    // A variable that no option sets; some have an option of another name.
    ['time_zone', 'mysql', [8, 0, 31], 'variable only'],
    ['tx_isolation', 'mysql', [5, 7, 22], 'variable only'],
    ['hostname', 'mariadb', [10, 11, 18], 'variable only'],
    // Options that are no variables.
    ['plugin_load_add', 'mysql', [9, 7, 4], null],
    ['skip_slave_start', 'mysql', [5, 7, 22], null],
    ['replicate_do_db', 'mysql', [8, 0, 31], null],
    // MariaDB takes options of MySQL and its own former ones without a use for them.
    ['innodb_buffer_pool_instances', 'mariadb', [11, 4, 5], 'without effect'],
    ['binlog_order_commits', 'mariadb', [10, 11, 18], 'without effect'],
    ['innodb_buffer_pool_instances', 'mariadb', [10, 2, 11], null],
    // Plugins bring what no list has.
    ['validate_password.length', 'mysql', [8, 0, 31], null],
    ['group_replication_group_name', 'mysql', [8, 0, 31], null],
    ['server_audit_events', 'mariadb', [10, 11, 18], null],
    // Percona Server has options of its own, but none that MySQL has lost.
    ['innodb_parallel_doublewrite_path', 'percona', [8, 0, 35], null],
    ['userstat', 'percona', [8, 0, 35], null],
    ['query_cache_size', 'percona', [8, 0, 35], 'lacking'],
  ])('%s on %s %s: %s', (name, flavour, version, expected) => {
    expect(unfit(name, flavour, version)).toBe(expected);
  });

  test('what the server itself showed, it has', () => {
    expect(unfit('audit_new_thing', 'mysql', [8, 0, 31])).toBeNull();
    expect(unfit('tuned_cache_size', 'mysql', [8, 0, 31])).toBe('never met');
    expect(unfit('tuned_cache_size', 'mysql', [8, 0, 31], ['tuned_cache_size'])).toBeNull();
  });
});
