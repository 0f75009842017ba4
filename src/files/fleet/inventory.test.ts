import { expect, test } from 'vitest';
import { inventorySchemaName } from '../../shared/fleet-inventory';
import { parseInventory, secretBesideInventory } from './inventory';
import { inventoryOfProfiles, inventoryText } from './inventory-text';

const parse = (text: string) => parseInventory(text, 'fleet.yaml');

test('an inventory holds servers with labels, connections by the flags of the command line, and references to passwords', () => {
  const read = parse(`
folder: snapshots
defaults:
  labels: {environment: production}
  password: {env: LATCHKEY_MONITOR_PASSWORD}
drift: {ignore: [innodb_io_*], baseline: db1}
servers:
  - name: db1
    labels: {role: source, rank: 1}
    connection: {host: db1.example.com, port: 3306, ssl-mode: verify-ca, ssl-ca: ca.pem}
    host: {ram: 64G, cpus: 16}
  - name: db2
    connection: {login-path: db2}
  - name: db3
    snapshots: /var/lib/latchkey/db3
`);
  expect(read.servers.map(({ name }) => name)).toEqual(['db1', 'db2', 'db3']);
  expect(read.drift).toEqual({ ignore: ['innodb_io_*'], baseline: 'db1' });
});

test.each([
  ['servers:\n  - name: db1\n    password: sesame', 3],
  ['servers:\n  - name: db1\n    connection:\n      host: h\n      password: sesame', 5],
  ['defaults:\n  ssh-password: sesame\nservers: [{name: db1}]', 2],
  ['servers:\n  - name: db1\n    mysql_pwd: 1234', 3],
  ['servers:\n  - name: db1\n    connection: {url: "mysql://root:sesame@db1"}', 3],
])('a password in it is refused with its line, and not repeated: %j', (text, line) => {
  expect(() => parse(text)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: expect.stringMatching(new RegExp(`^fleet.yaml:${line}: the inventory contains a password`)),
      hint: expect.stringContaining('defaults-file'),
    }),
  );
  expect(() => parse(text)).not.toThrow(/sesame|1234/);
});

test.each([
  ['servers: [', /is not valid YAML/],
  ['servers: []', /servers/],
  ['servers:\n  - name: db1\n    conection: {}', /^fleet.yaml:2: servers\.0: .*conection/],
  ['servers:\n  - name: ../etc', /servers\.0\.name: a name becomes that of a folder/],
  ['servers:\n  - name: db1\n    connection: {port: 99999}', /^fleet.yaml:3: servers\.0\.connection\.port/],
  ['servers:\n  - name: db1\n    password: {env: AWS_SECRET_ACCESS_KEY}', /begin with LATCHKEY_/],
  ['servers:\n  - name: db1\n  - name: DB1', /two servers of the name "DB1"/],
])('%j is refused with what is wrong', (text, message) => {
  expect(() => parse(text)).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringMatching(message) }),
  );
});

test('an inventory that is full of itself is refused', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [name, before] of [...'bcdefgh'].map((letter, index) => [letter, 'abcdefg'[index]])) {
    bomb.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`);
  }
  expect(() => parse(bomb.join('\n'))).toThrow(expect.objectContaining({ code: 'usage' }));
});

test('what is written of saved connections and foreign names is read again as it was', () => {
  const profile = { id: 'p', target: {}, declaredHost: {}, colour: 'none' as const, lastUsedAt: '' };
  const names = ['shop db', 'shop/db', 'a"b: {c}\n- d', '日本'];
  const inventory = inventoryOfProfiles(names.map((name) => ({ ...profile, name, group: '# prod' })));
  const text = inventoryText(inventory, ['A remark\nof two lines']);
  expect(parse(text)).toEqual({ schema: inventorySchemaName, folder: 'snapshots', ...inventory });
  expect(new Set(inventory.servers.map(({ name }) => name)).size).toBe(names.length);
});

test('a token file lies in the folder of the inventory or below', () => {
  const file = '/etc/latchkey/fleet.yaml';
  expect(secretBesideInventory(file, 'token')).toBe('/etc/latchkey/token');
  expect(secretBesideInventory(file, './secrets/token')).toBe('/etc/latchkey/secrets/token');
  for (const named of ['/home/alice/.vault-token', '../token', '..', '.', 'a/../../token', '/etc/latchkey'])
    expect(() => secretBesideInventory(file, named), named).toThrow('outside of its folder');
});
