import { isSystemSchema } from '../../../../knowledge/sql/system-schemas';
import { defined } from '../../../../shared/base/defined';
import { plausibleNumber } from '../../../../shared/base/plausible-number';
import type { Cell, Table } from '../../../../shared/snapshot';
import { unionOfTables } from '../../../connect/table-union';
import { type CollectContext, type Collector, fetchTable } from '../../collector';
import { splitInnodbName } from '../../reading/schema-catalogue';

const columns = ['TABLE_SCHEMA', 'TABLE_NAME', 'FILE_SIZE', 'DATA_FREE'];
const rows = 100;
/** Files that are smaller than this, or have less free in them, are not worth a line. */
const leastBytes = 64 * 1024 ** 2;
/** Before MariaDB says what is free in a file it opens the table: so many of the largest are asked for. */
const opened = 20;

/**
 * The files of InnoDB tables with most free space in them, which deletes leave and only a rebuild releases. MySQL keeps it in
 * memory for each tablespace; in MariaDB the largest tables are asked for one by one. Sources: MySQL manual, "The
 * INFORMATION_SCHEMA FILES Table" (InnoDB since 5.7.8); MariaDB, INNODB_SYS_TABLESPACES (FILE_SIZE since 10.2.2).
 */
export const tableFreeSpace: Collector = {
  id: 'table-free-space',
  costClass: 'medium',
  timeoutMs: 5_000,
  when: 'end',
  needs: { privilege: 'process', silent: true },
  sources: [
    {
      flavours: ['mysql'],
      from: [5, 7, 8],
      sql: `SELECT FILE_NAME AS NAME, TOTAL_EXTENTS * EXTENT_SIZE AS FILE_SIZE, DATA_FREE
FROM information_schema.FILES WHERE FILE_TYPE = 'TABLESPACE' AND FILE_NAME LIKE '%.ibd' AND DATA_FREE >= ${leastBytes}
ORDER BY DATA_FREE DESC LIMIT ${rows}`,
      bound: { rows, by: 'free space' },
    },
    {
      flavours: ['mariadb'],
      from: [10, 2, 2],
      sql: `SELECT NAME, FILE_SIZE FROM information_schema.INNODB_SYS_TABLESPACES
WHERE NAME LIKE '%/%' AND FILE_SIZE >= ${leastBytes} ORDER BY FILE_SIZE DESC LIMIT ${opened}`,
      bound: { rows: opened, by: 'size' },
    },
  ],
  fetch: async (context, source) => {
    // The files of all tables are looked through.
    await context.shared.withinTableLimit(context, 'the free space in their files');
    const { table, truncated } = await fetchTable(context, tableFreeSpace, source);
    const files = filesOf(table);
    const free = context.server.flavour === 'mariadb' ? await freeOf(context, files) : null;
    return {
      table: {
        columns,
        rows: files.map(({ schema, name, size, dataFree }): Cell[] => [
          schema,
          name,
          size,
          free === null ? dataFree : (free.get(`${schema}\0${name}`) ?? null),
        ]),
      },
      ...defined({ truncated }),
    };
  },
};

interface TableFile {
  schema: string;
  name: string;
  size: number | null;
  dataFree: number | null;
}

/** Partitions of a table are summed up. */
function filesOf(table: Table | undefined): TableFile[] {
  const files = new Map<string, TableFile>();
  for (const [path, size, free] of table?.rows ?? []) {
    const place = String(path)
      .replace(/\.ibd$/, '')
      .split(/[/\\]/)
      .slice(-2)
      .join('/');
    const [schema, name] = splitInnodbName(place);
    if (name === '' || isSystemSchema(schema)) continue;
    const key = `${schema}\0${name}`;
    const sum = files.get(key) ?? { schema, name, size: 0, dataFree: 0 };
    files.set(key, {
      ...sum,
      size: added(sum.size, size),
      dataFree: added(sum.dataFree, free),
    });
  }
  return [...files.values()];
}

function added(sum: number | null, cell: Cell | undefined): number | null {
  const number = plausibleNumber(cell);
  return sum === null || number === null ? null : sum + number;
}

async function freeOf(context: CollectContext, files: readonly TableFile[]): Promise<Map<string, number>> {
  const { rows: found } = await unionOfTables(
    context,
    'SELECT TABLE_SCHEMA, TABLE_NAME, DATA_FREE FROM information_schema.TABLES WHERE',
    files.map(({ schema, name }) => ({ schema, table: name })),
  );
  return new Map(
    found.flatMap(([schema, name, free]) => {
      const bytes = plausibleNumber(free);
      return bytes === null ? [] : [[`${schema}\0${name}`, bytes] as const];
    }),
  );
}
