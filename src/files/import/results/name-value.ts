import { statusVariable } from '../../../knowledge/catalog/status/status-catalog';
import type { Piece } from '../piece';
import type { ResultSet } from '../result-set';
import type { ResultKind } from './result-kind';

/** Variables that every server has had, and status variables likewise: one of them settles what an answer is. */
const sureVariables = ['version', 'datadir', 'max_connections', 'key_buffer_size', 'port'];
const sureStatus = ['uptime', 'questions', 'threads_connected', 'com_select', 'aborted_clients'];

function isPair(columns: readonly string[], { columns: heading, rows }: ResultSet): boolean {
  if (heading === null) return rows[0]?.length === 2;
  const [name, value, source] = columns;
  // sys.metrics mixes the status with other counters and says so in a third column.
  if (source !== undefined && source !== 'source') return false;
  return (name === 'variable_name' || name === 'name') && (value === 'value' || value === 'variable_value');
}

/** Status or variables, by the names; null: neither. */
function kindOfNames(rows: readonly string[][]): 'status' | 'variables' | null {
  const names = rows.map((row) => (row[0] ?? '').toLowerCase());
  const has = (list: readonly string[]) => names.filter((name) => list.includes(name)).length;
  const status = has(sureStatus);
  const variables = has(sureVariables);
  if (status !== variables) return status > variables ? 'status' : 'variables';
  // A part of either (LIKE 'innodb%'): status names begin with a capital letter and are in the catalog.
  const known = rows.filter(
    ([name]) => /^[A-Z]/.test(name ?? '') && statusVariable(name ?? '') !== undefined,
  ).length;
  if (known > rows.length / 2) return 'status';
  const plain = rows.filter(([name]) => /^[a-z][a-z0-9_.]+$/.test(name ?? '')).length;
  return plain > rows.length * 0.9 && rows.some(([name]) => (name ?? '').includes('_')) ? 'variables' : null;
}

/** SHOW GLOBAL VARIABLES and SHOW GLOBAL STATUS in every form, with or without a heading. */
export const nameValue: ResultKind = {
  title: '',
  matches: (columns, result) => {
    if (!isPair(columns, result)) return false;
    // Without a heading any list of pairs looks like it: the sure names must be there.
    const sure = [...sureVariables, ...sureStatus];
    const names = new Set(result.rows.map((row) => (row[0] ?? '').toLowerCase()));
    if (result.columns === null && !sure.some((name) => names.has(name))) return false;
    return kindOfNames(result.rows) !== null;
  },
  pieces: (columns, result): Piece[] => {
    const values = new Map<string, string>();
    const sources = new Map<string, string>();
    const isStatus = kindOfNames(result.rows) === 'status';
    const source = columns.indexOf('source');
    for (const row of result.rows) {
      const name = row[0] ?? '';
      // The text ended before the value.
      if (row.length < 2) continue;
      if (!/^[A-Za-z][\w.$-]{0,127}$/.test(name)) continue;
      // Some tables have them in capitals; the snapshot has them as SHOW GLOBAL STATUS does.
      values.set(isStatus ? (statusVariable(name)?.name ?? name) : name.toLowerCase(), row[1] ?? '');
      const from = source < 0 ? undefined : row[source];
      if (from !== undefined && from !== '' && from !== 'NULL') sources.set(name.toLowerCase(), from);
    }
    return [
      isStatus
        ? { kind: 'status', values, at: result.at }
        : { kind: 'variables', values, sources, at: result.at },
    ];
  },
};

/** Two readings of the status side by side, as pt-mysql-summary saves them. */
export const joinedStatus: ResultKind = {
  title: 'status',
  matches: (columns, { rows }) =>
    columns[0] === 'joined_name' && kindOfNames(rows) === 'status' && rows.length >= 20,
  pieces: (_columns, { rows, at }) =>
    [1, 2].map((index) => ({
      kind: 'status',
      values: new Map(rows.map((row) => [row[0] ?? '', row[index] ?? ''])),
      at,
    })),
};

/** performance_schema.variables_info: where the values come from. */
export const variableSources: ResultKind = {
  title: 'sources of variables',
  matches: (columns) => columns.includes('variable_name') && columns.includes('variable_source'),
  pieces: (columns, { rows, at }) => {
    const name = columns.indexOf('variable_name');
    const source = columns.indexOf('variable_source');
    const sources = new Map(rows.map((row) => [(row[name] ?? '').toLowerCase(), row[source] ?? '']));
    return [{ kind: 'variables', values: new Map(), sources, at }];
  },
};
