import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInventory } from '../inventory';
import { inventoryText } from '../inventory-text';
import { holdsPassword, isSecretName } from '../secrets-in-lists';
import { importServers } from '.';
import { importAnsibleIni, importAnsibleYaml } from './ansible';
import { importServersCsv } from './csv';
import { expandHosts } from './host-range';

test('an INI inventory gives hosts with the variables of their groups, and the group as role; its passwords are left out', () => {
  const { inventory, remarks } = importAnsibleIni(`
; comment
bastion ansible_host=10.0.0.1
[primary]
db1.example.com mysql_port=3307 ansible_port=2222 ansible_password=sesame # why
[replica]
db[2:4].example.com mysql_user="the monitor"
[databases:children]
primary
replica
[databases:vars]
team=shop
mysql_user=monitor
`);
  expect(inventory.servers).toEqual([
    { name: 'bastion', labels: {}, connection: { host: '10.0.0.1' } },
    {
      name: 'db1.example.com',
      labels: { role: 'primary', team: 'shop' },
      connection: { host: 'db1.example.com', port: 3307, user: 'monitor' },
    },
    ...[2, 3, 4].map((number) => ({
      name: `db${number}.example.com`,
      labels: { role: 'replica', team: 'shop' },
      connection: { host: `db${number}.example.com`, user: 'the monitor' },
    })),
  ]);
  expect(remarks).toEqual([expect.stringContaining('Passwords of 1 server were left out')]);
  expect(JSON.stringify({ inventory, remarks })).not.toContain('sesame');
});

test('a YAML inventory gives the same', () => {
  const { inventory } = importAnsibleYaml(
    `
all:
  vars: {env: production}
  children:
    primary:
      hosts:
        db1: {mysql_socket: /run/mysqld/mysqld.sock, login_user: root}
    replica:
      hosts:
        db2:
          ansible_host: 10.0.0.2
`,
    'hosts.yml',
  );
  expect(inventory.servers).toEqual([
    {
      name: 'db1',
      labels: { role: 'primary', environment: 'production' },
      connection: { socket: '/run/mysqld/mysqld.sock', user: 'root' },
    },
    { name: 'db2', labels: { role: 'replica', environment: 'production' }, connection: { host: '10.0.0.2' } },
  ]);
  expect(() => importAnsibleYaml('- a\n- b', 'x.yml')).toThrow(expect.objectContaining({ code: 'usage' }));
});

test('columns of a CSV file are the connection, and any other is a label', () => {
  const { inventory } = importServersCsv(
    'Name;Host;Port;Role;Password;Owner\r\n"shop; one";db1;3306;source;sesame;"the ""shop"""\r\n\r\ndb2;;x;;;\r\n',
    'servers.csv',
  );
  expect(inventory.servers).toEqual([
    {
      name: 'shop-one',
      labels: { role: 'source', owner: 'the "shop"', team: 'the "shop"' },
      connection: { host: 'db1', port: 3306 },
    },
    { name: 'db2', labels: {}, connection: { host: 'db2' } },
  ]);
  expect(() => importServersCsv('a,b\n1,2', 'x.csv')).toThrow(/no column "name" or "host"/);
});

test.each([
  ['db[01:03].x', ['db01.x', 'db02.x', 'db03.x']],
  ['db-[a:c]', ['db-a', 'db-b', 'db-c']],
  ['db-[A:B]', ['db-A', 'db-B']],
  ['r[1:2]-[1:2]', ['r1-1', 'r1-2', 'r2-1', 'r2-2']],
  ['db[1:9:4]', ['db1', 'db5', 'db9']],
  ['db[:2]', ['db0', 'db1', 'db2']],
  ['db1:2222', ['db1']],
  ['[2001:db8::1]:22', ['2001:db8::1']],
  ['2001:db8::1', ['2001:db8::1']],
])('the pattern %s stands for %j', (pattern, hosts) => {
  expect(expandHosts(pattern)).toEqual({ hosts });
});

test.each([
  ['[1:999999999][1:999999999]', 'tooManyHosts'],
  ['db[1:10001]', 'tooManyHosts'],
  ['db[3:1]', 'noRange'],
  ['db[1-3]', 'noRange'],
  ['db[1:3', 'noRange'],
  ['db[1:3:0]', 'noRange'],
])('the pattern %s is refused as a whole, never cut: %s', (pattern, refused) => {
  expect(expandHosts(pattern)).toEqual({ refused });
});

