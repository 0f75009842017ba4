import type { Clock } from '../../shared/clock';
import { LatchkeyError } from '../../shared/error';
import { type ChangeSession, firstCell, serverErrorNumber } from './change-session';

/**
 * The user-level lock by which every Latchkey, whatever machine it runs on, knows that another is changing this
 * server. The server releases it when the connection ends (manual, "Locking Functions").
 */
const getLockSql = "SELECT GET_LOCK('latchkey', 0)";
const lockHolderSql = "SELECT IS_USED_LOCK('latchkey'), CONNECTION_ID()";
const releaseLockSql = "SELECT RELEASE_LOCK('latchkey')";

/**
 * @returns the id of this session's connection, which now holds the lock
 * @throws LatchkeyError busy when another connection holds it
 */
export async function takeServerLock(session: Pick<ChangeSession, 'query'>): Promise<number> {
  const [holder, own] = (await session.query(lockHolderSql)).rows[0] ?? [];
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

/** How long a connection that was ended may take to let go of what it is at. */
const endPatienceMs = 5_000;

/**
 * As `takeServerLock`; but where the lock is held by the connection of an owner that is gone, which the server has not
 * noticed (a network that swallowed the end of it; the connection may idle for a day), that connection is ended first.
 * An account may end its own connections without any privilege (manual, "KILL Statement").
 * @param abandoned the connection that may be ended; null: there is none
 */
export async function takeAbandonedLock(
  session: Pick<ChangeSession, 'query'>,
  abandoned: number | null,
  clock: Clock,
): Promise<number> {
  const [holder, own] = (await session.query(lockHolderSql)).rows[0] ?? [];
  if (abandoned !== null && holder !== own && Number(holder ?? -1) === abandoned) {
    // Refused, or gone in this moment: taking the lock tells.
    await session.query(`KILL ${abandoned}`).catch(refusalOnly);
    const deadline = clock.monotonicMs() + endPatienceMs;
    while (
      firstCell(await session.query("SELECT IS_USED_LOCK('latchkey')")) !== null &&
      clock.monotonicMs() < deadline
    ) {
      await clock.sleep(50);
    }
  }
  return takeServerLock(session);
}

function refusalOnly(error: unknown): void {
  if (serverErrorNumber(error) === undefined) throw error;
}

/** Gives the lock back; a lost connection has given it back already. */
export async function releaseServerLock(session: Pick<ChangeSession, 'query'>): Promise<void> {
  try {
    await session.query(releaseLockSql);
  } catch {
    // Nothing depends on it: the lock ends with the connection.
  }
}
