import { isColumnBeside } from '../../evidence/sections';
import type { ImportLimits } from './limits';

/** One answer of the server as a client printed it. */
export interface ResultSet {
  /** null: printed without a heading (`mysql -N`). */
  columns: string[] | null;
  rows: string[][];
  /** Milliseconds since 1970 where a line before it gave the time. */
  at: number | null;
}

/** What reading a client's output gives. */
export type ClientOutput =
  | { kind: 'result'; result: ResultSet }
  /** A whole SHOW ENGINE INNODB STATUS. */
  | { kind: 'innodb-status'; text: string; at: number | null };

/** Headings of batch output, so that one result is distinguished from the next: the first columns decide. */
const batchHeadings: readonly RegExp[] = [
  /^variable_name\tvalue$/i,
  /^# /,
  /^thread_id\tvariable_name\t/i,
  /^type\tname\tstatus$/i,
  /^id\tuser\thost\t/i,
  /^name\tstatus\ttype\tlibrary/i,
  /^(?:slave|replica)_io_state\t/i,
  /^connection_name\tslave_sql_state\t/i,
  /^name\tsubsystem\tcount\t/i,
  /^database\ttable\tin_use\t/i,
  /^(?:schema_name\t)?digest(?:_text)?\t/i,
  /^event_name\tcount_star\t/i,
  /^trx_id\ttrx_state\t/i,
  /^name\tvalue(?:\tsource)?$/i,
];

/** The first of two columns where a heading stands above them. */
const pairHeading =
  /^(?:variable_name|name|event_name|member_host|requesting_(?:engine_transaction|trx)_id|waiting_trx_id)$/i;
