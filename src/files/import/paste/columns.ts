import { multiplied, type Setting, settingOf } from './divided-settings';
import { knownName } from './names';
import { type Pair, pairOf, spacedName } from './pairs';

/** Headings of the column with the names, as clients of services, pages and tools write it. */
const nameHeading =
  /^(?:variable[_ ]?name|parameter[_ ]?name|parameter|variable|name|setting|flag|system variable)$/i;
/** Headings of the column with the values, the value in force first. */
const valueHeadings: readonly RegExp[] = [
  /^(?:global value|global|current ?value|runtime value|running value)$/i,
  /^(?:(?:parameter|variable|global)[_ ]?value|value)$/i,
];

/** Where a name and its value stand: in the first of the columns for names that holds one which servers have. */
interface Places {
  names: readonly number[];
  value: number;
}

/** What a row is, by the heading above it. */
type Heading =
  | { kind: 'roles'; cells: number; pairs: readonly Places[] }
  /** Each column is a setting: `SELECT @@a, @@b`. */
  | { kind: 'settings'; settings: readonly Setting[] };

/**
 * Tables with a heading, in which names and values are two of several columns, or the names are the heading itself. Push lines:
 * null says that a line is of no such table.
 */
export class ColumnTables {
  #heading: Heading | null = null;
  /** Where columns begin that stand below each other without lines between them; null: the rows have separators. */
  #starts: readonly number[] | null = null;
  /** The line before, that a rule of dashes may make a heading. */
  #before = '';

  push(line: string): Pair[] | null {
    if (line.length > 4000) return this.#leave();
    const isRule = line.includes('--') && /^[-\s|+:]*$/.test(line);
    if (isRule) return this.#rule(line);
    // Mails and pages put empty lines between rows.
    if (line.trim() === '') return null;
    const before = this.#before;
    this.#before = line;
    const heading = this.#heading;
    if (heading !== null) {
      const pairs = this.#row(heading, line);
      if (pairs !== null) return pairs;
      this.#leave();
    }
    // A column of each is read everywhere; what stands apart by blanks alone needs the rule below it.
    if (before === line) return null;
    const quoted = quotedCells(line);
    if (quoted !== null) return this.#begin(quoted, null);
    return line.includes('|') ? this.#begin(barCells(line), null) : null;
  }

  #rule(line: string): Pair[] | null {
    // `-----  ----------  ----` below a heading gives the places of the columns: of another table, where one was read.
    const isPlaces = /^\s*-+(?: +-+)+\s*$/.test(line);
    if (this.#heading !== null && !(isPlaces && this.#starts !== null)) return [];
    if (!isPlaces) return null;
    const starts = [...line.matchAll(/-+/g)].map(({ index }) => index);
    return this.#begin(placedCells(this.#before, starts), starts);
  }

  #begin(cells: readonly string[], starts: readonly number[] | null): Pair[] | null {
    this.#heading = headingOf(cells);
    this.#starts = starts;
    return this.#heading === null ? null : [];
  }

  #row(heading: Heading, line: string): Pair[] | null {
    if (line.trim() === '') return null;
    const quoted = this.#starts === null ? quotedCells(line) : null;
    if (this.#starts === null && quoted === null && !line.includes('|')) return null;
    // What stands between bars is of another table than columns apart by blanks.
    if (this.#starts !== null && line.includes('|')) return null;
    const cells = quoted ?? (this.#starts === null ? barCells(line) : placedCells(line, this.#starts));
    if (heading.kind === 'settings') {
      if (cells.length !== heading.settings.length) return null;
      // One row: what follows is another answer.
      this.#leave();
      return heading.settings.flatMap(({ name, divisor }, at) =>
        name === null ? [] : [pairOf(name, multiplied(cells[at] ?? '', divisor))],
      );
    }
    if (cells.length !== heading.cells) return null;
    return heading.pairs.flatMap(({ names, value: at }) => {
      const value = cells[at] ?? '';
      // `{DBInstanceClassMemory*3/4}` is what a service computes.
      if (value.includes('{') || value === '-') return [];
      const known = names.flatMap(
        (name) => knownName(cells[name] ?? '') ?? spacedName(cells[name] ?? '') ?? [],
      );
      return known.slice(0, 1).map((name) => pairOf(name, value));
    });
  }

  #leave(): null {
    this.#heading = null;
    this.#starts = null;
    return null;
  }
}

function headingOf(cells: readonly string[]): Heading | null {
  const settings = cells.flatMap((cell) => settingOf(cell) ?? []);
  if (cells.length > 0 && settings.length === cells.length) return { kind: 'settings', settings };
  // Two columns, the name first, are read line by line.
  // A whole answer on one line has its heading and its rows in it.
  if (cells.length < 3 || cells.some((cell) => /^\+?-{2}/.test(cell) || isOfRow(cell))) return null;
  const pairs = sideBySide(cells);
  return pairs.length === 0 ? null : { kind: 'roles', cells: cells.length, pairs };
}

function isOfRow(cell: string): boolean {
  return cell.includes('_') && knownName(cell) !== null;
}

/** One pair of columns, or several of the same headings beside each other: `| Name | Value | Name | Value |`. */
function sideBySide(cells: readonly string[]): Places[] {
  const isName = (cell: string) => nameHeading.test(cell);
  const first = cells.findIndex(isName);
  const again = cells.findIndex((cell, at) => at > first && isName(cell) && cell === cells[first]);
  const end = first < 0 || again < 0 ? cells.length : again;
  const part = cells.slice(0, end);
  const names = part.flatMap((cell, at) => (isName(cell) ? [at] : []));
  const value = valueHeadings
    .map((pattern) => part.findIndex((cell, at) => !names.includes(at) && pattern.test(cell)))
    .find((at) => at >= 0);
  if (names.length === 0 || value === undefined) return [];
  const rest = sideBySide(cells.slice(end));
  return [
    { names, value },
    ...rest.map((one) => ({ names: one.names.map((at) => at + end), value: one.value + end })),
  ];
}

/** `| a | b |` and `|| a | b ||`. */
function barCells(line: string): string[] {
  return line
    .trim()
    .replace(/^\|{1,2}/, '')
    .replace(/\|{1,2}$/, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** `"a";"b";"c"` and `"a","b","c"`; null: fewer than three, or no quotes. */
function quotedCells(line: string): string[] | null {
  const trimmed = line.trim();
  if (!trimmed.startsWith('"') || !trimmed.endsWith('"')) return null;
  const separator = ['";"', '","', '"\t"'].find((one) => trimmed.includes(one));
  const cells = separator === undefined ? [] : trimmed.slice(1, -1).split(separator);
  return cells.length >= 3 ? cells.map((cell) => cell.replaceAll('""', '"').trim()) : null;
}

function placedCells(line: string, starts: readonly number[]): string[] {
  return starts.map((start, at) => line.slice(start, starts[at + 1]).trim());
}
