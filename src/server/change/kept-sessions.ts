import type { KeptSessions } from '../../shared/apply';
import { type ChangeSession, firstCell, serverErrorNumber } from './change-session';

/** No such table, no right to read it, or an unknown column. */
const notToBeHad = [1142, 1044, 1109, 1146, 1227, 1054, 1193];

/**
 * How many open connections still have another value of these variables than the global one: by variable where
 * performance_schema.variables_by_thread exists (MySQL 5.7.2), else all connections that are open.
 * @param variables those with session scope that were set, with the values that the server stored
 */
export async function keptSessions(
  session: ChangeSession,
  variables: readonly { variable: string; stored: string }[],
): Promise<KeptSessions[]> {
  if (variables.length === 0) return [];
  const kept: KeptSessions[] = [];
  let connected: number | undefined;
  for (const { variable, stored } of variables) {
    const connections = await byThread(session, variable, stored);
    if (connections !== null) {
      const text =
        connections === 0
          ? `No open connection has another value of ${variable}.`
          : `${connections} open ${connections === 1 ? 'connection keeps its' : 'connections keep their'} own value of ${variable} until they reconnect.`;
      kept.push({ variable, connections, text });
      continue;
    }
    connected ??= await otherConnections(session);
    const text = `${variable}: each of the ${connected} other connections that are open keeps the value that it has; this server does not tell which.`;
    kept.push({ variable, connections: null, text });
  }
  return kept;
}

async function byThread(session: ChangeSession, variable: string, stored: string): Promise<number | null> {
  const quoted = `'${stored.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  try {
    const table = await session.query(
      `SELECT COUNT(*) FROM performance_schema.variables_by_thread v JOIN performance_schema.threads t USING (THREAD_ID) WHERE v.VARIABLE_NAME = '${variable}' AND v.VARIABLE_VALUE <> ${quoted} AND t.PROCESSLIST_ID <> CONNECTION_ID()`,
    );
    if ((await isInstrumented(session)) === false) return null;
    return Number(firstCell(table));
  } catch (error) {
    if (notToBeHad.includes(serverErrorNumber(error) ?? 0)) return null;
    throw error;
  }
}

/** With the Performance Schema off its tables are there and empty. */
async function isInstrumented(session: ChangeSession): Promise<boolean> {
  return String(firstCell(await session.query('SELECT @@GLOBAL.performance_schema'))) === '1';
}

async function otherConnections(session: ChangeSession): Promise<number> {
  const status = await session.query("SHOW GLOBAL STATUS LIKE 'Threads_connected'");
  return Math.max(0, Number(status.rows[0]?.[1] ?? 1) - 1);
}