/** What a client puts above a column that counts: no value looks like it. */
export const aggregate = /^(?:count|sum|min|max|avg) ?\([^()]{0,60}\)$/i;
/** What people put above a column of sizes: `Size (MB)`, `DB Size in MB`, `total_gb`, `ROUND(SUM(data_length)/1024/1024)`. */
const sizeHeading =
  /^(?:[a-z][a-z _]{0,30}[ _(])?\(?(?:in[ _])?(?:size|[kmgt]i?b)\)?$|\b(?:data|index)_length\b/i;
/** No answer of a server has more. */
const mostColumns = 300;
const verticalRow = /^\*{10,} *(\d+)\. row \*{10,}$/;
const border = /^\+(?:-+\+)+$/;
const monitorStart = /^(?:\d{6}|\d{4}-\d\d-\d\d) +\d{1,2}:\d\d:\d\d .*INNODB MONITOR OUTPUT/;
const monitorEnd = /^END OF INNODB MONITOR OUTPUT/;
/** pt-stalk puts `TS 1700000000.123456789 2023-11-14 22:13:20` before each sample, MySQL Shell `# Started: ...`. */
const timeMark = /^TS (\d{9,10}(?:\.\d+)?)\b/;
const startedMark = /^# Started: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)/;

/**
 * Reads what mysql, mariadb, mysqladmin and MySQL Shell print: tables drawn with lines, tab-separated (batch), vertical
 * (`\G`), one after the other in one file, with or without headings. Lines that are none of it are ignored.
 * Push lines, then `end()`; `emit` is called for each result in turn, so that a long series is never held as a whole.
 */
export class ClientOutputReader {
  readonly #emit: (output: ClientOutput) => void;
  readonly #limits: ImportLimits;
  #current: { form: 'table' | 'batch' | 'vertical' | 'spaces'; result: ResultSet; widths: number[] } | null =
    null;
  /** Borders of the drawn table seen so far: above the heading, below it, at the end. */
  #borders = 0;
  #row: { cells: string[]; names: string[]; colon: number; isUnaligned: boolean } | null = null;
  #monitor: { lines: string[]; length: number } | null = null;
  #at: number | null = null;
  /** The drawn row that was read last has no closing bar yet. */
  #isOpenRow = false;
  /** A line between bars outside of any answer: the heading of a table whose upper border was left out. */
  #bareHeading = '';
  /** Rows beyond the limit. */
  dropped = 0;

  constructor(limits: ImportLimits, emit: (output: ClientOutput) => void) {
    this.#limits = limits;
    this.#emit = emit;
  }

  push(given: string): void {
    // Pages and mails add blanks at the end of lines; a tab there is an empty cell.
    const line = withoutBlanksAtEnd(given);
    if (this.#monitor !== null) this.#inMonitor(line);
    else if (monitorStart.test(line)) {
      this.#finish();
      this.#monitor = { lines: ['=====================================', line], length: line.length };
    } else if (!this.#takeMark(line)) this.#take(line);
    this.#bareHeading = this.#current === null && line.startsWith('|') ? line : '';
  }

  /** Whether the line is a mark of time: what follows is a new answer, of then. */
  #takeMark(line: string): boolean {
    const mark = timeMark.exec(line) ?? startedMark.exec(line);
    if (mark?.[1] === undefined) return false;
    this.#finish();
    // Times without a zone are taken for UTC: only their distances matter.
    const at = line.startsWith('TS') ? Number(mark[1]) * 1000 : Date.parse(`${mark[1]}Z`);
    this.#at = Number.isFinite(at) ? at : null;
    return true;
  }

  #take(line: string): void {
    const vertical = verticalRow.exec(line);
    if (vertical !== null) this.#startVertical(vertical[1] === '1');
    else if (border.test(line)) this.#onBorder(line);
    else if (this.#current?.form === 'vertical' && this.#row !== null) this.#inVertical(line);
    else if (this.#current?.form === 'table') this.#inTable(line);
    else if (this.#current?.form === 'batch' && this.#goesOnWithKey(line)) return;
    else if (line.trim() === '') this.#finish();
    else if (line.includes('\t')) this.#inBatch(line);
    else this.#inSpaces(line);
  }

  end(): void {
    // A monitor text that was cut short still has the sections before the cut.
    if (this.#monitor !== null) this.#endMonitor();
    // A row that was cut says nothing of its last value.
    if (this.#current?.form === 'table' && this.#isOpenRow && this.#borders < 3)
      this.#current.result.rows.pop();
    this.#finish();
  }

  #inMonitor(line: string): void {
    const monitor = this.#monitor;
    if (monitor === null) return;
    monitor.length += line.length + 1;
    // InnoDB itself prints at most 1 MiB (srv0mon.cc, MAX_INNODB_STATUS); more is no monitor text.
    if (monitor.length <= this.#limits.lineLength * 2) monitor.lines.push(line);
    if (monitorEnd.test(line)) this.#endMonitor();
  }

  #endMonitor(): void {
    const lines = this.#monitor?.lines ?? [];
    this.#monitor = null;
    this.#emit({ kind: 'innodb-status', text: `${lines.join('\n')}\n`, at: this.#at });
  }

  #start(form: 'table' | 'batch' | 'vertical' | 'spaces', columns: string[] | null): void {
    this.#finish();
    this.#current = { form, result: { columns, rows: [], at: this.#at }, widths: [] };
    this.#borders = 0;
  }

  #add(cells: string[]): void {
    const rows = this.#current?.result.rows;
    if (rows === undefined) return;
    if (rows.length < this.#limits.rows) rows.push(cells);
    else this.dropped += 1;
  }

  #finish(): void {
    this.#finishRow();
    const result = this.#current?.result;
    this.#current = null;
    if (result !== undefined && result.rows.length > 0) this.#emit({ kind: 'result', result });
  }

  #onBorder(line: string): void {
    if (this.#current?.form !== 'table' || this.#borders >= 3) {
      const widths = line
        .slice(1, -1)
        .split('+')
        .map((part) => part.length);
      const cells = this.#bareHeading === '' ? [] : cellsOf(this.#bareHeading, widths);
      const isHeaded = cells.length === widths.length && looksLikeHeading(cells);
      this.#start('table', isHeaded ? cells : null);
      if (this.#current !== null) this.#current.widths = widths;
      this.#borders = isHeaded ? 2 : 1;
      return;
    }
    this.#borders += 1;
    if (this.#borders === 3) this.#finish();
  }

  #inTable(line: string): void {
    const current = this.#current;
    if (current === null) return;
    this.#isOpenRow = !line.endsWith('|');
    if (!line.startsWith('|')) {
      // mysqladmin puts an empty line between the tables of a series; anything else goes on with a value.
      const last = current.result.rows.at(-1);
      if (line === '') this.#finish();
      else if (last !== undefined && last.length > 0) last[last.length - 1] += `\n${withoutBar(line)}`;
      return;
    }
    const cells = cellsOf(line, current.widths);
    if (this.#borders === 1 && current.result.columns === null && looksLikeHeading(cells)) {
      current.result.columns = cells;
    } else this.#add(cells);
  }

  #startVertical(first: boolean): void {
    this.#finishRow();
    if (first || this.#current?.form !== 'vertical') this.#start('vertical', []);
    this.#row = { cells: [], names: [], colon: -1, isUnaligned: true };
  }

  /**
   * Names are right-aligned: a line is a new column when its colon stands where the first one's did, or, where somebody
   * moved it, when it begins with the name of a column of the same answer that is not there yet.
   */
  #inVertical(line: string): void {
    const row = this.#row;
    if (row === null) return;
    const colon = row.colon < 0 ? line.indexOf(':') : row.colon;
    const name = line.slice(0, Math.max(colon, 0)).trim();
    if (colon > 0 && line[colon] === ':' && /^[A-Za-z_][\w ()@.*,]{0,79}$/.test(name)) {
      row.colon = colon;
      row.isUnaligned &&= !line.startsWith(' ');
      row.names.push(name);
      row.cells.push(line.slice(colon + 1).replace(/^ /, ''));
      return;
    }
    const [, moved = '', value = ''] = /^\s{0,80}([A-Za-z_]\w{0,79}):(?: (.*))?$/.exec(line) ?? [];
    const isNew = moved !== '' && !row.names.includes(moved);
    if (isNew && (isColumnBeside(row.names[0] ?? '', moved) || goesOnUnaligned(row, line))) {
      row.isUnaligned &&= !line.startsWith(' ');
      row.names.push(moved);
      row.cells.push(value);
      return;
    }
    if (row.names.length === 0 || line === '' || /^\d+ rows? in set/.test(line) || timeMark.test(line)) {
      if (row.names.length > 0) this.#finish();
      return;
    }
    const last = row.cells.length - 1;
    const held = row.cells[last] ?? '';
    if (held.length < this.#limits.lineLength) row.cells[last] = `${held}\n${line}`;
  }

  #finishRow(): void {
    const row = this.#row;
    this.#row = null;
    const result = this.#current?.result;
    if (row === null || result === undefined || row.names.length === 0) return;
    if (result.columns === null || result.columns.length === 0) result.columns = row.names;
    this.#add(placedAs(result.columns, row));
  }

  #inBatch(line: string): void {
    const cells = line.replace(/^# /, '').split('\t');
    if (batchHeadings.some((pattern) => pattern.test(line))) {
      this.#start('batch', cells);
      return;
    }
    const current = this.#current;
    if (current?.form !== 'batch' || widthOf(current.result) !== cells.length) {
      // A heading of a result that is not known here, or a first row without heading.
      const isInnodb = /^InnoDB\t/.test(line);
      this.#start('batch', isInnodb ? ['Type', 'Name', 'Status'] : looksLikeHeading(cells) ? cells : null);
      if (!isInnodb && looksLikeHeading(cells)) return;
    }
    this.#takeBatchRow(cells.map(unescapeBatch));
  }

  /** MySQL Shell and `mysql --raw` print a public key (Caching_sha2_password_rsa_public_key) in lines of its own. */
  #goesOnWithKey(line: string): boolean {
    const row = this.#current?.result.rows.at(-1);
    const held = row?.at(-1);
    if (row === undefined || held === undefined || !held.startsWith('-----BEGIN ')) return false;
    const ended = /\n-----END [^\n]*-----(\n?)$/.exec(held);
    const goesOn =
      ended === null ? !line.includes('\t') && held.length < 16_384 : ended[1] === '' && line === '';
    if (goesOn) row[row.length - 1] = `${held}\n${line}`;
    return goesOn;
  }

  /** Batch output writes a line break within a value as `\n`: a whole monitor text in one cell. */
  #takeBatchRow(cells: string[]): void {
    const monitor = cells.find((cell) => cell.includes('INNODB MONITOR OUTPUT') && cell.includes('\n'));
    if (monitor !== undefined) this.#emit({ kind: 'innodb-status', text: monitor, at: this.#at });
    else this.#add(cells);
  }

  /** `name first second`, as pt-mysql-summary joins two readings of the status. */
  #inSpaces(line: string): void {
    const match = /^([A-Za-z][\w.]*) (\S+) (\S+)$/.exec(line);
    if (match?.[1] === undefined || match[2] === undefined || match[3] === undefined) {
      // A status variable without a value leaves only its name: the result goes on.
      return;
    }
    if (this.#current?.form !== 'spaces') this.#start('spaces', ['joined_name', 'first', 'second']);
    this.#add([match[1], match[2], match[3]]);
  }
}

