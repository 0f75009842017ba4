import type { ImportLimits } from './limits';
import { aggregate, type ResultSet } from './result-set';

/**
 * Answers with rows in forms that no client of the command line prints: tables of Markdown and of Unicode boxes, CSV, JSON arrays of
 * objects, columns aligned by blanks. Only those count whose columns are known: prose and lists have all of these forms.
 * @param isKnown whether the columns are those of an answer
 */
export class RowForms {
  readonly #isKnown: (result: ResultSet) => boolean;
  readonly #limits: ImportLimits;
  readonly #found: ResultSet[] = [];
  #table: { separator: Separator; heading: string; result: ResultSet } | null = null;
  /** Objects one after the other, as MySQL Shell prints them, are rows of one answer. */
  #objects: ResultSet | null = null;
  #json: { depth: number; text: string[]; length: number } | null = null;

  constructor(limits: ImportLimits, isKnown: (result: ResultSet) => boolean) {
    this.#limits = limits;
    this.#isKnown = isKnown;
  }

  push(given: string): void {
    if (this.#inJson(given)) return;
    const line = given.length > mostOfALine ? given.slice(0, mostOfALine) : given;
    if (line.trim() !== '') this.#objects = null;
    const drawn = line.replaceAll(/[\u2502\u2503\u2551]/g, '|');
    const plain = drawn.trim();
    if (this.#table !== null && this.#inTable(drawn)) return;
    this.#finish();
    const separator = separators.find((one) => isHeading(one.cells(plain)));
    if (separator === undefined) return;
    const columns = separator.cells(plain);
    this.#table = { separator, heading: drawn, result: { columns, rows: [], at: null } };
  }

  end(): ResultSet[] {
    this.#finish();
    return this.#found;
  }

  /** @param drawn the line with the blanks around it, which say below which headings its cells stand */
  #inTable(drawn: string): boolean {
    const line = drawn.trim();
    const table = this.#table;
    if (table === null) return false;
    if (isRule(line)) return true;
    if (line === '') return false;
    const width = table.result.columns?.length;
    const apart = table.separator.cells(line);
    const cells =
      apart.length === width || table.separator !== blanks ? apart : placedCells(drawn, table.heading);
    if (cells === null || cells.length !== width) return false;
    if (table.result.rows.length < this.#limits.rows) table.result.rows.push(cells);
    return true;
  }

  #finish(): void {
    const table = this.#table;
    this.#table = null;
    if (table !== null) this.#keep(table.result);
  }

  #keep(result: ResultSet): void {
    if (result.rows.length > 0 && this.#found.length < mostAnswers && this.#isKnown(result))
      this.#found.push(result);
  }

  /** From a line that begins with a bracket to the one that closes it. */
  #inJson(line: string): boolean {
    if (this.#json === null) {
      if (!/^\s{0,40}(?:"\w{1,40}"\s{0,4}:\s{0,4})?\[\s{0,10}(?:\{|$)|^\s{0,40}\{/.test(line)) return false;
      this.#json = { depth: 0, text: [], length: 0 };
    }
    const json = this.#json;
    json.text.push(line);
    json.length += line.length;
    json.depth += depthOf(line);
    if (json.depth > 0 && json.length < mostOfJson) return true;
    this.#json = null;
    for (const result of answersIn(json.text.join('\n'))) {
      const before = this.#objects;
      if (before !== null && before.columns?.join() === result.columns?.join()) {
        if (before.rows.length + result.rows.length <= this.#limits.rows) before.rows.push(...result.rows);
        continue;
      }
      this.#keep(result);
      this.#objects = this.#found.at(-1) === result ? result : null;
    }
    return json.depth <= 0;
  }
}

const mostOfALine = 20_000;
const mostOfJson = 1024 ** 2;
const mostAnswers = 50;

interface Separator {
  cells(line: string): string[];
}

const blanks: Separator = {
  cells: (line) => (/ {2,}/.test(line) ? line.split(/ {2,}/).map((cell) => cell.trim()) : []),
};
const separators: readonly Separator[] = [
  { cells: (line) => barCells(line) },
  { cells: (line) => quotedCells(line, ',') },
  { cells: (line) => quotedCells(line, ';') },
  blanks,
];

/** Words that single blanks join, and where they begin and end. */
function placesIn(line: string): { text: string; from: number; to: number }[] {
  return [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index }) => ({
    text,
    from: index,
    to: index + text.length,
  }));
}

/**
 * The cells of a row in which some are empty, by the headings above them, to the left or to the right end of which columns
 * are aligned. null: one stands below none or below several, or two stand below one.
 */
function placedCells(line: string, heading: string): string[] | null {
  const columns = placesIn(heading);
  const cells = columns.map(() => '');
  const found = placesIn(line);
  let last = -1;
  for (const { text, from, to } of found) {
    const aligned = columns.findIndex((column) => column.from === from || column.to === to);
    const below = columns.flatMap((column, at) => (column.from < to && from < column.to ? [at] : []));
    const at = aligned >= 0 ? aligned : below.length === 1 ? (below[0] ?? -1) : -1;
    if (at <= last) return null;
    cells[at] = text;
    last = at;
  }
  return found.length >= 2 ? cells : null;
}

/** Names of columns: three at least, or it may be anything. */
function isHeading(cells: readonly string[]): boolean {
  return (
    (cells.length >= 3 ||
      (cells.length === 2 &&
        cells.some(
          (cell) => aggregate.test(cell) || /^(?:(?:processlist_)?command|duration)$/i.test(cell),
        ))) &&
    cells.length <= 300 &&
    cells.every((cell) => /^[A-Za-z_`"'][\w `"'().,/$*]{0,80}$/.test(cell))
  );
}

/** What stands between heading and rows, and around them: `|---|:--:|`, `----+----`, `├────┼────┤`. */
function isRule(line: string): boolean {
  return /^[-+|:=\s\u2500-\u257f]{3,}$/.test(line) && /[-=\u2500-\u257f]/.test(line);
}

function barCells(line: string): string[] {
  if (!line.includes('|')) return [];
  return line
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim().replaceAll(/^[`*]{1,3}|[`*]{1,3}$/g, ''));
}

/** Cells of a line of CSV (RFC 4180, without line ends within quotes). */
function quotedCells(line: string, separator: ',' | ';'): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    if (line[at] === '"') {
      let cell = '';
      let end = at + 1;
      for (; end < line.length; end += 1) {
        if (line[end] !== '"') cell += line[end];
        else if (line[end + 1] === '"') {
          cell += '"';
          end += 1;
        } else break;
      }
      cells.push(cell);
      const next = line.indexOf(separator, end);
      if (next < 0) return cells;
      at = next + 1;
      continue;
    }
    const next = line.indexOf(separator, at);
    cells.push(line.slice(at, next < 0 ? undefined : next).trim());
    if (next < 0) return cells;
    at = next + 1;
  }
  return cells;
}

/** How many more brackets a line opens than it closes, those within strings aside. */
function depthOf(line: string): number {
  let depth = 0;
  let isWithin = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (isWithin) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isWithin = false;
    } else if (sign === '"') isWithin = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
  }
  return depth;
}

/** Arrays of flat objects anywhere in a JSON text, and an object by itself. */
function answersIn(text: string): ResultSet[] {
  const value = parsed(text.replace(/^\s{0,40}"\w{1,40}"\s{0,4}:/, '').replace(/[,;]\s*$/, ''));
  const found: ResultSet[] = [];
  const visit = (one: unknown, depth: number): void => {
    if (depth > 6 || one === null || typeof one !== 'object') return;
    const rows = Array.isArray(one) ? one.filter(isFlat) : [];
    if (rows.length > 0) found.push(resultOf(rows));
    else for (const part of Object.values(one)) visit(part, depth + 1);
  };
  visit(isFlat(value) ? [value] : value, 0);
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isFlat(value: unknown): value is Record<string, string | number | boolean | null> {
  return (
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.values(value).every((cell) => cell === null || typeof cell !== 'object')
  );
}

function resultOf(rows: readonly Record<string, string | number | boolean | null>[]): ResultSet {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    columns,
    rows: rows.map((row) => columns.map((name) => (row[name] == null ? 'NULL' : String(row[name])))),
    at: null,
  };
}
