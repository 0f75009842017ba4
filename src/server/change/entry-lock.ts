import { z } from 'zod';
import { LatchkeyError } from '../../shared/error';
import type { JournalFiles } from './journal-files';
import { ownerLives, type Process } from './owner';

const holderSchema = z.object({
  pid: z.number().int(),
  bootId: z.string(),
  heartbeatAt: z.string(),
  token: z.string(),
});
type Holder = z.infer<typeof holderSchema>;

/** The right to work on one journal entry: a file beside it that names its holder. */
export interface EntryLock {
  /** Whether the lock is still ours: a process that slept too long may have lost it. */
  held(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the lock file at `path`, also from a holder that is dead. The file gets its name by link(2), complete; a dead
 * holder's file is moved aside under a name of our own and looked at again, so that of several processes that find
 * it dead only one wins.
 * @param lastBeat the newest heartbeat known of the entry's owner; the lock's own time is when it was taken
 * @throws LatchkeyError busy when its holder lives
 */
export async function takeEntryLock(
  path: string,
  self: Process,
  files: JournalFiles,
  newToken: () => string,
  lastBeat: { pid: number; heartbeatAt: string } | null,
): Promise<EntryLock> {
  const token = newToken();
  const own: Holder = { pid: self.pid, bootId: self.bootId, heartbeatAt: self.now().toISOString(), token };
  const draft = `${path}.${token}`;
  await files.write(draft, JSON.stringify(own));
  try {
    for (let tries = 0; tries < 5; tries++) {
      if (await files.link(draft, path)) return lockHeld(path, token, files);
      const found = await files.read(path);
      if (found === null) continue;
      const holder = parseHolder(found);
      if (holder !== null && holderLives(holder, lastBeat, self)) throw held(holder);
      await moveAside(path, `${path}.${newToken()}`, found, files);
    }
  } finally {
    await files.remove(draft);
  }
  throw held(null);
}

function lockHeld(path: string, token: string, files: JournalFiles): EntryLock {
  const isOurs = async () => parseHolder((await files.read(path)) ?? '')?.token === token;
  return {
    held: isOurs,
    release: async () => {
      if (await isOurs()) await files.remove(path);
    },
  };
}

async function moveAside(path: string, aside: string, expected: string, files: JournalFiles): Promise<void> {
  try {
    await files.rename(path, aside);
  } catch {
    return; // Somebody else has moved it; the next round finds out.
  }
  // What was moved may be a lock taken since we looked: give it back.
  if ((await files.read(aside)) !== expected) await files.link(aside, path);
  await files.remove(aside);
}

function holderLives(
  holder: Holder,
  lastBeat: { pid: number; heartbeatAt: string } | null,
  self: Process,
): boolean {
  const newest =
    lastBeat !== null && lastBeat.pid === holder.pid && lastBeat.heartbeatAt > holder.heartbeatAt
      ? lastBeat.heartbeatAt
      : holder.heartbeatAt;
  return ownerLives({ ...holder, heartbeatAt: newest }, self);
}

function parseHolder(text: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function held(holder: Holder | null): LatchkeyError {
  return new LatchkeyError(
    'busy',
    `Another Latchkey is at work on this journal entry${holder === null ? '' : ` (process ${holder.pid})`}.`,
    { hint: 'Wait until it has finished, or end it first.' },
  );
}
