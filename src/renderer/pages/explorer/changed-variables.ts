import type { Table } from '../../../shared/snapshot';

/** How servers name the origin of a value that nobody set (MySQL VARIABLE_SOURCE, MariaDB GLOBAL_VALUE_ORIGIN). */
const defaults = new Set(['COMPILED', 'COMPILE-TIME']);

/** The variables whose value is not the compiled default, by the origin that the server states; null: it states none. */
export function changedVariables(table: Table): Table | null {
  const source = table.columns.findIndex((name) => name.toLowerCase() === 'source');
  const origin = (row: Table['rows'][number]) => String(row[source] ?? '').toUpperCase();
  if (source < 0 || table.rows.every((row) => origin(row) === '')) return null;
  return { ...table, rows: table.rows.filter((row) => origin(row) !== '' && !defaults.has(origin(row))) };
}
