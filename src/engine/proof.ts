import { parseSettingText, proofChanges, sameSetting } from '../analysis';
import { type proofJudgement, recomputeProof } from '../experiment/verdict/proof-result';
import { readProofFile } from '../files/probe-results';
import { variableFacts } from '../knowledge/catalog/variable-catalog';
import { runProof, type Session } from '../server';
import { readGlobals } from '../server/change';
import type { PlanChoices } from '../shared/plan';
import type { ProofChange, ProofRequest, ProofResult } from '../shared/proof';
import type { ConnectRequest } from '../shared/rpc/connection';
import type { CallContext } from './base/calls';
import { planOf } from './base/plan-of';
import { withSession } from './base/session';
import { requireServerOf } from './changes/apply';
import { consentToProbe, loggedOf, runOptions } from './changes/run-options';
import { alike } from './probes/results';
import type { Services } from './services';

/** A plan of a snapshot, to be proven on a server. */
export interface ProveInput extends ConnectRequest {
  /** Of the snapshot. */
  id: string;
  choices: PlanChoices;
  /** Why it is proven on another server than that of the snapshot; null: it must be the same. */
  force: string | null;
  request: Omit<ProofRequest, 'changes'>;
}

/** Proofs: a plan on the user's own load. */
export function proofCalls(services: Services) {
  const { snapshots, decisions, rules } = services;
  return {
    'proof.run': async (input: ProveInput, { ask, ...job }: CallContext): Promise<ProofResult> => {
      const { id, choices, force, request } = input;
      const { snapshot, analysis } = await snapshots.get(id);
      const plan = await planOf({ decisions, rules }, snapshot, await analysis(), choices);
      const consent = consentToProbe(undefined, ask);
      const logged = await loggedOf(request, job.signal);
      return withSession(input, job, async (session, _warnings, secrets) => {
        requireServerOf(snapshot, session, force);
        const changes = await asPresent(session, proofChanges(plan, session.identity));
        const options = runOptions(services, request, input, { session, secrets, ...logged }, job.signal);
        return runProof(session, { ...request, changes }, options, consent, job);
      });
    },
    /** What the pairs of a file give; `agrees`: the file has the same. null: it is no proof. */
    'proof.recompute': async ({ path }: { path: string }) => {
      const written = await readProofFile(path);
      if (written === null) return null;
      const result = recomputeProof(written);
      const judged = ({ whole, kept, changes, text }: ReturnType<typeof proofJudgement>) => ({
        ...{ whole, kept, changes, text },
      });
      return { result, agrees: alike(judged(written), judged(result)) };
    },
  };
}

/** What this server has already, or does not have, need not be tried. */
async function asPresent(session: Session, changes: readonly ProofChange[]): Promise<ProofChange[]> {
  const globals = await readGlobals(session);
  const holds = (variable: string, value: string) => {
    const type = variableFacts(variable, session.identity)?.type;
    const present = globals.get(variable);
    return (
      present !== undefined && sameSetting(parseSettingText(value, type), parseSettingText(present, type))
    );
  };
  return changes.map((change) => {
    const { settings, untested } = change;
    if (untested !== null) return change;
    const lacking = settings.find(({ variable }) => !globals.has(variable));
    if (lacking !== undefined)
      return { ...change, untested: `${lacking.variable} does not exist on this server` };
    return settings.every(({ variable, value }) => holds(variable, value))
      ? { ...change, untested: 'it is in force already' }
      : change;
  });
}
