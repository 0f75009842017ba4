// @ts-check
// Where downloads and built things are kept: outside the clone, so that they outlive it and serve every clone.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * The cache folder: $LATCHKEY_CACHE, else $XDG_CACHE_HOME/latchkey, else ~/.cache/latchkey.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string}
 */
export function cacheFolder(env = process.env) {
  if (env.LATCHKEY_CACHE) return resolve(env.LATCHKEY_CACHE);
  if (env.XDG_CACHE_HOME) return join(resolve(env.XDG_CACHE_HOME), 'latchkey');
  return join(homedir(), '.cache', 'latchkey');
}

/**
 * @param {...string} parts
 * @returns {string}
 */
export function inCache(...parts) {
  return join(cacheFolder(), ...parts);
}

/**
 * A JSON file, or undefined when it is absent or not JSON (a half-written one counts as absent).
 * @param {string} path
 * @returns {unknown}
 */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Written beside the target and renamed, so that no reader sees half a file.
 * @param {string} path
 * @param {unknown} value
 */
export function writeJson(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(draft, path);
}

/**
 * Builds a folder under a temporary name and renames it into place when `build` has succeeded: readers see
 * the whole folder or none.
 * @param {string} target absolute path inside the cache
 * @param {(folder: string) => Promise<void>} build
 */
export async function publishFolder(target, build) {
  const draft = join(cacheFolder(), 'tmp', `${randomBytes(6).toString('hex')}`);
  mkdirSync(draft, { recursive: true });
  try {
    await build(draft);
    mkdirSync(dirname(target), { recursive: true });
    if (existsSync(target)) {
      const old = `${draft}-old`;
      renameSync(target, old);
      renameSync(draft, target);
      rmSync(old, { recursive: true, force: true });
    } else {
      renameSync(draft, target);
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes what interrupted runs left behind. To be called by the holder of the set-up lock only. */
export function sweepDrafts() {
  const drafts = inCache('tmp');
  if (!existsSync(drafts)) return;
  for (const name of readdirSync(drafts)) rmSync(join(drafts, name), { recursive: true, force: true });
}
