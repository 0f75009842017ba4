import { formatBytes } from '../../../shared/base/units';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';

const needs = ['section.shared-tablespaces'] as const;
const source =
  'MySQL manual, "The INFORMATION_SCHEMA FILES Table"; MariaDB, Information Schema INNODB_SYS_TABLESPACES';

const freeSource =
  'MySQL manual, "The INFORMATION_SCHEMA FILES Table" (DATA_FREE); "The INFORMATION_SCHEMA TABLES Table"';

/** Facts on tablespaces: those that no table has for itself, and what is free in those of tables. */
export const tablespaceFacts: FactDefinition[] = [
  {
    id: 'undo_bytes',
    unit: 'bytes',
    type: 'number',
    needs,
    doc: {
      what: 'What the undo tablespaces take on disk; 0 where the undo logs lie in the system tablespace.',
      formula: 'sum over the undo tablespaces',
      source,
    },
    compute: (read) => bytesOf(read, 'undo'),
  },
  {
    id: 'system_tablespace_bytes',
    unit: 'bytes',
    type: 'number',
    needs,
    doc: {
      what: 'What the system tablespace (ibdata1) takes on disk.',
      formula: 'sum over its files',
      source,
    },
    compute: (read) => bytesOf(read, 'system'),
  },
  {
    id: 'temporary_tablespace_bytes',
    unit: 'bytes',
    type: 'number',
    needs,
    doc: {
      what: 'What the temporary tablespace that all sessions share (ibtmp1) takes on disk.',
      formula: 'sum over its files',
      source,
    },
    compute: (read) => bytesOf(read, 'temporary'),
  },
  {
    id: 'free_in_tables',
    unit: 'bytes',
    type: 'number',
    needs: ['section.table-free-space'],
    doc: {
      what: 'Free space within the files of InnoDB tables of which a quarter and 1 GiB or more is free: used again by the same table, and released by a rebuild only.',
      formula:
        'sum of DATA_FREE over these tables, of the hundred with most (MariaDB: of the twenty largest)',
      source: freeSource,
    },
    compute: (read) => looseTables(read).reduce((sum, { free }) => sum + free, 0),
  },
  {
    id: 'free_in_tables_of',
    unit: 'none',
    type: 'string',
    needs: ['section.table-free-space'],
    doc: {
      what: 'These tables, the three with most free space.',
      formula: 'name, DATA_FREE and size of the file',
      source: freeSource,
    },
    compute: (read) => {
      const tables = looseTables(read);
      if (tables.length === 0) return read.missing('error', 'No table has as much free space.');
      const named = tables
        .slice(0, 3)
        .map(({ name, free, size }) => `${name} (${formatBytes(free)} of ${formatBytes(size)})`);
      return tables.length > 3 ? `${named.join(', ')} and ${tables.length - 3} more` : named.join(', ');
    },
  },
];

const GiB = 1024 ** 3;

interface LooseTable {
  name: string;
  free: number;
  size: number;
}

/**
 * Tables of which so much is free that a rebuild is worth a thought, most first. What several say alike is the free space of
 * a tablespace that they share (manual, "SHOW TABLE STATUS", Data_free), which no rebuild of theirs releases.
 */
function looseTables(read: FactReader): LooseTable[] {
  const rows = read.rows('table-free-space');
  const counts = new Map<string, number>();
  for (const { data_free } of rows) counts.set(String(data_free), (counts.get(String(data_free)) ?? 0) + 1);
  return rows
    .filter(({ data_free }) => counts.get(String(data_free)) === 1)
    .flatMap(({ table_schema, table_name, file_size, data_free }) => {
      const [size, free] = [cellNumber(file_size), cellNumber(data_free)];
      if (size === null || free === null || free < GiB || free < size / 4) return [];
      const name = table_schema === '?' ? String(table_name) : `${table_schema}.${table_name}`;
      return [{ name, free, size }];
    })
    .sort((a, b) => b.free - a.free);
}

function bytesOf(read: FactReader, kind: 'system' | 'undo' | 'temporary'): number {
  const rows = read.rows('shared-tablespaces');
  const row = rows.find((one) => one.kind === kind);
  // Without the system tablespace the list is not whole; the others may be absent.
  if (row === undefined && (kind === 'system' || !rows.some((one) => one.kind === 'system')))
    return read.missing('absent', 'The server does not list its system tablespace.');
  if (row === undefined) return 0;
  return (
    cellNumber(row.file_size) ?? read.missing('error', `The size of the ${kind} tablespace is not a number.`)
  );
}
