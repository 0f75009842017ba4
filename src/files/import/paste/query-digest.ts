import { emptyDigest, keptDigests, type SlowDigest, type SlowLogDigests } from '../slow-digest';
import { countValue } from './values';

/** `# Query 1: 24.48 QPS, 8.92x concurrency, ID 0x9F1C at byte 88112` */
const heading = /^# Query \d{1,4}: (?:.{0,80}, )?ID (0x[0-9A-F]{8,64})\b/;
/** `# Overall: 1.24M total, 93 unique, 340.12 QPS, 25.10x concurrency`; of a query `2.23 QPS, 22.56x concurrency`. */
const pace = /^# (?:Overall: (\S{1,20}) total|Query \d{1,4}:).{0,40}?\b([\d.]{1,12}[kM]?) QPS\b/;
/** `# Count          7   88122`, `# Exec time     90  32112s   210ms      9s   364ms ...`: the share of all, then the total. */
const attribute =
  /^# (Count|Exec time|Lock time|Rows sent|Rows examine|Rows affecte)\s{1,20}\d{1,3}\s{1,20}(\S{1,20})(?:\s{1,20}(\S{1,20})\s{1,20}(\S{1,20}))?/;
/** `#    1 0x9F1C... 32112.4401 90.9%  88122 0.3644  0.41 SELECT order_item`; `MISC` stands for all others. */
const profile =
  /^#\s{1,6}(?:\d{1,4}|MISC) (0x[0-9A-FMISC]{4,64})\s{1,60}(\d{1,12}\.\d{1,6})\s{1,10}\d{1,3}\.\d%\s{1,10}(\d{1,15})\s{1,10}[\d.]{1,12}(?:\s{1,10}[\d.]{1,12})?\s{1,10}(\S.{0,200})$/;
/** `# Time range: 2024-03-12T08:00:00 to 2024-03-12T09:00:00`, `2015-08-26 07:05:51 to 07:26:17`. */
const range =
  /^# Time range: (\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d{1,9})? to (?:(\d{4}-\d\d-\d\d)[T ])?(\d\d:\d\d:\d\d)/;
const units: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/** The report of pt-query-digest: its profile, and the attributes and the statement of each query. Push lines, then `end()`. */
export class QueryDigestLines {
  readonly #redactStatement: (sql: string) => string;
  readonly #digests = new Map<string, SlowDigest>();
  #current: SlowDigest | null = null;
  #first: number | null = null;
  #last: number | null = null;
  #span: number | null = null;
  /** Statements a second of the query at hand, until its count is read. */
  #rate: number | null = null;

  constructor(redactStatement: (sql: string) => string) {
    this.#redactStatement = redactStatement;
  }

  /** Whether the line is of such a report. */
  push(line: string): boolean {
    if (this.#current !== null && /^(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|CALL|WITH|\()/i.test(line)) {
      if (line.length <= 4_000) this.#current.text = this.#redactStatement(line.replace(/\\G\s{0,10}$/, ''));
      this.#current = null;
      return true;
    }
    if (!line.startsWith('#')) return false;
    const [, day, from, until = day, to] = range.exec(line) ?? [];
    if (to !== undefined) {
      this.#first = Date.parse(`${day}T${from}Z`);
      this.#last = Date.parse(`${until}T${to}Z`);
      return true;
    }
    const [, overall, queries] = pace.exec(line) ?? [];
    if (queries !== undefined) this.#rate = rateOf(queries);
    if (overall !== undefined) {
      this.#spanOf(countOf(overall));
      return true;
    }
    const [, id] = heading.exec(line) ?? [];
    if (id !== undefined) {
      this.#current = this.#digestOf(id);
      return true;
    }
    const [, listed, seconds, calls, said] = profile.exec(line) ?? [];
    if (listed !== undefined) {
      const digest = this.#digestOf(listed);
      digest.seconds = Number(seconds);
      digest.count = Number(calls);
      digest.text = said ?? digest.text;
      return true;
    }
    const [, name = '', total = '', least, most] = attribute.exec(line) ?? [];
    if (this.#current !== null && name !== '') this.#take(this.#current, name, total, least, most);
    return name !== '';
  }

  /** null: there is none. */
  end(): SlowLogDigests | null {
    const digests = [...this.#digests.values()]
      .filter(({ count, seconds }) => count > 0 && seconds > 0)
      .sort((a, b) => b.seconds - a.seconds);
    if (digests.length === 0) return null;
    return {
      digests,
      statements: digests.reduce((sum, { count }) => sum + count, 0),
      uncounted: 0,
      first: this.#first,
      last: this.#last,
      ...(this.#span === null ? {} : { spanSeconds: this.#span }),
      version: null,
    };
  }

  /** How long the log is that the report was made of: so many statements at that rate. */
  #spanOf(count: number | null): void {
    if (count !== null && this.#rate !== null && this.#rate > 0) this.#span ??= count / this.#rate;
    this.#rate = null;
  }

  #take(digest: SlowDigest, name: string, total: string, least?: string, most?: string): void {
    const time = secondsOf(total);
    const count = countOf(total);
    if (name === 'Exec time' && time !== null) {
      digest.seconds = time;
      digest.minSeconds = secondsOf(least ?? '') ?? digest.minSeconds;
      digest.maxSeconds = secondsOf(most ?? '') ?? digest.maxSeconds;
    } else if (name === 'Lock time') digest.lockSeconds = time ?? 0;
    else if (count === null) return;
    else if (name === 'Count') {
      digest.count = count;
      this.#spanOf(count);
    } else if (name === 'Rows sent') digest.rowsSent = count;
    else if (name === 'Rows examine') digest.rowsExamined = count;
    else if (name === 'Rows affecte') digest.rowsAffected = count;
  }

  #digestOf(id: string): SlowDigest {
    const known = this.#digests.get(id);
    if (known !== undefined) return known;
    const made = emptyDigest(id, id);
    if (this.#digests.size < keptDigests) this.#digests.set(id, made);
    return made;
  }
}

function secondsOf(printed: string): number | null {
  const [, amount, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)(us|ms|s|m|h)$/.exec(printed) ?? [];
  return amount === undefined ? (printed === '0' ? 0 : null) : Number(amount) * (units[unit] ?? 1);
}

/** `2.23`, `1.20k`. */
function rateOf(printed: string): number | null {
  const [, amount, thousands] = /^(\d{1,6}(?:\.\d{1,4})?)([kM]?)$/.exec(printed) ?? [];
  if (amount === undefined) return null;
  return Number(amount) * (thousands === 'M' ? 1e6 : thousands === 'k' ? 1e3 : 1);
}

/** `12.11M`, `1.00k`: in thousands. */
function countOf(printed: string): number | null {
  return countValue(printed.replace(/k$/, 'K').replace(/T$/, 'G'));
}
