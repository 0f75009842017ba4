import { describe, expect, test } from 'vitest';
import type { SectionId } from '../../../src/evidence/sections';
import { sectionRows } from '../../../src/shared/snapshot';
import { importPaste } from './pasted';

// Every answer that has rows in every form in which people copy rows: the matrix has no empty cell.

type Row = readonly (string | null)[];
interface Answer {
  columns: readonly string[];
  rows: readonly Row[];
  section: SectionId;
  holds: Record<string, unknown>;
}

const answers: Record<string, Answer> = {
  'process list': {
    columns: ['Id', 'User', 'Host', 'db', 'Command', 'Time', 'State', 'Info'],
    rows: [
      [
        '812',
        'app',
        '10.0.0.7:51234',
        'shop',
        'Query',
        '37',
        'Sending data',
        'SELECT a, b FROM orders WHERE c = 7',
      ],
      ['813', 'app', '10.0.0.8:51235', 'shop', 'Sleep', '2', '', null],
    ],
    section: 'processlist',
    holds: { id: '812', time: '37', state: 'Sending data' },
  },
  'row lock waits': {
    columns: [
      'waiting_trx_id',
      'waiting_pid',
      'waiting_query',
      'blocking_trx_id',
      'blocking_pid',
      'blocking_query',
      'locked_table',
      'wait_age_secs',
    ],
    rows: [['98123', '71', 'UPDATE stock SET n = 1', '98100', '55', null, '`shop`.`stock`', '41']],
    section: 'lock-waits',
    holds: { waiting_trx_id: '98123', blocking_trx_id: '98100', object_name: 'stock' },
  },
  'members of a group': {
    columns: [
      'CHANNEL_NAME',
      'MEMBER_ID',
      'MEMBER_HOST',
      'MEMBER_PORT',
      'MEMBER_STATE',
      'MEMBER_ROLE',
      'MEMBER_VERSION',
    ],
    rows: [
      [
        'group_replication_applier',
        '0b3e2a52-6a67-4f0e-9d53-3f3a2f0c9a11',
        'db1',
        '3306',
        'ONLINE',
        'PRIMARY',
        '8.0.35',
      ],
      [
        'group_replication_applier',
        '1b3e2a52-6a67-4f0e-9d53-3f3a2f0c9a11',
        'db2',
        '3306',
        'RECOVERING',
        'SECONDARY',
        '8.0.35',
      ],
    ],
    section: 'group-replication',
    holds: { member_host: 'db1', member_state: 'ONLINE' },
  },
  'statement digests': {
    columns: [
      'SCHEMA_NAME',
      'DIGEST_TEXT',
      'COUNT_STAR',
      'SUM_TIMER_WAIT',
      'SUM_ROWS_EXAMINED',
      'SUM_ROWS_SENT',
    ],
    rows: [
      [
        'shop',
        'SELECT `a` , `b` FROM `orders` WHERE `c` = ?',
        '1200',
        '36000000000000000',
        '5040000000',
        '4200',
      ],
    ],
    section: 'statement-digests',
    holds: { count_star: '1200', sum_rows_examined: '5040000000' },
  },
  'waits by event': {
    columns: ['EVENT_NAME', 'COUNT_STAR', 'SUM_TIMER_WAIT', 'AVG_TIMER_WAIT'],
    rows: [['wait/io/file/sql/binlog', '81234', '412500000000000', '5077000000']],
    section: 'pfs-waits-global',
    holds: { event_name: 'wait/io/file/sql/binlog', count_star: '81234' },
  },
  'InnoDB metrics': {
    columns: ['NAME', 'SUBSYSTEM', 'COUNT', 'MAX_COUNT', 'AVG_COUNT', 'STATUS'],
    rows: [['trx_rseg_history_len', 'transaction', '1512344', '1600000', '512.5', 'enabled']],
    section: 'innodb-metrics',
    holds: { name: 'trx_rseg_history_len', count: '1512344' },
  },
  'memory by instrument': {
    columns: ['event_name', 'current_count', 'current_alloc', 'high_alloc'],
    rows: [['memory/innodb/buf_buf_pool', '12', '12.00 GiB', '12.00 GiB']],
    section: 'memory-pfs',
    holds: { event_name: 'memory/innodb/buf_buf_pool', current_number_of_bytes_used: 12 * 2 ** 30 },
  },
};

const shown = (cell: string | null) => cell ?? 'NULL';
const widths = ({ columns, rows }: Answer) =>
  columns.map((name, at) => Math.max(name.length, ...rows.map((row) => shown(row[at] ?? null).length)));
const padded = (answer: Answer, row: Row) =>
  row.map((cell, at) => shown(cell).padEnd(widths(answer)[at] ?? 0));
const body = ({ rows }: Answer, line: (row: Row) => string) => rows.map(line).join('\n');
const csvCell = (cell: string | null, separator: string) =>
  cell === null
    ? ''
    : cell.includes(separator) || cell.includes('"')
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;

