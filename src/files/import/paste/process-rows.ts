import type { Cell } from '../../../shared/snapshot';

/** What the server calls what a session does: only a row with one of these is of a process list. */
const commands =
  /^(?:sleep|query|connect|daemon|binlog dump(?: gtid)?|execute|prepare|init db|statistics|field list|killed|quit|ping|slave_(?:io|sql|worker)|change user|delayed insert|refresh)$/i;
const mostRows = 5_000;
/** A row without separators: pages and mails make blanks of tabs. Host and database have no blanks in them. */
const blanks =
  /^\s{0,20}(\d{1,20})\s{1,200}(unauthenticated user|system user|\S{1,80})\s{1,200}(\S{1,255})\s{1,200}(\S{1,64})\s{1,200}(Sleep|Query|Connect|Execute|Prepare|Statistics|Killed|Init DB|Binlog Dump(?: GTID)?)\s{1,200}(\d{1,12}|NULL)(?:\s{1,200}(\S.{0,3900}))?$/;
/** mytop has the time before the command, and gives no state where none fits. */
const ofMytop =
  /^\s{0,20}(\d{1,20})\s{1,40}(\S{1,80})\s{1,40}(\S{1,255})\s{1,40}(\S{1,64})\s{1,40}(\d{1,12})\s{1,40}(Sleep|Query|Connect|Execute|Prepare|Statistics|Killed|Init DB|Binlog Dump(?: GTID)?)(?:\s{1,40}(\S.{0,3900}))?$/;
/** Where the statement begins that follows the state. */
const statement =
  /(?:^|\s)((?:SELECT|INSERT|UPDATE|DELETE|REPLACE|ALTER|CREATE|DROP|TRUNCATE|SHOW|CALL|COMMIT|ROLLBACK|BEGIN|START|SET|LOCK|UNLOCK|OPTIMIZE|ANALYZE|LOAD|WITH|FLUSH|EXPLAIN|XA|KILL|RENAME|\/\*)(?![\w-]).*)$/s;

/**
 * Rows of SHOW PROCESSLIST without its heading, as programs and spreadsheets write them: eight cells, or seven without the
 * statement, between commas, semicolons, tabs or bars, or apart by blanks. Push lines, then `end()`.
 */
export class ProcessRows {
  readonly #rows: Cell[][] = [];

  push(line: string): boolean {
    if (line.length > 4_000 || !/^\s{0,20}[|"']?\s{0,10}\d{1,20}["']?\s{0,10}[,;\t| ]/.test(line))
      return false;
    const row =
      ['\t', '|', ';', ','].map((separator) => rowOf(line, separator)).find((one) => one !== null) ??
      rowOfBlanks(line);
    if (row === null) return false;
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

function rowOfBlanks(line: string): Cell[] | null {
  const usual = blanks.exec(line);
  const match = usual ?? ofMytop.exec(line);
  if (match === null) return null;
  const [, id = '', user = '', host = '', db = '', ...others] = match;
  const [command = '', time = ''] = usual === null ? [others[1], others[0]] : others;
  const rest = others[2] ?? '';
  const words = rest.replace(/\s{1,40}NULL\s*$|^NULL\s*$/, '').trim();
  const info = statement.exec(words)?.[1] ?? words.split(/ {2,}|\t/)[1] ?? '';
  const state = words.slice(0, words.length - info.length).trim();
  return [id, user, host, emptyOf(db), command, emptyOf(time), emptyOf(state) ?? '', emptyOf(info.trim())];
}

/** A connection whose client is not known yet has no time. */
function isTime(text: string, command: string): boolean {
  return /^\d{1,12}$/.test(text) || (/^connect$/i.test(command) && /^NULL$/i.test(text));
}

function emptyOf(text: string): string | null {
  return text === '' || text.toUpperCase() === 'NULL' ? null : text;
}
