import { isActive } from '../../../knowledge/waits/session-waits';
import { groupedBy } from '../../../shared/base/grouped';
import type { FactReader } from './fact-reader';
import { cellNumber } from './observed';
import type { Row } from './row-delta';

/**
 * What most active sessions executed at the start and the end of the window, in which schema, and how many of how many did.
 * @throws MissingInput where no two executed the same
 */
export function mostListedStatement(read: FactReader): {
  statement: string;
  schema: string;
  sessions: number;
  of: number;
} {
  const before = read.rowsOrReason('processlist', 'start');
  const listed = [...('rows' in before ? active(before.rows) : []), ...activeSessions(read)];
  const groups = groupedBy(listed, ({ schema, statement }) => `${schema}\n${statement}`);
  const [most] = [...groups.values()].sort((one, other) => other.length - one.length);
  const [first] = most ?? [];
  if (most === undefined || first === undefined || first.statement === '' || most.length < 2)
    return read.missing('absent', 'No statement was executed by two of the listed sessions.');
  return { statement: first.statement, schema: first.schema, sessions: most.length, of: listed.length };
}

export interface ActiveSession {
  state: string;
  seconds: number;
  schema: string;
  statement: string;
}

/** Sessions of clients that executed a statement at the end of the window, but the one that asked. */
export function activeSessions(read: FactReader): ActiveSession[] {
  return active(read.rows('processlist'));
}

function active(rows: readonly Row<'processlist'>[]): ActiveSession[] {
  // A list that was counted by state has no statements at all; in any other the one that asks for it has its own.
  const isCounted = rows.every(({ info }) => info == null);
  return rows.flatMap(({ command, state, time, db, info }) => {
    const shown = { command: String(command ?? ''), state: String(state ?? '') };
    if (!/^(?:Query|Execute)$/i.test(shown.command) || !isActive(shown) || shown.state === '') return [];
    // The statement that asks for the list is one of it.
    if ((info == null && !isCounted) || /^\s*SHOW\b/i.test(String(info ?? ''))) return [];
    const statement = String(info ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    return [
      { state: shown.state.trim(), seconds: cellNumber(time) ?? 0, schema: String(db ?? ''), statement },
    ];
  });
}
