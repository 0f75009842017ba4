import { describe, expect, test } from 'vitest';
import { isSameServerKey } from '../../../shared/server';
import { statementLimitSql } from '../driver/limits';
import { isShownFor, statementOf } from '../driver/stopper';
import { greetingVersion } from '../handshake/greeting';
import { greetsItself, namedProxy } from '../handshake/proxy';
import { detectHosting } from './hosting';
import { identify, readVersion } from './identity';

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

test('equal containers of MariaDB have keys of their own, whatever the address; keys of old are still known', () => {
  const key = (more: Record<string, string>, target: object = { host: '10.0.0.1' }) =>
    identify({
      versionText: '10.11.18-MariaDB',
      comment: '',
      variables: new Map(
        Object.entries({ hostname: 'db', port: '3306', datadir: '/var/lib/mysql/', server_id: '1', ...more }),
      ),
      uptimeSeconds: 5,
      grants: null,
      target,
    }).serverKey;
  const one = key({ server_uid: 'qKSGy1EC43D3GaxXjqiLfqNgOYk=' });
  expect(key({ server_uid: 'gMln07bejNRp/uD+CYjteCD1bLw=' })).not.toBe(one);
  expect(key({ server_uid: 'qKSGy1EC43D3GaxXjqiLfqNgOYk=' }, { socket: '/run/s.sock' })).toBe(one);
  expect(key({ server_id: '2' })).not.toBe(key({}));
  const old = 'db:3306:/var/lib/mysql/';
  expect(isSameServerKey(old, one)).toBe(true);
  expect(isSameServerKey(one, old)).toBe(true);
  expect(isSameServerKey(one, key({ server_uid: 'gMln07bejNRp/uD+CYjteCD1bLw=' }))).toBe(false);
  expect(isSameServerKey('db:3306:/var/lib/mysql2/', one)).toBe(false);
});

test('proxies show themselves by their names, or by greeting with a number of their own', () => {
  expect(namedProxy(['5.5.30 (ProxySQL)'])).toBe('ProxySQL');
  expect(namedProxy(['8.0.36', '(ProxySQL)'])).toBe('ProxySQL');
  expect(namedProxy(['5.5.5-10.2.12 2.2.9-maxscale'])).toBe('MaxScale');
  expect(namedProxy(['8.0.40-router'])).toBe('MySQL Router');
  expect(namedProxy(['10.11.18-MariaDB', 'Debian 12', 'MySQL Community Server (GPL)'])).toBeNull();
  expect(greetsItself({ version: '', connectionId: 7 }, 8)).toBe(true);
  expect(greetsItself({ version: '', connectionId: 7 }, 2 ** 32 + 7)).toBe(false);
  const greeting = Buffer.from([...[40, 0, 0, 0, 10], ...Buffer.from('5.5.30 (ProxySQL)'), 0, 7, 0, 0, 0]);
  expect(greetingVersion(greeting)).toBe('5.5.30 (ProxySQL)');
  expect(greetingVersion(Buffer.from([1, 0, 0, 0, 255]))).toBe('');
});

test('a statement is stopped only where the list of processes shows it', () => {
  const row = (id: number, info: string | null) => [id, 'root', 'localhost', null, 'Query', 1, '', info];
  expect(statementOf([row(7, 'SELECT 1')], 7)).toBe('SELECT 1');
  expect(statementOf([row(7, null)], 7)).toBe('');
  expect(statementOf([row(7, 'SELECT 1')], 8)).toBeNull();
  const long = `SELECT '${'x'.repeat(200)}'`;
  expect(isShownFor(long, long.slice(0, 100))).toBe(true);
  expect(isShownFor("SELECT 'ä', 1", "SELECT '?', 1")).toBe(false);
  expect(isShownFor("SELECT 'ä', 1", "SELECT 'ä', 1")).toBe(true);
  expect(isShownFor('SELECT 1', '')).toBe(false);
  expect(isShownFor('SELECT 1', 'UPDATE t SET a = 1')).toBe(false);
});
