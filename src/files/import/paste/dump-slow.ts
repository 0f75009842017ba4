import { digestOf, emptyDigest, keptDigests, type SlowDigest, type SlowLogDigests } from '../slow-digest';

/** `Count: 4812  Time=12.41s (59716s)  Lock=0.00s (0s)  Rows=1.0 (4812), app[app]@[10.0.0.5]`; MariaDB says Rows_sent and more. */
const heading =
  /^\s{0,8}Count: (\d{1,15}) {1,4}Time=(\d{1,12}\.\d{1,4})s? \((\d{1,15})s?\) {1,4}Lock=(\d{1,12}\.\d{1,4})s? \((\d{1,15})s?\) {1,4}Rows(?:_sent)?=\d{1,15}\.\d{1,3} \((\d{1,18})\)(?:, Rows_examined=\d{1,15}\.\d{1,3} \((\d{1,18})\))?/;
const longestStatement = 4_000;
/** Totals are printed in whole seconds: below that many the mean is the better figure. */
const exactFrom = 10;

/** What mysqldumpslow and mariadb-dumpslow print of a slow log. Push lines, then `end()`. */
export class DumpSlowLines {
  readonly #redactStatement: (sql: string) => string;
  readonly #digests: SlowDigest[] = [];
  #statement: string[] | null = null;

  constructor(redactStatement: (sql: string) => string) {
    this.#redactStatement = redactStatement;
  }

  /** Whether the line is of such a report. */
  push(line: string): boolean {
    const [, count, mean = '', total = '', , locked = '', sent = '', examined] = heading.exec(line) ?? [];
    if (count === undefined) return this.#takeStatement(line);
    this.#finish();
    const [calls, seconds] = [Number(count), Number(total)];
    if (this.#digests.length >= keptDigests || calls === 0) return true;
    this.#digests.push({
      ...emptyDigest('', ''),
      count: calls,
      seconds: seconds >= exactFrom ? seconds : Number(mean) * calls,
      lockSeconds: Number(locked),
      rowsSent: Number(sent),
      rowsExamined: examined === undefined ? null : Number(examined),
    });
    this.#statement = [];
    return true;
  }

  /** null: there is none. */
  end(): SlowLogDigests | null {
    this.#finish();
    const digests = this.#digests
      .filter(({ text, seconds }) => text !== '' && seconds > 0)
      .sort((a, b) => b.seconds - a.seconds);
    if (digests.length === 0) return null;
    const statements = digests.reduce((sum, { count }) => sum + count, 0);
    return { digests, statements, uncounted: 0, first: null, last: null, version: null };
  }

  #takeStatement(line: string): boolean {
    if (this.#statement === null) return false;
    if (line.trim() === '' || line.startsWith('```')) {
      this.#finish();
      return false;
    }
    this.#statement.push(line.trim());
    return true;
  }

  #finish(): void {
    const last = this.#digests.at(-1);
    if (this.#statement === null || last === undefined) return;
    last.text = this.#redactStatement(this.#statement.join(' ').slice(0, longestStatement));
    last.digest = digestOf(last.text);
    this.#statement = null;
  }
}
