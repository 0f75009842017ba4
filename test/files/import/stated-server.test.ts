import { describe, expect, test } from 'vitest';
import { serverName } from '../../../src/shared/server';
import { folderOf, runImport } from './run-import';

async function serverOf(...lines: string[]) {
  const { snapshot, outcome } = await runImport(await folderOf({ 'post.txt': `${lines.join('\n')}\n` }));
  return { name: serverName(snapshot.server), remarks: outcome.remarks.join('; '), snapshot };
}
const status = ['Uptime 864000', 'Questions 8123456789', 'Threads_running 12', 'max_connections 500'];

describe('the server that prose names', () => {
  test('a version with three numbers is the version, and the import says where it comes from', async () => {
    const { name, remarks } = await serverOf('Our shop runs MySQL 8.0.28 on a VPS.', ...status);
    expect(name).toBe('MySQL 8.0.28');
    expect(remarks).toContain('The server is MySQL 8.0.28, as the text says');
  });

  test.each([
    ['MariaDB 10.3.39', 'MariaDB 10.3.39'],
    ['Percona Server 5.7.44', 'Percona Server 5.7.44'],
    ['MySQL Community Server 5.6.51', 'MySQL 5.6.51'],
    ['mysql version 5.7.22', 'MySQL 5.7.22'],
    ['MySQL 5.7.33 on 64 GB, everything gets slower until we restart it;', 'MySQL 5.7.33'],
  ])('"%s"', async (text, name) => {
    expect((await serverOf(`We use ${text} here`, ...status)).name).toBe(name);
  });

  test.each([
    ['sync_binlog=1, innodb_flush_log_at_trx_commit=1, 8.0.32 on a VM', 'MySQL 8.0.32'],
    ['64 GB RAM, NVMe, 10.6.12 with Galera off', 'MariaDB 10.6.12'],
    ['5.7.44 on RHEL, one instance', 'MySQL 5.7.44'],
    ['innodb_file_per_table = OFF, version 5.6.40', 'MySQL 5.6.40'],
    ['It takes 14 seconds. 5.7.42', 'MySQL 5.7.42'],
    ['Moodle on PHP, 8.0.30 with opcache; MariaDB 10.5.8', 'MariaDB 10.5.8'],
  ])('a version alone: "%s"', async (text, name) => {
    expect((await serverOf(text, ...status)).name).toBe(name);
  });

  test.each([
    'PHP 8.1 and Laravel, 8.0.30 on Ubuntu',
    'We plan to go to 8.0.36, 8.0.30 is not enough',
    'about 8.0.30 of them',
  ])('no version: "%s"', async (text) => {
    expect((await serverOf(text, ...status)).name).not.toContain('8.0.3');
  });

  test.each([
    ['since this morning our shop is dying. Percona Server 5.7.44', 'Percona Server 5.7.44'],
    ['Since this morning MySQL 8.0.32 hangs', 'MySQL 8.0.32'],
    ['Percona Server 5.7.44. QPS went down from 40k to 9k.', 'Percona Server 5.7.44'],
    ['We run MySQL 8.0.32. Source needs 40 seconds.', 'MySQL 8.0.32'],
    ['Upgraded from MySQL 5.7.44 to MySQL 8.0.36 yesterday', 'MySQL 8.0.36'],
    ['We have migrated from MariaDB 10.3.39 to MariaDB 10.11.6; now it is slow', 'MariaDB 10.11.6'],
    ['We want to upgrade, but this one is slow today. MySQL 5.7.40', 'MySQL 5.7.40'],
    ['MySQL 8.0.33: After upgrade of the app we get ERROR 1461', 'MySQL 8.0.33'],
    ['MySQL 8.0.36 with connection_control plugin, brute force from the internet', 'MySQL 8.0.36'],
    ['MySQL: 8.0.35', 'MySQL 8.0.35'],
    ['DB = MySQL 8.0.34 / Ubuntu 22.04', 'MySQL 8.0.34'],
    ['Percona XtraDB Cluster 8.0.32, three nodes', 'Percona Server 8.0.32'],
    ['mysql-8.0.28 community', 'MySQL 8.0.28'],
    ['MariaDB v10.6.12 from the packages of Debian', 'MariaDB 10.6.12'],
  ])('one sentence says nothing of the version in another: "%s"', async (text, name) => {
    expect((await serverOf(text, ...status)).name).toBe(name);
  });

  test.each([
    ['MySQL 5.7.40', 'rpl_semi_sync_master_enabled ON', 'rpl_semi_sync_master_timeout 10000'],
    ['MySQL 8.0.34', 'rpl_semi_sync_master_wait_no_slave ON', 'validate_password_policy LOW'],
    ['MySQL 5.7.44', 'server_audit_logging ON', 'userstat ON'],
    ['Percona Server 8.0.32', 'wsrep_provider_options gcache.size=1G', 'wsrep_slave_threads 4'],
  ])('%s keeps its version beside variables of plugins: %s', async (name, ...variables) => {
    expect((await serverOf(name, ...status, ...variables)).name).toBe(name);
  });

  test('a series leaves its versions possible, and no other', async () => {
    const { snapshot, name } = await serverOf('MySQL 8.0, only InnoDB', ...status);
    expect(name).toBe('MySQL 8.0');
    expect(snapshot.server.possible?.length).toBeGreaterThan(1);
    for (const { flavour, version } of snapshot.server.possible ?? [])
      expect([flavour, version[0], version[1]]).toEqual(['mysql', 8, 0]);
    const old = await serverOf('It is MySQL 5.5', ...status);
    expect(
      new Set(old.snapshot.server.possible?.map(({ version }) => version.slice(0, 2).join('.'))),
    ).toEqual(new Set(['5.5']));
  });

  test.each([
    'We moved from MySQL 5.6.51 last week',
    'It was fine before MySQL 8.0.28',
    'MySQL 5.7.22 and MariaDB 10.3.39 behave alike',
    'MySQL 10.13 has been installed',
    'We use MySQL Workbench 8.0.36',
    'We plan to be upgraded to MySQL 8.0.36',
    'It works in MySQL 8.0.36',
    'This needs MySQL 8.0.36',
    'The default was changed, see MySQL 8.0.26',
    'MySQL 8.0.36 requires more memory',
    'MySQL 8.0.36 or later',
    'We never had this with earlier MySQL 5.6.51',
  ])('"%s" names no server', async (text) => {
    expect((await serverOf(text, ...status)).name).toMatch(/version unknown|unknown version/);
  });

  test('what the server itself says wins, and names that contradict the prose do', async () => {
    expect((await serverOf('MySQL 8.0.28', ...status, 'version 5.7.44-log')).name).toBe('MySQL 5.7.44');
    const contradicted = await serverOf('MySQL 8.0.28', ...status, 'query_cache_size 1048576');
    expect(contradicted.name).not.toContain('8.0');
  });
});