/** The cells of a vertical row below the columns of the answer: people cut lines out of one row and not of the other. */
function placedAs(columns: string[], { names, cells }: { names: string[]; cells: string[] }): string[] {
  if (columns.length === names.length && columns.every((name, at) => name === names[at])) return cells;
  const byName = new Map(names.map((name, at) => [name, cells[at] ?? '']));
  for (const name of names) if (!columns.includes(name) && columns.length < mostColumns) columns.push(name);
  // A text that ends in the middle of a row says nothing of the rest.
  const last = columns.findLastIndex((name) => byName.has(name));
  return columns.slice(0, last + 1).map((name) => byName.get(name) ?? 'NULL');
}

/** Pages take away the blanks before names: then every name begins its line. A status goes on with lines of any form. */
function goesOnUnaligned(row: { isUnaligned: boolean; names: readonly string[] }, line: string): boolean {
  return row.isUnaligned && /^[A-Za-z]\w{0,79}:/.test(line) && !/^status$/i.test(row.names.at(-1) ?? '');
}

function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  return end === line.length ? line : line.slice(0, end);
}

function widthOf(result: ResultSet): number {
  return result.columns?.length ?? result.rows[0]?.length ?? 0;
}

function looksLikeHeading(cells: string[]): boolean {
  // Two columns may be names and values without a heading: then only what heads answers is one.
  return (
    cells.length !== 2 ||
    pairHeading.test(cells[0] ?? '') ||
    // SHOW PROFILE.
    /^duration$/i.test(cells[1] ?? '') ||
    sizeHeading.test(cells[1] ?? '') ||
    cells.some((cell) => aggregate.test(cell))
  );
}

