import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  type ProbeResult,
  type ProbeResultSummary,
  probeResultSchema,
  probeResultSummarySchema,
  summariseProbe,
} from '../shared/probe';
import { readable, readableRows } from './readable-rows';

/** The results of probes, whole: each stands for itself, so that it can be recomputed. */
export interface ProbeResultRepository {
  /** By the end of the probe, newest first. */
  list(): ProbeResultSummary[];
  get(id: string): ProbeResult | undefined;
  /** Adds a result, or replaces the one with the same id. */
  add(result: ProbeResult): void;
  /** True when there was one. */
  delete(id: string): boolean;
}

const summaryRow = z.object({ summary: z.string() });
const documentRow = z.object({ document: z.string() });

export function probeResultRepository(database: Database): ProbeResultRepository {
  const list = database.prepare('SELECT summary FROM probe_results ORDER BY ended_at DESC, id');
  const get = database.prepare('SELECT document FROM probe_results WHERE id = ?');
  const add = database.prepare(
    `INSERT INTO probe_results (id, probe, ended_at, summary, document)
     VALUES (@id, @probe, @endedAt, @summary, @document)
     ON CONFLICT (id) DO UPDATE
     SET probe = @probe, ended_at = @endedAt, summary = @summary, document = @document`,
  );
  const remove = database.prepare('DELETE FROM probe_results WHERE id = ?');

  return {
    list: () =>
      readableRows(list.all(), (row) =>
        probeResultSummarySchema.parse(JSON.parse(summaryRow.parse(row).summary)),
      ),
    get: (id) => {
      const row = get.get(id);
      return row === undefined
        ? undefined
        : readable(row, (one) => probeResultSchema.parse(JSON.parse(documentRow.parse(one).document)));
    },
    add: (result) => {
      const { id, probe, endedAt } = result;
      const summary = JSON.stringify(summariseProbe(result, 'history'));
      add.run({ id, probe, endedAt, summary, document: JSON.stringify(result) });
    },
    delete: (id) => remove.run(id).changes > 0,
  };
}
