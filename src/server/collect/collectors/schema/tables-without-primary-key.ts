import { counted } from '../../../../shared/base/units';
import type { Collector } from '../../collector';
import {
  type CatalogueTable,
  generatedKey,
  type IndexDefinition,
  indexSources,
} from '../../reading/schema-catalogue';

const rows = 1000;

/**
 * Tables without a primary key: replicas search their rows one by one. UNIQUE_KEY: a unique key without nulls, which
 * InnoDB takes instead; null: nothing identifies a row, and InnoDB adds a hidden key that nothing else can use.
 */
export const tablesWithoutPrimaryKey: Collector = {
  id: 'tables-without-primary-key',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'end',
  needs: { privilege: 'seeTables', silent: true },
  sources: indexSources,
  fetch: async (context) => {
    await context.shared.withinTableLimit(context, 'their keys');
    const indexes = await context.shared.indexes(context);
    const found = withoutPrimaryKey(await context.shared.tables(context), indexes);
    return {
      table: {
        columns: ['TABLE_SCHEMA', 'TABLE_NAME', 'ENGINE', 'UNIQUE_KEY'],
        rows: found
          .slice(0, rows)
          .map(({ schema, table, engine, uniqueKey }) => [schema, table, engine, uniqueKey]),
      },
      ...(found.length > rows ? { truncated: `only ${rows} of ${counted(found.length, 'table')}` } : {}),
    };
  },
};

/** Below MySQL 8.0 and in MariaDB indexes of other engines than InnoDB are not known, and such tables left out. */
export function withoutPrimaryKey(
  tables: readonly CatalogueTable[],
  indexes: readonly IndexDefinition[],
): (CatalogueTable & { uniqueKey: string | null })[] {
  const keys = new Map<string, IndexDefinition[]>();
  for (const index of indexes) {
    const name = `${index.schema}\0${index.table}`;
    const list = keys.get(name);
    if (list === undefined) keys.set(name, [index]);
    else list.push(index);
  }
  const innodbOnly = indexes.some(({ name }) => name === generatedKey);
  return tables.flatMap((one) => {
    const list = keys.get(`${one.schema}\0${one.table}`);
    if (list === undefined && (innodbOnly || one.engine?.toLowerCase() !== 'innodb')) return [];
    if (list?.some(({ name }) => name === 'PRIMARY') === true) return [];
    return [{ ...one, uniqueKey: list?.find(({ identifies }) => identifies)?.name ?? null }];
  });
}
