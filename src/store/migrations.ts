/** One step of the database's schema. Its number is its place in the list, from 1; `PRAGMA user_version` holds it. */
export interface Migration {
  name: string;
  sql: string;
}

/**
 * Every step from an empty database to today's schema. A published step is never edited: a later one is added.
 * Documents are kept as JSON beside the columns that lists sort and search by.
 */
export const migrations: readonly Migration[] = [
  {
    name: 'snapshots',
    sql: `
      CREATE TABLE snapshots (
        id         TEXT NOT NULL PRIMARY KEY,
        path       TEXT NOT NULL,
        created_at TEXT NOT NULL,
        summary    TEXT NOT NULL CHECK (json_valid(summary))
      ) STRICT;
      CREATE INDEX snapshots_by_created_at ON snapshots (created_at DESC);
    `,
  },
  {
    name: 'profiles',
    sql: `
      CREATE TABLE profiles (
        id            TEXT NOT NULL PRIMARY KEY,
        name          TEXT NOT NULL UNIQUE,
        target        TEXT NOT NULL CHECK (json_valid(target)),
        declared_host TEXT NOT NULL CHECK (json_valid(declared_host)),
        last_used_at  TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    name: 'probe results',
    sql: `
      CREATE TABLE probe_results (
        id       TEXT NOT NULL PRIMARY KEY,
        probe    TEXT NOT NULL,
        ended_at TEXT NOT NULL,
        summary  TEXT NOT NULL CHECK (json_valid(summary)),
        document TEXT NOT NULL CHECK (json_valid(document))
      ) STRICT;
      CREATE INDEX probe_results_by_ended_at ON probe_results (ended_at DESC);
    `,
  },
  {
    name: 'work on snapshots',
    sql: `
      CREATE TABLE snapshot_work (
        snapshot TEXT NOT NULL PRIMARY KEY,
        document TEXT NOT NULL CHECK (json_valid(document))
      ) STRICT;
    `,
  },
  {
    name: 'proofs',
    sql: `
      CREATE TABLE proofs (
        id       TEXT NOT NULL PRIMARY KEY,
        ended_at TEXT NOT NULL,
        summary  TEXT NOT NULL CHECK (json_valid(summary)),
        document TEXT NOT NULL CHECK (json_valid(document))
      ) STRICT;
      CREATE INDEX proofs_by_ended_at ON proofs (ended_at DESC);
    `,
  },
  {
    name: 'groups and colours of profiles',
    sql: `
      ALTER TABLE profiles ADD COLUMN group_name TEXT NOT NULL DEFAULT '';
      ALTER TABLE profiles ADD COLUMN colour     TEXT NOT NULL DEFAULT 'none';
    `,
  },
  {
    name: 'metrics stores',
    sql: `
      CREATE TABLE metrics_stores (
        id           TEXT NOT NULL PRIMARY KEY,
        name         TEXT NOT NULL UNIQUE,
        source       TEXT NOT NULL CHECK (json_valid(source)),
        last_used_at TEXT NOT NULL
      ) STRICT;
    `,
  },
];
