import { SlowLogReader } from '../kinds/slow-log-reader';
import { importLimits } from '../limits';
import type { SlowLogDigests } from '../slow-digest';

const headings =
  /^# (?:Time: |User@Host: |Query_time: \d|Schema: |Thread_id: |Full_scan: |administrator command)/;
const goesOn = /^(?:use \S{1,80};|SET timestamp=\d{1,20};)\s{0,10}$/i;

/** Statements of a slow log within a post. Push lines, then `end()`. */
export class SlowLogLines {
  readonly #reader: SlowLogReader;
  #isWithin = false;
  #lines = 0;

  constructor(redactStatement: (sql: string) => string) {
    this.#reader = new SlowLogReader(importLimits, redactStatement);
  }

  /** Whether the line is of the log. */
  push(line: string): boolean {
    const isHeading = headings.test(line);
    if (!isHeading && !this.#isWithin) return false;
    // A statement ends with its semicolon; what follows is another heading, or no more of the log.
    const ends = !isHeading && (line.trim() === '' || line.startsWith('```'));
    this.#isWithin = !ends && (isHeading || goesOn.test(line) || !line.trimEnd().endsWith(';'));
    if (ends) return false;
    this.#lines += isHeading && line.startsWith('# Query_time: ') ? 1 : 0;
    this.#reader.push(line);
    return true;
  }

  /** null: there is none. */
  end(): SlowLogDigests | null {
    const log = this.#lines === 0 ? null : this.#reader.end();
    return log === null || log.statements === 0 ? null : log;
  }
}
