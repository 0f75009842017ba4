import { describe, expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';
import { judged } from './judged-paste';

// Answers of the server with rows of their own, in the forms of clients: tables, vertical rows, columns between tabs.

type Row = readonly (string | null)[];
type Form = (columns: readonly string[], rows: readonly Row[]) => string;

const shown = (cell: string | null) => cell ?? 'NULL';
const table: Form = (columns, rows) => {
  const all = [columns, ...rows.map((row) => row.map(shown))];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`;
  const line = (row: readonly string[]) =>
    `|${row.map((cell, at) => ` ${cell.padEnd(widths[at] ?? 0)} `).join('|')}|`;
  const [head = [], ...body] = all;
  return [rule, line(head), rule, ...body.map(line), rule, `${rows.length} rows in set (0.00 sec)`].join(
    '\n',
  );
};
const vertical: Form = (columns, rows) => {
  const width = Math.max(...columns.map((one) => one.length));
  return rows
    .map((row, index) =>
      [
        `*************************** ${index + 1}. row ***************************`,
        ...columns.map((name, at) => `${name.padStart(width)}: ${shown(row[at] ?? null)}`),
      ].join('\n'),
    )
    .join('\n');
};
const tabs: Form = (columns, rows) =>
  [columns, ...rows.map((row) => row.map(shown))].map((row) => row.join('\t')).join('\n');
const forms = { table, vertical, tabs };
const everyForm = Object.entries(forms);

describe('members of a group', () => {
  const columns = [
    'CHANNEL_NAME',
    'MEMBER_ID',
    'MEMBER_HOST',
    'MEMBER_PORT',
    'MEMBER_STATE',
    'MEMBER_ROLE',
    'MEMBER_VERSION',
  ];
  const member = (digit: number, state: string, role: string): Row => [
    ...[
      'group_replication_applier',
      `${digit}b3e2a52-6a67-4f0e-9d53-3f3a2f0c9a11`,
      `db${digit}`,
      '3306',
      state,
      role,
      '8.0.36',
    ],
  ];
  const lost = [
    member(1, 'ONLINE', 'PRIMARY'),
    member(2, 'UNREACHABLE', 'SECONDARY'),
    member(3, 'UNREACHABLE', 'SECONDARY'),
  ];

  test.each(everyForm)('as %s, with the version that they name', async (_name, form) => {
    const { snapshot, ids } = await judged(form(columns, lost));
    expect(snapshot.server).toMatchObject({ flavour: 'mysql', version: [8, 0, 36] });
    expect(ids[0]).toBe('group-member-not-online');
  });

  test.each(everyForm)('as %s, of a few columns', async (_name, form) => {
    const { snapshot, ids } = await judged(
      form(
        columns.slice(2, 6),
        lost.map((row) => row.slice(2, 6)),
      ),
    );
    expect(snapshot.server.possible?.every(({ flavour }) => flavour !== 'mariadb')).toBe(true);
    expect(ids[0]).toBe('group-member-not-online');
  });

  test('all of them there: nothing is said', async () => {
    const { ids } = await judged(
      table(columns, [
        member(1, 'ONLINE', 'PRIMARY'),
        member(2, 'ONLINE', 'SECONDARY'),
        member(3, 'ONLINE', 'SECONDARY'),
      ]),
    );
    expect(ids).not.toContain('group-member-not-online');
  });

  const status = (states: readonly string[], more = '') => `MySQL JS > cluster.status()
{
    "clusterName": "shop",
    "defaultReplicaSet": {
        "name": "default",
        "status": "OK_PARTIAL",
        "topology": {
${states
  .map(
    (state, at) => `            "db${at}:3306": {
                "address": "db${at}:3306",
                "mode": "${at === 0 ? 'R/W' : 'R/O'}",
                "readReplicas": {},${more}
                "role": "HA",
                "status": "${state}"
            }`,
  )
  .join(',\n')}
        }
    },
    "groupInformationSourceMember": "db0:3306"
}`;

  test.each([
    [['ONLINE', 'UNREACHABLE', 'UNREACHABLE'], ''],
    [
      ['ONLINE', 'ONLINE', '(MISSING)'],
      '\n                "recovery": {\n                    "state": "ON"\n                },',
    ],
    [['ONLINE', 'RECOVERING', 'ONLINE'], '\n                "version": "8.4.3",'],
  ])('cluster.status() of MySQL Shell: %o', async (states, more) => {
    const { snapshot, ids } = await judged(status(states, more));
    expect(sectionRows(snapshot, 'group-replication').map((row) => row.member_state)).toEqual(
      states.map((state) => (state === '(MISSING)' ? 'OFFLINE' : state)),
    );
    expect(ids[0]).toBe('group-member-not-online');
  });
});

describe('row lock waits', () => {
  const columns = [
    ...[
      'wait_started',
      'wait_age',
      'wait_age_secs',
      'locked_table',
      'locked_index',
      'locked_type',
      'waiting_trx_id',
      'waiting_trx_age',
    ],
    ...[
      'waiting_pid',
      'waiting_query',
      'waiting_lock_mode',
      'blocking_trx_id',
      'blocking_pid',
      'blocking_query',
      'blocking_trx_age',
    ],
  ];
  const wait = (pid: string): Row => [
    ...[
      '2024-03-01 10:00:00',
      '00:01:12',
      '72',
      '`shop`.`orders`',
      'PRIMARY',
      'RECORD',
      `99${pid}`,
      '00:01:12',
    ],
    ...[pid, 'update orders set state = 3 where id = 7', 'X', '99001', '640', null, '00:21:12'],
  ];

  test.each(everyForm)('sys.innodb_lock_waits as %s: who blocks is named', async (_name, form) => {
    const { snapshot, ids } = await judged(form(columns, [wait('812'), wait('813')]));
    expect(ids).toContain('transaction-blocks-others');
    expect(sectionRows(snapshot, 'lock-waits').map((row) => [row.object_schema, row.object_name])).toEqual([
      ['shop', 'orders'],
      ['shop', 'orders'],
    ]);
    expect(
      sectionRows(snapshot, 'transactions').find((row) => String(row.trx_mysql_thread_id) === '640')
        ?.age_seconds,
    ).toBe(1272);
  });

  test.each([
    ['MySQL 8.0', ['REQUESTING_ENGINE_TRANSACTION_ID', 'BLOCKING_ENGINE_TRANSACTION_ID']],
    ['MySQL 5.7', ['requesting_trx_id', 'blocking_trx_id']],
  ])('the bare waits of %s beside the transactions', async (_name, names) => {
    const waits = table(['ENGINE', ...names], [['INNODB', '99812', '99001']]);
    const transactions = table(
      ['trx_id', 'trx_state', 'trx_started', 'trx_wait_started', 'trx_mysql_thread_id', 'trx_query'],
      [
        [
          '99812',
          'LOCK WAIT',
          '2024-03-01 10:00:00',
          '2024-03-01 10:00:00',
          '812',
          'update orders set state = 3',
        ],
        ['99001', 'RUNNING', '2024-03-01 09:40:00', null, '640', null],
      ],
    );
    const { snapshot } = await judged(`${waits}\n\n${transactions}`);
    expect(
      sectionRows(snapshot, 'lock-waits').map((row) => [
        String(row.waiting_trx_id),
        String(row.blocking_trx_id),
      ]),
    ).toEqual([['99812', '99001']]);
    expect(sectionRows(snapshot, 'transactions')).toHaveLength(2);
  });
});

describe('memory by instrument', () => {
  test.each(everyForm)('the view of sys as %s, whose amounts are rounded', async (_name, form) => {
    const columns = [
      'event_name',
      'current_count',
      'current_alloc',
      'current_avg_alloc',
      'high_count',
      'high_alloc',
    ];
    const { snapshot } = await judged(
      form(columns, [
        ['memory/innodb/buf_buf_pool', '24', '3.07 GiB', '131.06 MiB', '24', '3.07 GiB'],
        ['memory/temptable/physical_ram', '6', '512.00 KiB', '85.33 KiB', '9', '5 bytes'],
      ]),
    );
    expect(
      sectionRows(snapshot, 'memory-pfs').map((row) => [row.event_name, row.current_number_of_bytes_used]),
    ).toEqual([
      ['memory/innodb/buf_buf_pool', Math.round(3.07 * 1024 ** 3)],
      ['memory/temptable/physical_ram', 512 * 1024],
    ]);
  });

  test.each(everyForm)('two columns of it as %s, and what holds most leads', async (_name, form) => {
    const { ids } = await judged(
      form(
        ['event_name', 'current_alloc'],
        [
          ['memory/innodb/buf_buf_pool', '2.05 GiB'],
          ['memory/sql/Prepared_statement::main_mem_root', '9.83 GiB'],
          ['memory/performance_schema/events_statements_summary_by_digest', '41.27 MiB'],
        ],
      ),
    );
    expect(ids[0]).toBe('memory-in-one-instrument');
  });

  test('the table of the Performance Schema', async () => {
    const { snapshot } = await judged(
      table(
        ['EVENT_NAME', 'CURRENT_COUNT_USED', 'CURRENT_NUMBER_OF_BYTES_USED'],
        [['memory/sql/THD', '12', '8812345']],
      ),
    );
    expect(sectionRows(snapshot, 'memory-pfs')).toMatchObject([{ event_name: 'memory/sql/THD' }]);
  });
});
