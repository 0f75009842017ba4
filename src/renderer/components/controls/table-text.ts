import { holdsWords, wordsOf } from '../../../shared/base/words-of';
import type { ShownUnit } from '../../../shared/section-units';
import type { Cell, Table } from '../../../shared/snapshot';
import { table as markdownTable, plain } from '../../../shared/writers/markdown';

/** What is known of columns before their cells are seen, by name in lower case. */
export type KnownColumns = Readonly<Record<string, { numeric: boolean; unit: ShownUnit }>>;

export interface Order {
  column: number;
  descending: boolean;
}

/**
 * The rows that hold every word of the filter, in the requested order; numbers by value, also when they are texts.
 * @param shownOf what is shown in place of the cells of a row, in which a word is looked for too
 */
export function arrangeRows(
  table: Table,
  filter: string,
  order: Order | null,
  shownOf: (row: readonly Cell[]) => readonly string[] = () => [],
): Cell[][] {
  const words = wordsOf(filter);
  const kept =
    words.length === 0
      ? table.rows
      : table.rows.filter((row) =>
          holdsWords([...row.map((cell) => String(cell ?? '')), ...shownOf(row)].join('\u0000'), words),
        );
  if (order === null) return kept;
  const sign = order.descending ? -1 : 1;
  return [...kept].sort((a, b) => sign * compareCells(a[order.column] ?? null, b[order.column] ?? null));
}

const whole = /^-?\d{1,40}$/;

function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  // Beyond 2^53 numbers come as texts, and are still reported apart.
  if (whole.test(String(a)) && whole.test(String(b))) {
    const [left, right] = [BigInt(a), BigInt(b)];
    return left < right ? -1 : Number(left > right);
  }
  const [left, right] = [Number(a), Number(b)];
  if (a !== '' && b !== '' && !Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  return String(a).localeCompare(String(b), 'en');
}

/** The columns that are known to be numbers, or hold numbers and nothing else: they are set to the right, and so is what stands over them. */
export function numericColumns({ columns, rows }: Table, known: KnownColumns = {}): Set<number> {
  const found = columns
    .map((_, column) => column)
    .filter((column) => {
      if (known[(columns[column] ?? '').toLowerCase()]?.numeric === true) return true;
      const cells = rows.map((row) => row[column] ?? null).filter((cell) => cell !== null);
      return cells.length > 0 && cells.every((cell) => typeof cell === 'number');
    });
  return new Set(found);
}

/** The table as Markdown, every cell of which shows its text as it is. */
export function toMarkdown({ columns, rows }: Table): string {
  return markdownTable(
    columns,
    rows.map((row) => row.map((cell) => plain(String(cell ?? 'NULL')))),
  ).text;
}
