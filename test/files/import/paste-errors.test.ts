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

test('a value of the server stands before what an error says of it', async () => {
  const { snapshot } = await importPaste(
    `Exception: Packet for query is too large (5,243,081 > 4,194,304).\nmax_allowed_packet = 67108864\n`,
  );
  expect(values(snapshot, 'variables').get('max_allowed_packet')).toBe('67108864');
});
