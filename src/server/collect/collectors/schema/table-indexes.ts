import { unionOfTables } from '../../../connect/table-union';
import type { Collector } from '../../collector';
import { tablesToIndex } from '../statements/costly-digests';

const indexesSql = `SELECT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, NON_UNIQUE, SEQ_IN_INDEX, COLUMN_NAME, SUB_PART, NULLABLE, INDEX_TYPE,
CARDINALITY FROM information_schema.STATISTICS WHERE`;

/**
 * Indexes, with their cardinality, of the tables that the statements scanning most name. Below MySQL 8.0 and in MariaDB
 * the cardinality comes from the open table, which these are as a rule.
 */
export const tableIndexes: Collector = {
  id: 'table-indexes',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'end',
  needs: { privilege: 'seeTables', silent: true },
  sources: [{ sql: `${indexesSql} ...` }],
  fetch: async (context) => ({ table: await unionOfTables(context, indexesSql, tablesToIndex(context)) }),
};
