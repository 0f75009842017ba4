import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { LatchkeyError } from '../shared/base/error';
import { damage, fileIdentity, isDamaged, keptAside, moveAside } from './damage';
import { migrate, schemaVersion } from './migrate';
import { type Migration, migrations } from './migrations';
import { texts } from './texts';

export interface OpenedDatabase {
  database: Database.Database;
  /** What the user should know: a damaged file that is kept aside, a newer one that is left alone. */
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

/** A large database is checked whole only up to this size. */
const quickCheckBytes = 64 * 1024 ** 2;

/**
 * Opens the database file, brings its schema up to date and checks it. The app must come up whatever the file
 * holds: a damaged file is renamed (never deleted) and a new one takes its place; a file made by a newer version is
 * left as it is, and this session keeps its history in memory. What was kept aside stays reported as long as it lies
 * there, so that an empty list is never taken for all there was.
 * @throws LatchkeyError 'write-failed' when the folder cannot be written, or this Node.js has no SQLite
 */
export function openDatabase(file: string, now: Date, kind: DatabaseKind = historyDatabase): OpenedDatabase {
  const { name, migrations: steps } = kind;
  requireNode(name, process.versions);
  const earlier = keptAside(file);
  const remarks = [
    ...earlier.map(
      (aside) =>
        `A damaged ${name} database is kept as ${aside}; what it held is not shown. Delete the file when it is not needed.`,
    ),
    ...emptied(file, name),
  ];
  const found = fileIdentity(file);
  try {
    const { database, version } = openKnown(file, kind);
    if (version <= steps.length) return { database, recovered: remarks };
    database.close();
    const newer =
      `The ${name} database ${file} was made by a newer version of Latchkey (schema ${version}; this version ` +
      `knows ${steps.length}). It is left as it is, and the ${name} of this session is not kept.`;
    return inMemory(steps, [...remarks, newer]);
  } catch (cause) {
    if (!isDamaged(cause)) throw cannotOpen(file, kind, cause);
    const why = cause instanceof Error ? cause.message : String(cause);
    // Another process of Latchkey may have moved it by now.
    const aside = fileIdentity(file) === found ? moveAside(file, now) : null;
    const where = aside === null ? 'It was moved aside' : `It was moved to ${aside}`;
    return {
      database: openKnown(file, kind).database,
      recovered: [
        ...remarks,
        `The ${name} database ${file} was damaged (${why}). ${where}, and a new one was made.`,
      ],
    };
  }
}

/**
 * better-sqlite3 13 is made for the Node-API of Node.js 22 (its package.json): an older one ends with a segmentation
 * fault as soon as a database is opened. Inside Electron the app brings its own.
 * @throws LatchkeyError 'write-failed'
 * @internal exported to tests
 */
export function requireNode(name: string, versions: Partial<NodeJS.ProcessVersions>): void {
  if (versions.electron !== undefined || Number.parseInt(versions.node ?? '', 10) >= 22) return;
  throw new LatchkeyError('write-failed', texts.needsALaterNode(name, versions.node ?? ''), {
    hint: texts.runLatchkeyWithALater,
  });
}

/** The database with today's schema; one of a newer version as it is. */
function openKnown(file: string, kind: DatabaseKind): { database: Database.Database; version: number } {
  const database = openChecked(file, kind);
  try {
    const version = schemaVersion(database);
    if (version > kind.migrations.length) return { database, version };
    const tables = Number(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
    if (version < 0 || (version === 0 && tables > 0)) throw damage('it holds no schema of Latchkey');
    requireSchema(database, kind.migrations.slice(0, version));
    migrate(database, kind.migrations.length, kind.migrations);
    return { database, version };
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function openChecked(file: string, { checked }: DatabaseKind): Database.Database {
  const database = new Database(file);
  try {
    database.pragma('busy_timeout = 5000');
    // Of use only before the first table is made: pages that become free can be released later.
    if (!checked) database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    database.pragma('foreign_keys = ON');
    const pragma = (name: string) => Number(database.pragma(name, { simple: true }));
    const whole = checked || pragma('page_count') * pragma('page_size') <= quickCheckBytes;
    const verdict = whole ? String(database.pragma('quick_check(1)', { simple: true })) : 'ok';
    if (verdict !== 'ok') throw damage(verdict);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** Every table of the schema with its columns. @throws SqliteError when the file has the version but not the tables */
function requireSchema(database: Database.Database, steps: readonly Migration[]): void {
  const model = new Database(':memory:');
  migrate(model, steps.length, steps);
  const columnsOf = (of: Database.Database) =>
    of
      .prepare(
        `SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
      )
      .pluck()
      .all()
      .map(String);
  const present = new Set(columnsOf(database));
  const missing = columnsOf(model).find((column) => !present.has(column));
  model.close();
  if (missing !== undefined) throw damage(`${missing} is missing`);
}

function inMemory(steps: readonly Migration[], recovered: string[]): OpenedDatabase {
  const database = new Database(':memory:');
  migrate(database, steps.length, steps);
  return { database, recovered };
}

/**
 * A database of Latchkey's own is never empty once it is made: what became so was cut off, by a full disk or a crash.
 * One that another process makes at this moment is younger than this process.
 */
function emptied(file: string, name: string): string[] {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size > 0) return [];
  if (found.mtimeMs >= performance.timeOrigin) return [];
  return [
    `The ${name} database ${file} was empty (0 bytes): what it held is lost. A new one was made in its place.`,
  ];
}

function cannotOpen(file: string, { name }: DatabaseKind, cause: unknown): LatchkeyError {
  if (cause instanceof LatchkeyError) return cause;
  const isLocked = cause instanceof Database.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(cause.code);
  return new LatchkeyError(
    'write-failed',
    texts.theDatabaseCannotBeOpened(name, file, isLocked ? texts.anotherProcessHoldsIt : ''),
    {
      hint: isLocked ? texts.endTheProgramThatHas : texts.checkThatItIsA,
      cause,
    },
  );
}
