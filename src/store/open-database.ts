import { existsSync, renameSync } from 'node:fs';
import Database from 'better-sqlite3';
import { LatchkeyError } from '../shared/error';
import { migrate, schemaVersion } from './migrate';
import { type Migration, migrations } from './migrations';

export interface OpenedDatabase {
  database: Database.Database;
  /** What the user should know: a damaged file that was moved aside, a newer one that is left alone. */
  recovered: string[];
}

/** Which database: what it is called to people, its schema, and whether it is checked whole when it is opened. */
export interface DatabaseKind {
  name: string;
  migrations: readonly Migration[];
  /** False for one that may be large: a check reads every page. Damage then shows where it is read. */
  checked: boolean;
}

export const historyDatabase: DatabaseKind = { name: 'history', migrations, checked: true };

/**
 * Opens the database file, brings its schema up to date and checks it. The app must come up whatever the file
 * holds: a damaged file is renamed (never deleted) and a new one takes its place; a file made by a newer version is
 * left as it is, and this session keeps its history in memory.
 * @throws LatchkeyError 'write-failed' when the folder cannot be written
 */
export function openDatabase(file: string, now: Date, kind: DatabaseKind = historyDatabase): OpenedDatabase {
  const { name, migrations: steps } = kind;
  try {
    const database = openChecked(file, kind);
    if (schemaVersion(database) <= steps.length) {
      migrate(database, steps.length, steps);
      return { database, recovered: [] };
    }
    const version = schemaVersion(database);
    database.close();
    return inMemory(
      steps,
      `The ${name} database ${file} was made by a newer version of Latchkey (schema ${version}; this version ` +
        `knows ${steps.length}). It is left as it is, and the ${name} of this session is not kept.`,
    );
  } catch (cause) {
    if (!isDamaged(cause)) throw cannotOpen(file, kind, cause);
    const aside = moveAside(file, now);
    const database = openChecked(file, kind);
    migrate(database, steps.length, steps);
    const why = cause instanceof Error ? cause.message : String(cause);
    return {
      database,
      recovered: [
        `The ${name} database ${file} was damaged (${why}). It was moved to ${aside}, and a new one was made.`,
      ],
    };
  }
}

function openChecked(file: string, { checked }: DatabaseKind): Database.Database {
  const database = new Database(file);
  try {
    // Of use only before the first table is made: pages that become free can be given back later.
    if (!checked) database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    database.pragma('foreign_keys = ON');
    database.pragma('busy_timeout = 5000');
    const verdict = checked ? String(database.pragma('quick_check(1)', { simple: true })) : 'ok';
    if (verdict !== 'ok') throw new Database.SqliteError(verdict, 'SQLITE_CORRUPT');
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function inMemory(steps: readonly Migration[], remark: string): OpenedDatabase {
  const database = new Database(':memory:');
  migrate(database, steps.length, steps);
  return { database, recovered: [remark] };
}

/** SQLITE_CORRUPT with its extended codes, and SQLITE_NOTADB: a file that is no database at all. */
function isDamaged(thrown: unknown): boolean {
  if (!(thrown instanceof Database.SqliteError)) return false;
  return thrown.code === 'SQLITE_NOTADB' || thrown.code.startsWith('SQLITE_CORRUPT');
}

/** Renames the file with its WAL and shared-memory files, which belong to it and must not meet the new one. */
function moveAside(file: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${file}.damaged-${stamp}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
}

function cannotOpen(file: string, { name }: DatabaseKind, cause: unknown): LatchkeyError {
  if (cause instanceof LatchkeyError) return cause;
  return new LatchkeyError('write-failed', `The ${name} database ${file} cannot be opened.`, {
    hint: 'Check that its folder exists, that you may write to it, and that the disk is not full.',
    cause,
  });
}
