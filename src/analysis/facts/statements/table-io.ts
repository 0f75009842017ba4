import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';
import { picoseconds, sectionDeltas } from '../inputs/section-deltas';

const needs = ['section.table-io'] as const;
const source = 'MySQL manual, "The table_io_waits_summary_by_index_usage Table"';

interface TableTime {
  name: string;
  seconds: number;
  /** Time by index; `no index` for rows that were read without one. */
  indexes: Map<string, number>;
}

/** Facts on which table takes the time of row operations. */
export const tableIoFacts: FactDefinition[] = [
  {
    id: 'hot_table_share',
    unit: 'ratio',
    type: 'number',
    needs,
    doc: {
      what: 'Share of the time of all row operations that went to one table: the one with most.',
      formula: 'SUM_TIMER_WAIT of its indexes / that of all tables, within the window',
      source,
    },
    compute: (read) => {
      const tables = timesOf(read);
      const all = tables.reduce((sum, { seconds }) => sum + seconds, 0);
      return all > 0
        ? (tables[0]?.seconds ?? 0) / all
        : read.missing('error', 'No table was used in the window.');
    },
  },
  {
    id: 'hot_table_sessions',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'Sessions working on the rows of that table at any moment, on average.',
      formula: 'its SUM_TIMER_WAIT / seconds',
      source,
    },
    compute: (read) => (timesOf(read)[0]?.seconds ?? 0) / read.sectionSeconds('table-io'),
  },
  {
    id: 'hot_table',
    unit: 'none',
    type: 'string',
    needs,
    doc: {
      what: 'That table, and through which of its indexes most of the time went.',
      formula: 'name, and the index with most SUM_TIMER_WAIT',
      source,
    },
    compute: (read) => {
      const [table] = timesOf(read);
      if (table === undefined) return read.missing('error', 'No table was used in the window.');
      const [index, seconds] = [...table.indexes].sort((a, b) => b[1] - a[1])[0] ?? ['no index', 0];
      const share = table.seconds > 0 ? Math.round((100 * seconds) / table.seconds) : 0;
      return `${table.name} (${share} % through ${index === 'no index' ? 'no index' : `index ${index}`})`;
    },
  },
  {
    id: 'scanned_table',
    unit: 'none',
    type: 'string',
    needs,
    doc: {
      what: 'The table of which most rows were read without an index, since counting began.',
      formula: 'name of the row with INDEX_NAME NULL and most COUNT_READ',
      source,
    },
    compute: (read) =>
      mostScanned(read)?.name ?? read.missing('absent', 'No table was read without an index.'),
  },
  {
    id: 'scanned_table_rows',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'Rows of that table that were read without an index, since counting began.',
      formula: 'COUNT_READ of that row',
      source,
    },
    compute: (read) => mostScanned(read)?.rows ?? 0,
  },
];

function mostScanned(read: FactReader): { name: string; rows: number } | undefined {
  const scanned = read.rows('table-io').flatMap((row) => {
    const rows = row.index_name == null ? cellNumber(row.count_read) : null;
    return rows === null ? [] : [{ name: `${row.object_schema}.${row.object_name}`, rows }];
  });
  return scanned.sort((a, b) => b.rows - a.rows)[0];
}

/** The tables by time within the window, the one with most first. */
function timesOf(read: FactReader): TableTime[] {
  const tables = new Map<string, TableTime>();
  const key = (row: { object_schema?: unknown; object_name?: unknown; index_name?: unknown }) =>
    `${row.object_schema}\0${row.object_name}\0${row.index_name ?? ''}`;
  for (const { row, increase } of sectionDeltas(read, 'table-io', key)) {
    const name = `${row.object_schema}.${row.object_name}`;
    const seconds = (increase('sum_timer_wait') ?? 0) * picoseconds;
    const table = tables.get(name) ?? { name, seconds: 0, indexes: new Map<string, number>() };
    table.seconds += seconds;
    const index = row.index_name == null ? 'no index' : String(row.index_name);
    table.indexes.set(index, (table.indexes.get(index) ?? 0) + seconds);
    tables.set(name, table);
  }
  return [...tables.values()].sort((a, b) => b.seconds - a.seconds);
}
