import { fingerprintKey } from '../../../knowledge/sql/fingerprint';
import { namedTables } from '../../../knowledge/sql/named-tables';
import { isSystemSchema } from '../../../knowledge/sql/system-schemas';
import { groupedBy } from '../../../shared/base/grouped';
import { onceFor } from '../../../shared/base/once-for';
import type { Snapshot } from '../../../shared/snapshot';

/** Servers cut the text of a digest off (max_digest_length, performance_schema_max_digest_length: 1,024 bytes). */
const shortestCut = 900;

/** Whether a normalised statement is one that Latchkey sent for this snapshot, by the list that the snapshot keeps. */
export function ownStatements(snapshot: Pick<Snapshot, 'statements'>): (digestText: string) => boolean {
  const timesSent = ownExecutions(snapshot);
  return (digestText) => timesSent(digestText) > 0;
}

/** How often Latchkey sent a normalised statement for this snapshot, or one whose text is much the same. */
export function ownExecutions({ statements }: Pick<Snapshot, 'statements'>): (digestText: string) => number {
  const sent = [...groupedBy(statements, ({ sql }) => sql)].map(([sql, all]) => ({
    sql,
    times: all.length,
    words: wordsOf(sql),
  }));
  return (digestText) => {
    // To look for the words of a digest takes a hundredth of the time that a statement takes to be read.
    const looked = [...wordsOf(digestText)];
    if (looked.length === 0) return 0;
    const near = sent.filter(
      ({ words }) => looked.filter((word) => words.has(word)).length >= alike * looked.length,
    );
    if (near.length === 0) return 0;
    const text = comparable(digestText);
    const exactly = near.filter((one) => spelling(one) === text);
    if (exactly.length > 0) return timesOf(exactly);
    if (readsSystemTablesOnly(digestText)) {
      // Servers print some words of a digest in another way than they were sent: USER as SYSTEM_USER.
      const words = wordsOf(fingerprintKey(digestText));
      const similar = near.filter((one) => ofSystem(one) && similarity(wordsOfKey(one), words) >= alike);
      if (similar.length > 0) return timesOf(similar);
    }
    if (digestText.length < shortestCut) return 0;
    const beginning = text.endsWith('...') ? text.slice(0, -3) : text;
    return timesOf(
      near.filter((one) => spelling(one).length > shortestCut / 2 && spelling(one).startsWith(beginning)),
    );
  };
}

interface Sent {
  sql: string;
  times: number;
}

const spelling = onceFor(({ sql }: Sent) => comparable(sql));
const ofSystem = onceFor(({ sql }: Sent) => readsSystemTablesOnly(sql));
const wordsOfKey = onceFor(({ sql }: Sent) => wordsOf(fingerprintKey(sql)));

function timesOf(found: readonly Sent[]): number {
  return found.reduce((sum, { times }) => sum + times, 0);
}

/** From this share of words in common on, two statements on system tables are the same. */
const alike = 0.85;

function readsSystemTablesOnly(sql: string): boolean {
  const tables = namedTables({ schema: '', text: sql });
  return tables.length > 0 && tables.every(({ schema }) => isSystemSchema(schema));
}

function wordsOf(sql: string): Set<string> {
  return new Set(sql.toLowerCase().match(/\w+/g));
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return common / (a.size + b.size - common);
}

/** One spelling for a statement and for its digest: without values, lists, quotes of names and white space. */
function comparable(sql: string): string {
  return fingerprintKey(sql)
    .replace(/[`\s;]/g, '')
    .replaceAll('<>', '!=')
    .replace(/\(\.\.\.\)|\(\?\+\)/g, '(?)')
    .replace(/\?(?:,(?:\?|\.\.\.))+/g, '?');
}
