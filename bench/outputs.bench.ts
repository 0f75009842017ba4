import { type ServerId, serverIds } from '../scripts/servers/index.ts';
import { defineBench } from './bench.ts';
import type { RandomProof } from './outputs/random-plans.ts';
import { sourceModule } from './source.ts';

const itemsAServer = 9;
const plansAnItem = 3;

interface RandomPlans {
  proveRandomPlans(id: ServerId, seed: number, plans: number): Promise<RandomProof>;
}

/** Whether servers accept every output of random plans, hold what was promised, and are as before after the undo. */
export const outputsBench = defineBench<RandomProof>({
  id: 'outputs',
  title: 'Outputs of random plans against live servers',
  budget: 'every output accepted, every value as promised, every undo complete',
  items: serverIds.flatMap((id) => Array.from({ length: itemsAServer }, (_, seed) => `${id} ${seed + 1}`)),
  measure: async (item) => {
    const [id, seed] = item.split(' ') as [ServerId, string];
    const proof = await sourceModule('/bench/outputs/random-plans.ts', (module: RandomPlans) =>
      module.proveRandomPlans(id, Number(seed), plansAnItem),
    );
    for (const line of proof.disagreements) console.error(`  #${seed} ${line}`);
    return proof;
  },
  table: (results) => [
    ['server', 'plans', 'changes', 'requests left out', 'outputs', 'values read back', 'disagreements'],
    ...serverIds.map((id) => {
      const own = [...results].filter(([item]) => item.startsWith(`${id} `)).map(([, result]) => result);
      const total = (number: (result: RandomProof) => number) =>
        String(own.reduce((sum, result) => sum + number(result), 0));
      return [
        id,
        total(({ plans }) => plans),
        total(({ changes }) => changes),
        total(({ leftOut }) => leftOut),
        total(({ outputs }) => outputs),
        total(({ values }) => values),
        total(({ disagreements }) => disagreements.length),
      ];
    }),
  ],
  verdict: (results) => {
    const all = [...results.values()];
    const disagreements = all.flatMap((result) => result.disagreements);
    const outputs = all.reduce((sum, result) => sum + result.outputs, 0);
    const values = all.reduce((sum, result) => sum + result.values, 0);
    return {
      met: disagreements.length === 0,
      text:
        disagreements.length === 0
          ? `${outputs} outputs were accepted, ${values} values came as promised; what earlier runs of these same seeds found was fixed, so the figure is no independent measure`
          : `${disagreements.length} disagreements in ${values} values: ${disagreements.slice(0, 20).join('; ')}`,
    };
  },
});
