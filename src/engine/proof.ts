import { parseSettingText, proofChanges, sameSetting } from '../analysis';
import { type proofJudgement, recomputeProof } from '../experiment/verdict/proof-result';
import { writeTextFile } from '../files/options/option-files';
import { readProofFile } from '../files/probe-results';
import { variableFacts } from '../knowledge/catalog/variable-catalog';
import { planOfProof, runProof, type Session } from '../server';
import { readGlobals } from '../server/change';
import type { ConnectionSecrets } from '../shared/connection';
import type { JobContext } from '../shared/progress';
import type { ProofChange } from '../shared/proof';
import type { RpcInput } from '../shared/rpc';
import type { proofContract } from '../shared/rpc/proof';
import { jsonText } from '../shared/writers/json';
import type { CallContext, HandlersOf } from './base/calls';
import { planOf } from './base/plan-of';
import { withSession } from './base/session';
import { requireServerOf } from './changes/apply';
import { planDigest } from './changes/consent';
import { consentToProbe, loggedOf, runOptions, seedOf } from './changes/run-options';
import { KeptProofs } from './probes/kept-proofs';
import { alike } from './probes/results';
import type { Services } from './services';

/** What was agreed to beforehand; a person who can be asked is asked instead. */
type RunInput = Omit<RpcInput<'proof.run'>, 'agreed'> & { agreed?: string };
type ProveInput = RpcInput<'proof.plan'>;

/** Proofs: a plan on the user's own load. */
export function proofCalls(services: Services) {
  const { databases } = services;
  const kept = new KeptProofs(databases);

  const calls = {
    'proof.plan': ({ request, ...input }, job) =>
      withChanges(services, { request, ...input }, job, async (session, _secrets, changes) => {
        const options = {
          seed: seedOf(request),
          environment: process.env,
          ...(await loggedOf(request, job.signal)),
        };
        const plan = await planOfProof(session, { ...request, changes }, options, job.signal);
        return { plan, planDigest: planDigest(plan.plan) };
      }),
    'proof.run': async ({ agreed, ...input }: RunInput, { ask, ...job }: CallContext) => {
      const { request } = input;
      const consent = consentToProbe(agreed, ask);
      const logged = await loggedOf(request, job.signal);
      const result = await withChanges(services, input, job, async (session, secrets, changes) => {
        const options = runOptions(services, request, input, { session, secrets, ...logged }, job.signal);
        return runProof(session, { ...request, changes }, options, consent, job);
      });
      return kept.keep(input.id, result);
    },
    'proof.list': () => kept.list(),
    'proof.get': ({ id }) => kept.find(id),
    'proof.save': async ({ id, path }) => {
      await writeTextFile(path, `${jsonText((await kept.find(id)).result)}\n`);
      return { path };
    },
    'proof.delete': async ({ id }) => ({ deleted: await kept.delete(id) }),
  } satisfies HandlersOf<typeof proofContract>;
  return {
    ...calls,
    /** What the pairs of a file give; `agrees`: the file has the same. null: it is no proof. */
    'proof.recompute': async ({ path }: { path: string }) => {
      const written = await readProofFile(path);
      if (written === null) return null;
      const result = recomputeProof(written);
      const judged = ({ whole, kept, changes, interactions, text }: ReturnType<typeof proofJudgement>) => ({
        ...{ whole, kept, changes, interactions, text },
      });
      return { result, agrees: alike(judged(written), judged(result)) };
    },
  };
}

/** The plan of the snapshot as changes to be tried on the server that is connected to. @throws LatchkeyError server-differs */
async function withChanges<R>(
  { snapshots, decisions, rules }: Services,
  { id, choices, force, ...connect }: ProveInput,
  job: JobContext,
  use: (session: Session, secrets: ConnectionSecrets, changes: ProofChange[]) => Promise<R>,
): Promise<R> {
  const { snapshot, analysis } = await snapshots.get(id);
  const locks = { read: () => decisions.readForChange() };
  const plan = await planOf({ decisions: locks, rules }, snapshot, await analysis(), choices);
  return withSession(connect, job, async (session, _warnings, secrets) => {
    requireServerOf(snapshot, session, force);
    return use(session, secrets, await asPresent(session, proofChanges(plan, session.identity)));
  });
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
