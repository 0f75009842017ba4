import { collapseLists, fingerprintKey, longestStatement } from '../../../knowledge/sql/fingerprint';
import type { ImportLimits } from '../limits';
import { emptyDigest, type SlowDigest, type SlowLogDigests } from '../slow-digest';
import { type Heading, type LoggedStatement, SlowLogStatements } from './slow-log-statements';

/** Sums a slow log up by digest, line by line, so that its length does not matter. */
export class SlowLogReader {
  readonly #limits: ImportLimits;
  readonly #redactStatement: (sql: string) => string;
  readonly #digests = new Map<string, SlowDigest>();
  readonly #log = new SlowLogStatements((statement) => this.#add(statement));
  #statements = 0;
  #uncounted = 0;
  #first: number | null = null;
  #last: number | null = null;

  constructor(limits: ImportLimits, redactStatement: (sql: string) => string) {
    this.#limits = limits;
    this.#redactStatement = redactStatement;
  }

  push(line: string): void {
    this.#log.push(line);
  }

  end(): SlowLogDigests {
    this.#log.end();
    const digests = [...this.#digests.values()].sort((a, b) => b.seconds - a.seconds);
    return {
      digests,
      statements: this.#statements,
      uncounted: this.#uncounted,
      first: this.#first,
      last: this.#last,
      version: this.#log.version,
    };
  }

  #add({ sql, schema, ...heading }: LoggedStatement): void {
    this.#statements += 1;
    if (heading.at !== null) {
      this.#first = Math.min(this.#first ?? heading.at, heading.at);
      this.#last = Math.max(this.#last ?? heading.at, heading.at);
    }
    this.#count(sql, schema, heading);
  }

  #count(sql: string, schema: string | null, heading: Omit<Heading, 'schema'>): void {
    const key = `${schema ?? ''}\n${fingerprintKey(sql)}`;
    let digest = this.#digests.get(key);
    if (digest === undefined) {
      if (this.#digests.size >= this.#limits.digests) {
        this.#uncounted += 1;
        return;
      }
      digest = firstOf(this.#textOf(sql), key, schema, heading);
      this.#digests.set(key, digest);
    }
    digest.count += 1;
    digest.seconds += heading.seconds;
    digest.minSeconds = Math.min(digest.minSeconds, heading.seconds);
    digest.maxSeconds = Math.max(digest.maxSeconds, heading.seconds);
    digest.lockSeconds += heading.lockSeconds;
    digest.rowsSent = (digest.rowsSent ?? 0) + heading.rowsSent;
    digest.rowsExamined = (digest.rowsExamined ?? 0) + heading.rowsExamined;
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

function firstOf(
  text: string,
  key: string,
  schema: string | null,
  { at }: Omit<Heading, 'schema'>,
): SlowDigest {
  return {
    ...emptyDigest(key, text),
    schema,
    minSeconds: Number.POSITIVE_INFINITY,
    rowsSent: 0,
    rowsExamined: 0,
    rowsAffected: 0,
    fullScans: 0,
    firstSeen: at,
    lastSeen: at,
  };
}
