import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverIds } from '../../scripts/servers/index.ts';
import { analyze, buildPlan } from '../../src/analysis';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { noChoices } from '../../src/shared/plan';
import type { Snapshot } from '../../src/shared/snapshot';
import { describeEachServer } from '../server/real-server.ts';
import { decidedElsewhere, OutputProof } from './output-proof.ts';
import { productRules } from './rule-files';

// Every output of every plan over the samples, fed to a server of that flavour and series: what leaves Latchkey must be
// accepted, do exactly what was promised, and be undoable.

const folder = join(import.meta.dirname, '../../samples');
const rules = productRules();
const samples = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith('.lks'))
    .map(async (name) => ({ name, snapshot: await readSnapshot(join(folder, name)) })),
);
const serverOf = ({ server: { flavour, version } }: Snapshot) =>
  serverIds.find((id) => id === `${flavour}${version[0]}${version[1]}`);

test('every sample has a server that its plans can be tried on', () => {
  for (const { name, snapshot } of samples) expect(serverOf(snapshot), name).toBeDefined();
});

const sampled = serverIds.filter((id) => samples.some(({ snapshot }) => serverOf(snapshot) === id));
await describeEachServer(
  'outputs',
  (id) => {
    for (const { name, snapshot } of samples.filter((sample) => serverOf(sample.snapshot) === id)) {
      test(`${name}: every output of every plan is accepted, holds what it promised, and is undone`, async () => {
        const analysis = analyze(snapshot, rules, { path: null });
        const whole = buildPlan(snapshot, analysis.findings, noChoices);
        // What is withheld from the whole plan is planned where its finding is chosen.
        const chosen = { ...noChoices, accepted: analysis.findings.map(({ ruleId }) => ruleId) };
        const base = `[mysqld]\n${buildPlan(snapshot, analysis.findings, chosen)
          .changes.filter(({ variable }) => !decidedElsewhere(id, variable))
          .map(
            ({ variable, from }) => `${variable} = ${from === true ? 'ON' : from === false ? 'OFF' : from}\n`,
          )
          .join('')}`;
        const proof = new OutputProof(id, base);
        try {
          await proof.start();
          await proof.whileRunning(whole, analysis);
          for (const { ruleId } of analysis.findings) {
            const plan = buildPlan(snapshot, analysis.findings, { ...noChoices, accepted: [ruleId] });
            if (plan.changes.length > 0) await proof.whileRunning(plan, analysis);
          }
          await proof.acrossRestarts(whole, analysis);
        } finally {
          await proof.stop();
        }
        expect(proof.proof.disagreements).toEqual([]);
        expect(proof.proof.outputs).toBeGreaterThan(10);
      });
    }
  },
  sampled,
);