test('what a list holds and its inventory does not is said, each with where it stood', () => {
  const csv = importServersCsv(
    [
      'name,host,port,rank,password',
      'db1,h1,3306,1,sesame',
      'db2,h2,9e300,2,',
      ',h3,3306,3,',
      'db4,h4',
      'db5,h5,3306,5,,extra',
      'データ,h6,3306,6,',
      'db1,h7,3306,{{ rank }},',
      '"db8,h8',
    ].join('\n'),
    'servers.csv',
  );
  expect(csv.inventory.servers.map(({ name }) => name)).toEqual([
    'db1',
    'db2',
    'db4',
    'db5',
    'server-5',
    'db1_2',
  ]);
  expect(csv.remarks).toEqual([
    expect.stringMatching(/^A quote is never closed.*: line 9\.$/),
    expect.stringMatching(/^Rows without a name.*: line 4\.$/),
    expect.stringMatching(/^Rows have a different number of cells.*: line 5; line 6\.$/),
    expect.stringMatching(/^Ports .*: 9e300 of db2\.$/),
    expect.stringMatching(/^Names .*: データ is server-5; db1 is db1_2\.$/),
    expect.stringMatching(/^Values .*: rank of db1_2\.$/),
    expect.stringContaining('Passwords of 1 server were left out'),
  ]);
  const ini = importAnsibleIni(
    '[db]\ndb[3:1]\ndb[1:99999].x\nok loose mysql_port=33O6 login_user="{{ vault_user }}"\n',
  );
  expect(ini.inventory.servers.map(({ name, connection }) => [name, connection])).toEqual([
    ['ok', { host: 'ok' }],
  ]);
  expect(ini.remarks).toEqual([
    expect.stringMatching(/^Patterns .*begin before end.*: line 2: db\[3:1\]\.$/),
    expect.stringMatching(/^Patterns .*more than an inventory holds.*: line 3: db\[1:99999\]\.x\.$/),
    expect.stringMatching(/^Words that are not a variable.*: line 4\.$/),
    expect.stringMatching(/^Ports .*: 33O6 of ok\.$/),
    expect.stringMatching(/^Values .*: login_user of ok\.$/),
  ]);
  const yaml = importAnsibleYaml(
    'all: {hosts: {db1: {login_user: !vault "$ANSIBLE_VAULT;1.1;AES256 31"}, "db[2-3]": {}}}',
    'hosts.yml',
  );
  expect(yaml.inventory.servers).toEqual([{ name: 'db1', labels: {}, connection: { host: 'db1' } }]);
  expect(yaml.remarks).toHaveLength(2);
});

test('more servers than an inventory holds are refused, however often groups name them', () => {
  const groups = Array.from({ length: 30 }, (_, group) => `[g${group}]\ng${group}-[1:9999]`);
  expect(() => importAnsibleIni(groups.join('\n'))).toThrow(/more than 10,000 servers/);
});

test.each([
  ['Passwort', true],
  ['MySQL Password', true],
  ['root_password (prod)', true],
  ['dbpassword', true],
  ['rootPwd', true],
  ['ansible_become_pass', true],
  ['api key', true],
  ['token', true],
  ['vault_token2', true],
  ['client-secret', true],
  ['credentials', true],
  ['bypass', false],
  ['compass', false],
  ['token-file', false],
  ['shard_key', false],
  ['primaryKey', false],
  ['secretary', false],
  ['role', false],
])('a column %s holds a secret: %s', (name, expected) => {
  expect(isSecretName(name)).toBe(expected);
});

test.each([
  ['mysql://root:sesame@db1/shop', true],
  ['root:sesame@tcp(db1:3306)/shop', true],
  ['root:sesame@db1:3306', true],
  ['mysql://root@db1', false],
  ['mailto:dba@example.com', false],
  ['user@host:22', false],
  ['db1:3306', false],
])('%s holds a password: %s', (text, expected) => {
  expect(holdsPassword(text)).toBe(expected);
});

test('no column of a CSV file brings a password into the inventory, by its name or by its value', () => {
  const { inventory, remarks } = importServersCsv(
    'name,host,MySQL Password,token,dsn\ndb1,h1,sesame,,\ndb2,h2,,sesame,\ndb3,h3,,,root:sesame@tcp(h3)/x\ndb4,mysql://a:sesame@h4,,,\ndb5,h5:3307,,,\n',
    'x.csv',
  );
  expect(JSON.stringify(inventory)).not.toContain('sesame');
  expect(remarks).toEqual([expect.stringContaining('Passwords of 4 servers were left out')]);
  expect(inventory.servers.at(-1)?.connection).toEqual({ host: 'h5', port: 3307 });
});

test.each(['utf16le', 'latin1', 'utf8'] as const)('a list in %s is read as its letters', async (encoding) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-inventory-'));
  try {
    const file = join(folder, 'servers.csv');
    writeFileSync(file, Buffer.from('name,host,city\ndb1,h1,München\n', encoding));
    const { inventory } = await importServers(file);
    expect(inventory.servers[0]?.labels).toEqual({ city: 'München' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('whatever a list of servers holds, the inventory made of it is read again', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string(), fc.string()), { maxLength: 5 }), (rows) => {
      const csv = [
        'name,host,label',
        ...rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')),
      ];
      const { inventory, remarks } = importServersCsv(csv.join('\n'), 'x.csv');
      if (inventory.servers.length === 0) return;
      const names = parseInventory(inventoryText(inventory, remarks), 'x.yaml').servers.map(
        ({ name }) => name,
      );
      expect(names).toEqual(inventory.servers.map(({ name }) => name));
    }),
    { numRuns: 200 },
  );
});