test('a number in prose before the list begins no second reading', async () => {
  const rows = [
    ...['Innodb_row_lock_waits 951023', 'Innodb_row_lock_time 8827361523', 'Innodb_deadlocks 0'],
    ...['Threads_running 61', 'Threads_connected 312', 'Uptime 1728000', 'Com_update 912837261'],
    ...['Com_commit 82736152', 'Com_rollback 9283', 'Innodb_buffer_pool_reads 28371625'],
  ];
  const text = ['Questions 8 billion in 20 days.', ...rows, 'Questions 8123456789', 'Com_select 5'];
  const { snapshot } = await serverOf(...text);
  const values = new Map(
    snapshot.sections.status?.data?.end?.table?.rows.map(([name, value]) => [name, value]),
  );
  expect(values.get('Uptime')).toBe('1728000');
  expect(values.get('Questions')).toBe('8123456789');
  expect(values.get('Com_select')).toBe('5');
  expect(snapshot.windowSeconds).toBeNull();
});

test('tuning-primer: version, data, threads and temporary tables', async () => {
  const { snapshot, name } = await serverOf(
    ...['MySQL Version 5.5.62-0ubuntu0.14.04.1 x86_64', 'Uptime = 12 days 3 hrs 51 min 9 sec'],
    ...['You have 13721 out of 81029405 that take longer than 10.000000 sec. to complete'],
    ...['Historic threads_per_sec = 11', 'Current InnoDB index space = 612 M'],
    ...['Current InnoDB data space = 1.43 G', 'Of 1827361 temp tables, 31% were created on disk'],
  );
  expect(name).toBe('MySQL 5.5.62');
  expect(snapshot.host.dataBytes?.value).toBe(612 * 1024 ** 2 + Math.round(1.43 * 1024 ** 3));
  const values = new Map(
    snapshot.sections.status?.data?.end?.table?.rows.map(([key, value]) => [key, value]),
  );
  const uptime = Number(values.get('Uptime'));
  expect(values.get('Threads_created')).toBe(String(11 * uptime));
  expect(values.get('Slow_queries')).toBe('13721');
  // 31 % of the sum of both, as the report counts.
  expect(Number(values.get('Created_tmp_disk_tables'))).toBeCloseTo((1_827_361 * 31) / 69, -1);
});

