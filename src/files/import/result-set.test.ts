import { expect, test } from 'vitest';
import { importLimits } from './limits';
import { type ClientOutput, ClientOutputReader } from './result-set';

const status = [
  '*************************** 1. row ***************************',
  '             Replica_IO_State: Waiting for source to send event',
  '           Replica_IO_Running: Yes',
  '                   Last_Error: Could not execute: the second line',
  'of: an error',
  '   Relay_Log: no column of a server',
  '        Seconds_Behind_Source: 18342',
  '                Last_IO_Errno: 0',
  'Replicate_Ignore_Server_Ids: ',
  '1 row in set (0.00 sec)',
];

function rowOf(lines: readonly string[]) {
  const found: ClientOutput[] = [];
  const reader = new ClientOutputReader(importLimits, (output) => found.push(output));
  for (const line of lines) reader.push(line);
  reader.end();
  const [output] = found;
  if (output?.kind !== 'result') throw new Error('no result was read');
  const [row = []] = output.result.rows;
  return Object.fromEntries((output.result.columns ?? []).map((name, index) => [name, row[index]]));
}

test('a column of the answer begins a cell however far in it stands; other lines go on with the value above', () => {
  const whole = rowOf(status);
  expect(whole).toEqual({
    Replica_IO_State: 'Waiting for source to send event',
    Replica_IO_Running: 'Yes',
    Last_Error: 'Could not execute: the second line\nof: an error\n   Relay_Log: no column of a server',
    Seconds_Behind_Source: '18342',
    Last_IO_Errno: '0',
    Replicate_Ignore_Server_Ids: '',
  });
  for (const at of [1, 2, 6, 7])
    for (const indentation of ['', '   ', ' '.repeat(40)]) {
      const moved = status.with(at, `${indentation}${status[at]?.trim()}`);
      expect([at, rowOf(moved)]).toEqual([at, whole]);
    }
});

test('rows of a vertical answer are read by the names of their columns: one may have a line that the other lacks', () => {
  const found: ClientOutput[] = [];
  const reader = new ClientOutputReader(importLimits, (output) => found.push(output));
  const row = (number: number, ...lines: string[]) => [
    `*************************** ${number}. row ***************************`,
    ...lines,
  ];
  for (const line of [
    ...row(1, 'Last_Errno: 0', 'Seconds_Behind_Master: 12'),
    ...row(2, 'Last_Errno: 1062', 'Last_Error: Duplicate entry', 'Seconds_Behind_Master: NULL'),
    ...row(3, 'Last_Error: none', 'Last_Errno: 7'),
  ])
    reader.push(line);
  reader.end();
  expect(found).toMatchObject([
    {
      result: {
        columns: ['Last_Errno', 'Seconds_Behind_Master', 'Last_Error'],
        rows: [
          ['0', '12'],
          ['1062', 'NULL', 'Duplicate entry'],
          ['7', 'NULL', 'none'],
        ],
      },
    },
  ]);
});

test('a row whose bars stand elsewhere than under the border is cut at its bars, however long it is', () => {
  const border = `+${'-'.repeat(15)}+${'-'.repeat(8)}+`;
  const head = '| Variable_name | Value  |';
  const moved = '| Innodb_reads    | 1200 |';
  expect(moved.length).toBe(head.length);
  expect(rowOf([border, head, border, moved, border, '1 row in set'])).toEqual({
    Variable_name: 'Innodb_reads',
    Value: '1200',
  });
});
