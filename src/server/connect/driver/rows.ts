import type { Table } from '../../../shared/snapshot';

/** The rows of SHOW VARIABLES or SHOW STATUS by lower-case name. */
export function nameValueMap(table: Table): Map<string, string> {
  return new Map(table.rows.map((row) => [String(row[0] ?? '').toLowerCase(), String(row[1] ?? '')]));
}

/** The first column as text. */
export function firstColumn(table: Table): string[] {
  return table.rows.map((row) => String(row[0] ?? ''));
}
