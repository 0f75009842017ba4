import type { Draft, Row } from '../draft.ts';
import type { Model } from '../model.ts';
import { bytes, seconds } from '../units.ts';
import { mixTables } from '../workloads.ts';
import { moment } from './statements.ts';

const none = { code: 'absent' as const, text: 'Nothing scans.' };

/** Tables and their sizes, memory by instrument, log, binary log. */
export function applySchema(draft: Draft, model: Model): void {
  const { world, data } = model;
  const small = Math.max(0, world.tables - mixTables.length);
  const table = (name: string, engine: string, size: number): Row => ({
    table_schema: 'shop',
    table_name: name,
    engine,
    table_rows: Math.round(size / 190),
    data_length: Math.round(size * 0.78),
    index_length: Math.round(size * 0.22),
  });
  draft.rows('schema-sizes', () => [
    ...mixTables.map(([name, share]) => table(name, 'InnoDB', data * share * 0.98)),
    ...Array.from({ length: Math.min(small, 400) }, (_, index) =>
      table(`settings_${index}`, 'InnoDB', (data * 0.02) / Math.max(1, small)),
    ),
    ...ownTables(model).map((name) => table(name, 'InnoDB', data * 0.02)),
    ...(world.myisam === undefined ? [] : [table('legacy_log', 'MyISAM', bytes(world.myisam))]),
  ]);
  for (const section of ['redundant-indexes', 'unused-indexes', 'auto-increment', 'explains'])
    draft.rows(section, () => []);
  applyColumns(draft, model);
  draft.rows('tables-without-primary-key', () =>
    world.withoutPrimaryKey.map((name) => ({
      table_schema: 'shop',
      table_name: name,
      engine: 'InnoDB',
      unique_key: null,
    })),
  );
  if (draft.snapshot.sections.explains === undefined) draft.skip('explains', none);
  applyMemory(draft, model);
  applyLogs(draft, model);
}

function applyMemory(draft: Draft, { pool, world }: Model): void {
  draft.edit('memory-pfs', (row) => {
    const name = String(row.event_name);
    if (/buf_buf_pool/.test(name)) {
      row.current_number_of_bytes_used = Math.round(pool.bytes * 1.02);
      row.high_number_of_bytes_used = row.current_number_of_bytes_used;
    } else if (/thd::main_mem_root|THD::|net::buff/i.test(name)) {
      const each = Number(row.current_number_of_bytes_used ?? 0) / 9;
      row.current_number_of_bytes_used = Math.round(each * (1 + world.connected));
      row.high_number_of_bytes_used = Math.round(each * (1 + 1.3 * world.connected));
    }
  });
}

function applyLogs(draft: Draft, model: Model): void {
  const { world, uptime, binlogBytes } = model;
  const started = (index: number) => moment(draft, -uptime + index);
  const kept = draft.snapshot.sections['error-log']?.data?.end?.table;
  if (kept !== undefined) {
    let index = 0;
    draft.edit('error-log', (row) => {
      index += 0.01;
      row.logged = started(index);
    });
    const lines = world.errorLog.map(({ ago, prio, code, text }) => [
      moment(draft, -seconds(ago)),
      prio,
      code,
      'InnoDB',
      text,
    ]);
    kept.rows.unshift(...lines.reverse());
  } else if (world.errorLog.length > 0) {
    const rows = world.errorLog.map(({ ago, prio, code, text }) => ({
      logged: moment(draft, -seconds(ago)),
      prio,
      error_code: code,
      subsystem: 'InnoDB',
      data: text,
    }));
    draft.section('error-log', ['LOGGED', 'PRIO', 'ERROR_CODE', 'SUBSYSTEM', 'DATA'], rows);
  }
  const size = Math.max(4e6, Math.min(1.07e9, binlogBytes * 86_400));
  draft.edit('binary-log-status', (row, end) => {
    row.file = 'binlog.000881';
    row.position = Math.round(size * 0.4 + binlogBytes * draft.at('binary-log-status', end));
  });
  const current = 881;
  draft.rows('binary-logs', () =>
    Array.from({ length: world.binaryLogs + 1 }, (_, index) => {
      const isFull = index < world.binaryLogs;
      return {
        log_name: `binlog.000${current - world.binaryLogs + index}`,
        file_size: isFull ? 1024 ** 3 : Math.round(size * 0.4 + binlogBytes * draft.length),
        encrypted: 'No',
      };
    }),
  );
}

