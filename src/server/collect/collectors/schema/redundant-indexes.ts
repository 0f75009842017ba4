import { counted } from '../../../../shared/base/units';
import { unionOfTables } from '../../../connect/table-union';
import type { CollectContext, Collector } from '../../collector';
import { generatedKey, type IndexDefinition, indexSources } from '../../reading/schema-catalogue';
import { holdsFor } from '../../reading/source';

const rows = 200;

/** An index that another one of the same table can do the work of. */
export interface Redundancy {
  index: IndexDefinition;
  by: IndexDefinition;
}

/**
 * Indexes whose columns another index of the table starts with, so that it serves the same searches: each costs writes
 * and room in the buffer pool. Below MySQL 8.0 and in MariaDB of InnoDB tables only.
 */
export const redundantIndexes: Collector = {
  id: 'redundant-indexes',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'end',
  needs: { privilege: 'seeTables', silent: true },
  sources: indexSources,
  fetch: async (context) => {
    await context.shared.withinTableLimit(context, 'their indexes');
    const found = redundancies(await context.shared.indexes(context));
    const kept = await withPrefixes(context, found.slice(0, rows));
    return {
      table: {
        columns: [
          'TABLE_SCHEMA',
          'TABLE_NAME',
          'INDEX_NAME',
          'INDEX_COLUMNS',
          'IS_UNIQUE',
          'COVERED_BY',
          'COVERED_BY_COLUMNS',
        ],
        rows: kept.map(({ index, by }) => [
          index.schema,
          index.table,
          index.name,
          index.columns.join(', '),
          index.unique ? 1 : 0,
          by.name,
          by.columns.join(', '),
        ]),
      },
      ...(found.length > rows
        ? { truncated: `only ${rows} of ${counted(found.length, 'index', 'indexes')}` }
        : {}),
    };
  },
};

/** Every redundant index with the one that covers it; of two equal ones the one with the later name is redundant. */
export function redundancies(indexes: readonly IndexDefinition[]): Redundancy[] {
  const byTable = new Map<string, IndexDefinition[]>();
  for (const index of indexes) {
    if (index.special || index.name === generatedKey || index.columns.includes('(expression)')) continue;
    const key = `${index.schema}\0${index.table}`;
    const list = byTable.get(key);
    if (list === undefined) byTable.set(key, [index]);
    else list.push(index);
  }
  return [...byTable.values()].flatMap((list) =>
    list.flatMap((index) => {
      const by = list.find((other) => other !== index && covers(other, index));
      return by === undefined ? [] : [{ index, by }];
    }),
  );
}

function covers(other: IndexDefinition, index: IndexDefinition): boolean {
  if (index.name === 'PRIMARY' || other.columns.length < index.columns.length) return false;
  const last = index.columns.length - 1;
  // The last column may be a prefix of the other's: it finds no less with more of it.
  const starts = index.columns.every((column, at) => {
    const theirs = other.columns[at] ?? '';
    return theirs === column || (at === last && isPrefixOf(column, theirs));
  });
  if (!starts) return false;
  const same = other.columns.length === index.columns.length && other.columns[last] === index.columns[last];
  // A unique index also forbids duplicates, which only an equal unique one does too.
  if (index.unique) return same && other.unique && preferred(other, index);
  return !same || other.unique || preferred(other, index);
}

function isPrefixOf(column: string, theirs: string): boolean {
  const mine = /^(.*)\((\d+)\)$/s.exec(column);
  if (mine === null) return false;
  const other = /^(.*)\((\d+)\)$/s.exec(theirs);
  return other === null ? theirs === mine[1] : other[1] === mine[1] && Number(other[2]) >= Number(mine[2]);
}

function preferred(a: IndexDefinition, b: IndexDefinition): boolean {
  return a.name === 'PRIMARY' || (b.name !== 'PRIMARY' && a.name < b.name);
}

const prefixesSql = `SELECT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, COLUMN_NAME, SUB_PART FROM information_schema.STATISTICS
WHERE SUB_PART IS NOT NULL AND`;

/** InnoDB's dictionary has no prefix lengths: those of the tables in question come from their definition files. */
async function withPrefixes(context: CollectContext, found: readonly Redundancy[]): Promise<Redundancy[]> {
  if (found.length === 0 || holdsFor({ flavours: ['mysql'], from: [8, 0, 0] }, context.server))
    return [...found];
  const prefixed = await unionOfTables(
    context,
    prefixesSql,
    found.map(({ index }) => index),
  );
  const lengths = new Map(
    prefixed.rows.map(([schema, table, index, column, length]) => [
      [schema, table, index, column].join('\0'),
      Number(length),
    ]),
  );
  const complete = (index: IndexDefinition): IndexDefinition => ({
    ...index,
    columns: index.columns.map((column) => {
      const length = lengths.get([index.schema, index.table, index.name, column].join('\0'));
      return length === undefined ? column : `${column}(${length})`;
    }),
  });
  return found
    .map(({ index, by }) => ({ index: complete(index), by: complete(by) }))
    .filter(({ index, by }) => covers(by, index));
}
