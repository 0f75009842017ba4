import type { SectionId, SectionRow } from '../../../evidence/sections';
import { systemSchemaList } from '../../../knowledge/sql/system-schemas';
import { LatchkeyError } from '../../../shared/base/error';
import { JsonBudget, type JsonLimits, JsonRefused } from '../../../shared/base/json-budget';
import { counted } from '../../../shared/base/units';
import type { Reason } from '../../../shared/reason';
import type { Cell, Table } from '../../../shared/snapshot';
import { CollectorSkipped } from './collector-skipped';
import { countOf } from './count';
import { innodbDictionaryRefusal, readsInnodbDictionary } from './innodb-dictionary';
import type { ReadContext } from './read-context';
import { type CatalogueTable, type IndexDefinition, readIndexes, readTables } from './schema-catalogue';
import { texts } from './texts';

/** Names only: before 8.0 and in MariaDB this lists directories and opens no table. */
const countSql = `SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ${systemSchemaList}`;

/** What one capture may hold, so that the snapshot can be read again: a section has two of them. */
const captureLimits: JsonLimits = {
  textBytes: 8 * 1024 ** 2,
  partBytes: {},
  memberBytes: {},
  otherBytes: 8 * 1024 ** 2,
  memberMemory: {},
  parts: 250_000,
  stringBytes: 4 * 1024 ** 2,
  nameBytes: 64 * 1024,
  depth: 8,
  memoryBytes: 32 * 1024 ** 2,
};
/** What all captures of a snapshot may hold together: text, and what it needs in memory, bytes. */
const mostText = 40 * 1024 ** 2;
const mostMemory = 56 * 1024 ** 2;

/** What several collectors of one snapshot need, read when the first of them asks. A failure is everyone's. */
export class SharedReadings {
  #tableCount: Promise<number> | undefined;
  #tables: Promise<CatalogueTable[]> | undefined;
  #indexes: Promise<IndexDefinition[]> | undefined;
  #dictionaryRefusal: Promise<Reason | null> | undefined;
  #text = 0;
  #memory = 0;
  readonly #earlier = new Map<string, Table>();

  /** Counts what a collector brought. @throws LatchkeyError too-large where a snapshot cannot hold it */
  spend(reading: unknown): void {
    const budget = new JsonBudget(captureLimits);
    try {
      budget.push(new TextEncoder().encode(JSON.stringify(reading)));
    } catch (error) {
      if (!(error instanceof JsonRefused)) throw error;
      throw new LatchkeyError('too-large', texts.whatTheServerReportedIs(error.message));
    }
    if (this.#text + budget.text > mostText || this.#memory + budget.memory > mostMemory) {
      throw new LatchkeyError('too-large', texts.whatTheServerReportedIsNot);
    }
    this.#text += budget.text;
    this.#memory += budget.memory;
  }

  /** Keeps what a collector brought for those that run after it. */
  remember(collector: SectionId, table: Table): void {
    this.#earlier.set(collector, table);
  }

  /** The rows of a collector that ran before, as objects keyed by lower-case column name; null: it brought none. */
  earlier<S extends SectionId>(collector: S): SectionRow<S>[] | null;
  earlier(collector: SectionId): Record<string, Cell>[] | null {
    const table = this.#earlier.get(collector);
    if (table === undefined) return null;
    const names = table.columns.map((column) => column.toLowerCase());
    return table.rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])));
  }

  /** Tables and views of users that the account sees. */
  tableCount(context: ReadContext): Promise<number> {
    this.#tableCount ??= context.session
      .query(countSql, { signal: context.signal })
      .then((table) => countOf(table, 'tables'));
    return this.#tableCount;
  }

  /**
   * @param what it is that would be read of every table
   * @throws CollectorSkipped when there are more tables than the limit
   */
  async withinTableLimit(context: ReadContext, what: string): Promise<void> {
    const count = await this.tableCount(context);
    if (count <= context.tableLimit) return;
    throw new CollectorSkipped({
      code: 'disabled',
      text: `The server has ${counted(count, 'table')}; above ${context.tableLimit} ${what} are not read.`,
      remedy: `Take the snapshot with --table-limit ${count}.`,
    });
  }

  /** @throws CollectorSkipped where the statement could crash the server */
  async allow(context: ReadContext, sql: string): Promise<void> {
    if (!readsInnodbDictionary(sql)) return;
    this.#dictionaryRefusal ??= innodbDictionaryRefusal(context);
    const refusal = await this.#dictionaryRefusal;
    if (refusal !== null) throw new CollectorSkipped(refusal);
  }

  /** Users' base tables with their engines. @throws LatchkeyError as `query` does */
  tables(context: ReadContext): Promise<CatalogueTable[]> {
    this.#tables ??= readTables(context, (sql) => this.allow(context, sql));
    return this.#tables;
  }

  /** Indexes of users' tables. @throws LatchkeyError as `query` does */
  indexes(context: ReadContext): Promise<IndexDefinition[]> {
    this.#indexes ??= readIndexes(context);
    return this.#indexes;
  }
}
