import { createHash } from 'node:crypto';

/** A slow log, summed up by digest. Times in seconds. */
export interface SlowLogDigests {
  /** Heaviest first. */
  digests: SlowDigest[];
  statements: number;
  /** Statements of digests beyond the limit. */
  uncounted: number;
  /** Milliseconds since 1970 of the first and the last statement. */
  first: number | null;
  last: number | null;
  /** Seconds between them, where a report says how long it looked and not when. */
  spanSeconds?: number;
  /** The program line at its head, where it is there: shows the version. */
  version: string | null;
}

export interface SlowDigest {
  digest: string;
  /** Without literals. */
  text: string;
  schema: string | null;
  count: number;
  seconds: number;
  minSeconds: number;
  maxSeconds: number;
  lockSeconds: number;
  /** null: the report does not say. */
  rowsSent: number | null;
  rowsExamined: number | null;
  rowsAffected: number | null;
  /** Executions that scanned; null: the log does not report for all of them. */
  fullScans: number | null;
  firstSeen: number | null;
  lastSeen: number | null;
}

/** So many of a report become evidence, the heaviest first. */
export const keptDigests = 500;

/** A statement of which nothing is counted yet; what a report may leave out is unknown. @param key distinguishes it */
export function emptyDigest(key: string, text: string): SlowDigest {
  return {
    digest: digestOf(key),
    text,
    schema: null,
    count: 0,
    seconds: 0,
    minSeconds: 0,
    maxSeconds: 0,
    lockSeconds: 0,
    rowsSent: null,
    rowsExamined: null,
    rowsAffected: null,
    fullScans: null,
    firstSeen: null,
    lastSeen: null,
  };
}

/** What stands in place of the server's digest, which no log has. */
export function digestOf(key: string): string {
  return createHash('md5').update(key).digest('hex');
}
