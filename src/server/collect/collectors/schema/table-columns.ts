import { unionOfTables } from '../../../connect/table-union';
import type { Collector } from '../../collector';
import { tablesToIndex } from '../statements/costly-digests';

const columnsSql = `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, ORDINAL_POSITION, COLUMN_TYPE, IS_NULLABLE, COLLATION_NAME, EXTRA
FROM information_schema.COLUMNS WHERE`;

/** Columns of the tables that the most costly statements name: what an index could be made of. */
export const tableColumns: Collector = {
  id: 'table-columns',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'end',
  needs: { privilege: 'seeColumns', silent: true },
  sources: [{ sql: `${columnsSql} ...` }],
  fetch: async (context) => ({ table: await unionOfTables(context, columnsSql, tablesToIndex(context)) }),
};
