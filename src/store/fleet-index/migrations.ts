import type { Migration } from '../migrations';

/** Every step of the index of fleets. What it holds can be made again from the files: it is a memory, no record. */
export const fleetIndexMigrations: readonly Migration[] = [
  {
    name: 'judged files',
    sql: `
      CREATE TABLE settings (
        digest   TEXT NOT NULL PRIMARY KEY,
        document TEXT NOT NULL CHECK (json_valid(document))
      ) STRICT;
      CREATE TABLE files (
        root        TEXT NOT NULL,
        path        TEXT NOT NULL,
        bytes       INTEGER NOT NULL,
        modified_ms REAL NOT NULL,
        judged_by   TEXT NOT NULL,
        server_key  TEXT,
        created_at  TEXT,
        headline    TEXT,
        settings    TEXT REFERENCES settings (digest),
        entry       TEXT CHECK (entry IS NULL OR json_valid(entry)),
        problem     TEXT CHECK (problem IS NULL OR json_valid(problem)),
        PRIMARY KEY (root, path)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX files_by_settings ON files (settings);
    `,
  },
];
