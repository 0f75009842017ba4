import type { ChangeStatement } from '../../../shared/change';
import type { SentStatement } from '../../../shared/probe';

/** From this length on a text, or the end of one, is worth writing only once; so much stands where it is sent again. */
const longText = 240;
const shownOfRepeat = 80;

/**
 * The statements of a result with each long text once. Switching 300 instruments is a statement of 8 to 20 KB, which a
 * probe sends in every slot, on and off with the same list of names: written out each time, that was nine tenths of the
 * result.
 */
export function withoutRepeats(statements: readonly ChangeStatement[]): SentStatement[] {
  const places = new Map<string, number>();
  const writtenOut = new Map<string, number>();
  return statements.map((statement, index) => {
    const { sql } = statement;
    if (sql.length < longText) return statement;
    const sameAs = places.get(sql);
    if (sameAs !== undefined) return { ...statement, sql: `${sql.slice(0, shownOfRepeat)}…`, sameAs };
    places.set(sql, index);
    const shared = longestEnd(sql, writtenOut);
    if (shared === undefined) {
      writtenOut.set(sql, index);
      return statement;
    }
    const { place, from, length } = shared;
    return { ...statement, sql: sql.slice(0, sql.length - length), endsAs: { place, from } };
  });
}

/** The text written out so far that shares most of its end with this one, if that is long. */
function longestEnd(
  sql: string,
  writtenOut: ReadonlyMap<string, number>,
): { place: number; from: number; length: number } | undefined {
  let best: { place: number; from: number; length: number } | undefined;
  for (const [text, place] of writtenOut) {
    const length = sharedEnd(sql, text);
    if (length >= longText && length > (best?.length ?? 0))
      best = { place, from: text.length - length, length };
  }
  return best;
}

function sharedEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length += 1;
  return length;
}
