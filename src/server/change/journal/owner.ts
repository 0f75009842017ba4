import { readFileSync } from 'node:fs';
import type { JournalEntry } from '../../../shared/change';

/** The process that works on journal entries, and how it shows whether another one still lives. */
export interface Process {
  pid: number;
  /** Names this boot of the machine; a process id of an earlier boot means nothing. */
  bootId: string;
  now: () => Date;
  isAlive: (pid: number) => boolean;
}

/** An owner writes its heartbeat this often, */
export const heartbeatEveryMs = 5_000;
/** and is taken for dead when the last one is older than this, even if a process has its number. */
export const heartbeatLimitMs = 20_000;

/**
 * Whether the owner of an entry, or the holder of its lock, is still at work. Another boot need not be an earlier one: a
 * home folder may be shared with another machine, and without Linux's own name for it a boot goes by the clock, which may
 * be set. There a process id says nothing, and a fresh heartbeat all there is to know.
 */
export function ownerLives(owner: NonNullable<JournalEntry['owner']>, self: Process): boolean {
  const age = self.now().getTime() - Date.parse(owner.heartbeatAt);
  if (owner.bootId !== self.bootId) return Math.abs(age) <= heartbeatLimitMs;
  return age <= heartbeatLimitMs && self.isAlive(owner.pid);
}

/**
 * Whether a process with this number exists (kill(2) with signal 0); one of another user does too, and one that has ended and
 * waits for its parent (state Z of proc(5)) does not.
 */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM';
  }
}

function hasEnded(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // The name in parentheses may hold anything: the state follows the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return /^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
  } catch {
    return false;
  }
}
