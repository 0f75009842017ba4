import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';

/** Statements whose answer without rows says something: nobody reads the binary log. */
const asked: readonly { statement: RegExp; section: SectionId; columns: string[] }[] = [
  {
    statement: /\bshow\s{1,4}(?:slave\s{1,4}hosts|replicas)\b/i,
    section: 'replicas',
    columns: ['ID', 'USER', 'HOST', 'COMMAND'],
  },
];
const empty = /^\s{0,10}(?:Empty set\b|\(?0 rows\b)/i;

/** Statements in a text that the server answered with `Empty set`. Push lines, then `end()`. */
export class EmptyAnswers {
  readonly #found = new Set<(typeof asked)[number]>();
  #asked: (typeof asked)[number] | undefined;

  push(line: string): void {
    if (line.length > 400 || line.trim() === '') return;
    if (empty.test(line) && this.#asked !== undefined) this.#found.add(this.#asked);
    this.#asked = asked.find(({ statement }) => statement.test(line));
  }

  end(): { section: SectionId; columns: string[]; rows: Cell[][] }[] {
    return [...this.#found].map(({ section, columns }) => ({ section, columns: [...columns], rows: [] }));
  }
}
