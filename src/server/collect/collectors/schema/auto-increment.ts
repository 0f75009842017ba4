import { isSystemSchema, systemSchemaList } from '../../../../knowledge/sql/system-schemas';
import { defined } from '../../../../shared/base/defined';
import type { Table } from '../../../../shared/snapshot';
import { type TableName, unionOfTables } from '../../../connect/table-union';
import { type CollectContext, type Collector, fetchTable } from '../../collector';
import { splitInnodbName } from '../../reading/schema-catalogue';

const candidates = 100;
/** The dictionary of MySQL 8.0+ asks the engine for each value: only tables that are written to are worth it. */
const writtenTo = `SELECT OBJECT_SCHEMA, OBJECT_NAME FROM performance_schema.table_io_waits_summary_by_table
WHERE COUNT_INSERT > 0 AND OBJECT_SCHEMA NOT IN ${systemSchemaList} ORDER BY COUNT_INSERT DESC LIMIT ${candidates}`;

const autoColumnsSql = `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, COLUMN_TYPE FROM information_schema.COLUMNS
WHERE EXTRA LIKE '%auto_increment%' AND`;
const nextValuesSql = 'SELECT TABLE_SCHEMA, TABLE_NAME, AUTO_INCREMENT FROM information_schema.TABLES WHERE';

/** InnoDB's own table cache: nothing is opened; most bytes of a counter stand for most used. */
const fromInnodb = `SELECT NAME, AUTOINC FROM information_schema.INNODB_SYS_TABLESTATS WHERE AUTOINC > 1
ORDER BY AUTOINC DESC LIMIT ${candidates}`;
const bound = { rows: candidates, by: 'values used' };

/**
 * How far the AUTO_INCREMENT values of tables are from the end of their column's type. MySQL 8.0+: of the tables with
 * the most inserts, by values that the dictionary may have cached for a day (information_schema_stats_expiry).
 */
export const autoIncrement: Collector = {
  id: 'auto-increment',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'end',
  needs: { privilege: 'seeColumns', silent: true },
  sources: [
    {
      flavours: ['mysql'],
      from: [8, 0, 0],
      performanceSchema: true,
      privilege: 'performanceSchema',
      sql: writtenTo,
      bound: { rows: candidates, by: 'inserts' },
    },
    { flavours: ['mysql'], before: [8, 0, 0], privilege: 'process', sql: fromInnodb, bound },
    { flavours: ['mariadb'], privilege: 'process', sql: fromInnodb, bound },
  ],
  fetch: async (context, source) => {
    if (source.sql === fromInnodb)
      await context.shared.withinTableLimit(context, 'their auto-increment values');
    const { table, truncated } = await fetchTable(context, autoIncrement, source);
    const next = source.sql === fromInnodb ? ofInnodb(table) : await ofDictionary(context, table);
    return { table: await headroom(context, next), ...defined({ truncated }) };
  },
};

type NextValue = TableName & { next: string };

function ofInnodb(table: Table | undefined): NextValue[] {
  return (table?.rows ?? []).flatMap(([name, next]) => {
    const [schema, base] = splitInnodbName(String(name));
    return base === '' || isSystemSchema(schema) ? [] : [{ schema, table: base, next: String(next) }];
  });
}

async function ofDictionary(context: CollectContext, table: Table | undefined): Promise<NextValue[]> {
  const names = (table?.rows ?? []).map(([schema, name]) => ({
    schema: String(schema),
    table: String(name),
  }));
  const { rows } = await unionOfTables(context, nextValuesSql, names);
  return rows.flatMap(([schema, name, next]) =>
    next === null || next === undefined
      ? []
      : [{ schema: String(schema), table: String(name), next: String(next) }],
  );
}

async function headroom(context: CollectContext, next: readonly NextValue[]): Promise<Table> {
  const { rows } = await unionOfTables(context, autoColumnsSql, next);
  const values = new Map(next.map((one) => [`${one.schema}\0${one.table}`, one.next]));
  return {
    columns: ['TABLE_SCHEMA', 'TABLE_NAME', 'COLUMN_NAME', 'COLUMN_TYPE', 'AUTO_INCREMENT', 'MAX_VALUE'],
    rows: rows.map(([schema = null, table = null, column = null, type = null]) => [
      schema,
      table,
      column,
      type,
      values.get(`${schema}\0${table}`) ?? null,
      largestValue(String(type)),
    ]),
  };
}

const bits: Readonly<Record<string, bigint>> = {
  tinyint: 8n,
  smallint: 16n,
  mediumint: 24n,
  int: 32n,
  bigint: 64n,
};

/** The largest value of an integer type as its column definition names it, as a decimal string; null for others. */
export function largestValue(columnType: string): string | null {
  const type = /^[a-z]+/.exec(columnType)?.[0] ?? '';
  const width = bits[type];
  if (width === undefined) return null;
  return String(2n ** (columnType.includes('unsigned') ? width : width - 1n) - 1n);
}
