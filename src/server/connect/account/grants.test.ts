import { expect, test } from 'vitest';
import { holdsGlobal, parseGrants } from './grants';
import { grantStatement, quoteAccount, wantedPrivileges } from './privileges';

test('global, schema and table privileges are distinguished', () => {
  const grants = parseGrants([
    "GRANT SELECT, PROCESS, SHOW  VIEW ON *.* TO `app`@`%` IDENTIFIED BY PASSWORD '*0123' REQUIRE SSL WITH GRANT OPTION",
    'GRANT CONNECTION_ADMIN,BACKUP_ADMIN ON *.* TO `app`@`%`',
    'GRANT SELECT, INSERT (`a`, `b`) ON `performance_schema`.* TO `app`@`%`',
    "GRANT SELECT ON `sh\\_op`.`orders` TO 'app'@'%'",
    'GRANT `watcher`@`%` TO `app`@`%`',
    "GRANT PROXY ON ''@'' TO 'app'@'%' WITH GRANT OPTION",
  ]);
  expect(grants.global).toEqual(['SELECT', 'PROCESS', 'SHOW VIEW', 'CONNECTION_ADMIN', 'BACKUP_ADMIN']);
  expect(grants.bySchema.get('performance_schema')).toEqual(['SELECT', 'INSERT']);
  expect(grants.byTable.get('sh_op.orders')).toEqual(['SELECT']);
});

test('USAGE is no privilege; ALL PRIVILEGES is every one', () => {
  expect(parseGrants(["GRANT USAGE ON *.* TO 'app'@'%'"]).global).toEqual([]);
  const { global } = parseGrants(["GRANT ALL PRIVILEGES ON *.* TO 'root'@'localhost' WITH GRANT OPTION"]);
  expect(holdsGlobal(global, 'PROCESS')).toBe(true);
  expect(holdsGlobal(['SELECT'], 'PROCESS')).toBe(false);
});

test('the GRANT names the privilege as that server does', () => {
  const account = quoteAccount("o'neil@10.%");
  expect(account).toBe("'o''neil'@'10.%'");
  const grant = (flavour: 'mysql' | 'mariadb', version: [number, number, number]) =>
    grantStatement('replication', { flavour, version }, account);
  expect(grant('mysql', [8, 4, 0])).toBe("GRANT REPLICATION CLIENT ON *.* TO 'o''neil'@'10.%';");
  expect(grant('mariadb', [10, 4, 0])).toContain('REPLICATION CLIENT');
  expect(grant('mariadb', [10, 11, 0])).toContain('REPLICA MONITOR');
});

test('a schema privilege on performance_schema is enough', () => {
  const grants = parseGrants(['GRANT SELECT ON `performance_schema`.* TO `app`@`%`']);
  expect(wantedPrivileges.performanceSchema.held(grants)).toBe(true);
  expect(wantedPrivileges.seeTables.held(grants)).toBe(false);
});
