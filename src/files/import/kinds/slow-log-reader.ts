import { createHash } from 'node:crypto';
import type { ImportLimits } from '../limits';
import type { SlowDigest, SlowLogDigests } from '../piece';
import { collapseLists, fingerprintKey, longestStatement } from './fingerprint';

/** The heading of one statement of the log, as far as it has come. */
interface Heading {
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
const number = '(\\d+(?:\\.\\d+)?)';
const field = (name: string) => new RegExp(`\\b${name}: ${number}`);
const fields = {
  seconds: field('Query_time'),
  lockSeconds: field('Lock_time'),
  rowsSent: field('Rows_sent'),
  rowsExamined: field('Rows_examined'),
  rowsAffected: field('Rows_affected'),
};

/**
 * Reads a slow log line by line and sums it up by digest, so that its length does not matter. Headings: `# Time:`
 * (only when the second changed, before 5.7), `# User@Host:`, `# Query_time: ...`, and the further ones of Percona
 * Server and MariaDB; then `use x;`, `SET timestamp=n;` and the statement, which ends where the next heading begins.
 */
export class SlowLogReader {
  readonly #limits: ImportLimits;
  readonly #redactStatement: (sql: string) => string;
  readonly #digests = new Map<string, SlowDigest>();
  #heading: Heading | null = null;
  #inHeading = false;
  #lines: string[] = [];
  #length = 0;
  #time: number | null = null;
  #schema: string | null = null;
  #statements = 0;
  #uncounted = 0;
  #first: number | null = null;
  #last: number | null = null;
  #version: string | null = null;

  constructor(limits: ImportLimits, redactStatement: (sql: string) => string) {
    this.#limits = limits;
    this.#redactStatement = redactStatement;
  }

  push(line: string): void {
    if (line.startsWith('# ')) this.#comment(line);
    else if (this.#heading !== null) this.#statementLine(line);
    else this.#version ??= headerLine.exec(line)?.[1] ?? null;
  }

  end(): SlowLogDigests {
    this.#finish();
    const digests = [...this.#digests.values()].sort((a, b) => b.seconds - a.seconds);
    return {
      digests,
      statements: this.#statements,
      uncounted: this.#uncounted,
      first: this.#first,
      last: this.#last,
      version: this.#version,
    };
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
      return;
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
    if (this.#length < longestStatement) this.#lines.push(line);
    this.#length += line.length + 1;
  }

  #finish(): void {
    const heading = this.#heading;
    const sql = this.#lines.join('\n').trim().replace(/;$/, '');
    this.#heading = null;
    this.#inHeading = false;
    this.#lines = [];
    this.#length = 0;
    if (heading === null || sql === '') return;
    this.#statements += 1;
    if (heading.at !== null) {
      this.#first = Math.min(this.#first ?? heading.at, heading.at);
      this.#last = Math.max(this.#last ?? heading.at, heading.at);
    }
    this.#count(sql, heading.schema ?? this.#schema, heading);
  }

  #count(sql: string, schema: string | null, heading: Heading): void {
    const key = `${schema ?? ''}\n${fingerprintKey(sql)}`;
    let digest = this.#digests.get(key);
    if (digest === undefined) {
      if (this.#digests.size >= this.#limits.digests) {
        this.#uncounted += 1;
        return;
      }
      digest = emptyDigest(this.#textOf(sql), key, schema, heading);
      this.#digests.set(key, digest);
    }
    digest.count += 1;
    digest.seconds += heading.seconds;
    digest.minSeconds = Math.min(digest.minSeconds, heading.seconds);
    digest.maxSeconds = Math.max(digest.maxSeconds, heading.seconds);
    digest.lockSeconds += heading.lockSeconds;
    digest.rowsSent += heading.rowsSent;
    digest.rowsExamined += heading.rowsExamined;
    digest.rowsAffected = plus(digest.rowsAffected, heading.rowsAffected);
    digest.fullScans = plus(digest.fullScans, heading.fullScan === null ? null : Number(heading.fullScan));
    digest.lastSeen = heading.at ?? digest.lastSeen;
  }

  #textOf(sql: string): string {
    const text = collapseLists(this.#redactStatement(sql.slice(0, longestStatement)));
    return text.length > 4096 ? text.slice(0, 4096) : text;
  }
}

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
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

function emptyDigest(text: string, key: string, schema: string | null, heading: Heading): SlowDigest {
  return {
    digest: createHash('md5').update(key).digest('hex'),
    text,
    schema,
    count: 0,
    seconds: 0,
    minSeconds: Number.POSITIVE_INFINITY,
    maxSeconds: 0,
    lockSeconds: 0,
    rowsSent: 0,
    rowsExamined: 0,
    rowsAffected: 0,
    fullScans: 0,
    firstSeen: heading.at,
    lastSeen: heading.at,
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
