import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerId } from '../scripts/servers/index.ts';
import { defineBench } from './bench.ts';
import { commonOptions, scenarios } from './diagnosis/scenarios.ts';
import { diagnosisBench } from './diagnosis.bench.ts';
import type { SnapshotProof } from './outputs/snapshot-plans.ts';
import { root, sourceModule } from './source.ts';

interface SnapshotPlans {
  proveSnapshotPlans(
    id: ServerId,
    file: string,
    options: Record<string, string | number | boolean>,
  ): Promise<SnapshotProof>;
}

/** Every output of every plan over the snapshots of the diagnosis scenarios; one that is missing is taken first. */
export const outputsDiagnosisBench = defineBench<SnapshotProof>({
  id: 'outputs-diagnosis',
  title: 'Outputs of the plans over the diagnosis scenarios against live servers',
  budget: 'every output accepted, every value as promised, every undo complete',
  items: scenarios.map(({ id }) => id),
  measure: async (item) => {
    const scenario = scenarios.find(({ id }) => id === item);
    if (scenario === undefined) throw new Error(`no scenario ${item}`);
    const file = join(root, '.cache', 'bench', 'diagnosis', `${item}.lks`);
    if (!existsSync(file)) await diagnosisBench.measure(item);
    const options = { ...commonOptions(scenario.server), ...scenario.options };
    const proof = await sourceModule('/bench/outputs/snapshot-plans.ts', (module: SnapshotPlans) =>
      module.proveSnapshotPlans(scenario.server, file, options),
    );
    for (const line of proof.disagreements) console.error(`  ${item} ${line}`);
    return proof;
  },
  table: (results) => [
    ['scenario', 'plans', 'changes', 'outputs', 'values read back', 'disagreements'],
    ...scenarios.flatMap(({ id }) => {
      const proof = results.get(id);
      if (proof === undefined) return [];
      const { plans, changes, outputs, values, disagreements } = proof;
      return [[id, ...[plans, changes, outputs, values, disagreements.length].map(String)]];
    }),
  ],
  verdict: (results) => {
    const all = [...results].flatMap(([item, { disagreements }]) =>
      disagreements.map((line) => `${item}: ${line}`),
    );
    const total = (number: (proof: SnapshotProof) => number) =>
      [...results.values()].reduce((sum, proof) => sum + number(proof), 0);
    const missing = scenarios.length - results.size;
    const what = `${total(({ outputs }) => outputs)} outputs of ${total(({ plans }) => plans)} plans, ${total(({ values }) => values)} values`;
    return {
      met: all.length === 0 && missing === 0,
      text: [
        all.length === 0
          ? `${what}: all as promised`
          : `${all.length} disagreements in ${what}: ${all.slice(0, 20).join('; ')}`,
        ...(missing === 0 ? [] : [`${missing} scenarios not yet tried`]),
      ].join('; '),
    };
  },
});
