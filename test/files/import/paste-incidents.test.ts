import { describe, expect, test } from 'vitest';
import { judged } from './judged-paste';

// What somebody pastes in the middle of an incident: one line of a log, an event of a service, a lag, a counter of the kernel.

describe('a server that does not start for an option', () => {
  test.each([
    [
      "2024-05-02T09:10:09Z 0 [ERROR] [MY-000067] [Server] unknown variable 'query_cache_size=64M'.",
      'query_cache_size',
    ],
    [
      "2024-05-02  9:10:09 0 [ERROR] /usr/sbin/mysqld: unknown variable 'innodb_large_prefix=1'",
      'innodb_large_prefix',
    ],
    ["[ERROR] [MY-000068] [Server] unknown option '--skip-symlinks'.", 'skip-symlinks'],
  ])('%s', async (line, option) => {
    const { headline, snapshot } = await judged(
      `${line}\n2024-05-02T09:10:11Z 0 [ERROR] [MY-010119] [Server] Aborting`,
    );
    expect(headline.text).toContain(`The server does not start: it does not know the option ${option}.`);
    expect(JSON.stringify(snapshot)).not.toContain('64M');
  });

  test('a server that runs has started since', async () => {
    const { ids } = await judged(
      "Uptime 864000\nQuestions 5000000\n2024-05-02T09:10:09Z 0 [ERROR] [MY-000067] [Server] unknown variable 'query_cache_size=64M'.",
    );
    expect(ids).not.toContain('start-refused-by-option');
  });
});

describe('a lag without the threads', () => {
  test('shows that the applier runs, and nothing of the receiver', async () => {
    const { headline, ids } = await judged(
      'MySQL 5.7.41\nSeconds_Behind_Master: 8821\nslave_parallel_workers = 8',
    );
    expect(headline.text).toMatch(/^The replica is 2 h 27 min behind its source/);
    expect(ids).not.toContain('replica-stopped');
  });

  test('that is NULL shows neither', async () => {
    const { ids } = await judged('MySQL 5.7.41\nSeconds_Behind_Master: NULL\nslave_parallel_workers = 8');
    expect(ids).not.toContain('replica-lagging');
  });

  test('beside a thread that has stopped it is no lag of a running one', async () => {
    const { ids } = await judged(
      'MySQL 5.7.41\nSlave_IO_Running: Yes\nSlave_SQL_Running: No\nSeconds_Behind_Master: NULL\nLast_SQL_Errno: 1062',
    );
    expect(ids).toContain('replica-stopped');
  });
});

test('an event of RDS gives the room on its volume', async () => {
  const { headline, host } = await judged(
    'The free storage capacity for DB Instance: shop-prod is low at 3% of the provisioned storage [Provisioned Storage: 193.85 GB, Free Storage: 5.96 GB]. You may want to increase the provisioned storage to address this issue.\nRDS MySQL 8.0.35',
  );
  expect(host.dataFree).toBe(Math.round(5.96 * 1024 ** 3));
  expect(headline.text).toMatch(/^A file system is nearly full \(data\): 5\.96 GiB/);
});

describe('a full listen queue', () => {
  test.each([
    ['    482113 times the listen queue of a socket overflowed', 482_113],
    ['TcpExtListenOverflows           77                 0.0', 77],
    [
      'kernel: TCP: request_sock_TCP: Possible SYN flooding on port 3306. Sending cookies.  Check SNMP counters.',
      1,
    ],
    ['kernel: TCP: request_sock_TCP: Possible SYN flooding on port 0.0.0.0:3306. Sending cookies.', 1],
  ])('%s', async (line, count) => {
    const { host, plan } = await judged(`MySQL 8.0.28\nback_log = 80\n${line}`);
    expect(host.listenOverflows).toBe(count);
    expect(plan.changes.map(({ variable }) => variable)).toContain('back_log');
  });

  test.each([
    'kernel: TCP: request_sock_TCP: Possible SYN flooding on port 443. Sending cookies.',
    '    0 times the listen queue of a socket overflowed',
  ])('none of this server: %s', async (line) => {
    expect((await judged(`MySQL 8.0.28\nback_log = 80\n${line}`)).ids).not.toContain(
      'listen-queue-overflows',
    );
  });
});

describe('table locks without a time', () => {
  test('one in six', async () => {
    const { headline } = await judged(
      'MySQL 5.7.44\nTable_locks_immediate 99120331\nTable_locks_waited 21003311',
    );
    expect(headline.text).toMatch(/^Statements wait for whole tables: 17\.5 % of table lock requests/);
  });

  test('with an uptime the rate decides', async () => {
    const { ids } = await judged(
      'MySQL 5.7.44\nUptime 86400000\nTable_locks_immediate 991203\nTable_locks_waited 210033',
    );
    expect(ids).not.toContain('table-locks-mostly-waited');
    expect(ids).not.toContain('table-lock-waits');
  });
});

test('names of one word count beside a number of many digits', async () => {
  const { snapshot } = await judged(
    'MariaDB 10.5.21 Threads_created 1203311, Connections 1259922, Queries 99120331, Uptime 432000, thread_cache_size 9',
  );
  expect(snapshot.sections.status?.data?.end?.table?.rows).toEqual(
    expect.arrayContaining([
      ['Connections', '1259922'],
      ['Queries', '99120331'],
    ]),
  );
});

describe('SHOW PROFILE', () => {
  const stages = [
    ['starting', '0.000081'],
    ['Copying to tmp table on disk', '38.201194'],
    ['Sorting result', '2.109331'],
    ['Sending data', '0.200121'],
  ] as const;
  const box = [
    '+------------------------------+-----------+',
    '| Status                       | Duration  |',
    '+------------------------------+-----------+',
    ...stages.map(([stage, seconds]) => `| ${stage.padEnd(28)} | ${seconds.padStart(9)} |`),
    '+------------------------------+-----------+',
  ].join('\n');

  test.each([
    ['a box', box],
    [
      'Markdown',
      ['| Status | Duration |', '|---|---|', ...stages.map((one) => `| ${one.join(' | ')} |`)].join('\n'),
    ],
    ['batch output', ['Status\tDuration', ...stages.map((one) => one.join('\t'))].join('\n')],
  ])('names the stage with most of the time: %s', async (_, text) => {
    const { headline } = await judged(`MySQL 5.6.51\n${text}\n`);
    expect(headline.text).toMatch(
      /^The profiled statement spends 94\.3 % of its 40\.5 s in "Copying to tmp table on disk"\./,
    );
  });

  test('of a fast statement is none', async () => {
    const { ids } = await judged(
      `MySQL 5.6.51\nmax_connections 200\n${box.replace('38.201194', ' 0.001194').replace('2.109331', '0.000331')}\n`,
    );
    expect(ids).not.toContain('profiled-stage');
  });
});
