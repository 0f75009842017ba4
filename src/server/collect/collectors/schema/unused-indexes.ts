import { systemSchemaList } from '../../../../knowledge/sql/system-schemas';
import { defined } from '../../../../shared/base/defined';
import { counted } from '../../../../shared/base/units';
import { type Collector, fetchTable } from '../../collector';
import type { IndexDefinition } from '../../reading/schema-catalogue';

const rows = 20_000;
const most = 500;

const sql = `SELECT OBJECT_SCHEMA, OBJECT_NAME, INDEX_NAME
FROM performance_schema.table_io_waits_summary_by_index_usage
WHERE COUNT_STAR = 0 AND INDEX_NAME IS NOT NULL AND INDEX_NAME NOT IN ('PRIMARY', 'GEN_CLUST_INDEX')
AND OBJECT_SCHEMA NOT IN ${systemSchemaList} LIMIT ${rows}`;

/**
 * Indexes that nothing used since the server started (or the counters were reset), of tables that were used. Unique
 * ones are left out: they forbid duplicates all the same. Indexes of foreign keys are not distinguished.
 */
export const unusedIndexes: Collector = {
  id: 'unused-indexes',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'end',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [{ sql, bound: { rows, by: 'indexes' } }],
  fetch: async (context, source) => {
    await context.shared.withinTableLimit(context, 'their indexes');
    const busy = context.shared.earlier('table-io');
    // Reading this table of the server costs: not while no table was used.
    const { table, truncated } = busy?.length === 0 ? {} : await fetchTable(context, unusedIndexes, source);
    const used = new Set(
      (busy ?? []).map(({ object_schema, object_name }) => keyOf(String(object_schema), String(object_name))),
    );
    const unused = (table?.rows ?? [])
      .map(([schema, name, index]): [string, string, string] => [String(schema), String(name), String(index)])
      .filter(([schema, name]) => used.has(keyOf(schema, name)));
    const definitions = unused.length === 0 ? [] : await context.shared.indexes(context).catch(() => []);
    const known = new Map(definitions.map((index) => [keyOf(index.schema, index.table, index.name), index]));
    const found = unused.flatMap(
      ([schema, name, index]): [string, string, string, IndexDefinition | undefined][] => {
        const definition = known.get(keyOf(schema, name, index));
        return definition?.unique === true ? [] : [[schema, name, index, definition]];
      },
    );
    const cut =
      found.length > most ? `only ${most} of ${counted(found.length, 'index', 'indexes')}` : truncated;
    return {
      table: {
        columns: ['TABLE_SCHEMA', 'TABLE_NAME', 'INDEX_NAME', 'INDEX_COLUMNS'],
        rows: found
          .slice(0, most)
          .map(([schema, name, index, definition]) => [
            schema,
            name,
            index,
            definition?.columns.join(', ') ?? null,
          ]),
      },
      ...defined({ truncated: cut }),
    };
  },
};

const keyOf = (...parts: string[]) => parts.join('\0');
