import { redactStatement } from '../../../../evidence/redaction/sql-text';
import type { Cell, Table } from '../../../../shared/snapshot';
import { type Collector, fetchTable, type Reading } from '../../collector';

/** Variables that hold statements, run at start or at connect. */
const statementVariables = /^(init_connect|init_slave|init_replica)$/;
/** Variables that hold a secret, or may, where the server does not mask it itself. */
const secretVariables =
  /pwd|passw(or)?d|passphrase|secret|sst_auth|token|credential|filekey|(access|private|api)_key$|otlp_\w*headers$|feedback_user_info$|http_proxy$/;
/** Variables whose names speak of secrets and whose values are sizes, rules or paths. */
const openVariables =
  /_token_size$|^(validate_password|simple_password_check|cracklib_password_check|password_reuse_check|sha256_password_|caching_sha2_password_|mysql_native_password|default_password_lifetime$|password_(history|require_current|reuse_interval)$|(old|max)_password(s|_errors)$|disconnect_on_expired_password$|generated_random_password_length$|strict_password_validation$)/;

const columns = ['name', 'value', 'source', 'path', 'min', 'max'];

/**
 * Every column of the contract, nulls where the server does not tell; 0 to 0 is how MySQL says "not a number".
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

/** True when the value of this variable must not be kept. */
export function isSecret(name: string): boolean {
  return secretVariables.test(name) && !openVariables.test(name);
}

/** True when the value of this variable is a statement. */
export function isStatement(name: string): boolean {
  return statementVariables.test(name);
}

function redact(reading: Reading, keepLiterals: boolean): Reading {
  const { table } = reading;
  if (table === undefined) return reading;
  const values = ['value', 'persisted'].map((column) => table.columns.indexOf(column));
  const rows = table.rows.map((row) => {
    const name = String(row[0]);
    return row.map((cell, index) => {
      if (!values.includes(index) || typeof cell !== 'string' || cell === '') return cell;
      if (isSecret(name)) return '?';
      return isStatement(name) ? redactStatement(cell, keepLiterals) : cell;
    });
  });
  return { ...reading, table: { columns: table.columns, rows } };
}

/** Global variables with where their value comes from and their limits, as far as the server tells. */
export const variables: Collector = {
  id: 'variables',
  title: 'Server variables',
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
  redact,
};
