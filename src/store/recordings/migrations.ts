import type { Migration } from '../migrations';

/**
 * Keys of blocks are series (or recording) x 2^20 + number of the block, so that the blocks of one series lie side by
 * side and need no index beside the table.
 */
export const recordingMigrations: readonly Migration[] = [
  {
    name: 'recordings',
    sql: `
      CREATE TABLE recordings (
        key         INTEGER PRIMARY KEY,
        id          TEXT NOT NULL UNIQUE,
        started_at  TEXT NOT NULL,
        ended_at    TEXT,
        interval_ms INTEGER NOT NULL,
        length_ms   REAL NOT NULL DEFAULT 0,
        samples     INTEGER NOT NULL DEFAULT 0,
        bytes       INTEGER NOT NULL DEFAULT 0,
        document    TEXT NOT NULL CHECK (json_valid(document)),
        base        BLOB
      ) STRICT;
      CREATE TABLE series (
        key       INTEGER PRIMARY KEY,
        recording INTEGER NOT NULL REFERENCES recordings (key) ON DELETE CASCADE,
        name      TEXT NOT NULL,
        kind      TEXT NOT NULL,
        unit      TEXT NOT NULL,
        UNIQUE (recording, name)
      ) STRICT;
      CREATE TABLE time_blocks (
        key     INTEGER PRIMARY KEY,
        from_ms REAL NOT NULL,
        to_ms   REAL NOT NULL,
        count   INTEGER NOT NULL,
        starts  BLOB NOT NULL,
        times   BLOB NOT NULL
      ) STRICT;
      CREATE TABLE value_blocks (
        key     INTEGER PRIMARY KEY,
        low     REAL,
        high    REAL,
        summary BLOB,
        data    BLOB NOT NULL
      ) STRICT;
      CREATE TABLE events (
        recording INTEGER NOT NULL REFERENCES recordings (key) ON DELETE CASCADE,
        at_ms     REAL NOT NULL,
        kind      TEXT NOT NULL,
        text      TEXT NOT NULL
      ) STRICT;
      CREATE INDEX events_by_recording ON events (recording, at_ms);
    `,
  },
];
