import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ErrorDocument, errorDocumentSchema } from '../../shared/base/error';
import { type FleetEntry, type FleetSettings, fleetEntrySchema } from '../../shared/fleet';
import { readable } from '../readable-rows';

/** How a file was found, by which a change of it shows, and by which rules it was judged. */
export interface FileState {
  path: string;
  bytes: number;
  modifiedMs: number;
  judgedBy: string;
}

/** What came out for a file: an entry with its settings, or why there is none. */
export type FileOutcome = { entry: FleetEntry; settings: FleetSettings } | { problem: ErrorDocument };

/** What is remembered of a file; settings are read when they are asked for. */
export type IndexedFile = FileState & ({ entry: FleetEntry } | { problem: ErrorDocument });

/** What was found in the snapshots of folders: made again from the files where it is missing. */
export interface FleetIndex {
  /** Everything that is remembered of a folder, by path. */
  read(root: string): Map<string, IndexedFile>;
  /** Settings of a file; undefined: none are remembered. */
  settings(root: string, path: string): FleetSettings | undefined;
  /** Remembers files, in one transaction. */
  put(root: string, files: readonly (FileState & FileOutcome)[]): void;
  /** Forgets files that are gone. */
  forget(root: string, paths: readonly string[]): void;
}

const rowSchema = z.object({
  path: z.string(),
  bytes: z.number(),
  modified_ms: z.number(),
  judged_by: z.string(),
  entry: z.string().nullable(),
  problem: z.string().nullable(),
});
const pairsSchema = z.array(z.tuple([z.string(), z.string()]));

export function fleetIndexRepository(database: Database): FleetIndex {
  const read = database.prepare(
    'SELECT path, bytes, modified_ms, judged_by, entry, problem FROM files WHERE root = ?',
  );
  const settingsOf = database
    .prepare(
      'SELECT s.document FROM files f JOIN settings s ON s.digest = f.settings WHERE f.root = ? AND f.path = ?',
    )
    .pluck();
  const addSettings = database.prepare(
    'INSERT INTO settings (digest, document) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING',
  );
  const add = database.prepare(
    `INSERT OR REPLACE INTO files
       (root, path, bytes, modified_ms, judged_by, server_key, created_at, headline, settings, entry, problem)
     VALUES
       (@root, @path, @bytes, @modifiedMs, @judgedBy, @serverKey, @createdAt, @headline, @settings, @entry, @problem)`,
  );
  const remove = database.prepare('DELETE FROM files WHERE root = ? AND path = ?');
  const prune = database.prepare(
    'DELETE FROM settings WHERE NOT EXISTS (SELECT 1 FROM files WHERE files.settings = settings.digest)',
  );

  const put = (root: string, file: FileState & FileOutcome) => {
    const { path, bytes, modifiedMs, judgedBy } = file;
    const state = { root, path, bytes, modifiedMs, judgedBy };
    const none = { serverKey: null, createdAt: null, headline: null, settings: null, entry: null };
    if ('problem' in file) {
      add.run({ ...state, ...none, problem: JSON.stringify(file.problem) });
      return;
    }
    const document = JSON.stringify([...file.settings]);
    const digest = createHash('sha256').update(document).digest('hex');
    addSettings.run(digest, document);
    const { entry } = file;
    add.run({
      ...state,
      serverKey: entry.server.serverKey,
      createdAt: entry.createdAt,
      headline: entry.headline.text,
      settings: digest,
      entry: JSON.stringify(entry),
      problem: null,
    });
  };

  return {
    read: (root) =>
      new Map(
        read.all(root).flatMap((row) => {
          const file = readable(row, readRow);
          return file === undefined ? [] : [[file.path, file] as const];
        }),
      ),
    settings: (root, path) => {
      const document = settingsOf.get(root, path);
      return document === undefined
        ? undefined
        : readable(document, (text) => new Map(pairsSchema.parse(JSON.parse(String(text)))));
    },
    put: database.transaction((root: string, files: readonly (FileState & FileOutcome)[]) => {
      for (const file of files) put(root, file);
    }),
    forget: database.transaction((root: string, paths: readonly string[]) => {
      for (const path of paths) remove.run(root, path);
      prune.run();
    }),
  };
}

function readRow(row: unknown): IndexedFile {
  const { path, bytes, modified_ms: modifiedMs, judged_by: judgedBy, entry, problem } = rowSchema.parse(row);
  const state = { path, bytes, modifiedMs, judgedBy };
  return entry === null
    ? { ...state, problem: errorDocumentSchema.parse(JSON.parse(problem ?? 'null')) }
    : { ...state, entry: fleetEntrySchema.parse(JSON.parse(entry)) };
}

/** The same without a database, for one run. */
export function unkeptFleetIndex(): FleetIndex {
  const roots = new Map<string, Map<string, FileState & FileOutcome>>();
  const of = (root: string) => {
    const known = roots.get(root) ?? new Map<string, FileState & FileOutcome>();
    roots.set(root, known);
    return known;
  };
  return {
    read: (root) => new Map(of(root)),
    settings: (root, path) => {
      const file = of(root).get(path);
      return file === undefined || 'problem' in file ? undefined : file.settings;
    },
    put: (root, files) => {
      for (const file of files) of(root).set(file.path, file);
    },
    forget: (root, paths) => {
      for (const path of paths) of(root).delete(path);
    },
  };
}
