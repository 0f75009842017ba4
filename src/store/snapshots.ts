import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type SnapshotSummary, snapshotSummarySchema } from '../shared/snapshot';
import { readable, readableRows } from './readable-rows';

/** The snapshots that the app knows of: one summary each; the documents themselves are files. */
export interface SnapshotRepository {
  /** Newest first. */
  list(): SnapshotSummary[];
  get(id: string): SnapshotSummary | undefined;
  /** Adds a summary, or replaces the one with the same id. */
  add(summary: SnapshotSummary): void;
  /** True when there was one. The file stays; who owns it removes it. */
  delete(id: string): boolean;
}

const rowSchema = z.object({ summary: z.string() });

export function snapshotRepository(database: Database): SnapshotRepository {
  const list = database.prepare('SELECT summary FROM snapshots ORDER BY created_at DESC, id');
  const get = database.prepare('SELECT summary FROM snapshots WHERE id = ?');
  const add = database.prepare(
    `INSERT INTO snapshots (id, path, created_at, summary) VALUES (@id, @path, @createdAt, @summary)
     ON CONFLICT (id) DO UPDATE SET path = @path, created_at = @createdAt, summary = @summary`,
  );
  const remove = database.prepare('DELETE FROM snapshots WHERE id = ?');

  return {
    list: () => readableRows(list.all(), readRow),
    get: (id) => {
      const row = get.get(id);
      return row === undefined ? undefined : readable(row, readRow);
    },
    add: (summary) => {
      const { id, path, createdAt } = summary;
      add.run({ id, path, createdAt, summary: JSON.stringify(snapshotSummarySchema.parse(summary)) });
    },
    delete: (id) => remove.run(id).changes > 0,
  };
}

function readRow(row: unknown): SnapshotSummary {
  return snapshotSummarySchema.parse(JSON.parse(rowSchema.parse(row).summary));
}
