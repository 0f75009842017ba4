import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { LatchkeyError } from '../shared/base/error';
import { texts } from './texts';

/** SQLITE_CORRUPT with its extended codes, and SQLITE_NOTADB: a file that is no database at all. */
export function isDamaged(thrown: unknown): boolean {
  if (!(thrown instanceof Database.SqliteError)) return false;
  return thrown.code === 'SQLITE_NOTADB' || thrown.code.startsWith('SQLITE_CORRUPT');
}

/** What a check of Latchkey's own found, in the form in which SQLite reports damage. */
export function damage(text: string): Error {
  return new Database.SqliteError(text, 'SQLITE_CORRUPT');
}

const suffixes = ['', '-wal', '-shm'];

/** Renames the file with its WAL and shared-memory files, which belong to it and must not meet the new one. */
export function moveAside(file: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-');
  const aside = freeName(`${file}.damaged-${stamp}`);
  for (const suffix of suffixes) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
}

/** The name, or the name with a number: nothing that was kept aside before is written over. */
function freeName(name: string): string {
  const isFree = (path: string) => suffixes.every((suffix) => !existsSync(path + suffix));
  let number = 1;
  let path = name;
  while (!isFree(path)) {
    number += 1;
    path = `${name}-${number}`;
  }
  return path;
}

/** Damaged files of this database that were kept aside, now or at an earlier start, oldest first. */
export function keptAside(file: string): string[] {
  const prefix = `${basename(file)}.damaged-`;
  try {
    return readdirSync(dirname(file))
      .filter((name) => name.startsWith(prefix) && !/-(?:wal|shm)$/.test(name))
      .sort()
      .map((name) => join(dirname(file), name));
  } catch {
    return [];
  }
}

/** Which file a path names now; null: none. */
export function fileIdentity(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

/** The damage shows while the database is in use: where it was moved, and what that means. */
export function damagedInUse(name: string, file: string, aside: string, cause: unknown): LatchkeyError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new LatchkeyError('file-unreadable', texts.theDatabaseIsDamagedIt(name, file, why, aside), {
    hint: texts.latchkeyGoesOnWithA(aside),
    cause,
  });
}

/**
 * A repository whose methods report damage to `onThrown` first, which throws in its own words or returns. What a method
 * releases (a recorder, say) is guarded in the same way where `deep` names it.
 */
export function guarded<T extends object>(
  repository: T,
  onThrown: (thrown: unknown) => void,
  deep: readonly PropertyKey[] = [],
): T {
  return new Proxy(repository, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        try {
          const result: unknown = Reflect.apply(value, target, values);
          const isObject = typeof result === 'object' && result !== null;
          return isObject && deep.includes(key) ? guarded(result, onThrown) : result;
        } catch (thrown) {
          onThrown(thrown);
          throw thrown;
        }
      };
    },
  });
}
