import type { KeptSessions } from '../../../shared/apply';
import { sql, sqlString, sqlStringRefusal } from '../../../shared/writers/sql';
import { type ChangeSession, firstCell, serverErrorNumber } from '../session/change-session';

/** No such table, no right to read it, or an unknown column. */
const notToBeHad = [1142, 1044, 1109, 1146, 1227, 1054, 1193];

/**
 * Which open connections still have another value of these variables than the global one: by variable where
 * performance_schema.variables_by_thread exists (MySQL 5.7.2), else all connections that are open.
 * @param variables those with session scope that were set, with the values that the server stored
 */
export async function keptSessions(
  session: ChangeSession,
  variables: readonly { variable: string; stored: string }[],
): Promise<KeptSessions[]> {
  if (variables.length === 0) return [];
  const kept: KeptSessions[] = [];
  let others: { count: number; list: string } | undefined;
  for (const { variable, stored } of variables) {
    const keepers = await byThread(session, variable, stored);
    if (keepers !== null) {
      const connections = keepers.length;
      const keep = connections === 1 ? 'connection keeps its' : 'connections keep their';
      const text =
        connections === 0
          ? `No open connection has another value of ${variable}.`
          : `${connections} open ${keep} own value of ${variable} until they reconnect: ${listed(keepers)}.`;
      kept.push({ variable, connections, text });
      continue;
    }
    others ??= await otherConnections(session);
    const text = `${variable}: every other open connection (${others.count}) keeps the value that it has${others.list}; this server does not report which value.`;
    kept.push({ variable, connections: null, text });
  }
  return kept;
}

/** As many as a person reads; KILL takes the number. */
const mostListed = 10;

function listed(connections: readonly (readonly unknown[])[]): string {
  const shown = connections.slice(0, mostListed).map(([id, user]) => `${id} (${user ?? 'no user'})`);
  const more = connections.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

async function byThread(
  session: ChangeSession,
  variable: string,
  stored: string,
): Promise<(readonly unknown[])[] | null> {
  if (sqlStringRefusal(stored) !== null) return null;
  const others = sql`v.VARIABLE_NAME = ${sqlString(variable)} AND v.VARIABLE_VALUE <> ${sqlString(stored)}`
    .text;
  try {
    const { rows } = await session.query(
      `SELECT t.PROCESSLIST_ID, t.PROCESSLIST_USER FROM performance_schema.variables_by_thread v JOIN performance_schema.threads t USING (THREAD_ID) WHERE ${others} AND t.PROCESSLIST_ID <> CONNECTION_ID() ORDER BY 1`,
    );
    if ((await isInstrumented(session)) === false) return null;
    return rows;
  } catch (error) {
    if (notToBeHad.includes(serverErrorNumber(error) ?? 0)) return null;
    throw error;
  }
}

/** With the Performance Schema off its tables are there and empty. */
async function isInstrumented(session: ChangeSession): Promise<boolean> {
  return String(firstCell(await session.query('SELECT @@GLOBAL.performance_schema'))) === '1';
}

/** Without the privilege PROCESS the list has only the account's own, so the count is the server's. */
async function otherConnections(session: ChangeSession): Promise<{ count: number; list: string }> {
  const status = await session.query("SHOW GLOBAL STATUS LIKE 'Threads_connected'");
  const count = Math.max(0, Number(status.rows[0]?.[1] ?? 1) - 1);
  const { rows } = await session.query(
    "SELECT ID, USER FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID() AND COMMAND <> 'Daemon' ORDER BY 1",
  );
  return { count, list: rows.length === 0 ? '' : `: ${listed(rows)}` };
}
