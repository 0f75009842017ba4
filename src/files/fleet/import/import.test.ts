import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInventory } from '../inventory';
import { inventoryText } from '../inventory-text';
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

test('patterns of hosts are expanded, and never without end', () => {
  expect(expandHosts('db[01:03].x')).toEqual(['db01.x', 'db02.x', 'db03.x']);
  expect(expandHosts('db-[a:c]')).toEqual(['db-a', 'db-b', 'db-c']);
  expect(expandHosts('r[1:2]-[1:2]')).toEqual(['r1-1', 'r1-2', 'r2-1', 'r2-2']);
  expect(expandHosts('db1:2222')).toEqual(['db1']);
  expect(expandHosts('[1:999999999][1:999999999]')).toHaveLength(10_000);
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
