import { LatchkeyError } from '../../shared/error';
import { type ChangeSession, firstCell } from './change-session';

/**
 * The user-level lock by which every Latchkey, whatever machine it runs on, knows that another is changing this
 * server. The server releases it when the connection ends (manual, "Locking Functions").
 */
const getLockSql = "SELECT GET_LOCK('latchkey', 0)";
const releaseLockSql = "SELECT RELEASE_LOCK('latchkey')";

/**
 * @returns the id of this session's connection, which now holds the lock
 * @throws LatchkeyError busy when another connection holds it
 */
export async function takeServerLock(session: Pick<ChangeSession, 'query'>): Promise<number> {
  const [holder, own] =
    (await session.query("SELECT IS_USED_LOCK('latchkey'), CONNECTION_ID()")).rows[0] ?? [];
  // A connection may take its own lock twice; two changes through one session would then not see each other.
  const mine = holder !== null && holder === own;
  if (mine || Number(firstCell(await session.query(getLockSql))) !== 1) {
    const id = mine ? own : firstCell(await session.query("SELECT IS_USED_LOCK('latchkey')"));
    throw new LatchkeyError(
      'busy',
      `Another Latchkey is changing this server now${id === null ? '' : ` (connection ${id})`}.`,
      {
        hint: `Wait until it has finished. If its program is gone and the server has not noticed yet, KILL ${id ?? 'ID'} ends its connection.`,
      },
    );
  }
  return Number(own);
}

/** Gives the lock back; a lost connection has given it back already. */
export async function releaseServerLock(session: Pick<ChangeSession, 'query'>): Promise<void> {
  try {
    await session.query(releaseLockSql);
  } catch {
    // Nothing depends on it: the lock ends with the connection.
  }
}
