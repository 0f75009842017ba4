import { withProof } from '../../analysis';
import { LatchkeyError, toLatchkeyError } from '../../shared/base/error';
import type { TuningPlan } from '../../shared/plan';
import type { ProofResult, ProofSummary } from '../../shared/proof';
import type { Snapshot } from '../../shared/snapshot';
import type { KeptProof } from '../../store/proofs';
import type { Databases } from '../base/databases';
import { texts } from './texts';

/** Proofs that were measured here. */
export class KeptProofs {
  readonly #databases: Databases;

  constructor(databases: Databases) {
    this.#databases = databases;
  }

  /** Keeps a proof in the history. @returns the proof; where that failed, with a remark that says so */
  async keep(snapshot: string, result: ProofResult): Promise<ProofResult> {
    const { id, target, endedAt, outcome, text } = result;
    try {
      const store = await this.#databases.history();
      store.proofs.add({ summary: { id, snapshot, target, endedAt, outcome, text }, result });
      return result;
    } catch (error) {
      // What was measured is not lost over it: the proof goes to whoever asked for it.
      const remark = `It could not be kept in the history: ${toLatchkeyError(error).message}`;
      return { ...result, remarks: [...result.remarks, remark] };
    }
  }

  async list(): Promise<ProofSummary[]> {
    return (await this.#databases.history()).proofs.list();
  }

  async find(id: string): Promise<KeptProof> {
    const found = (await this.#databases.history()).proofs.get(id);
    if (found === undefined) throw new LatchkeyError('not-found', texts.thereIsNoProof(id));
    return found;
  }

  /** A plan of the snapshot with what its newest completed proof said of each value; as it is where no proof can be read. */
  async beside(
    plan: TuningPlan,
    { id, server }: { id: string; server: Snapshot['server'] },
  ): Promise<TuningPlan> {
    if (plan.changes.length === 0 || !this.#databases.hasHistory()) return plan;
    try {
      const newest = (await this.list()).find(
        ({ snapshot, outcome }) => snapshot === id && outcome === 'completed',
      );
      return newest === undefined ? plan : withProof(plan, (await this.find(newest.id)).result, server);
    } catch {
      // A plan does not fail over a history that cannot be opened, which is reported where it is asked for.
      return plan;
    }
  }

  async delete(id: string): Promise<boolean> {
    return (await this.#databases.history()).proofs.delete(id);
  }
}
