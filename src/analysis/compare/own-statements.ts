import { fingerprintKey } from '../../knowledge/sql/fingerprint';
import type { Snapshot } from '../../shared/snapshot';

/** Whether a digest is of a statement that Latchkey sent for this snapshot, by the list that the snapshot keeps. */
export function ownStatements({ statements }: Pick<Snapshot, 'statements'>): (digestText: string) => boolean {
  const sent = new Set(statements.map(({ sql }) => comparable(sql)));
  return (digestText) => sent.has(comparable(digestText));
}

/** One spelling for a statement and for its digest: without values, lists, quotes of names and white space. */
function comparable(sql: string): string {
  return fingerprintKey(sql)
    .replace(/[`\s;]/g, '')
    .replace(/\(\.\.\.\)|\(\?\+\)/g, '(?)');
}
