import { knownName } from './names';

const heading = /^\s{0,20}\*{10,}\s{0,3}\d{1,9}\. row\s{0,3}\*{10,}\s*$/;
const column = /^\s{0,60}([A-Za-z@]\w{0,63}):(?:\s|$)/;

/**
 * Rows that a client printed vertically (`\G`), of tables that are no names and values: sys.statements_with_sorting has a column
 * sort_merge_passes, which is not the server's status variable. The first column says which.
 */
export class TableRows {
  #state: 'none' | 'begun' | 'table' = 'none';

  /** Whether the line is a column of such a row. */
  push(line: string): boolean {
    if (heading.test(line)) {
      this.#state = 'begun';
      return false;
    }
    if (this.#state === 'none') return false;
    const name = column.exec(line)?.[1];
    if (name === undefined) this.#state = 'none';
    else if (this.#state === 'begun') this.#state = knownName(name) === null ? 'table' : 'none';
    return this.#state === 'table';
  }
}
