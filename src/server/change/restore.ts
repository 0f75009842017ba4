import type { JournalEntry, RestoreOutcome } from '../../shared/change';
import { type Clock, systemClock } from '../../shared/clock';
import { describeTarget } from '../../shared/connection';
import { LatchkeyError } from '../../shared/error';
import type { ChangeSession } from './change-session';
import { Gate } from './gate';
import { readBackslashEscapes, readGlobals } from './global-variables';
import { startHeartbeat } from './heartbeat';
import type { Journal } from './journal';
import { ownerLives } from './owner';
import { putBack } from './put-back';
import { releaseServerLock, takeServerLock } from './server-lock';
import { readServerStart } from './server-start';

export interface RestoreOptions {
  /** Overwrite values that somebody else has set since. */
  force?: boolean | undefined;
  clock?: Clock;
}

/** Entries whose owner is gone: to be put back, now or as soon as their server can be reached. */
export async function pendingEntries(journal: Journal): Promise<JournalEntry[]> {
  const entries = await journal.list();
  return entries.filter(({ owner }) => owner === null || !ownerLives(owner, journal.self));
}

/**
 * Puts back what an entry holds, proves it and removes the entry; also the undo of a kept change. Called again, or by
 * two processes at once, it does no harm: the second finds nothing, or is told that the first is at work.
 * @returns `pending` with what remains and why, when somebody else has set a variable since (see `force`) or the
 *   server did not take a value; the entry then stays
 * @throws LatchkeyError not-found, file-unreadable, busy (a live owner), change-refused (another server); else as `query`
 */
export async function restoreEntry(
  session: ChangeSession,
  journal: Journal,
  entryId: string,
  { force = false, clock = systemClock }: RestoreOptions = {},
): Promise<RestoreOutcome> {
  const entry = await journal.read(entryId);
  demandSameServer(entry, session);
  demandNoOwner(entry, journal);
  const connectionId = await takeServerLock(session);
  try {
    const record = await journal.take(entryId);
    const stopHeartbeat = startHeartbeat(record, clock);
    let done = false;
    try {
      await record.advance((taken) => {
        taken.connectionId = connectionId;
      });
      const gate = new Gate(session, record, clock, await readBackslashEscapes(session));
      const restarted = (await readServerStart(session)) !== record.entry.serverStartedAt;
      const outcome = restarted ? await afterRestart(session, record.entry) : await putBack(gate, force);
      done = outcome.status !== 'pending';
      return { entryId, ...outcome };
    } finally {
      await stopHeartbeat();
      await (done ? record.remove() : record.release()).catch(() => undefined);
    }
  } finally {
    await releaseServerLock(session);
  }
}

function demandSameServer(entry: JournalEntry, session: ChangeSession): void {
  if (entry.serverKey === session.identity.serverKey) return;
  throw new LatchkeyError(
    'change-refused',
    `This is not the server of the entry: the change was made at ${describeTarget(entry.target)} (${entry.serverKey}), this is ${session.identity.serverKey}. Nothing was set.`,
    { hint: 'Connect to the server of the entry.' },
  );
}

function demandNoOwner({ owner }: JournalEntry, journal: Journal): void {
  if (owner === null || !ownerLives(owner, journal.self)) return;
  throw new LatchkeyError('busy', `The change is still running, in process ${owner.pid}.`, {
    hint: 'It puts everything back when it ends. Cancel it there.',
  });
}

/** A restart forgets every SET GLOBAL; what differs from the original now comes from the server's own configuration. */
async function afterRestart(
  session: ChangeSession,
  entry: JournalEntry,
): Promise<Omit<RestoreOutcome, 'entryId'>> {
  const globals = await readGlobals(session);
  const changed = entry.items
    .filter(({ variable, original }) => globals.get(variable) !== original)
    .map(({ variable, original }) => `${variable} is ${globals.get(variable) ?? 'gone'} (was ${original})`);
  const since = 'The server has been restarted since, which undid the change.';
  return {
    status: 'not-needed',
    detail:
      changed.length === 0
        ? since
        : `${since} Its configuration now gives other values than before: ${changed.join(', ')}.`,
    restored: [],
    remaining: [],
  };
}
