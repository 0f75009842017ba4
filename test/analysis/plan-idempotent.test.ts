import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze, buildPlan } from '../../src/analysis';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { noChoices } from '../../src/shared/plan';
import { applied } from '../diagnosis/applied.ts';
import { productRules } from './rule-files';

const rules = productRules();

test.each(readdirSync('samples').filter((name) => name.endsWith('.lks')))(
  'the plan of %s with its own values in force asks for no change of the same requests',
  async (name) => {
    const snapshot = await readSnapshot(`samples/${name}`);
    const { findings, plan } = analyze(snapshot, rules, { path: null });
    const after = applied(snapshot, plan);
    expect(buildPlan(after, findings, noChoices).changes).toEqual([]);
    // Judged again, a setting that was put right is right. What was sized by a measured load is left out: with the
    // change in force another load would be measured.
    const settingRules = new Set(rules.rules.filter(({ basis }) => basis === 'setting').map(({ id }) => id));
    const right = plan.changes.filter(({ why }) => why.length > 0 && why.every((id) => settingRules.has(id)));
    const again = analyze(after, rules, { path: null }).plan.changes.map(({ variable }) => variable);
    expect(right.map(({ variable }) => variable).filter((variable) => again.includes(variable))).toEqual([]);
  },
);
