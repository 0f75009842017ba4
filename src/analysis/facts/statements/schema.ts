import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';
import type { Row } from '../inputs/row-delta';

const keySource = 'INFORMATION_SCHEMA (tables and indexes; system schemas left out)';

/** Facts on keys and indexes. */
export const schemaFacts: FactDefinition[] = [
  {
    id: 'tables_without_primary_key',
    unit: 'count',
    type: 'number',
    needs: ['section.tables-without-primary-key'],
    doc: {
      what: 'InnoDB tables without a primary key.',
      formula: 'rows of the section with ENGINE = InnoDB',
      source: keySource,
    },
    compute: (read) => innodb(read, 'tables-without-primary-key').length,
  },
  {
    id: 'tables_without_key',
    unit: 'count',
    type: 'number',
    needs: ['section.tables-without-primary-key'],
    doc: {
      what: 'Of these, tables without a unique key over columns that are never null either.',
      formula: 'rows without UNIQUE_KEY',
      source: keySource,
    },
    compute: (read) => withoutAnyKey(read).length,
  },
  {
    id: 'tables_without_key_named',
    unit: 'none',
    type: 'string',
    needs: ['section.tables-without-primary-key'],
    doc: {
      what: 'Some of these tables, those without any key first.',
      formula: 'at most five names',
      source: keySource,
    },
    compute: (read) => {
      const all = innodb(read, 'tables-without-primary-key');
      const sorted = [...withoutAnyKey(read), ...all.filter(({ unique_key }) => unique_key != null)];
      return named(read, sorted.map(tableName));
    },
  },
  {
    id: 'redundant_indexes',
    unit: 'count',
    type: 'number',
    needs: ['section.redundant-indexes'],
    doc: {
      what: 'Indexes whose columns another index of the table starts with.',
      formula: 'rows of the section',
      source: keySource,
    },
    compute: (read) => read.rows('redundant-indexes').length,
  },
  {
    id: 'redundant_indexes_named',
    unit: 'none',
    type: 'string',
    needs: ['section.redundant-indexes'],
    doc: {
      what: 'Some of them, with the index that serves instead.',
      formula: 'at most five',
      source: keySource,
    },
    compute: (read) =>
      named(
        read,
        read
          .rows('redundant-indexes')
          .map(
            (row) =>
              `${tableName(row)}.${row.index_name} (${row.index_columns}) by ${row.covered_by} (${row.covered_by_columns})`,
          ),
      ),
  },
  {
    id: 'unused_indexes',
    unit: 'count',
    type: 'number',
    needs: ['section.unused-indexes'],
    doc: {
      what: 'Indexes that nothing has read since the server started, of tables that were used. Unique ones are left out.',
      formula: 'rows of the section',
      source: 'performance_schema.table_io_waits_summary_by_index_usage',
    },
    compute: (read) => read.rows('unused-indexes').length,
  },
  {
    id: 'unused_indexes_named',
    unit: 'none',
    type: 'string',
    needs: ['section.unused-indexes'],
    doc: {
      what: 'Some of these unused indexes.',
      formula: 'at most five',
      source: 'performance_schema.table_io_waits_summary_by_index_usage',
    },
    compute: (read) =>
      named(
        read,
        read
          .rows('unused-indexes')
          .map(
            (row) =>
              `${tableName(row)}.${row.index_name}${row.index_columns == null ? '' : ` (${row.index_columns})`}`,
          ),
      ),
  },
  {
    id: 'rows_changed_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Handler_write', 'status.Handler_delete', 'status.Handler_update'],
    doc: {
      what: 'Rows inserted, changed or deleted per second.',
      formula: 'Handler_write + Handler_delete + Handler_update per second',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => read.rate('Handler_write') + read.rate('Handler_delete') + read.rate('Handler_update'),
  },
  {
    id: 'auto_increment_used',
    unit: 'ratio',
    type: 'number',
    needs: ['section.auto-increment'],
    doc: {
      what: 'Share of the values of its type that the fullest AUTO_INCREMENT column has used.',
      formula: 'largest AUTO_INCREMENT / MAX_VALUE',
      source:
        'INFORMATION_SCHEMA.TABLES and COLUMNS; InnoDB table statistics before MySQL 8.0 and in MariaDB',
    },
    compute: (read) => fullest(read)?.used ?? 0,
  },
  {
    id: 'auto_increment_column',
    unit: 'none',
    type: 'string',
    needs: ['section.auto-increment'],
    doc: {
      what: 'That column, with its type.',
      formula: 'schema.table.column (type)',
      source: 'INFORMATION_SCHEMA.COLUMNS',
    },
    compute: (read) => fullest(read)?.column ?? 'none',
  },
];

function innodb<S extends 'tables-without-primary-key' | 'schema-sizes'>(
  read: FactReader,
  section: S,
): Row<S>[] {
  return read.rows(section).filter(({ engine }) => String(engine ?? '').toLowerCase() === 'innodb');
}

function withoutAnyKey(read: FactReader): Row<'tables-without-primary-key'>[] {
  return innodb(read, 'tables-without-primary-key').filter(({ unique_key }) => unique_key == null);
}

function tableName(
  row: Row<'tables-without-primary-key' | 'redundant-indexes' | 'unused-indexes' | 'auto-increment'>,
): string {
  // A definition that somebody quoted does not say its schema.
  return row.table_schema == null ? String(row.table_name) : `${row.table_schema}.${row.table_name}`;
}

function named(read: FactReader, names: readonly string[]): string {
  if (names.length === 0) return read.missing('absent', 'There is none.');
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `${names.slice(0, 5).join('; ')}${more}`;
}

function fullest(read: FactReader): { used: number; column: string } | undefined {
  let found: { used: number; column: string } | undefined;
  for (const row of read.rows('auto-increment')) {
    const next = cellNumber(row.auto_increment);
    const end = cellNumber(row.max_value);
    if (next === null || end === null || end <= 0) continue;
    const used = Math.min(1, next / end);
    if (found === undefined || used > found.used) {
      found = { used, column: `${tableName(row)}.${row.column_name} (${row.column_type})` };
    }
  }
  return found;
}
