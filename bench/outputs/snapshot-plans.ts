import type { ServerId } from '../../scripts/servers/index.ts';
import { analyze, buildPlan } from '../../src/analysis';
import { plainText } from '../../src/analysis/outputs/render-context';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { noChoices } from '../../src/shared/plan';
import { decidedElsewhere, OutputProof, type Proof } from '../../test/analysis/output-proof.ts';
import { productRules } from '../../test/analysis/rule-files.ts';

export interface SnapshotProof extends Proof {
  plans: number;
  changes: number;
}

/**
 * The plan of a snapshot as a whole, and that of each of its findings, fed to a server of the same kind.
 * @param options of the server that the snapshot was taken of; what its plan changes is set as the snapshot has it
 */
export async function proveSnapshotPlans(
  id: ServerId,
  file: string,
  options: Readonly<Record<string, string | number | boolean>>,
): Promise<SnapshotProof> {
  const snapshot = await readSnapshot(file);
  const analysis = analyze(snapshot, productRules(), { path: null });
  const whole = buildPlan(snapshot, analysis.findings, noChoices);
  const settings = new Map(Object.entries(options).map(([name, value]) => [name, String(value)]));
  for (const { variable, from } of whole.changes) {
    if (!decidedElsewhere(id, variable)) settings.set(variable, plainText(from));
  }
  const base = `[mysqld]\n${[...settings].map(([name, value]) => `${name} = ${value}\n`).join('')}`;
  const plans = [
    whole,
    ...analysis.findings.map(({ ruleId }) =>
      buildPlan(snapshot, analysis.findings, { ...noChoices, accepted: [ruleId] }),
    ),
  ].filter(({ changes }) => changes.length > 0);
  const proof = new OutputProof(id, base);
  try {
    if (plans.length > 0) await proof.start();
    for (const plan of plans) await proof.whileRunning(plan, analysis);
    if (whole.changes.length > 0) await proof.acrossRestarts(whole, analysis);
  } finally {
    await proof.stop();
  }
  const changes = plans.reduce((sum, plan) => sum + plan.changes.length, 0);
  return { ...proof.proof, plans: plans.length, changes };
}
