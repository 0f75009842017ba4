import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze, buildPlan } from '../../src/analysis';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { noChoices, type TuningPlan } from '../../src/shared/plan';
import type { Snapshot } from '../../src/shared/snapshot';
import { productRules } from './rule-files';

const rules = productRules();

/** The snapshot as it would be had the plan been in force: the same load, other settings. */
function applied(snapshot: Snapshot, { changes }: TuningPlan): Snapshot {
  const stored = new Map(changes.map((change) => [change.variable, change.stored]));
  const variables = snapshot.sections.variables;
  const end = variables?.data?.end;
  if (variables === undefined || end?.table === undefined) throw new Error('no variables');
  const columns = end.table.columns.map((name) => name.toLowerCase());
  const [name, value] = [columns.indexOf('name'), columns.indexOf('value')];
  const rows = end.table.rows.map((row) => {
    const setting = stored.get(String(row[name]).toLowerCase());
    if (setting === undefined) return row;
    const text =
      typeof setting === 'boolean' ? (setting ? 'ON' : 'OFF') : setting === null ? null : String(setting);
    return row.map((cell, index) => (index === value ? text : cell));
  });
  return {
    ...snapshot,
    sections: {
      ...snapshot.sections,
      variables: {
        ...variables,
        data: { ...variables.data, end: { ...end, table: { ...end.table, rows } } },
      },
    },
  };
}

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
