import { fingerprintKey } from '../../knowledge/sql/fingerprint';
import { namedTables } from '../../knowledge/sql/named-tables';
import { isSystemSchema } from '../../knowledge/sql/system-schemas';
import type { Snapshot } from '../../shared/snapshot';

/** Servers cut the text of a digest off (max_digest_length, performance_schema_max_digest_length: 1,024 bytes). */
const shortestCut = 900;

/** Whether a normalised statement is one that Latchkey sent for this snapshot, by the list that the snapshot keeps. */
export function ownStatements({ statements }: Pick<Snapshot, 'statements'>): (digestText: string) => boolean {
  const sent = new Set(statements.map(({ sql }) => comparable(sql)));
  const ofSystem = statements
    .map(({ sql }) => sql)
    .filter(readsSystemTablesOnly)
    .map(wordsOf);
  const long = [...sent].filter((text) => text.length > shortestCut / 2);
  return (digestText) => {
    const text = comparable(digestText);
    if (sent.has(text)) return true;
    if (readsSystemTablesOnly(digestText)) {
      // Servers print some words of a digest in another way than they were sent: USER as SYSTEM_USER.
      const words = wordsOf(digestText);
      if (ofSystem.some((one) => similarity(one, words) >= alike)) return true;
    }
    if (digestText.length < shortestCut) return false;
    const beginning = text.endsWith('...') ? text.slice(0, -3) : text;
    return long.some((one) => one.startsWith(beginning));
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
