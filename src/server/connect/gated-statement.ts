import type { FoundTable, ReadTable, SelectText } from '../../knowledge/sql/select-text';

/**
 * A statement that Latchkey did not write and that the gate let through. Only this file can make one, of what was
 * understood of a SELECT and of what the server says its tables are: its text is rewritten.
 */
class Gated {
  readonly #sql: string;

  constructor(sql: string) {
    this.#sql = sql;
  }

  static text(statement: Gated): string {
    return statement.#sql;
  }
}
export type GatedStatement = Gated;

/** For the gate. @param found what the server says of each table: a base table, never anything else */
export function gatedStatement(select: SelectText, found: (table: ReadTable) => FoundTable): GatedStatement {
  return new Gated(select.write(found));
}

/** For the session that sends it. */
export function gatedText(statement: GatedStatement): string {
  return Gated.text(statement);
}
