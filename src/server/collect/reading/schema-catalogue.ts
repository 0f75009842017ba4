import { isSystemSchema, systemSchemaList } from '../../../knowledge/sql/system-schemas';
import type { Cell, Table } from '../../../shared/snapshot';
import { type TableName, unionOfTables } from '../../connect/table-union';
import type { ReadContext } from './read-context';
import type { Source } from './source';
import { holdsFor } from './source';

/** One index with its columns in order; `columns` as they stand in a definition: `name` or `name(10)`. */
export interface IndexDefinition {
  schema: string;
  table: string;
  name: string;
  unique: boolean;
  columns: string[];
  /** Neither a search tree nor a hash: full text or spatial, which serve other conditions. */
  special: boolean;
  /** Unique and without nulls: distinguishes any two rows. */
  identifies: boolean;
}

/** A base table of users. */
export interface CatalogueTable {
  schema: string;
  table: string;
  engine: string | null;
}

const timeoutMs = 10_000;

/** From 8.0 on the data dictionary is in tables: this opens none of the user's. CARDINALITY would, so it is left out. */
const dictionary: Source = {
  flavours: ['mysql'],
  from: [8, 0, 0],
  sql: `SELECT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, NON_UNIQUE, COLUMN_NAME, SUB_PART, INDEX_TYPE, NULLABLE
FROM information_schema.STATISTICS WHERE TABLE_SCHEMA NOT IN ${systemSchemaList}
ORDER BY TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`,
};

/** InnoDB's own dictionary, read page by page; only InnoDB tables, and no prefix lengths. Needs PROCESS. */
const innodbDictionary = {
  tables: 'SELECT TABLE_ID, NAME FROM information_schema.INNODB_SYS_TABLES',
  indexes: 'SELECT INDEX_ID, NAME, TABLE_ID, TYPE FROM information_schema.INNODB_SYS_INDEXES',
  fields: 'SELECT INDEX_ID, NAME, POS FROM information_schema.INNODB_SYS_FIELDS',
};

/** For collectors that read the indexes through readIndexes: which servers have them, and what for. */
export const indexSources: readonly Source[] = [
  { ...dictionary, privilege: 'seeTables' },
  { flavours: ['mysql'], before: [8, 0, 0], privilege: 'process', sql: innodbDictionary.indexes },
  { flavours: ['mariadb'], privilege: 'process', sql: innodbDictionary.indexes },
];

const tablesSql = `SELECT TABLE_SCHEMA, TABLE_NAME, ENGINE FROM information_schema.TABLES
WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA NOT IN ${systemSchemaList}`;
/** Lists the folders of the schemas and looks into no file. */
const namesSql = `SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ${systemSchemaList}`;
const engineSql = `SELECT TABLE_SCHEMA, TABLE_NAME, ENGINE FROM information_schema.TABLES WHERE TABLE_TYPE = 'BASE TABLE' AND`;
/** Below MySQL 8.0 and in MariaDB the engine of a table is in a file of its own: at most so many are looked into. */
const mostEngines = 500;

/**
 * Base tables of users. Below MySQL 8.0 and in MariaDB those that InnoDB does not have are looked up one by one, 500 at
 * most. No table is opened.
 * @param allow throws for a statement that is not to be sent to this server
 * @throws LatchkeyError as `query` does
 */
export async function readTables(
  context: ReadContext,
  allow: (sql: string) => Promise<void>,
): Promise<CatalogueTable[]> {
  const options = { timeoutMs, signal: context.signal };
  if (holdsFor(dictionary, context.server)) {
    const { rows } = await context.session.query(tablesSql, options);
    return rows.map(asTable);
  }
  const innodb = new Set<string>();
  await allow(innodbDictionary.tables);
  for (const [, name] of (await context.session.query(innodbDictionary.tables, options)).rows)
    innodb.add(splitInnodbName(String(name)).join('\0'));
  const { rows } = await context.session.query(namesSql, options);
  const names = rows.map(([schema, table]) => ({ schema: String(schema), table: String(table) }));
  const isInnodb = ({ schema, table }: TableName) => innodb.has(`${schema}\0${table}`);
  const others = names.filter((name) => !isInnodb(name)).slice(0, mostEngines);
  const looked = await unionOfTables(context, engineSql, others);
  return [
    ...names.filter(isInnodb).map((name) => ({ ...name, engine: 'InnoDB' })),
    ...looked.rows.map(asTable),
  ];
}

