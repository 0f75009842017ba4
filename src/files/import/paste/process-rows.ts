import type { Cell } from '../../../shared/snapshot';

/** What the server calls what a session does: only a row with one of these is of a process list. */
const commands =
  /^(?:sleep|query|connect|daemon|binlog dump(?: gtid)?|execute|prepare|init db|statistics|field list|killed|quit|ping|slave_(?:io|sql|worker)|change user|delayed insert|refresh)$/i;
const mostRows = 5_000;

/**
 * Rows of SHOW PROCESSLIST without its heading, as programs and spreadsheets write them: eight cells, or seven without the
 * statement, between commas, semicolons, tabs or bars. Push lines, then `end()`.
 */
export class ProcessRows {
  readonly #rows: Cell[][] = [];

  push(line: string): boolean {
    if (line.length > 4_000 || !/^\s{0,20}[|"']?\s{0,10}\d{1,20}["']?\s{0,10}[,;\t|]/.test(line))
      return false;
    const row = ['\t', '|', ';', ','].map((separator) => rowOf(line, separator)).find((one) => one !== null);
    if (row === undefined || row === null) return false;
    if (this.#rows.length < mostRows) this.#rows.push(row);
    return true;
  }

  /** ID, USER, HOST, DB, COMMAND, TIME, STATE, INFO; null: there is none. */
  end(): Cell[][] | null {
    return this.#rows.length === 0 ? null : this.#rows;
  }
}

function rowOf(line: string, separator: string): Cell[] | null {
  const cells = line
    .trim()
    .replace(separator === '|' ? /^\|/ : /^(?!)/, '')
    .split(separator)
    .map((cell) => cell.trim().replace(/^(["'])(.{0,2000})\1$/, '$2'));
  const [id = '', user = '', host = '', db = '', command = '', time = '', state = '', ...rest] = cells;
  if (cells.length < 7 || !/^\d{1,20}$/.test(id) || !commands.test(command) || !isTime(time, command))
    return null;
  const filled = separator === '|' && rest.at(-1) === '' ? rest.slice(0, -1) : rest;
  // The ninth column of MariaDB: how far an ALTER TABLE is, as 0.000.
  if (filled.length > 1 && /^\d{1,3}\.\d{3}$/.test(filled.at(-1) ?? '')) filled.pop();
  const info = filled.join(separator === '|' ? '|' : `${separator} `);
  return [id, user, host, emptyOf(db), command, emptyOf(time), emptyOf(state) ?? '', emptyOf(info.trim())];
}

/** A connection whose client is not known yet has no time. */
function isTime(text: string, command: string): boolean {
  return /^\d{1,12}$/.test(text) || (/^connect$/i.test(command) && /^NULL$/i.test(text));
}

function emptyOf(text: string): string | null {
  return text === '' || text.toUpperCase() === 'NULL' ? null : text;
}
