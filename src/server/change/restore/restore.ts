import { type Clock, systemClock } from '../../../shared/base/clock';
import { LatchkeyError } from '../../../shared/base/error';
import { counted } from '../../../shared/base/units';
import type { JournalEntry, RestoreOutcome } from '../../../shared/change';
import { describeTarget } from '../../../shared/connection';
import { isSameServerKey } from '../../../shared/server';
import { Gate, readWayOfWriting } from '../gate/gate';
import { type ConsentWithoutLock, releaseServerLock, takeLockToRestore } from '../guard/server-lock';
import { isSameStart, readServerStart, readUptime } from '../guard/server-start';
import { startHeartbeat } from '../journal/heartbeat';
import type { Journal } from '../journal/journal';
import { isUnwritable } from '../journal/journal-files';
import { ownerLives } from '../journal/owner';
import type { ChangeSession } from '../session/change-session';
import { dropSchemas, restoreValues } from './restore-values';
import { texts } from './texts';
import { judgeValue } from './value-owner';

export interface RestoreOptions {
  /** Overwrite values that someone else has set since. */
  force?: boolean | undefined;
  /** Asked when someone else holds the server's lock, and no change is known to be at work there; default: no. */
  withoutLock?: ConsentWithoutLock | undefined;
  clock?: Clock;
}

/** Entries whose owner is gone: to be restored, now or as soon as their server can be reached. */
export async function pendingEntries(journal: Journal): Promise<JournalEntry[]> {
  const entries = await journal.list();
  return entries.filter(({ owner }) => owner === null || !ownerLives(owner, journal.self));
}

/**
 * A machine that slept wakes with heartbeats that look old: what nobody asked for waits for the process of the entry to be
 * gone, not only silent.
 * @throws LatchkeyError not-found, busy
 */
export async function requireOwnerGone(journal: Journal, entryId: string): Promise<void> {
  const { owner } = await journal.read(entryId);
  if (owner === null || owner.bootId !== journal.self.bootId || !journal.self.isAlive(owner.pid)) return;
  throw new LatchkeyError('busy', texts.processWhichMadeTheChange(owner.pid), {
    hint: texts.restoreItByHandOnce,
  });
}

/**
 * Restores what an entry holds, proves it and removes the entry; also the undo of a kept change. Called again, or by
 * two processes at once, it does no harm: the second finds nothing, or is informed that the first is at work.
 * @returns `pending` with what remains and why, when someone else has set a variable since (see `force`) or the
 *   server did not take a value; the entry then stays
 * @throws LatchkeyError not-found, file-unreadable, busy (a live owner), change-refused (another server); else as `query`
 */
export async function restoreEntry(
  session: ChangeSession,
  journal: Journal,
  entryId: string,
  { force = false, withoutLock = async () => false, clock = systemClock }: RestoreOptions = {},
): Promise<RestoreOutcome> {
  const entry = await journal.read(entryId);
  requireSameServer(entry, session);
  requireNoOwner(entry, journal);
  const way = await readWayOfWriting(session);
  const start = await readServerStart(session);
  const working = await connectionsAtWork(entry, journal);
  const abandoned = isSameStart(start, entry.serverStartedAt) ? entry.connectionId : null;
  const { connectionId, locked } = await takeLockToRestore(session, {
    abandoned: abandoned !== null && working.has(abandoned) ? null : abandoned,
    isAtWork: (id) => working.has(id),
    clock,
    consent: withoutLock,
  });
  try {
    const record = await journal.take(entryId);
    const stopHeartbeat = startHeartbeat(record, clock);
    let done = false;
    try {
      const taken = record.advance((entry) => {
        entry.connectionId = locked ? connectionId : null;
      }, 'reserved');
      // The originals are on the disk already: no note is a reason to leave the server changed.
      await taken.catch((error: unknown) => {
        if (!isUnwritable(error)) throw error;
      });
      const gate = new Gate(session, record, clock, way);
      const outcome = isSameStart(start, record.entry.serverStartedAt)
        ? await restoreValues(gate, force)
        : await afterRestart(gate, force, await mayHaveRestarted(session, entry, journal));
      done = outcome.status !== 'pending';
      return { entryId, ...outcome };
    } finally {
      await stopHeartbeat();
      await (done ? record.remove() : record.release()).catch(() => undefined);
    }
  } finally {
    if (locked) await releaseServerLock(session);
  }
}