function asTable([schema, table, engine]: readonly Cell[]): CatalogueTable {
  return {
    schema: String(schema ?? ''),
    table: String(table ?? ''),
    engine: engine === null ? null : String(engine),
  };
}

/**
 * Every index of the user's tables; below MySQL 8.0 and in MariaDB of InnoDB tables only. No table is opened.
 * @throws LatchkeyError as `query` does
 */
export async function readIndexes(context: ReadContext): Promise<IndexDefinition[]> {
  const options = { timeoutMs, signal: context.signal };
  const read = (sql: string) => context.session.query(sql, options);
  if (holdsFor(dictionary, context.server)) return fromDictionary(await read(dictionary.sql));
  return fromInnodb(
    await read(innodbDictionary.tables),
    await read(innodbDictionary.indexes),
    await read(innodbDictionary.fields),
  );
}

function fromDictionary({ rows }: Table): IndexDefinition[] {
  const found: IndexDefinition[] = [];
  for (const [schema, table, name, nonUnique, column, prefix, type, nullable] of rows) {
    const last = found.at(-1);
    // An index on an expression has no column name.
    const part = column === null || column === undefined ? '(expression)' : `${column}${prefixOf(prefix)}`;
    if (last !== undefined && last.name === name && last.table === table && last.schema === schema) {
      last.columns.push(part);
      last.identifies = last.identifies && nullable !== 'YES';
      continue;
    }
    found.push({
      schema: String(schema ?? ''),
      table: String(table ?? ''),
      name: String(name ?? ''),
      unique: Number(nonUnique) === 0,
      columns: [part],
      special: !/^(BTREE|HASH)$/.test(String(type)),
      identifies: Number(nonUnique) === 0 && nullable !== 'YES',
    });
  }
  return found;
}

const prefixOf = (length: unknown) =>
  length === null || length === undefined || length === '' ? '' : `(${length})`;

/** The clustered index that InnoDB makes where nothing identifies a row. */
export const generatedKey = 'GEN_CLUST_INDEX';

/** Bits of TYPE (dict0mem.h): 1 clustered, 2 unique, 32 full text, 64 spatial. */
function fromInnodb(tables: Table, indexes: Table, fields: Table): IndexDefinition[] {
  const tableNames = new Map<string, [string, string]>();
  for (const [id, name] of tables.rows) {
    const [schema, table] = splitInnodbName(String(name));
    if (table !== '' && !isSystemSchema(schema)) tableNames.set(String(id), [schema, table]);
  }
  const columns = new Map<string, { name: string; position: number }[]>();
  for (const [id, name, position] of fields.rows) {
    const key = String(id);
    const list = columns.get(key) ?? [];
    list.push({ name: String(name), position: Number(position) });
    columns.set(key, list);
  }
  return indexes.rows.flatMap(([id, name, tableId, type]) => {
    const place = tableNames.get(String(tableId));
    if (place === undefined) return [];
    const bits = Number(type);
    return [
      {
        schema: place[0],
        table: place[1],
        name: String(name),
        unique: (bits & 2) !== 0,
        columns: [...(columns.get(String(id)) ?? [])]
          .sort((a, b) => a.position - b.position)
          .map((field) => field.name),
        special: (bits & (32 | 64)) !== 0,
        identifies: (bits & 1) !== 0 && name !== generatedKey,
      },
    ];
  });
}

/** `shop/order@002dlines#P#p0` -> shop, order-lines (partitions fold into their table); full-text helpers give ''. */
export function splitInnodbName(name: string): [schema: string, table: string] {
  const slash = name.indexOf('/');
  if (slash < 0) return [name, ''];
  const table = name.slice(slash + 1).replace(/#[Pp]#.*$/s, '');
  const internal = /^(FTS_|fts_|#sql)/.test(table);
  return [decodeFileName(name.slice(0, slash)), internal ? '' : decodeFileName(table)];
}

/** Undoes the server's encoding of names for the file system (strings/ctype-utf8.c, my_charset_filename): `@002d` is `-`. */
export function decodeFileName(name: string): string {
  return name.replace(/@([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
