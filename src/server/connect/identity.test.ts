import { describe, expect, test } from 'vitest';
import { detectHosting } from './hosting';
import { identify, readVersion } from './identity';
import { statementLimitSql } from './limits';

describe('flavour and version', () => {
  test.each([
    ['5.6.24', 'MySQL Community Server (GPL)', 'mysql', [5, 6, 24]],
    ['8.0.36-28', 'Percona Server (GPL), Release 28, Revision 47601f19', 'percona', [8, 0, 36]],
    ['8.0.36-28.1', 'Percona XtraDB Cluster (GPL), Release rel28', 'percona', [8, 0, 36]],
    ['5.5.5-10.11.18-MariaDB-log', 'mariadb.org binary distribution', 'mariadb', [10, 11, 18]],
    ['11.8.6-MariaDB-0+deb13u1 from Debian', '-- Please help', 'mariadb', [11, 8, 6]],
    ['8.0.31-google', '(Google)', 'mysql', [8, 0, 31]],
  ])('%s', (text, comment, flavour, version) => {
    expect(readVersion(text, comment)).toEqual({ flavour, version });
  });

  test('servers that only speak the protocol, and those too old, are refused', () => {
    for (const text of ['8.0.11-TiDB-v7.5.0', '5.1.73', '5.5.62', 'unknown']) {
      expect(() => readVersion(text, '')).toThrow(expect.objectContaining({ code: 'unsupported-server' }));
    }
  });
});

describe('hosting', () => {
  const remote = { host: 'db1' };
  const hosting = (variables: Record<string, string>, target: object = remote, privileges: string[] = []) =>
    detectHosting(new Map(Object.entries(variables)), '8.0.36', target, privileges);

  test('managed services show themselves', () => {
    expect(hosting({ aurora_version: '3.05.2', datadir: '/rdsdbdata/db/' })).toBe('aurora');
    expect(hosting({ datadir: '/rdsdbdata/db/', basedir: '/rdsdbbin/mysql/' })).toBe('rds');
    expect(hosting({}, { host: 'x.c9akciq32.eu-central-1.rds.amazonaws.com' })).toBe('rds');
    expect(hosting({ version_comment: '(Google)' })).toBe('cloudsql');
    expect(hosting({ cloudsql_iam_authentication: 'OFF' })).toBe('cloudsql');
    expect(hosting({}, { host: 'x.mysql.database.azure.com' })).toBe('azure');
    expect(hosting({ aad_auth_only: 'OFF' })).toBe('azure');
  });

  test('without a mark: local, or held by someone with SUPER, is self; anything else is unknown', () => {
    expect(hosting({}, { socket: '/run/mysqld/mysqld.sock' })).toBe('self');
    expect(hosting({}, { host: '127.0.0.1' })).toBe('self');
    expect(hosting({}, remote, ['ALL PRIVILEGES'])).toBe('self');
    expect(hosting({}, remote, ['PROCESS'])).toBe('unknown');
  });

  test('a tunnel to a managed server is recognised by the server, not by the address', () => {
    expect(hosting({ datadir: '/rdsdbdata/db/' }, { host: '127.0.0.1', port: 3307 })).toBe('rds');
  });
});

test('a server without UUID is known by host name, port and data directory as it gives them', () => {
  const identity = identify({
    versionText: '10.11.18-MariaDB',
    comment: '',
    variables: new Map([
      ['hostname', 'db1'],
      ['port', '3307'],
      ['datadir', '/data/'],
      ['performance_schema', 'OFF'],
    ]),
    uptimeSeconds: 5,
    grants: null,
    target: { host: 'tunnel', port: 13_307 },
  });
  expect(identity).toMatchObject({
    serverKey: 'db1:3307:/data/',
    privileges: null,
    performanceSchema: false,
  });
});

test.each([
  ['mysql', [5, 6, 24], null],
  ['mysql', [5, 7, 7], null],
  ['mysql', [5, 7, 8], 'SET SESSION max_execution_time = 1500'],
  ['percona', [8, 0, 36], 'SET SESSION max_execution_time = 1500'],
  ['mariadb', [10, 1, 1], 'SET SESSION max_statement_time = 1.5'],
  ['mariadb', [10, 0, 38], null],
] as const)('the statement limit of %s %j', (flavour, version, sql) => {
  expect(statementLimitSql({ flavour, version: [...version] }, 1500)).toBe(sql);
});
