// @ts-check
// One set-up at a time for one cache: a lock file made with link(2), which fails when it exists.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

/** A holder on another machine (a shared home folder) counts as gone when it has not refreshed for this long. */
const silentMs = 120_000;
const refreshMs = 15_000;

/**
 * Runs `work` while holding the lock; waits for another holder, and takes over from one that died.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {(owner: string) => void} [onWait] called once when another run holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait = () => undefined) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), host: hostname() });
  let reported = false;
  while (!acquire(path, mine)) {
    const owner = read(path);
    if (owner !== undefined && isGone(path, owner)) {
      takeAway(path, owner);
      continue;
    }
    if (!reported && owner !== undefined) onWait(owner);
    reported = true;
    await new Promise((done) => setTimeout(done, 100));
  }
  const refresh = setInterval(() => writeFileSync(path, mine), refreshMs);
  refresh.unref();
  try {
    return await work();
  } finally {
    clearInterval(refresh);
    if (read(path) === mine) rmSync(path, { force: true });
  }
}

/** @param {string} path @param {string} mine */
function acquire(path, mine) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes a dead owner's lock. A second lock, held for a moment only, keeps two waiters from doing it after each
 * other, where the later one would remove the lock that the earlier one has just taken.
 * @param {string} path
 * @param {string} owner
 */
function takeAway(path, owner) {
  const guard = `${path}.takeover`;
  try {
    mkdirSync(guard);
  } catch {
    // Someone else is at it, unless it died right there.
    if (ageMs(guard) > 10_000) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    if (read(path) === owner) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

/** @param {string} path @param {string} text */
function isGone(path, text) {
  /** @type {{ pid?: number, started?: string, host?: string }} */
  let owner;
  try {
    owner = JSON.parse(text);
  } catch {
    return ageMs(path) > silentMs;
  }
  if (owner.host !== hostname()) return ageMs(path) > silentMs;
  if (!owner.pid || !isAlive(owner.pid)) return true;
  // The same number, started at another time, is another process.
  return startOf(owner.pid) !== owner.started;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** When a process started, in clock ticks since boot, where the system shows. @param {number} pid */
function startOf(pid) {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[19] ?? ''
    );
  } catch {
    return '';
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}
