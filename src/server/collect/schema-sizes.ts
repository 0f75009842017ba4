import { LatchkeyError } from '../../shared/error';
import { type Collector, fetchTable } from './collector';

const systemSchemas = "('mysql', 'information_schema', 'performance_schema', 'sys')";

/** Names only: before 8.0 and in MariaDB this lists directories and opens no table. */
const countSql = `SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ${systemSchemas}`;

/** Thrown by the fetch when there are too many tables; carries the reason. */
export class TooManyTables extends LatchkeyError {
  constructor(count: number, limit: number) {
    super(
      'query-failed',
      `The server has ${count} tables; above ${limit} their sizes are not read, because each table would be opened.`,
    );
    this.name = 'TooManyTables';
  }
}

/**
 * Size, rows and engine of every table, from statistics: no table is scanned. MySQL 8.0+ answers from its cached
 * statistics (information_schema_stats_expiry is left as it is); older servers and MariaDB open each table once.
 */
export const schemaSizes: Collector = {
  id: 'schema-sizes',
  title: 'Table sizes',
  costClass: 'heavy',
  timeoutMs: 20_000,
  when: 'end',
  needs: { privilege: 'seeTables', silent: true },
  sources: [
    {
      sql: `SELECT TABLE_SCHEMA, TABLE_NAME, ENGINE, ROW_FORMAT, TABLE_ROWS, DATA_LENGTH, INDEX_LENGTH, DATA_FREE, AUTO_INCREMENT
FROM information_schema.TABLES WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA NOT IN ${systemSchemas}`,
    },
  ],
  fetch: async (context, source) => {
    const options = { timeoutMs: schemaSizes.timeoutMs, signal: context.signal };
    const counted = await context.session.query(countSql, options);
    const count = Number(counted.rows[0]?.[0] ?? 0);
    if (count > context.tableLimit) throw new TooManyTables(count, context.tableLimit);
    return fetchTable(context, schemaSizes, source);
  },
};
