import { systemSchemaList } from '../../knowledge/sql/system-schemas';
import type { Cell, Table } from '../../shared/snapshot';
import type { ReadContext } from './read-context';
import { type CatalogueTable, type IndexDefinition, readIndexes, readTables } from './schema-catalogue';
import { Unread } from './unread';

/** Names only: before 8.0 and in MariaDB this lists directories and opens no table. */
const countSql = `SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ${systemSchemaList}`;

/** What several collectors of one snapshot need, read when the first of them asks. A failure is everyone's. */
export class SharedReadings {
  #tableCount: Promise<number> | undefined;
  #tables: Promise<CatalogueTable[]> | undefined;
  #indexes: Promise<IndexDefinition[]> | undefined;
  readonly #earlier = new Map<string, Table>();

  /** Keeps what a collector brought for those that run after it. */
  remember(collector: string, table: Table): void {
    this.#earlier.set(collector, table);
  }

  /** The rows of a collector that ran before, as objects keyed by lower-case column name; null: it brought none. */
  earlier(collector: string): Record<string, Cell>[] | null {
    const table = this.#earlier.get(collector);
    if (table === undefined) return null;
    const names = table.columns.map((column) => column.toLowerCase());
    return table.rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])));
  }

  /** Tables and views of users that the account sees. */
  tableCount(context: ReadContext): Promise<number> {
    this.#tableCount ??= context.session
      .query(countSql, { signal: context.signal })
      .then(({ rows }) => Number(rows[0]?.[0] ?? 0));
    return this.#tableCount;
  }

  /**
   * @param what it is that would be read of every table
   * @throws Unread when there are more tables than the limit
   */
  async withinTableLimit(context: ReadContext, what: string): Promise<void> {
    const count = await this.tableCount(context);
    if (count <= context.tableLimit) return;
    throw new Unread({
      code: 'disabled',
      text: `The server has ${count} tables; above ${context.tableLimit} ${what} are not read.`,
      remedy: `Take the snapshot with --table-limit ${count}.`,
    });
  }

  /** Users' base tables with their engines. @throws LatchkeyError as `query` does */
  tables(context: ReadContext): Promise<CatalogueTable[]> {
    this.#tables ??= readTables(context);
    return this.#tables;
  }

  /** Indexes of users' tables. @throws LatchkeyError as `query` does */
  indexes(context: ReadContext): Promise<IndexDefinition[]> {
    this.#indexes ??= readIndexes(context);
    return this.#indexes;
  }
}
