import { fingerprintKey } from '../../../knowledge/sql/fingerprint';
import { namedTables } from '../../../knowledge/sql/named-tables';
import { isSystemSchema } from '../../../knowledge/sql/system-schemas';
import { groupedBy } from '../../../shared/base/grouped';
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
  const sent = groupedBy(statements, ({ sql }) => comparable(sql));
  const different = [...sent].map(([text, all]) => ({ text, sql: all[0]?.sql ?? '', times: all.length }));
  const ofSystem = different
    .filter(({ sql }) => readsSystemTablesOnly(sql))
    .map(({ sql, times }) => ({ words: wordsOf(sql), times }));
  const long = different.filter(({ text }) => text.length > shortestCut / 2);
  const timesOf = (found: { times: number }[]) => found.reduce((sum, { times }) => sum + times, 0);
  return (digestText) => {
    const text = comparable(digestText);
    const exactly = sent.get(text);
    if (exactly !== undefined) return exactly.length;
    if (readsSystemTablesOnly(digestText)) {
      // Servers print some words of a digest in another way than they were sent: USER as SYSTEM_USER.
      const words = wordsOf(digestText);
      const similar = ofSystem.filter((one) => similarity(one.words, words) >= alike);
      if (similar.length > 0) return timesOf(similar);
    }
    if (digestText.length < shortestCut) return 0;
    const beginning = text.endsWith('...') ? text.slice(0, -3) : text;
    return timesOf(long.filter((one) => one.text.startsWith(beginning)));
  };
}

/** From this share of words in common on, two statements on system tables are the same. */
const alike = 0.85;

function readsSystemTablesOnly(sql: string): boolean {
  const tables = namedTables({ schema: '', text: sql });
  return tables.length > 0 && tables.every(({ schema }) => isSystemSchema(schema));
}

function wordsOf(sql: string): Set<string> {
  return new Set(fingerprintKey(sql).replaceAll('`', '').match(/\w+/g));
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