/** Without the bar at its end and the blanks before it; an expression would take a line of blanks in quadratic time. */
function withoutBar(line: string): string {
  if (!line.endsWith('|')) return line;
  let end = line.length - 1;
  while (line[end - 1] === ' ') end -= 1;
  return line.slice(0, end);
}

/** Cells of a drawn row: by the widths of the border, or, where letters are wider than one column, by the bars. */
function cellsOf(line: string, widths: readonly number[]): string[] {
  const total = widths.reduce((sum, width) => sum + width + 1, 1);
  const ends: number[] = [];
  for (const width of widths) ends.push((ends.at(-1) ?? 0) + width + 1);
  // A row that somebody has moved about may be as long by chance.
  if (line.length === total && ends.every((end) => line[end] === '|'))
    return ends.map((end, index) => line.slice((ends[index - 1] ?? 0) + 1, end).trim());
  const inner = line.replace(/^\|/, '').replace(/\| *$/, '');
  if (widths.length !== 2) return inner.split(' |').map((cell) => cell.trim());
  const bar = inner.indexOf('|');
  return bar < 0 ? [inner.trim()] : [inner.slice(0, bar).trim(), inner.slice(bar + 1).trim()];
}

/** `\n`, `\t`, `\0`, `\\` (mysql client, safe_put_field). */
function unescapeBatch(cell: string): string {
  if (!cell.includes('\\')) return cell;
  const meaning: Record<string, string> = { n: '\n', t: '\t', '0': '\0', '\\': '\\' };
  return cell.replaceAll(/\\([nt0\\])/g, (whole, letter: string) => meaning[letter] ?? whole);
}
