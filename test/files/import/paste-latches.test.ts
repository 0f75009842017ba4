import { describe, expect, test } from 'vitest';
import { judged } from './judged-paste';
import { importPaste } from './pasted';

// Latches, metadata locks and ended servers as people paste them; versions that settings of a file do not contradict.

describe('SHOW ENGINE INNODB MUTEX', () => {
  const box = (rows: readonly [string, string][]) =>
    [
      '+--------+------+--------+',
      '| Type   | Name | Status |',
      '+--------+------+--------+',
      ...rows.map(([name, status]) => `| InnoDB | ${name} | ${status} |`),
      '+--------+------+--------+',
    ].join('\n');

  test.each([
    [
      'of MySQL 5.1 to 5.6',
      box([
        ['&log_sys->mutex', 'os_waits=1200000'],
        ['&buf_pool->mutex', 'os_waits=90000'],
        ['dict0dict.c:1748', 'os_waits=300'],
      ]),
      'redo log',
    ],
    [
      'of MySQL 5.7 and later',
      box([
        ['rwlock: btr0sea.cc:195', 'waits=2400000'],
        ['rwlock: btr0sea.cc:195', 'waits=2600000'],
        ['sum rwlock: buf0buf.cc:1457', 'waits=600000'],
      ]),
      'adaptive hash index',
    ],
    [
      'of Percona Server',
      box([
        ['TRX_SYS', 'spins=3500411239,waits=267487891,calls=1150977077'],
        ['LOCK_SYS', 'spins=2770124116,waits=52386148,calls=369741367'],
      ]),
      'transaction system',
    ],
    [
      'in vertical form',
      '*************************** 1. row ***************************\n  Type: InnoDB\n  Name: &kernel_mutex\nStatus: os_waits=8800000\n*************************** 2. row ***************************\n  Type: InnoDB\n  Name: &log_sys->mutex\nStatus: os_waits=12\n',
      'whole of InnoDB',
    ],
  ])('%s', async (_, text, guards) => {
    const { ids, headline } = await judged(`MySQL 5.6.51\n${text}`);
    expect(ids).toContain('mutex-waits-quoted');
    expect(headline.text).toContain(guards);
  });

  test('few waits for the uptime are none', async () => {
    const rows = box([['&log_sys->mutex', 'os_waits=1200000']]);
    const { ids } = await judged(`MySQL 5.6.51\nUptime 8640000\nQuestions 900000000\n${rows}`);
    expect(ids).not.toContain('mutex-waits-quoted');
  });

  test('the queue in front of InnoDB is done away with by innodb_thread_concurrency', async () => {
    const rows = box([['SRV_SYS', 'spins=1,waits=90000000,calls=3']]);
    const { plan } = await judged(`MySQL 5.6.51\ninnodb_thread_concurrency = 16\n${rows}`);
    expect(plan.changes.map(({ variable, to }) => [variable, to])).toContainEqual([
      'innodb_thread_concurrency',
      0,
    ]);
  });
});

describe('metadata locks without a process list', () => {
  test('rows of performance_schema.metadata_locks', async () => {
    const text = [
      '| OBJECT_TYPE | OBJECT_SCHEMA | OBJECT_NAME | OBJECT_INSTANCE_BEGIN | LOCK_TYPE | LOCK_DURATION | LOCK_STATUS | SOURCE | OWNER_THREAD_ID | OWNER_EVENT_ID |',
      '| TABLE | shop | orders | 140129425531216 | EXCLUSIVE | TRANSACTION | PENDING | | 611 | 11 |',
      '| TABLE | shop | orders | 140129425531217 | SHARED_READ | TRANSACTION | PENDING | | 612 | 12 |',
      '| TABLE | shop | orders | 140129425531218 | SHARED_READ | TRANSACTION | GRANTED | | 588 | 13 |',
      '| TABLE | shop | items | 140129425531219 | SHARED_READ | TRANSACTION | GRANTED | | 590 | 14 |',
    ].join('\n');
    const { headline } = await judged(`MySQL 8.0.36\n${text}`);
    expect(headline.text).toMatch(/^Statements queue for a metadata lock: 2 sessions wait for shop\.orders/);
    expect(headline.text).toContain('behind thread 588');
  });

  test('sys.schema_table_lock_waits, which pairs each waiter with all others', async () => {
    const row = (pid: number, secs: number, blocker: number, type: string) =>
      `object_schema: shop\nobject_name: orders\nwaiting_thread_id: ${pid + 40}\nwaiting_pid: ${pid}\nwaiting_account: app@web\nwaiting_lock_type: EXCLUSIVE\nwaiting_lock_duration: TRANSACTION\nwaiting_query: ALTER TABLE orders ADD x INT\nwaiting_query_secs: ${secs}\nblocking_thread_id: ${blocker + 40}\nblocking_pid: ${blocker}\nblocking_account: app@web\nblocking_lock_type: ${type}\nblocking_lock_duration: TRANSACTION\nsql_kill_blocking_connection: KILL ${blocker}\n`;
    const text = [row(21, 185, 17, 'SHARED_READ'), row(21, 185, 21, 'SHARED_UPGRADABLE')]
      .map(
        (one, index) => `*************************** ${index + 1}. row ***************************\n${one}`,
      )
      .join('');
    const { headline, findings } = await judged(`MySQL 8.0.36\n${text}`);
    expect(headline.text).toMatch(
      /^Statements queue for a metadata lock: 1 session waits for shop\.orders \(EXCLUSIVE\), the longest for 3 min 5 s, behind connection 17\./,
    );
    expect(findings[0]?.severity).toBe('critical');
  });

  test('granted locks alone are no queue', async () => {
    const { ids } = await judged(
      'MySQL 8.0.36\n| OBJECT_TYPE | OBJECT_SCHEMA | OBJECT_NAME | LOCK_TYPE | LOCK_STATUS | OWNER_THREAD_ID |\n| TABLE | shop | orders | SHARED_READ | GRANTED | 588 |\n| TABLE | shop | items | SHARED_READ | GRANTED | 589 |',
    );
    expect(ids).not.toContain('metadata-locks-pending');
  });
});

