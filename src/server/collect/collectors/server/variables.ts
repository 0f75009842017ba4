import type { Cell, Table } from '../../../../shared/snapshot';
import { type Collector, fetchTable } from '../../collector';

const columns = ['name', 'value', 'source', 'path', 'min', 'max'];

/**
 * Every column of the contract, nulls where the server does not say; 0 to 0 is how MySQL says "not a number".
 * Where there is SET PERSIST, `persisted` has the value that it keeps, which need not be in force.
 */
function shape(table: Table): Table {
  const empty = (cell: Cell | undefined): Cell => (cell === undefined || cell === '' ? null : cell);
  const persists = table.columns.length > columns.length;
  return {
    columns: persists ? [...columns, 'persisted'] : columns,
    rows: table.rows.map(([name, value, source, path, min, max, persisted]) => {
      const limits =
        String(min ?? '') === '0' && String(max ?? '') === '0' ? [null, null] : [empty(min), empty(max)];
      const kept = persists ? [persisted ?? null] : [];
      return [String(name ?? '').toLowerCase(), value ?? '', empty(source), empty(path), ...limits, ...kept];
    }),
  };
}

/** Global variables with where their value comes from and their limits, as far as the server shows. */
export const variables: Collector = {
  id: 'variables',
  costClass: 'light',
  timeoutMs: 10_000,
  when: 'end',
  sources: [
    {
      flavours: ['mysql'],
      from: [8, 0, 0],
      privilege: 'performanceSchema',
      sql: `SELECT v.VARIABLE_NAME, v.VARIABLE_VALUE, i.VARIABLE_SOURCE, i.VARIABLE_PATH, i.MIN_VALUE, i.MAX_VALUE,
p.VARIABLE_VALUE AS PERSISTED_VALUE
FROM performance_schema.global_variables v
LEFT JOIN performance_schema.variables_info i ON i.VARIABLE_NAME = v.VARIABLE_NAME
LEFT JOIN performance_schema.persisted_variables p ON p.VARIABLE_NAME = v.VARIABLE_NAME
ORDER BY v.VARIABLE_NAME`,
    },
    {
      flavours: ['mariadb'],
      from: [10, 5, 0],
      sql: `SELECT VARIABLE_NAME, GLOBAL_VALUE, GLOBAL_VALUE_ORIGIN, GLOBAL_VALUE_PATH, NUMERIC_MIN_VALUE, NUMERIC_MAX_VALUE
FROM information_schema.SYSTEM_VARIABLES WHERE GLOBAL_VALUE IS NOT NULL ORDER BY VARIABLE_NAME`,
    },
    {
      flavours: ['mariadb'],
      from: [10, 1, 1],
      sql: `SELECT VARIABLE_NAME, GLOBAL_VALUE, GLOBAL_VALUE_ORIGIN, NULL, NUMERIC_MIN_VALUE, NUMERIC_MAX_VALUE
FROM information_schema.SYSTEM_VARIABLES WHERE GLOBAL_VALUE IS NOT NULL ORDER BY VARIABLE_NAME`,
    },
    { sql: 'SHOW GLOBAL VARIABLES' },
  ],
  fetch: async (context, source) => {
    const { table, ...rest } = await fetchTable(context, variables, source);
    return table === undefined ? rest : { ...rest, table: shape(table) };
  },
};
