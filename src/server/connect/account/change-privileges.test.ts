import { expect, test } from 'vitest';
import type { Flavour, VersionTriple } from '../../../shared/server';
import { grantSql, privilegeFor } from './change-privileges';

const server = (flavour: Flavour, ...version: VersionTriple) => ({ flavour, version });
const mysql56 = server('mysql', 5, 6, 24);
const mysql97 = server('mysql', 9, 7, 4);
const mariadb104 = server('mariadb', 10, 4, 30);
const mariadb118 = server('mariadb', 11, 8, 6);

test.each([
  ['innodb_io_capacity', mysql56, 'SUPER'],
  ['sync_binlog', mysql97, 'SYSTEM_VARIABLES_ADMIN'],
  ['sync_binlog', mariadb104, 'SUPER'],
  ['sync_binlog', mariadb118, 'BINLOG ADMIN'],
  ['binlog_commit_wait_count', mariadb118, 'BINLOG ADMIN'],
  ['max_connections', mariadb118, 'CONNECTION ADMIN'],
  ['thread_pool_size', mariadb118, 'CONNECTION ADMIN'],
  ['slave_parallel_threads', mariadb118, 'REPLICATION SLAVE ADMIN'],
  ['slave_connections_needed_for_purge', mariadb118, 'BINLOG ADMIN'],
  ['rpl_semi_sync_master_timeout', mariadb118, 'REPLICATION MASTER ADMIN'],
  ['innodb_io_capacity', mariadb118, 'SUPER'],
] as const)('%s on %o needs %s', (variable, where, privilege) => {
  expect(privilegeFor(variable, where)).toBe(privilege);
});

test('the GRANT names the account, quoted', () => {
  expect(grantSql('SUPER', "o'neil@10.0.0.%")).toBe("GRANT SUPER ON *.* TO 'o''neil'@'10.0.0.%'");
  expect(grantSql('BINLOG ADMIN', 'a@b@localhost')).toBe("GRANT BINLOG ADMIN ON *.* TO 'a@b'@'localhost'");
});
