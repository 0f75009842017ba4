import type { Statement } from '../../shared/snapshot';

/** A window of a day sends the same statements a hundred thousand times. */
const mostOfOne = 1000;
/** What all entries may come to, text and names: a snapshot holds them with all that it was taken for. */
const mostBytes = 6 * 1024 ** 2;
const entryBytes = 120;
/** Beyond that, so much of a text that was not sent before. */
const shownBeyond = 120;

/**
 * Every statement of a session. Of one that is sent again and again the first thousand times are listed, the further
 * ones counted with the last of them.
 */
export class StatementLog {
  readonly entries: Statement[] = [];
  readonly #same = new Map<string, { last: Statement; listed: number }>();
  #bytes = 0;

  add(statement: Statement): void {
    // Those who sample for hours take the entries out.
    if (this.entries.length === 0) this.#begin();
    const { sql, error = '' } = statement;
    const isFull = this.#bytes > mostBytes;
    const known = this.#same.get(sql);
    if (known !== undefined && (isFull || known.listed >= mostOfOne)) {
      known.last.more = (known.last.more ?? 0) + 1;
      return;
    }
    const entry = isFull ? { ...statement, sql: sql.slice(0, shownBeyond) } : statement;
    this.entries.push(entry);
    this.#same.set(sql, { last: entry, listed: (known?.listed ?? 0) + 1 });
    this.#bytes += entryBytes + Buffer.byteLength(JSON.stringify(entry.sql)) + error.length;
  }

  #begin(): void {
    this.#same.clear();
    this.#bytes = 0;
  }
}

/** How many statements the entries stand for. */
export function countOfStatements(entries: readonly Statement[]): number {
  return entries.reduce((count, { more = 0 }) => count + 1 + more, 0);
}