const forms: Record<string, (answer: Answer) => string> = {
  'table of the client': (answer) => {
    const rule = `+${widths(answer)
      .map((width) => '-'.repeat(width + 2))
      .join('+')}+`;
    const line = (row: Row) => `| ${padded(answer, row).join(' | ')} |`;
    return [rule, line(answer.columns), rule, body(answer, line), rule].join('\n');
  },
  'vertical rows': (answer) =>
    answer.rows
      .map(
        (row, index) =>
          `*************************** ${index + 1}. row ***************************\n${answer.columns.map((name, at) => `${name.padStart(24)}: ${shown(row[at] ?? null)}`).join('\n')}`,
      )
      .join('\n'),
  'columns between tabs': (answer) =>
    [answer.columns.join('\t'), body(answer, (row) => row.map(shown).join('\t'))].join('\n'),
  Markdown: (answer) =>
    [
      `| ${answer.columns.join(' | ')} |`,
      `|${answer.columns.map(() => '---').join('|')}|`,
      body(answer, (row) => `| ${row.map(shown).join(' | ')} |`),
    ].join('\n'),
  'bars without a frame': (answer) =>
    [
      padded(answer, answer.columns).join('|'),
      widths(answer)
        .map((width) => '-'.repeat(width))
        .join('+'),
      body(answer, (row) => padded(answer, row).join('|')),
    ].join('\n'),
  'box of Unicode': (answer) =>
    [
      `┌${widths(answer)
        .map((width) => '─'.repeat(width + 2))
        .join('┬')}┐`,
      `│ ${padded(answer, answer.columns).join(' │ ')} │`,
      `├${widths(answer)
        .map((width) => '─'.repeat(width + 2))
        .join('┼')}┤`,
      body(answer, (row) => `│ ${padded(answer, row).join(' │ ')} │`),
      `└${widths(answer)
        .map((width) => '─'.repeat(width + 2))
        .join('┴')}┘`,
    ].join('\n'),
  CSV: (answer) =>
    [answer.columns.join(','), body(answer, (row) => row.map((cell) => csvCell(cell, ',')).join(','))].join(
      '\n',
    ),
  'CSV, all in quotes': (answer) =>
    [
      answer.columns.map((name) => `"${name}"`).join(','),
      body(answer, (row) => row.map((cell) => (cell === null ? 'NULL' : `"${cell}"`)).join(',')),
    ].join('\n'),
  'CSV with semicolons': (answer) =>
    [answer.columns.join(';'), body(answer, (row) => row.map((cell) => csvCell(cell, ';')).join(';'))].join(
      '\n',
    ),
  'JSON, an array': ({ columns, rows }) =>
    JSON.stringify(
      rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
      null,
      2,
    ),
  'JSON of MySQL Shell': ({ columns, rows }) =>
    JSON.stringify(
      {
        hasData: true,
        rows: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
        executionTime: '0.0012 sec',
        warningCount: 0,
      },
      null,
      4,
    ),
  'JSON, an object a line': ({ columns, rows }) =>
    rows
      .map((row) => JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at]]))))
      .join('\n'),
  'columns between blanks': (answer) =>
    [
      padded(answer, answer.columns).join('   '),
      body(answer, (row) =>
        padded(
          answer,
          row.map((cell) => cell || '-'),
        ).join('   '),
      ),
    ].join('\n'),
};

describe.each(Object.keys(answers))('%s', (name) => {
  const answer = answers[name];
  test.each(Object.keys(forms))('%s', async (form) => {
    if (answer === undefined) throw new Error('no answer');
    const text = `Our server is slow since Monday, MySQL 8.0.35. This is what it says:\n\n${forms[form]?.(answer)}\n\nWhat can we do?\n`;
    const { snapshot } = await importPaste(text);
    const rows = sectionRows(snapshot, answer.section);
    expect(rows[0]).toMatchObject(answer.holds);
    expect(rows).toHaveLength(answer.rows.length);
  });
});

test('a long array on one line is read whole', async () => {
  const rows = Array.from({ length: 900 }, (_, id) => ({
    Id: id,
    User: 'app',
    Host: '10.0.0.7',
    db: 'shop',
    Command: 'Query',
    Time: 3,
    State: 'Sending data',
    Info: 'SELECT [ FROM { WHERE "quoted \\\\" = 1',
  }));
  const { snapshot } = await importPaste(`${JSON.stringify(rows)}\n`);
  expect(sectionRows(snapshot, 'processlist')).toHaveLength(900);
});

test.each([
  ['escaped quotes that never end', `[{"a": "${'\\\\"'.repeat(200_000)}`],
  ['brackets that never end', '[{'.repeat(200_000)],
  ['lines that look like headings', 'a  b  c\n'.repeat(12_000)],
])('%s are left out in time that grows with their length', async (_name, text) => {
  const half = text.slice(0, text.length / 2);
  // Processor time: what else runs on the machine says nothing of the text.
  const timeOf = async (one: string) => {
    const start = process.cpuUsage();
    await importPaste(`${one}\nMax_used_connections 5\n`);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  await timeOf(half);
  const [short, long] = [await timeOf(half), await timeOf(text)];
  expect(long).toBeLessThan(3.5 * short + 200);
});
