import type { ChangeStatement } from '../../shared/change';
import type { SentStatement } from '../../shared/probe';

/** From this length on a text is worth writing only once, and so much of it stands where it is sent again. */
const longText = 240;
const shownOfRepeat = 80;

/**
 * The statements of a result with each long text once. Switching 300 instruments is a statement of 8 KB, which a probe
 * sends in every slot: written out each time, that was nine tenths of the result.
 */
export function withoutRepeats(statements: readonly ChangeStatement[]): SentStatement[] {
  const places = new Map<string, number>();
  return statements.map((statement, index) => {
    const { sql } = statement;
    if (sql.length < longText) return statement;
    const sameAs = places.get(sql);
    if (sameAs === undefined) {
      places.set(sql, index);
      return statement;
    }
    return { ...statement, sql: `${sql.slice(0, shownOfRepeat)}…`, sameAs };
  });
}
