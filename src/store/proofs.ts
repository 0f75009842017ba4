import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ProofResult, type ProofSummary, proofResultSchema, proofSummarySchema } from '../shared/proof';
import { readable, readableRows } from './readable-rows';

/** A proof, and the snapshot whose plan it is. */
export interface KeptProof {
  summary: ProofSummary;
  result: ProofResult;
}

/** Proofs of plans, whole: each stands for itself, so that it can be recomputed. */
export interface ProofRepository {
  /** By their end, newest first. */
  list(): ProofSummary[];
  get(id: string): KeptProof | undefined;
  /** Adds a proof, or replaces the one with the same id. */
  add(proof: KeptProof): void;
  /** True when there was one. */
  delete(id: string): boolean;
}

const rowSchema = z.object({ summary: z.string(), document: z.string() });
const summaryOf = (row: unknown) =>
  proofSummarySchema.parse(JSON.parse(rowSchema.pick({ summary: true }).parse(row).summary));

export function proofRepository(database: Database): ProofRepository {
  const list = database.prepare('SELECT summary FROM proofs ORDER BY ended_at DESC, id');
  const get = database.prepare('SELECT summary, document FROM proofs WHERE id = ?');
  const add = database.prepare(
    `INSERT INTO proofs (id, ended_at, summary, document) VALUES (@id, @endedAt, @summary, @document)
     ON CONFLICT (id) DO UPDATE SET ended_at = @endedAt, summary = @summary, document = @document`,
  );
  const remove = database.prepare('DELETE FROM proofs WHERE id = ?');
  return {
    list: () => readableRows(list.all(), summaryOf),
    get: (id) => {
      const row = get.get(id);
      return row === undefined
        ? undefined
        : readable(row, (one) => ({
            summary: summaryOf(one),
            result: proofResultSchema.parse(JSON.parse(rowSchema.parse(one).document)),
          }));
    },
    add: ({ summary, result }) => {
      const { id, endedAt } = summary;
      add.run({ id, endedAt, summary: JSON.stringify(summary), document: JSON.stringify(result) });
    },
    delete: (id) => remove.run(id).changes > 0,
  };
}
