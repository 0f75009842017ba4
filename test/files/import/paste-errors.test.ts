import { describe, expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';
import { importPaste } from './pasted';
import { values } from './run-import';

// Errors of the server as clients, drivers and programs quote them.

const frame = 'thread_cache_size = 9\n';
const quotedIn = async (text: string) =>
  sectionRows((await importPaste(`${text}\n${frame}`)).snapshot, 'error-counts').map(
    ({ error_number: number, sum_error_raised: times }) => [Number(number), Number(times)],
  );

describe('an error that a text quotes', () => {
  test.each([
    ['a client', "ERROR 1153 (08S01) at line 4: Got a packet bigger than 'max_allowed_packet' bytes", 1153],
    ['Python', `OperationalError: (1153, "Got a packet bigger than 'max_allowed_packet' bytes")`, 1153],
    [
      'the log of the server',
      "2020-10-12  8:11:02 110057 [Warning] Aborted connection 110057 to db: 'a' user: 'b' host: 'c' (Got a packet bigger than 'max_allowed_packet' bytes)",
      1153,
    ],
    [
      'PHP',
      'SQLSTATE[HY000]: General error: 1615 Prepared statement needs to be re-prepared (SQL: select 1)',
      1615,
    ],
    ['Workbench', "Error Code: 1114. The table 'tmp_prices' is full", 1114],
    [
      'Go',
      'Error 4031 (HY000): The client was disconnected by the server because of inactivity. See wait_timeout',
      4031,
    ],
    [
      'Java, on a line of its own below the exception',
      "Caused by: CommunicationsException: No operations allowed after connection closed.\nThe last packet sent was 63,012 ms ago. is longer than the server configured value of 'wait_timeout'.",
      4031,
    ],
    ['PDO', 'SQLSTATE[HY000] [1040] Too many connections', 1040],
    [
      'Java',
      "Caused by: java.sql.SQLException: User shop already has more than 'max_user_connections' active connections",
      1203,
    ],
    [
      'Django',
      `django.db.utils.OperationalError: (1226, "User 'q' has exceeded the 'max_updates_per_hour' resource (current value: 50)")`,
      1203,
    ],
    ['Rails', 'Mysql2::Error: Lock wait timeout exceeded; try restarting transaction: UPDATE stock', 1205],
    ['Go', 'Error 1213 (40001): Deadlock found when trying to get lock; try restarting transaction', 1213],
    [
      'Node',
      "ER_MAX_PREPARED: Can't create more than max_prepared_stmt_count statements (current value: 500)",
      1461,
    ],
    ['a client', 'ERROR 1206 (HY000): The total number of locks exceeds the lock table size', 1206],
    ['Laravel', 'General error: 1038 Out of sort memory, consider increasing server sort buffer size', 1038],
    [
      'PHP',
      'The MariaDB server is running with the --read-only option so it cannot execute this statement',
      1290,
    ],
    ['a client', "ERROR 1135 (HY000): Can't create a new thread (errno 11)", 1135],
    ['MySQL', 'Query execution was interrupted, maximum statement execution time exceeded', 3024],
    ['MariaDB', 'Query execution was interrupted (max_statement_time exceeded)', 3024],
    [
      'a client, whose number is on the next line',
      "Multi-statement transaction required more than 'max_binlog_cache_size' bytes of storage\nERROR 1197",
      1197,
    ],
    ['a client', 'ERROR 1104 (42000): The SELECT would examine more than MAX_JOIN_SIZE rows', 1104],
    [
      'a client',
      "ERROR 3 (HY000): Error writing file '/tmp/MYab' (Errcode: 28 - No space left on device)",
      1021,
    ],
    ['PHP', "General error: 1016 Can't open file: './a/b.frm' (errno: 24)", 1016],
    [
      'a client',
      'ERROR 1041 (HY000): Out of memory; check if mysqld or some other process uses all available memory',
      1041,
    ],
    [
      'WordPress',
      "Table './wp/wp_options' is marked as crashed and should be repaired for query SELECT",
      1194,
    ],
    [
      'a client',
      "ERROR 1799 (HY000): Creating index 'i' required more than 'innodb_online_alter_log_max_size' bytes of modification log. Please try again.",
      1799,
    ],
    ['Python', '(2006, "MySQL server has gone away (BrokenPipeError(32))")', 2006],
    ['PDO', 'SQLSTATE[HY000]: General error: 2013 Lost connection to MySQL server during query', 2006],
  ])('of %s', async (_who, text, number) => {
    expect(await quotedIn(text)).toEqual([[number, 1]]);
  });

  test('is counted as often as it stands there', async () => {
    const line = "ERROR 1114 (HY000): The table 'x' is full";
    expect(await quotedIn(`${line}\n${line}`)).toEqual([[1114, 2]]);
  });
});

test.each([
  'Last year some packets were too large, so we raised max_allowed_packet.',
  'The table is full of dead rows, but nothing goes wrong.',
  "Error: The table '/tmp/#sql_3f1_0' is full",
  'We once had too many connections, and no space left on device, but not today.',
  "2022-03-01T07:14:31.223341Z 1121 [ERROR] /usr/sbin/mysqld: The table 'prices' is full",
])('no error of a client: %s', async (line) => {
  expect(await quotedIn(line)).toEqual([]);
});

test.each([
  ['Packet for query is too large (5,243,081 > 4,194,304).', '4194304'],
  ['com.mysql.jdbc.PacketTooBigException: Packet for query is too large (1200 > 1024). Change it', '1024'],
  ['com.mysql.jdbc.PacketTooBigException: Packet for query is too large (7632997 > -1).', undefined],
])('Connector/J says what the limit is: %s', async (line, limit) => {
  const { snapshot } = await importPaste(`Exception: ${line}\n${frame}`);
  expect(values(snapshot, 'variables').get('max_allowed_packet')).toBe(limit);
});

test('the error of prepared statements says how many there may be', async () => {
  const { snapshot } = await importPaste(
    "Can't create more than max_prepared_stmt_count statements (current value: 777)\n",
  );
  expect(values(snapshot, 'variables').get('max_prepared_stmt_count')).toBe('777');
});

test('a value of the server stands before what an error says of it', async () => {
  const { snapshot } = await importPaste(
    `Exception: Packet for query is too large (5,243,081 > 4,194,304).\nmax_allowed_packet = 67108864\n`,
  );
  expect(values(snapshot, 'variables').get('max_allowed_packet')).toBe('67108864');
});

test('a slow log whose lines of users were left out', async () => {
  const { snapshot } = await importPaste(`
# Query_time: 2.5  Lock_time: 0.0 Rows_sent: 3  Rows_examined: 900000
SET timestamp=1700000000;
SELECT a FROM t WHERE b = 4;
# Query_time: 1.5  Lock_time: 0.0 Rows_sent: 1  Rows_examined: 700000
SELECT c FROM u WHERE d = 5;
`);
  expect(
    sectionRows(snapshot, 'statement-digests').map(({ sum_rows_examined: rows }) => Number(rows)),
  ).toEqual([900000, 700000]);
});

test('a status of a replica of which the lines that matter were quoted', async () => {
  const { snapshot } = await importPaste('Slave_SQL_Running: No\nLast_SQL_Errno: 1032\n');
  expect(sectionRows(snapshot, 'replication')).toHaveLength(1);
});