const tableName = /\b(?:FROM|UPDATE|INTO|JOIN) `(?!information_schema`)(\w+)`/g;

function tablesOf(sql: string): string[] {
  return [...sql.matchAll(tableName)].flatMap(([, name]) => name ?? []);
}

/** Tables that only the statements of the case name. */
function ownTables({ statements }: Model): string[] {
  const known = new Set<string>(mixTables.map(([name]) => name));
  const named = statements.flatMap(({ sql }) => tablesOf(sql));
  return [...new Set(named)].filter((name) => !known.has(name) && !name.startsWith('settings_'));
}

/** Columns and indexes of the tables that statements read too much of, as a collector brings them. */
function applyColumns(draft: Draft, { statements }: Model): void {
  const heavy = statements.filter(
    ({ access, examined, sent, affected }) =>
      access === 'scan' || access === 'join' || examined > 100 * Math.max(1, sent + affected),
  );
  const columns: Row[] = [];
  const indexes: Row[] = [];
  for (const { sql, access } of heavy) {
    const tables = tablesOf(sql);
    const aliases = new Set(['o', 'c', 'a', 'b']);
    const names = [...sql.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []);
    const own = [...new Set(names)].filter(
      (name) => !tables.includes(name) && !aliases.has(name) && name !== 'id',
    );
    for (const table of tables) {
      ['id', ...own].forEach((column, index) => {
        columns.push({
          table_schema: 'shop',
          table_name: table,
          column_name: column,
          ordinal_position: index + 1,
          column_type: column === 'id' ? 'int' : /at$/.test(column) ? 'datetime' : 'varchar(64)',
          is_nullable: column === 'id' ? 'NO' : 'YES',
          collation_name: column === 'id' || /at$/.test(column) ? null : 'utf8mb4_general_ci',
          extra: column === 'id' ? 'auto_increment' : '',
        });
      });
      const keys = [
        ['PRIMARY', 'id'],
        ...(access === 'scan' || access === 'join'
          ? []
          : [['by_first', own.find((name) => sql.includes(`WHERE \`${name}\``)) ?? 'id']]),
      ];
      for (const [name, column] of keys)
        indexes.push({
          table_schema: 'shop',
          table_name: table,
          index_name: name ?? null,
          non_unique: name === 'PRIMARY' ? 0 : 1,
          seq_in_index: 1,
          column_name: column ?? null,
          sub_part: null,
          nullable: name === 'PRIMARY' ? '' : 'YES',
          index_type: 'BTREE',
          cardinality: name === 'PRIMARY' ? 1_000_000 : 40,
        });
    }
  }
  draft.section('table-columns', columnNames, columns);
  draft.section('table-indexes', indexNames, indexes);
}

const columnNames = [
  'TABLE_SCHEMA',
  'TABLE_NAME',
  'COLUMN_NAME',
  'ORDINAL_POSITION',
  'COLUMN_TYPE',
  'IS_NULLABLE',
  'COLLATION_NAME',
  'EXTRA',
];
const indexNames = [
  'TABLE_SCHEMA',
  'TABLE_NAME',
  'INDEX_NAME',
  'NON_UNIQUE',
  'SEQ_IN_INDEX',
  'COLUMN_NAME',
  'SUB_PART',
  'NULLABLE',
  'INDEX_TYPE',
  'CARDINALITY',
];
