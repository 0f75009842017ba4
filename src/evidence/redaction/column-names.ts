import type { Table } from '../../shared/snapshot';
import { type PrivacyClass, privacyByName, privacyOf } from '../sections';

/**
 * What names stand in a column: by its contract, and of a column that no contract names by what its name says, so that
 * they are looked for elsewhere, though the column itself is left out.
 */
export function namesIn(section: string, column: string): PrivacyClass {
  const known = privacyOf(section, column);
  return known === 'unknown' ? (privacyByName(column) ?? known) : known;
}

/** Where in the rows of a table names of schemas stand. */
export function schemaColumns(section: string, { columns }: Table): number[] {
  return columns.flatMap((column, index) => (namesIn(section, column) === 'schema' ? [index] : []));
}
