import type { StatusPiece } from '../piece';
import { areDifferences, totalsOf, uptimeOf } from '../readings';
import { knownName } from './names';

const rowLimit = 5_000;
const columnLimit = 200;
/** A name with two or more whole numbers, apart by bars, tabs or several blanks: a single one parts thousands. */
const row =
  /^[\s|]{0,20}([A-Za-z]\w{2,79})[\s|:]{1,80}(-?\d{1,30}(?:(?: {2,40}| {0,20}[\t|] {0,20})-?\d{1,30})+)[\s|]{0,40}$/;
/** Columns of one reading, not of several: `Variable  Per day  Per second  11 secs`. */
const ratesHeading = /^[\s|]{0,20}\w{1,40}[\s|]{1,80}Per (?:day|hour|minute|second)\b/i;

/**
 * Readings of the status that stand beside each other: `pt-mext -r`, which prints the totals and then differences, and columns
 * that people put together. Push lines, then `end()`. The first column is read line by line like any other list.
 */
export class StatusColumns {
  #columns: Map<string, string>[] = [];
  #areRates = false;

  push(line: string): void {
    if (line.length > 4_000) return;
    // A table ends at an empty line or at the next heading.
    if (line.trim() === '' || line.startsWith('#')) this.#areRates = false;
    else if (ratesHeading.test(line)) this.#areRates = true;
    if (this.#areRates) return;
    const [, word = '', numbers = ''] = row.exec(line) ?? [];
    const name = word === '' ? null : knownName(word);
    if (name?.kind !== 'status') return;
    const cells = numbers.split(/[\s|]+/);
    // The first row says how many columns there are.
    if (this.#columns.length === 0)
      this.#columns = cells.slice(0, columnLimit).map((): Map<string, string> => new Map());
    const first = this.#columns[0];
    if (cells.length < this.#columns.length || first === undefined || first.size >= rowLimit) return;
    for (const [at, values] of this.#columns.entries()) values.set(name.name, cells[at] ?? '');
  }

  /** @returns the readings behind the first one, with totals; null: the columns are no readings, as their Uptime shows */
  end(): { later: StatusPiece[]; areDifferences: boolean } | null {
    const columns = this.#columns.map((values): StatusPiece => ({ kind: 'status', values, at: null }));
    if (columns.length < 2) return null;
    if (areDifferences(columns, true)) return { later: totalsOf(columns).slice(1), areDifferences: true };
    const uptimes = columns.map(({ values }) => uptimeOf(values));
    const grows = uptimes.every((uptime, at) => uptime !== null && uptime > (uptimes[at - 1] ?? -1));
    return grows ? { later: columns.slice(1), areDifferences: false } : null;
  }
}
