import { describe, expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';
import { importPaste } from './pasted';
import { values } from './run-import';

// What orchestrators, containers and the system print of the machine, in the forms in which people paste it.

const frame = 'thread_cache_size = 9\n';
const mib = 1024 ** 2;

const described = (name: string, image: string, reason: string) => `Containers:
  ${name}:
    Container ID:  containerd://5d0e
    Image:         ${image}
    State:          Running
      Started:      Tue, 04 Mar 2025 10:12:01 +0100
    Last State:     Terminated
      Reason:       ${reason}
      Exit Code:    137
    Restart Count:  14
    Limits:
      cpu:     2
      memory:  1Gi
    Requests:
      memory:     512Mi
`;

describe('kubectl describe pod', () => {
  test('limits the memory of the server, and says that it was killed', async () => {
    const { snapshot } = await importPaste(described('mysql', 'mysql:8.0.36', 'OOMKilled') + frame);
    expect(snapshot.host.memoryBytes.value).toBe(1024 * mib);
    expect(snapshot.host.oomKills?.value).toBe(1);
  });

  test('by its image where the container is named otherwise', async () => {
    const text = described('database', 'docker.io/library/mariadb:11.4', 'OOMKilled') + frame;
    expect((await importPaste(text)).snapshot.host.oomKills?.value).toBe(1);
  });

  test.each([
    ['another program', 'api', 'registry.example/shop/api:4', 'OOMKilled'],
    ['an exporter', 'mysqld-exporter', 'prom/mysqld-exporter:v0.15', 'OOMKilled'],
  ])('%s is no server', async (_name, name, image, reason) => {
    const { snapshot } = await importPaste(described(name, image, reason) + frame);
    expect(snapshot.host.oomKills?.value).toBeUndefined();
    expect(snapshot.host.memoryBytes.value).toBeUndefined();
  });

  test('a server that ended in order was not killed', async () => {
    const { snapshot } = await importPaste(described('mysql', 'mysql:8.0.36', 'Completed') + frame);
    expect(snapshot.host.oomKills?.value).toBeUndefined();
  });
});

describe('docker stats', () => {
  const heading = 'CONTAINER ID   NAME        CPU %     MEM USAGE / LIMIT     MEM %     NET I/O   PIDS\n';
  const row = (name: string, memory: string) =>
    `3f1a2c77be01   ${name}     38.21%    ${memory}      96.53%    12.1GB / 44.9GB  214\n`;

  test('limits the memory of the server', async () => {
    const text = heading + row('shop-web', '310MiB / 512MiB') + row('shop-db', '1.5GiB / 2GiB') + frame;
    const { snapshot } = await importPaste(text);
    expect(snapshot.host.memoryBytes.value).toBe(2048 * mib);
    expect(snapshot.host.memoryAvailableBytes?.value).toBe(512 * mib);
  });

  test.each([
    ['two servers', row('db1', '1GiB / 2GiB') + row('db2', '1GiB / 4GiB')],
    ['others alone', row('search', '1GiB / 2GiB') + row('web', '1GiB / 4GiB')],
  ])('of %s none counts', async (_name, rows) => {
    const { snapshot } = await importPaste(heading + rows + frame);
    expect(snapshot.host.memoryBytes.value).toBeUndefined();
  });
});

describe('systemd', () => {
  test.each([
    'mysql.service: A process of this unit has been killed by the OOM killer.',
    "Dec 02 03:11:10 srv systemd[1]: mariadb.service: Failed with result 'oom-kill'.",
  ])('says that the server was killed: %s', async (line) => {
    expect((await importPaste(`${line}\n${frame}`)).snapshot.host.oomKills?.value).toBe(1);
  });

  test.each([
    "systemd[1]: redis.service: Failed with result 'oom-kill'.",
    "systemd[1]: mysql.service: Failed with result 'exit-code'.",
    "systemd[1]: mysqld_exporter.service: Failed with result 'oom-kill'.",
  ])('says nothing of it: %s', async (line) => {
    expect((await importPaste(`${line}\n${frame}`)).snapshot.host.oomKills?.value).toBeUndefined();
  });
});

test.each([
  ['$ free -g', 'Mem:             31          30           0           0           0           0', 31 * 1024],
  ['# free -m', 'Mem:           1967        1712          83          21         171         101', 1967],
  ['$ free -k', 'Mem:        1014344      712344       83100       21332      171332      101444', 990.57],
  ['', 'Mem:             62          30           0           0           0           8', 62 * 1024],
])('free says how much there is: %s', async (command, row, expected) => {
  const heading = '              total        used        free      shared  buff/cache   available';
  const { snapshot } = await importPaste(`${command}\n${heading}\n${row}\n${frame}`);
  expect((snapshot.host.memoryBytes.value ?? 0) / mib).toBeCloseTo(expected, 1);
});

test.each([
  ['sizes for people', '-rw-r----- 1 mysql mysql 1.1G Oct  3 02:14 binlog.000201', 1.1 * 1024 ** 3],
  ['in the locale of a reader', '-rw-r----- 1 mysql mysql 1,1G Okt  3 02:14 binlog.000201', 1.1 * 1024 ** 3],
  ['of du -h', '1.1G\tmysql-bin.000311', 1.1 * 1024 ** 3],
  ['of du', '1048580\t./mysql-bin.000311', 1048580 * 1024],
  ['with the state of encryption', '| binlog.000311 | 1073742334 | No |', 1073742334],
  ['vertical', ' Log_name: binlog.000871\nFile_size: 1073742334\nEncrypted: No', 1073742334],
])('binary logs, %s', async (_name, line, bytes) => {
  const rows = sectionRows((await importPaste(`${line}\n${frame}`)).snapshot, 'binary-logs');
  expect(rows).toHaveLength(1);
  expect(Number(rows[0]?.file_size)).toBeCloseTo(bytes, -1);
});

test('a connection that has not logged in has no time', async () => {
  const rows = ['1', '2'].map(
    (id) => `| ${id} | unauthenticated user | 10.9.1.12:412${id} | NULL | Connect | NULL | login | NULL |`,
  );
  const { snapshot } = await importPaste(`${rows.join('\n')}\n${frame}`);
  expect(sectionRows(snapshot, 'processlist')).toHaveLength(2);
});

test('the numbers of lines are no part of a table', async () => {
  const { snapshot } = await importPaste(
    [
      ' 1: mysql> EXPLAIN SELECT 1\\G',
      ' 2: *************************** 1. row ***************************',
      ' 3:            id: 1',
      ' 4:   select_type: SIMPLE',
      ' 5:         table: messages',
      ' 6:          type: index',
      ' 7: possible_keys: idx_room',
      ' 8:           key: PRIMARY',
      ' 9:       key_len: 8',
      '10:           ref: NULL',
      '11:          rows: 3911203',
      '12:         Extra: Using where',
    ].join('\n'),
  );
  expect(sectionRows(snapshot, 'explains')).toMatchObject([
    { table_name: 'messages', rows_estimated: '3911203' },
  ]);
});

test('phpMyAdmin puts links before a name, in any language', async () => {
  const { snapshot } = await importPaste(
    [
      'Documentation Modifier\tgeneral log\tON',
      'Dokumentation Bearbeiten\tmax connections\t300',
      'Edit\ttable open cache\t4,000',
    ].join('\n'),
  );
  expect(Object.fromEntries(values(snapshot, 'variables'))).toMatchObject({
    general_log: 'ON',
    max_connections: '300',
    table_open_cache: '4000',
  });
});

describe('df', () => {
  const gib = 1024 ** 3;
  const space = async (rows: string) => (await importPaste(`${rows}\n${frame}`)).snapshot.host;

  test.each([
    ['the folder of the server', '/dev/sdb1  200G  190G   10G  95% /var/lib/mysql', 10 * gib],
    ['with the types', '/dev/sdb1  xfs  200G  190G   10G  95% /data/mysql', 10 * gib],
    ['in KiB', '/dev/sdb1  209715200 199229440  10485760  95% /', 10 * gib],
    ['in a locale', '/dev/sda2        20G     19G  512M   98% /', 0.5 * gib],
  ])('says what is free: %s', async (_name, row, free) => {
    expect((await space(row)).dataFree?.value).toBe(free);
  });

  test('the file system that holds the usual folder of the data is that of the data', async () => {
    const host = await space(
      '/dev/sda1  20G  5G  15G  25% /\n/dev/sda2  50G  45G  5G  90% /var\ntmpfs  2G  2G  0  100% /tmp\n/dev/sda3  9G  9G  0  100% /home',
    );
    expect([host.dataFree?.value, host.tmpFree?.value]).toEqual([5 * gib, 0]);
  });

  test.each([
    ['of something else', '/dev/sda3  9G  9G  0  100% /home'],
    ['of two servers', '/dev/a  9G  9G  0  100% /srv/mysql1\n/dev/b  9G  1G  8G  10% /srv/mysql2'],
    ['no df', 'mysqld  12G  9G  3G  75% of /var'],
  ])('%s: nothing is known', async (_name, rows) => {
    expect((await space(rows)).dataFree?.value).toBeUndefined();
  });

  test('binary logs that the text lists lie with the data', async () => {
    const host = await space('1.1G\tmysql-bin.000311\n/dev/sdb1  200G  190G   10G  95% /var/lib/mysql');
    expect(host.binlogFree?.value).toBe(10 * gib);
  });
});
