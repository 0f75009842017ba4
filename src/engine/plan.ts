import { outputRefusal, presentVariables, renderPlan } from '../analysis';
import { readPlanTarget, writeTextFile } from '../files/options/option-files';
import { planFormats } from '../shared/plan';
import type { RpcInput } from '../shared/rpc';
import type { planContract } from '../shared/rpc/plan';
import type { HandlersOf } from './base/calls';
import { planOf } from './base/plan-of';
import { KeptProofs } from './probes/kept-proofs';
import type { Services } from './services';

/** Plans of a snapshot, as documents. */
export function planCalls({ snapshots, decisions, rules, databases, reader }: Services) {
  const proofs = new KeptProofs(databases);
  async function render({ id, choices, format, myCnfPath, undo }: RpcInput<'plan.render'>) {
    const { snapshot, analysis: judge } = await snapshots.get(id);
    const analysis = await judge();
    const made = await planOf({ decisions, rules }, snapshot, analysis, choices);
    // A proof speaks for the values of the plan, not for those that a rollback restores.
    const plan = undo === true ? made : await proofs.beside(made, { id, server: snapshot.server });
    const myCnf = myCnfPath === undefined ? null : await readPlanTarget(myCnfPath, snapshot.server);
    return renderPlan(plan, analysis, format, myCnf, {
      undo: undo === true,
      present: presentVariables(snapshot),
      origin: { target: snapshot.origin.target, createdAt: snapshot.createdAt },
      reader,
    });
  }

  return {
    'plan.get': async ({ id, choices }) => {
      const { snapshot, analysis } = await snapshots.get(id);
      const plan = await planOf({ decisions, rules }, snapshot, await analysis(), choices);
      return proofs.beside(plan, { id, server: snapshot.server });
    },
    'plan.formats': async ({ id }) => {
      const { server } = (await snapshots.get(id)).snapshot;
      return planFormats.map((format) => ({ format, refusal: outputRefusal(format, server) }));
    },
    'plan.render': render,
    'plan.save': async ({ path, ...request }) => {
      await writeTextFile(path, (await render(request)).text);
      return { path };
    },
  } satisfies HandlersOf<typeof planContract>;
}
