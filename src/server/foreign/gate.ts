import type { NotPlain } from '../../knowledge/sql/refusal';
import { readSelect } from '../../knowledge/sql/select-reader';
import type { FoundTable, ReadTable, SelectText } from '../../knowledge/sql/select-text';
import { LatchkeyError } from '../../shared/base/error';
import { compareVersions, type ServerIdentity } from '../../shared/server';
import { firstColumn } from '../connect/driver/rows';
import { type GatedStatement, gatedStatement } from '../connect/gated-statement';
import type { Session } from '../connect/session';
import { unionOfTables } from '../connect/table-union';
import { texts } from './texts';

/** A statement that Latchkey did not write, and the default schema of the session that ran it. */
export interface ForeignStatement {
  sql: string;
  /** Null: not known, or there was none. */
  schema: string | null;
}

interface GateContext {
  session: Session;
  signal: AbortSignal;
}

/**
 * The gate: every statement that Latchkey did not write goes through it before it is sent, be it to be explained or to be
 * replayed. A statement passes only if all of it was understood (`readSelect`), every table that it names is, on this
 * server and now, a base table of a user's schema in an engine that keeps its rows itself, and none of its functions is one
 * that the server has loaded. What passes is rewritten, its tables in full. Asks the server a few statements for all.
 * @returns for each statement, in their order, what may be sent, or why it may not
 * @throws LatchkeyError as `query` does
 */
export async function gateStatements(
  context: GateContext,
  statements: readonly ForeignStatement[],
): Promise<(GatedStatement | NotPlain)[]> {
  const read = statements.map(({ sql, schema }) => readSelect(sql, schema, context.session.identity));
  const understood = read.filter((one) => typeof one !== 'string');
  if (understood.length === 0) return read.map(refusalOf);
  const catalogue = await readCatalogue(
    context,
    understood.flatMap(({ tables }) => tables),
  );
  return read.map((select) => (typeof select === 'string' ? select : gate(select, catalogue)));
}

function refusalOf(select: SelectText | NotPlain): NotPlain {
  return typeof select === 'string' ? select : 'unreadable';
}

/** What the server says of the tables that statements name, and of the functions that it has loaded. */
interface Catalogue {
  find(table: ReadTable): CataloguedTable | undefined;
  loaded: ReadonlySet<string>;
}

interface CataloguedTable extends FoundTable {
  type: string;
  engine: string;
}

function gate(select: SelectText, { find, loaded }: Catalogue): GatedStatement | NotPlain {
  if (select.functions.some((name) => loaded.has(name))) return 'loadable-function';
  for (const table of select.tables) {
    const found = find(table);
    if (found === undefined) return 'not-found';
    if (!tableTypes.has(found.type)) return found.type === 'SEQUENCE' ? 'sequence' : 'not-table';
    if (!engines.has(found.engine)) return 'engine';
  }
  return gatedStatement(select, (table) => {
    const found = find(table);
    if (found === undefined) throw new LatchkeyError('internal', texts.aTableWasNotLooked);
    return found;
  });
}

/** TABLE_TYPE of information_schema.TABLES: the second is MariaDB's, of tables that keep their history. */
const tableTypes = new Set(['BASE TABLE', 'SYSTEM VERSIONED']);

/**
 * Engines that keep the rows themselves. A closed list: FEDERATED, CONNECT, SPIDER, MERGE, CSV, S3, Mroonga, a sequence and
 * what comes after them read elsewhere, or run something.
 */
const engines = new Set(['INNODB', 'MYISAM', 'ARIA', 'MEMORY', 'ARCHIVE', 'ROCKSDB', 'TOKUDB']);

/** More tables are not looked up: what names them is not sent. */
const mostTables = 1000;

async function readCatalogue(context: GateContext, named: readonly ReadTable[]): Promise<Catalogue> {
  const { session, signal } = context;
  const names = [...new Map(named.map((one) => [keyOf(one), one])).values()].slice(0, mostTables);
  const folded =
    firstColumn(await session.query('SELECT @@GLOBAL.lower_case_table_names', { signal }))[0] !== '0';
  const key = (table: ReadTable) => (folded ? keyOf(table).toLowerCase() : keyOf(table));
  const tables = await unionOfTables(
    context,
    'SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, ENGINE FROM information_schema.TABLES WHERE',
    names,
  );
  const found = new Map<string, CataloguedTable & { indexes: string[] }>();
  for (const [schema, table, type, engine] of tables.rows) {
    const one = { schema: String(schema), table: String(table) };
    const words = { type: String(type).toUpperCase(), engine: String(engine ?? '').toUpperCase() };
    found.set(key(one), { ...one, ...words, indexes: [] });
  }
  // A view is not opened for its indexes.
  const based = [...found.values()].filter(({ type }) => tableTypes.has(type));
  const indexes = await unionOfTables(
    context,
    `SELECT DISTINCT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME FROM information_schema.STATISTICS WHERE ${usable(session.identity)}`,
    based,
  );
  for (const [schema, table, index] of indexes.rows)
    found.get(key({ schema: String(schema), table: String(table) }))?.indexes.push(String(index));
  return { find: (table) => found.get(key(table)), loaded: await loadedFunctions(context) };
}

function keyOf({ schema, table }: ReadTable): string {
  return `${schema}\0${table}`;
}

/** Indexes that the optimizer ignores anyway cannot be named in a hint. */
function usable({ flavour, version }: ServerIdentity): string {
  if (flavour === 'mariadb') return compareVersions(version, [10, 6, 0]) >= 0 ? "IGNORED = 'NO' AND" : '';
  return compareVersions(version, [8, 0, 0]) >= 0 ? "IS_VISIBLE = 'YES' AND" : '';
}

/**
 * Loadable functions, in upper case. Where the account may read none of the lists that there are, what it calls are all the
 * same only functions that are built in.
 */
async function loadedFunctions({ session, signal }: GateContext): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const lists = [
    'SELECT UPPER(name) FROM mysql.func LIMIT 10000',
    ...(session.identity.flavour === 'mariadb'
      ? []
      : ['SELECT UPPER(UDF_NAME) FROM performance_schema.user_defined_functions LIMIT 10000']),
  ];
  for (const sql of lists) {
    try {
      for (const name of firstColumn(await session.query(sql, { signal }))) found.add(name);
    } catch (error) {
      const known =
        error instanceof LatchkeyError && ['query-failed', 'privilege-missing'].includes(error.code);
      if (!known) throw error;
    }
  }
  return found;
}
