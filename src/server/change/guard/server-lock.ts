import type { Clock } from '../../../shared/base/clock';
import { LatchkeyError } from '../../../shared/base/error';
import { holderText, type LockHolder } from '../../../shared/change';
import { type ChangeSession, firstCell, serverErrorNumber } from '../session/change-session';
import { texts } from './texts';

/**
 * The user-level lock by which every Latchkey, whatever machine it runs on, knows that another is changing this
 * server. The server releases it when the connection ends (manual, "Locking Functions").
 */
const getLockSql = "SELECT GET_LOCK('latchkey', 0)";
const lockHolderSql = "SELECT IS_USED_LOCK('latchkey'), CONNECTION_ID()";
const releaseLockSql = "SELECT RELEASE_LOCK('latchkey')";

/**
 * Goes on without the server's lock, with the consent of a person who was shown who holds it. Anybody may take a lock by
 * this name, and keep it (manual, "Locking Functions": any client may); that must not keep a change from being restored.
 */
export type ConsentWithoutLock = (holder: LockHolder) => Promise<boolean>;

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
    throw lockHeld(id === null ? null : await describeHolder(session, Number(id)));
  }
  return Number(own);
}

function lockHeld(holder: LockHolder | null): LatchkeyError {
  const id = holder?.connectionId ?? 'ID';
  return new LatchkeyError(
    'busy',
    texts.anotherLatchkeyIsChangingThis(holder === null ? '' : ` (${holderText(holder)})`),
    {
      hint: texts.waitUntilItHasFinished(id),
    },
  );
}

async function describeHolder(
  session: Pick<ChangeSession, 'query'>,
  connectionId: number,
): Promise<LockHolder> {
  const unknown = { connectionId, account: null, doing: null };
  try {
    const { rows } = await session.query(
      `SELECT USER, HOST, COMMAND, TIME FROM information_schema.PROCESSLIST WHERE ID = ${connectionId}`,
    );
    const [user, host, command, seconds] = rows[0] ?? [];
    if (user === undefined) return unknown;
    const doing = command === 'Sleep' ? 'asleep' : `at ${command}`;
    return { connectionId, account: `${user}@${host}`, doing: `${doing} for ${seconds} s` };
  } catch (error) {
    refusalOnly(error);
    return unknown;
  }
}

/** How long a connection that was ended may take to let go of what it is at. */
const endPatienceMs = 5_000;

export interface LockRequest {
  /** The connection that may be ended; null: there is none. */
  abandoned: number | null;
  /** Whether the holder is the connection of a change that is known to be at work: nobody may pass it. */
  isAtWork: (connectionId: number) => boolean;
  clock: Clock;
  consent?: ConsentWithoutLock | undefined;
}

/**
 * As `takeServerLock`; but where the lock is held by the connection of an owner that is gone, which the server has not
 * noticed (a network that swallowed the end of it; the connection may idle for a day), that connection is ended first.
 * An account may end its own connections without any privilege (manual, "KILL Statement"). Where someone else holds it
 * for ever, the work goes on without it, if a person says so.
 * @returns the id of this session's connection; `locked`: it holds the lock
 */
export async function takeLockToRestore(
  session: Pick<ChangeSession, 'query'>,
  { abandoned, isAtWork, clock, consent }: LockRequest,
): Promise<{ connectionId: number; locked: boolean }> {
  const [holder, own] = (await session.query(lockHolderSql)).rows[0] ?? [];
  if (abandoned !== null && holder !== own && Number(holder ?? -1) === abandoned) {
    // Refused, or gone in this moment: taking the lock shows.
    await session.query(`KILL ${abandoned}`).catch(refusalOnly);
    const deadline = clock.monotonicMs() + endPatienceMs;
    while (
      firstCell(await session.query("SELECT IS_USED_LOCK('latchkey')")) !== null &&
      clock.monotonicMs() < deadline
    ) {
      await clock.sleep(50);
    }
  }
  try {
    return { connectionId: await takeServerLock(session), locked: true };
  } catch (error) {
    if (!(error instanceof LatchkeyError) || error.code !== 'busy') throw error;
    const [now, me] = (await session.query(lockHolderSql)).rows[0] ?? [];
    // Released in this moment; or held by this very session, which is at work then.
    if (now === null || now === undefined || now === me || isAtWork(Number(now))) throw error;
    const foreign = await describeHolder(session, Number(now));
    if (consent === undefined) throw error;
    if (await consent(foreign)) return { connectionId: Number(me), locked: false };
    throw new LatchkeyError('busy', texts.theServersLockForChanges(holderText(foreign)), {
      hint: withoutLockHint(foreign),
    });
  }
}

function withoutLockHint({ connectionId }: LockHolder): string {
  return `If that is no Latchkey at work, latchkey restore --without-lock goes on without it, or KILL ${connectionId} ends the connection.`;
}

function refusalOnly(error: unknown): void {
  if (serverErrorNumber(error) === undefined) throw error;
}

/** Releases the lock; a lost connection has released it already. */
export async function releaseServerLock(session: Pick<ChangeSession, 'query'>): Promise<void> {
  try {
    await session.query(releaseLockSql);
  } catch {
    // Nothing depends on it: the lock ends with the connection.
  }
}