describe('what ended a server, or its connections', () => {
  const crash =
    'InnoDB: Warning: a long semaphore wait:\n--Thread 139998697924999 has waited at btr0sea.c line 1134 for 903.00 seconds the semaphore:\nX-lock on RW-latch at 0x7f4a600433a8 created in file btr0sea.c line 178\nInnoDB: Error: semaphore wait has lasted > 600 seconds\nInnoDB: We intentionally crash the server, because it appears to be hung.';

  test('a latch that was held for ten minutes leads', async () => {
    const { headline, ids } = await judged(`MySQL 5.5.62\n${crash}`);
    expect(headline.text).toMatch(
      /^InnoDB aborted the server deliberately: a latch of the adaptive hash index was held/,
    );
    expect(ids).toContain('latch-ended-server');
  });

  test('of a server that has run for weeks since it is history', async () => {
    const { ids } = await judged(`MySQL 5.5.62\nUptime 2592000\nQuestions 900000000\n${crash}`);
    expect(ids).toContain('latches-were-held-long');
    expect(ids).not.toContain('latch-ended-server');
  });

  test.each([
    ['(Got timeout reading communication packets)', '2024-06-17  5:21:4'],
    ['(The client was disconnected by the server because of inactivity.)', '2024-06-17T05:21:4'],
  ])('the server ended idle connections: %s', async (reason, time) => {
    const lines = [1, 2, 3].map(
      (one) =>
        `${time}${one}${time.includes('T') ? '.123456Z' : ''} ${9000 + one} [Warning] ${time.includes('T') ? '[MY-010914] [Server] ' : ''}Aborted connection ${9000 + one} to db: 'was' user: 'app' host: '172.17.0.1' ${reason}`,
    );
    const { headline } = await judged(lines.join('\n'));
    expect(headline.text).toMatch(
      /^The server closes idle connections \(wait_timeout\), while (?:their clients still hold|a client's pool)/,
    );
  });

  test.each([
    'MariaDB 10.6.16. Memory grows steadily, triggering the OOM killer now and then.',
    'MySQL 8.0.36: after some days the OOM killer hits.',
    'MySQL 8.0.36. Every Sunday the OOM killer kicks in.',
  ])('killed for memory, as people say it: %s', async (text) => {
    expect((await judged(`${text}\ninnodb_buffer_pool_size = 4G`)).ids).toContain('server-killed-for-memory');
  });

  test.each([
    'MySQL 8.0.36. The OOM killer kicks in and takes the PHP workers.',
    'MySQL 8.0.36. Will this trigger the OOM killer?',
    'MySQL 8.0.36. With swap off it would trigger the OOM killer.',
  ])('not this server, or not yet: %s', async (text) => {
    expect((await judged(`${text}\ninnodb_buffer_pool_size = 4G`)).ids).not.toContain(
      'server-killed-for-memory',
    );
  });

  test.each([
    ['the MariaDB service is currently using about 11 GiB of memory', 11],
    ['mysqld uses 30 GB of RAM on this box', 30],
    ['MySQL is taking up nearly 14G of memory', 14],
  ])('memory of the server: %s', async (text, gib) => {
    expect((await judged(`MySQL 8.0.36\ninnodb_buffer_pool_size = 4G\n${text}`)).host.serverRss).toBe(
      gib * 1024 ** 3,
    );
  });

  test.each([
    'MySQL will use 30 GB of memory at most',
    'How can MySQL use 30 GB of RAM?',
    'PHP uses 30 GB of RAM',
  ])('not what it may use: %s', async (text) => {
    expect((await judged(`MySQL 8.0.36\ninnodb_buffer_pool_size = 4G\n${text}`)).host).not.toHaveProperty(
      'serverRss',
    );
  });
});

describe('settings of a file and the version that a sentence gives', () => {
  const versionOf = async (text: string) => {
    const { server } = (await importPaste(text)).snapshot;
    return `${server.flavour} ${server.version.join('.')}`;
  };

  test.each([
    ['an option that every server has', 'bind_address = 0.0.0.0', 'mariadb 10.6.16'],
    [
      'what MariaDB had once, and warns of',
      'innodb_log_files_in_group = 2\nquery_cache_size = 0',
      'mariadb 10.6.16',
    ],
  ])('%s does not contradict it', async (_, options, expected) => {
    expect(await versionOf(`We run MariaDB server 10.6.16.\n${options}\nmax_connections = 200\n`)).toBe(
      expected,
    );
  });

  test('what only another family has does', async () => {
    expect(
      await versionOf(
        'We run MariaDB server 10.6.16.\ninnodb_dedicated_server = ON\nmax_connections = 200\n',
      ),
    ).not.toBe('mariadb 10.6.16');
  });
});
