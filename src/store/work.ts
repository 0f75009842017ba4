import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type SnapshotWork, snapshotWorkSchema, summariseWork, type WorkSummary } from '../shared/work';
import { readable, readableRows } from './readable-rows';

/** What the reader did with snapshots, by the id of the snapshot. */
export interface WorkRepository {
  list(): WorkSummary[];
  get(id: string): SnapshotWork | undefined;
  /** Takes the place of what was kept of this snapshot. */
  save(id: string, work: SnapshotWork): void;
  /** True when there was some. */
  delete(id: string): boolean;
}

const rowSchema = z.object({ snapshot: z.string(), document: z.string() });

export function workRepository(database: Database): WorkRepository {
  const list = database.prepare('SELECT snapshot, document FROM snapshot_work ORDER BY snapshot');
  const get = database.prepare('SELECT snapshot, document FROM snapshot_work WHERE snapshot = ?');
  const save = database.prepare(
    `INSERT INTO snapshot_work (snapshot, document) VALUES (@id, @document)
     ON CONFLICT (snapshot) DO UPDATE SET document = @document`,
  );
  const remove = database.prepare('DELETE FROM snapshot_work WHERE snapshot = ?');
  return {
    list: () => readableRows(list.all(), (row) => summariseWork(rowSchema.parse(row).snapshot, readRow(row))),
    get: (id) => {
      const row = get.get(id);
      return row === undefined ? undefined : readable(row, readRow);
    },
    save: (id, work) => void save.run({ id, document: JSON.stringify(snapshotWorkSchema.parse(work)) }),
    delete: (id) => remove.run(id).changes > 0,
  };
}

function readRow(row: unknown): SnapshotWork {
  return snapshotWorkSchema.parse(JSON.parse(rowSchema.parse(row).document));
}
