import { isSystemSchema, systemSchemaList } from '../../../../knowledge/sql/system-schemas';
import { defined } from '../../../../shared/base/defined';
import { plausibleNumber } from '../../../../shared/base/plausible-number';
import { counted } from '../../../../shared/base/units';
import type { Cell, Table } from '../../../../shared/snapshot';
import { nameValueMap } from '../../../connect/driver/rows';
import { type CollectContext, type Collector, type CollectorResult, fetchTable } from '../../collector';
import { CollectorSkipped } from '../../reading/collector-skipped';
import { splitInnodbName } from '../../reading/schema-catalogue';
import type { Source } from '../../reading/source';

const columns = ['TABLE_SCHEMA', 'TABLE_NAME', 'ENGINE', 'TABLE_ROWS', 'DATA_LENGTH', 'INDEX_LENGTH'];
const rows = 50_000;
const bound = { rows, by: 'data' };

/** Sizes in pages, in one pass over one table. Tables with STATS_PERSISTENT = 0 are not in it. */
const persistentStatistics: Source = {
  privilege: 'tableStatistics',
  sql: `SELECT database_name, table_name, n_rows, clustered_index_size, sum_of_other_index_sizes
FROM mysql.innodb_table_stats WHERE database_name NOT IN ${systemSchemaList}
ORDER BY clustered_index_size DESC LIMIT ${rows}`,
  bound,
};

/** Sizes of files in bytes, data and indexes together; the number of rows is not known then. */
const files = (table: string) =>
  `SELECT NAME, FILE_SIZE FROM information_schema.${table} WHERE NAME LIKE '%/%' ORDER BY FILE_SIZE DESC LIMIT ${rows}`;

/** Rows and bytes of one table; null: not known. */
interface Size {
  rows: number | null;
  data: number | null;
  indexes: number | null;
}

/**
 * Size and rows of InnoDB tables from their persistent statistics, and the names of tables of other engines, whose
 * sizes cannot be had without opening them (null). No table is opened or scanned.
 */
export const schemaSizes: Collector = {
  id: 'schema-sizes',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'end',
  needs: { privilege: 'seeTables', silent: true },
  sources: [
    persistentStatistics,
    { flavours: ['mysql'], from: [8, 0, 0], privilege: 'process', sql: files('INNODB_TABLESPACES'), bound },
    {
      flavours: ['mysql'],
      from: [5, 7, 6],
      before: [8, 0, 0],
      privilege: 'process',
      sql: files('INNODB_SYS_TABLESPACES'),
      bound,
    },
    {
      flavours: ['mariadb'],
      from: [10, 2, 2],
      privilege: 'process',
      sql: files('INNODB_SYS_TABLESPACES'),
      bound,
    },
  ],
  fetch: async (context, source) => {
    const { table, truncated } = await fetchTable(context, schemaSizes, source);
    const fromStatistics = source === persistentStatistics;
    const sizes = fromStatistics ? ofStatistics(table, await pageBytes(context)) : ofFiles(table);
    // With innodb_stats_persistent off the table is empty, which says nothing of sizes.
    if (fromStatistics && sizes.size === 0 && (await context.shared.tableCount(context)) > 0)
      throw new CollectorSkipped({ code: 'absent', text: 'InnoDB keeps no persistent statistics.' });
    const others = await otherEngines(context);
    return {
      table: { columns, rows: [...innodbRows(sizes), ...others.rows] },
      ...defined({ truncated, reason: others.reason }),
    };
  },
};

function innodbRows(sizes: ReadonlyMap<string, Size>): Cell[][] {
  return [...sizes].map(([key, size]) => {
    const [schema = '', table = ''] = key.split('\0');
    return [schema, table, 'InnoDB', size.rows, size.data, size.indexes];
  });
}

async function pageBytes({ session, signal }: CollectContext): Promise<number | null> {
  const variables = await session.query("SHOW GLOBAL VARIABLES LIKE 'innodb_page_size'", { signal });
  return plausibleNumber(nameValueMap(variables).get('innodb_page_size') ?? 16_384);
}

function inPages(pages: Cell | undefined, page: number | null): number | null {
  const count = plausibleNumber(pages);
  return count === null || page === null ? null : count * page;
}

/** Partitions of a table are summed up. */
function ofStatistics(table: Table | undefined, page: number | null): Map<string, Size> {
  const sizes = new Map<string, Size>();
  for (const [schema, name, count, clustered, others] of table?.rows ?? []) {
    const [, base] = splitInnodbName(`${schema}/${name}`);
    if (base !== '')
      add(sizes, `${schema}\0${String(name).replace(/#[Pp]#.*$/s, '')}`, {
        rows: plausibleNumber(count),
        data: inPages(clustered, page),
        indexes: inPages(others, page),
      });
  }
  return sizes;
}

function ofFiles(table: Table | undefined): Map<string, Size> {
  const sizes = new Map<string, Size>();
  for (const [name, bytes] of table?.rows ?? []) {
    const [schema, base] = splitInnodbName(String(name));
    if (base !== '' && !isSystemSchema(schema))
      add(sizes, `${schema}\0${base}`, { rows: null, data: plausibleNumber(bytes), indexes: 0 });
  }
  return sizes;
}

function add(sizes: Map<string, Size>, key: string, size: Size): void {
  const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
  const known = sizes.get(key);
  sizes.set(
    key,
    known === undefined
      ? size
      : {
          rows: sum(known.rows, size.rows),
          data: sum(known.data, size.data),
          indexes: sum(known.indexes, size.indexes),
        },
  );
}

/** Tables of other engines, where the tables are few enough to look at each. */
async function otherEngines(
  context: CollectContext,
): Promise<{ rows: Cell[][] } & Pick<CollectorResult, 'reason'>> {
  const count = await context.shared.tableCount(context);
  if (count > context.tableLimit) {
    const text = `Only InnoDB tables: with ${counted(count, 'table')} the engine of each is not looked up.`;
    return {
      rows: [],
      reason: { code: 'disabled', text, remedy: `Take the snapshot with --table-limit ${count}.` },
    };
  }
  const tables = await context.shared.tables(context);
  return {
    rows: tables
      .filter(({ engine }) => engine !== null && engine.toLowerCase() !== 'innodb')
      .map(({ schema, table, engine }) => [schema, table, engine, null, null, null]),
  };
}