function requireSameServer(entry: JournalEntry, session: ChangeSession): void {
  if (isSameServerKey(entry.serverKey, session.identity.serverKey)) return;
  throw new LatchkeyError(
    'change-refused',
    texts.thisIsNotTheServer(describeTarget(entry.target), entry.serverKey, session.identity.serverKey),
    { hint: texts.connectToTheServerOf },
  );
}

function requireNoOwner({ owner }: JournalEntry, journal: Journal): void {
  if (owner === null || !ownerLives(owner, journal.self)) return;
  throw new LatchkeyError('busy', texts.theChangeIsStillRunning(owner.pid), {
    hint: texts.itRestoresEverythingWhenIt,
  });
}

/** Connections of this server that serve changes which still run, by the heartbeats in the journal. */
async function connectionsAtWork(
  { serverKey }: JournalEntry,
  journal: Journal,
): Promise<ReadonlySet<number>> {
  const running = (await journal.list()).filter(
    ({ owner, ...other }) =>
      isSameServerKey(other.serverKey, serverKey) && owner !== null && ownerLives(owner, journal.self),
  );
  return new Set(running.flatMap(({ connectionId }) => (connectionId === null ? [] : [connectionId])));
}

/** By the clock of this machine: whether the server can have been restarted after the change was begun. */
async function mayHaveRestarted(
  session: ChangeSession,
  { createdAt }: JournalEntry,
  journal: Journal,
): Promise<boolean> {
  const elapsed = journal.self.now().getTime() - Date.parse(createdAt);
  return (await readUptime(session)) * 1000 <= elapsed + restartSlackMs;
}

/** Uptime is in whole seconds, and an entry a moment older than its first SET. */
const restartSlackMs = 5_000;

/**
 * A restart forgets every SET GLOBAL; what differs from the original now comes from the server's own configuration.
 * But a variable that holds the very value of the change may as well show that there was no restart (a clock that was
 * set): then a person has to decide.
 */
async function afterRestart(
  gate: Gate,
  force: boolean,
  plausible: boolean,
): Promise<Omit<RestoreOutcome, 'entryId'>> {
  const globals = await gate.readGlobals();
  const items = gate.variables;
  const held = items.filter((item) => judgeValue(item, globals, items, gate.identity) === 'ours');
  const heldRows = await heldInstruments(gate);
  if (held.length > 0 || heldRows.length > 0) {
    if (force) return restoreValues(gate, true);
    return {
      status: 'pending',
      detail:
        'The server seems to have been restarted since, which would have undone the change, but variables still hold its values. Either its configuration now gives them, or it was not restarted.',
      restored: [],
      remaining: [
        ...held.map(({ variable, original }) => ({
          variable,
          original,
          reason: `it still holds the value of the change, ${globals.get(variable)}, perhaps by the server's configuration`,
        })),
        ...heldRows,
      ],
    };
  }
  if (!plausible && !force) {
    throw new LatchkeyError('change-refused', texts.thisServerHasBeenRunning, {
      hint: texts.connectToTheServerOfThe,
    });
  }
  const changed = items
    .filter(({ variable, original }) => globals.get(variable) !== original)
    .map(({ variable, original }) => `${variable} is ${globals.get(variable) ?? 'gone'} (was ${original})`);
  const dropped = await dropSchemas(gate, force);
  const [stuck] = dropped.remaining;
  const details = [
    'The server has been restarted since, which undid the change.',
    ...(changed.length === 0
      ? []
      : [`Its configuration now gives other values than before: ${changed.join(', ')}.`]),
    ...dropped.restored.map((name) => `Dropped: ${name}.`),
    ...(stuck === undefined ? [] : [`Not dropped: ${stuck.variable}.`]),
  ];
  return {
    status: stuck !== undefined ? 'pending' : dropped.restored.length > 0 ? 'restored' : 'not-needed',
    detail: details.join(' '),
    ...dropped,
  };
}

async function heldInstruments(gate: Gate): Promise<RestoreOutcome['remaining']> {
  const held: RestoreOutcome['remaining'] = [];
  for (const item of gate.instruments.filter(({ state }) => state !== 'planned')) {
    const now = await gate.readInstruments(item.group);
    const rows = item.rows.filter(
      ({ name, original, proposed, also = [] }) =>
        now.get(name) !== original && [proposed, ...also].includes(now.get(name) ?? original),
    );
    const [first] = rows;
    if (first === undefined) continue;
    held.push({
      variable: `${counted(rows.length, 'row')} of ${item.group}`,
      original: `${first.original} (${first.name})`,
      reason: "they still stand as the change put them, perhaps by the server's configuration",
    });
  }
  return held;
}