test('MySQLTuner: selects of the query cache are those that it answered and those that it did not', async () => {
  const { snapshot } = await serverOf(
    '[!!] Query cache efficiency: 11.2% (10M cached / 98M selects)',
    '[OK] Currently running supported MySQL version 10.3.39-MariaDB',
  );
  const values = new Map(
    snapshot.sections.status?.data?.end?.table?.rows.map(([key, value]) => [key, value]),
  );
  expect([values.get('Qcache_hits'), values.get('Com_select')]).toEqual(['10000000', '88000000']);
});

const transactions = [
  '+--------+-----------+---------------------+---------------------+',
  '| trx_id | trx_state | trx_started         | trx_mysql_thread_id |',
  '+--------+-----------+---------------------+---------------------+',
  '| 421923 | RUNNING   | 2024-05-11 09:12:11 |                  12 |',
  '+--------+-----------+---------------------+---------------------+',
];
const vertical = [
  '*************************** 1. row ***************************',
  '     Id: 12',
  '   User: app',
  '   Host: web1:4000',
  'Command: Query',
  '   Time: 5',
  '  State: executing',
  '   Info: SELECT 1 FROM t',
];

test.each([
  ['a table of transactions', transactions],
  ['a vertical process list', vertical],
])('beside %s alone, prose says the version, the service and the machine', async (_what, rows) => {
  const { snapshot, name } = await serverOf(
    'MySQL 8.0.34 on Amazon RDS with 64 GB of RAM and 16 vCPUs.',
    '',
    ...rows,
  );
  expect(name).toBe('MySQL 8.0.34');
  expect(snapshot.server.hosting).toBe('rds');
  expect(snapshot.host.memoryBytes?.value).toBe(64 * 1024 ** 3);
  expect(snapshot.host.cpus?.value).toBe(16);
});

test.each([
  ['We use RDS. It has 64 GB of RAM.', 64, undefined],
  ['RDS db.m5.xlarge, 16GB RAM', 16, 4],
  ['We have MySQL 8.0.36 (RDS db.m5.xlarge)', 16, 4],
  ['Aurora, db.r5.2xlarge (8 vCPU, 64 GiB)', 64, 8],
  ['Cloud SQL, db-n1-highmem-4', 26, 4],
  ['We have 256GB of RAM', 256, undefined],
  ['It has 512 GB RAM, 128 threads.', 512, undefined],
  ['server with 64 gb ram and 12 cores', 64, 12],
  ['512 GB RAM, 2 sockets, 128 threads.', 512, undefined],
  ['We plan to move from db.m5.large to db.m5.xlarge', undefined, undefined],
  ['A db.m5.large would do', undefined, undefined],
])('the machine of "%s"', async (text, memory, cpus) => {
  const { snapshot } = await serverOf(text, '', ...status);
  expect(snapshot.host.memoryBytes?.value).toBe(memory === undefined ? undefined : memory * 1024 ** 3);
  expect(snapshot.host.cpus?.value).toBe(cpus);
});

test.each([
  [
    "Version: '5.7.44-log'  socket: '/run/mysqld.sock'  port: 3306  MySQL Community Server (GPL)",
    'MySQL 5.7.44',
  ],
  ["Version: '10.6.12-MariaDB-log'  socket: '/run/mysqld.sock'  port: 3306  mariadb.org", 'MariaDB 10.6.12'],
  [
    "Version: '8.0.36-28'  socket: '/run/mysqld.sock'  port: 3306  Percona Server (GPL)",
    'Percona Server 8.0.36',
  ],
])('a server that has started names itself: %s', async (text, name) => {
  const line = `2024-05-02T08:11:03.912331Z 0 [Note] /usr/sbin/mysqld: ready for connections. ${text}`;
  expect((await serverOf(line, ...status)).name).toBe(name);
});
