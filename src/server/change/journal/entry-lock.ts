import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { LatchkeyError } from '../../../shared/base/error';
import { isUnwritable, type JournalFiles } from './journal-files';
import { ownerLives, type Process } from './owner';
import { texts } from './texts';

const linkSchema = z.object({
  token: z.string(),
  /** null: the holder before gave the lock back. */
  holder: z.object({ pid: z.number().int(), bootId: z.string(), heartbeatAt: z.string() }).nullable(),
});
type Link = z.infer<typeof linkSchema>;

/** The right to work on one journal entry. */
export interface EntryLock {
  /** Whether the lock is still ours: a process that slept too long may have lost it. */
  held(): Promise<boolean>;
  release(): Promise<void>;
  /** The entry is gone: so is its lock. */
  remove(): Promise<void>;
}

/**
 * Takes the lock of an entry, also from a holder that is dead. Removing a dead holder's lock file would race with those
 * that do the same; so nothing is removed: the lock is a chain of files, each named after the token of the one before
 * it, and link(2) gives each name once. Who made the last link holds the lock, until another link names a successor.
 * @param base path of the lock; the first link is `base.0`
 * @param lastBeat the newest heartbeat known of the entry's owner; the link's own time is when it was made
 * @throws LatchkeyError busy when its holder lives
 */
export async function takeEntryLock(
  base: string,
  self: Process,
  files: JournalFiles,
  newToken: () => string,
  lastBeat: { pid: number; heartbeatAt: string } | null,
): Promise<EntryLock> {
  const { pid, bootId } = self;
  const own = { token: newToken(), holder: { pid, bootId, heartbeatAt: self.now().toISOString() } };
  const judge = (last: Link | null) => {
    if (last?.holder == null || !holderLives(last.holder, lastBeat, self)) return;
    throw new LatchkeyError('busy', texts.anotherLatchkeyIsAtWork(last.holder.pid), {
      hint: texts.waitUntilItHasFinished,
    });
  };
  // Before anything is written: a living holder is reported also where the disk is full.
  judge((await findEnd(base, files)).last);
  const path = await append(base, own, files, judge);
  return {
    held: async () =>
      (await files.read(path)) !== null && (await files.read(`${base}.${own.token}`)) === null,
    release: async () => {
      const end = { token: newToken(), holder: null };
      const draft = await writeDraft(base, end, files);
      // When the name is taken, another has taken over, and there is nothing to release.
      await files.link(draft, `${base}.${own.token}`).finally(() => files.remove(draft));
    },
    remove: () => removeEntryLock(base, files),
  };
}

/**
 * As `takeEntryLock`; but where the lock cannot be written (a full or read-only disk), and nobody who lives holds it,
 * the work goes on without: a lock file is no reason to leave a server changed. The server's own lock still keeps
 * others away, and two restores at once would do the same.
 * @throws LatchkeyError busy when its holder lives
 */
export async function takeEntryLockIfWritable(...lock: Parameters<typeof takeEntryLock>): Promise<EntryLock> {
  const [base, , files] = lock;
  try {
    return await takeEntryLock(...lock);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    const seen = (await findEnd(base, files)).path;
    return {
      held: async () => (await findEnd(base, files)).path === seen,
      release: async () => undefined,
      remove: () => removeEntryLock(base, files),
    };
  }
}

/** Removes every file of a lock. Only when its entry is gone: whoever gets the lock then finds nothing to work on. */
async function removeEntryLock(base: string, files: JournalFiles): Promise<void> {
  const folder = dirname(base);
  for (const name of await files.names(folder)) {
    // Drafts belong to those who are just trying.
    if (name.startsWith(`${basename(base)}.`) && !name.includes('.draft-'))
      await files.remove(join(folder, name));
  }
}

/** Makes `link` the last of the chain; `judge` sees the one that is last now, and may throw. @returns its path */
async function append(
  base: string,
  link: Link,
  files: JournalFiles,
  judge: (last: Link | null) => void,
): Promise<string> {
  const draft = await writeDraft(base, link, files);
  try {
    for (;;) {
      const { path, last } = await findEnd(base, files);
      judge(last);
      if (await files.link(draft, path)) return path;
    }
  } finally {
    await files.remove(draft);
  }
}

/** Where the next link goes, and the last one there is. */
async function findEnd(base: string, files: JournalFiles): Promise<{ path: string; last: Link | null }> {
  let path = `${base}.0`;
  let last: Link | null = null;
  for (;;) {
    const text = await files.read(path);
    if (text === null) return { path, last };
    const parsed = parseLink(text);
    if (parsed === null) {
      throw new LatchkeyError('file-unreadable', texts.theLockFileCannotBe(path), {
        hint: texts.removeItWhenNoOther,
      });
    }
    last = parsed;
    path = `${base}.${last.token}`;
  }
}

async function writeDraft(base: string, link: Link, files: JournalFiles): Promise<string> {
  const draft = `${base}.draft-${link.token}`;
  await files.write(draft, JSON.stringify(link));
  return draft;
}

function holderLives(
  holder: NonNullable<Link['holder']>,
  lastBeat: { pid: number; heartbeatAt: string } | null,
  self: Process,
): boolean {
  const newest =
    lastBeat !== null && lastBeat.pid === holder.pid && lastBeat.heartbeatAt > holder.heartbeatAt
      ? lastBeat.heartbeatAt
      : holder.heartbeatAt;
  return ownerLives({ ...holder, heartbeatAt: newest }, self);
}

function parseLink(text: string): Link | null {
  try {
    return linkSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
