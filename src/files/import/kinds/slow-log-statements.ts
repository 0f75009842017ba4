import { longestStatement } from '../../../knowledge/sql/fingerprint';

/** The heading of one statement of the log, as far as it has come. */
export interface Heading {
  schema: string | null;
  seconds: number;
  lockSeconds: number;
  rowsSent: number;
  rowsExamined: number;
  rowsAffected: number | null;
  fullScan: boolean | null;
  at: number | null;
}

const headerLine = /^[^ ].*, Version: (\S+) .*started with:$/;
const programLines = /^(?:Tcp port: |TCP Port: |Time +Id +Command +Argument|Time\t\t)/;
/** Beyond it nothing of a statement is whole: no server that Latchkey asks is sent more, and readers cut such lines. */
const longestLine = 512 * 1024;
const number = '(\\d+(?:\\.\\d+)?)';
const field = (name: string) => new RegExp(`\\b${name}: ${number}`);
const fields = {
  seconds: field('Query_time'),
  lockSeconds: field('Lock_time'),
  rowsSent: field('Rows_sent'),
  rowsExamined: field('Rows_examined'),
  rowsAffected: field('Rows_affected'),
};

/** One statement as the log holds it, literals and all. */
export interface LoggedStatement extends Heading {
  sql: string;
  /** It was longer than what is kept of it. */
  cut: boolean;
}

/**
 * Reads a slow log line by line. Headings: `# Time:` (only when the second changed, before 5.7), `# User@Host:`,
 * `# Query_time: ...`, and the further ones of Percona Server and MariaDB; then `use x;`, `SET timestamp=n;` and the
 * statement, which ends where the next heading begins.
 */
export class SlowLogStatements {
  readonly #take: (statement: LoggedStatement) => void;
  #heading: Heading | null = null;
  #inHeading = false;
  /** The log was cut so that statements begin with their times. */
  #beginsWithTimes = false;
  #lines: string[] = [];
  #length = 0;
  #cut = false;
  #time: number | null = null;
  #schema: string | null = null;
  /** As the server wrote it at its start; null: the log does not hold it. */
  version: string | null = null;

  constructor(take: (statement: LoggedStatement) => void) {
    this.#take = take;
  }

  push(line: string): void {
    // MariaDB puts its plan (log_slow_verbosity=explain) between lines that hold nothing more than the mark.
    if (line.startsWith('# ') || (this.#inHeading && line === '#')) this.#comment(line);
    else if (this.#heading !== null) this.#statementLine(line);
    else this.version ??= headerLine.exec(line)?.[1] ?? null;
  }

  /** The log is over. */
  end(): void {
    this.#finish();
  }

  #comment(line: string): void {
    if (line.startsWith('# Time: ')) {
      this.#finish();
      this.#time = timeOf(line.slice('# Time: '.length).trim()) ?? this.#time;
      return;
    }
    if (line.startsWith('# User@Host: ')) {
      this.#finish();
      this.#heading = emptyHeading(this.#time);
      this.#inHeading = true;
      this.#beginsWithTimes = false;
      return;
    }
    // Where a post leaves out who asked, the times begin a statement.
    if (line.startsWith('# Query_time: ') && (this.#heading === null || this.#beginsWithTimes)) {
      if (this.#lines.length > 0) this.#finish();
      this.#heading ??= emptyHeading(this.#time);
      this.#inHeading = true;
      this.#beginsWithTimes = true;
    }
    const heading = this.#heading;
    // A comment within a statement is none of ours, and neither is `# administrator command: Quit;`.
    if (heading === null || !this.#inHeading) {
      if (heading !== null) this.#statementLine(line);
      return;
    }
    readFields(heading, line);
    if (/^# administrator command: /.test(line)) this.#statementLine(line);
  }

  #statementLine(line: string): void {
    const heading = this.#heading;
    if (heading === null) return;
    if (this.#lines.length === 0) {
      const use = /^use [`"]?([^`";]+)[`"]?;$/i.exec(line);
      if (use?.[1] !== undefined) {
        this.#schema = use[1];
        this.#inHeading = false;
        return;
      }
      const stamp = /^SET (?:.*,)?timestamp=(\d{1,11})(?:\.\d+)?(?:,.*)?;$/.exec(line);
      if (stamp?.[1] !== undefined) {
        heading.at = Number(stamp[1]) * 1000;
        this.#inHeading = false;
        return;
      }
    }
    if (headerLine.test(line) || programLines.test(line)) return;
    this.#inHeading = false;
    if (this.#length >= longestStatement || line.length > longestLine) this.#cut = true;
    if (this.#length < longestStatement) this.#lines.push(line.slice(0, longestLine));
    this.#length += line.length + 1;
  }

  #finish(): void {
    const heading = this.#heading;
    const sql = this.#lines.join('\n').trim().replace(/;$/, '');
    const cut = this.#cut;
    this.#heading = null;
    this.#inHeading = false;
    this.#lines = [];
    this.#length = 0;
    this.#cut = false;
    if (heading === null || sql === '') return;
    this.#take({ ...heading, sql, schema: heading.schema ?? this.#schema, cut });
  }
}

function emptyHeading(at: number | null): Heading {
  return {
    schema: null,
    seconds: 0,
    lockSeconds: 0,
    rowsSent: 0,
    rowsExamined: 0,
    rowsAffected: null,
    fullScan: null,
    at,
  };
}

function readFields(heading: Heading, line: string): void {
  const read = (pattern: RegExp): number | null => {
    const found = pattern.exec(line)?.[1];
    return found === undefined ? null : Number(found);
  };
  heading.seconds = read(fields.seconds) ?? heading.seconds;
  heading.lockSeconds = read(fields.lockSeconds) ?? heading.lockSeconds;
  heading.rowsSent = read(fields.rowsSent) ?? heading.rowsSent;
  heading.rowsExamined = read(fields.rowsExamined) ?? heading.rowsExamined;
  heading.rowsAffected = read(fields.rowsAffected) ?? heading.rowsAffected;
  const schema = /\bSchema: (\S+)/.exec(line)?.[1];
  if (schema !== undefined) heading.schema = schema;
  const scan = /\bFull_scan: (Yes|No)/.exec(line)?.[1];
  if (scan !== undefined) heading.fullScan = scan === 'Yes';
}

/** `2023-11-14T22:13:20.123456Z` (5.7 and later) or `231114 22:13:20` (before, and MariaDB; in the server's time zone). */
function timeOf(text: string): number | null {
  const old = /^(\d\d)(\d\d)(\d\d) +(\d{1,2}):(\d\d):(\d\d)/.exec(text);
  const at =
    old === null
      ? Date.parse(text)
      : Date.UTC(
          2000 + Number(old[1]),
          Number(old[2]) - 1,
          Number(old[3]),
          Number(old[4]),
          Number(old[5]),
          Number(old[6]),
        );
  return Number.isFinite(at) ? at : null;
}
