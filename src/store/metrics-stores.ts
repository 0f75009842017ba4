import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type MetricsSource, metricsSourceSchema, type SavedStore } from '../shared/metrics-store';
import { readableRows } from './readable-rows';

/** Metrics stores that the user saved. There is no column for a token, and there never will be. */
export interface MetricsStoreRepository {
  /** Most recently used first. */
  list(): SavedStore[];
  /** Changes the store of the same name, which keeps its id, or adds it. Returns what is stored. */
  save(store: SavedStore): SavedStore;
  /** True when there was one. */
  delete(id: string): boolean;
}

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  source: z.string(),
  last_used_at: z.string(),
});

export function metricsStoreRepository(database: Database): MetricsStoreRepository {
  const list = database.prepare('SELECT * FROM metrics_stores ORDER BY last_used_at DESC, name');
  const save = database.prepare(
    `INSERT INTO metrics_stores (id, name, source, last_used_at) VALUES (@id, @name, @source, @lastUsedAt)
     ON CONFLICT (name) DO UPDATE SET source = @source, last_used_at = @lastUsedAt
     RETURNING *`,
  );
  const remove = database.prepare('DELETE FROM metrics_stores WHERE id = ?');
  return {
    list: () => readableRows(list.all(), readRow),
    save: ({ id, name, source, lastUsedAt }) => {
      // Parsing drops whatever does not belong to a source, so that a token cannot slip in beside it.
      const kept: MetricsSource = metricsSourceSchema.parse(source);
      return readRow(save.get({ id, name, lastUsedAt, source: JSON.stringify(kept) }));
    },
    delete: (id) => remove.run(id).changes > 0,
  };
}

function readRow(row: unknown): SavedStore {
  const { id, name, source, last_used_at: lastUsedAt } = rowSchema.parse(row);
  return { id, name, source: metricsSourceSchema.parse(JSON.parse(source)), lastUsedAt };
}
