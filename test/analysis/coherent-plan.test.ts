import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyze, compileRules, makePlan } from '../../src/analysis';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { noChoices, type TuningPlan, withheldBesides } from '../../src/shared/plan';
import type { Snapshot } from '../../src/shared/snapshot';
import { productRules } from './rule-files';
import { buildSnapshot } from './snapshot-builder';

const MiB = 1024 ** 2;

interface Parts {
  severity?: string;
  advice?: string;
}

/** A rule on the two buffers; its examples are of no matter here. */
function rule(id: string, when: string, { severity = 'warning', advice = '[]' }: Parts = {}) {
  const text = `id: ${id}
title: Rule ${id}
area: sorting
severity: ${severity}
basis: setting
when: ${when}
impact: { text: It costs something. }
evidence:
  - { label: Buffer, value: variable.sort_buffer_size, thresholdSource: ours }
explain: It explains.
refutedBy: Something that would refute it.
advice: ${advice}
sources: [ours]
examples:
  - { name: f, server: mysql 8.4.8, given: { variable.sort_buffer_size: ${id === 'much' ? 2 * MiB : 65536}, variable.join_buffer_size: 262144 }, expect: fires, because: of it }
  - { name: s, server: mysql 8.4.8, given: { variable.sort_buffer_size: ${id === 'much' ? 65536 : 64 * MiB}, variable.join_buffer_size: 262144 }, expect: silent, because: of it }
`;
  return { path: `${id}.yaml`, text };
}
const set = (variable: string, to: string) =>
  `[{ variable: ${variable}, propose: ${to}, stopWhen: done, risk: It takes memory., sideEffects: none }]`;
const little = rule('a-little', 'variable.sort_buffer_size < 1 * MiB', {
  advice: set('sort_buffer_size', '2 * MiB'),
});
const snapshot = buildSnapshot({
  server: { flavour: 'mysql', version: [8, 4, 8] },
  variables: { sort_buffer_size: 262_144, join_buffer_size: 262_144, read_buffer_size: 131_072 },
});
const planOf = (...files: { path: string; text: string }[]) =>
  analyze(snapshot, compileRules(files), { path: null }).plan;
const changed = ({ changes }: TuningPlan) => changes.map(({ variable, stored }) => [variable, stored]);

test('advice that is not needed once a cause is gone is withheld, and says what makes it superfluous', () => {
  const symptom = rule('b', 'variable.sort_buffer_size < 1 * MiB', {
    advice: set('read_buffer_size', '1 * MiB'),
  });
  const plan = planOf(little, symptom);
  expect(changed(plan)).toEqual([['sort_buffer_size', 2 * MiB]]);
  expect(plan.withheld).toEqual([
    {
      ruleId: 'b',
      variable: 'read_buffer_size',
      to: MiB,
      reason: 'Not needed once sort_buffer_size is 2M.',
    },
  ]);
});

test('what the user accepts by name is planned although the cause would do', () => {
  const symptom = rule('b', 'variable.sort_buffer_size < 1 * MiB', {
    advice: set('read_buffer_size', '1 * MiB'),
  });
  const rules = compileRules([little, symptom]);
  const analysis = analyze(snapshot, rules, { path: null });
  const plan = makePlan(snapshot, rules, analysis, { ...noChoices, accepted: ['a-little', 'b'] });
  expect(changed(plan)).toEqual([
    ['sort_buffer_size', 2 * MiB],
    ['read_buffer_size', MiB],
  ]);
});

test('a value is worked out with the changes of the cause in force', () => {
  const sized = rule(
    'b',
    'variable.join_buffer_size < variable.sort_buffer_size + 1 && variable.sort_buffer_size < 8 * MiB',
    {
      advice: set('join_buffer_size', '2 * variable.sort_buffer_size'),
    },
  );
  expect(changed(planOf(little, sized))).toEqual([
    ['sort_buffer_size', 2 * MiB],
    ['join_buffer_size', 4 * MiB],
  ]);
});

test('a finding that only the plan would bring about is remedied by its own advice', () => {
  const brought = rule(
    'much',
    'variable.sort_buffer_size >= 2 * MiB && variable.join_buffer_size < 1 * MiB',
    {
      advice: set('join_buffer_size', '1 * MiB'),
    },
  );
  const plan = planOf(little, brought);
  expect(changed(plan)).toEqual([
    ['sort_buffer_size', 2 * MiB],
    ['join_buffer_size', MiB],
  ]);
  expect(plan.changes[1]).toMatchObject({
    why: [],
    neededBy: [{ variable: 'sort_buffer_size', reason: expect.stringContaining('Rule much') }],
  });
  expect(plan.caused).toEqual([]);
});

test('a change that would bring a warning about which nothing remedies is held back with the reason; a notice is only named', () => {
  const brought = rule('much', 'variable.sort_buffer_size >= 2 * MiB');
  const held = planOf(little, brought);
  expect(held.changes).toEqual([]);
  expect(held.leftOut).toEqual([
    {
      variable: 'sort_buffer_size',
      reason: expect.stringMatching(/^Withheld, .*: Rule much\. It costs something\./),
    },
  ]);
  const named = planOf(little, rule('much', 'variable.sort_buffer_size >= 2 * MiB', { severity: 'notice' }));
  expect(changed(named)).toEqual([['sort_buffer_size', 2 * MiB]]);
  expect(named.caused).toMatchObject([{ ruleId: 'much' }]);
});

test('what a graver finding asks for is not held back by a warning that comes with it, only named', () => {
  const critical = rule('a-little', 'variable.sort_buffer_size < 1 * MiB', {
    severity: 'critical',
    advice: set('sort_buffer_size', '2 * MiB'),
  });
  const plan = planOf(critical, rule('much', 'variable.sort_buffer_size >= 2 * MiB'));
  expect(changed(plan)).toEqual([['sort_buffer_size', 2 * MiB]]);
  expect(plan.caused).toMatchObject([{ ruleId: 'much' }]);
});

test('a notice that would ask for the opposite of a change holds back the least urgent change that leads there, and what goes with it', () => {
  const first = rule('a-little', 'variable.max_connections < 100', {
    severity: 'critical',
    advice: set('max_connections', '400.0'),
  });
  const later = rule('b', 'variable.tmp_table_size < 1 * MiB && variable.max_heap_table_size < 2 * MiB', {
    advice: `[${[set('tmp_table_size', '2 * MiB'), set('max_heap_table_size', '2 * MiB')].map((one) => one.slice(1, -1)).join(', ')}]`,
  });
  const brought = rule('c', 'variable.max_connections * variable.tmp_table_size > 600 * MiB', {
    severity: 'notice',
    advice: set('max_connections', 'variable.max_connections / 2'),
  });
  const server = buildSnapshot({
    server: { flavour: 'mariadb', version: [10, 11, 8] },
    variables: {
      sort_buffer_size: 262_144,
      max_connections: 50,
      tmp_table_size: 524_288,
      max_heap_table_size: 524_288,
    },
  });
  const { plan } = analyze(server, compileRules([first, later, brought]), { path: null });
  expect(changed(plan)).toEqual([['max_connections', 400]]);
  expect(plan.leftOut.map(({ variable }) => variable)).toEqual(['tmp_table_size', 'max_heap_table_size']);
  expect(plan.caused).toEqual([]);
});

test('advice that only lacks memory beside a change is not called superfluous', () => {
  const sized = rule('b', 'variable.join_buffer_size < 1 * MiB && fact.memory_worst < 900 * MiB', {
    advice: set('join_buffer_size', '1 * MiB'),
  });
  const first = rule('a-little', 'variable.sort_buffer_size < 1 * MiB', {
    advice: set('sort_buffer_size', '128 * MiB'),
  });
  const small = buildSnapshot({
    server: { flavour: 'mysql', version: [8, 4, 8] },
    variables: {
      sort_buffer_size: 262_144,
      join_buffer_size: 262_144,
      read_buffer_size: 131_072,
      innodb_buffer_pool_size: 128 * MiB,
      max_connections: 8,
    },
    status: { Max_used_connections: 8, Threads_connected: 8 },
    gauges: { Threads_connected: [8, 8, 8], Threads_running: [8, 8, 8] },
  });
  const { plan } = analyze(small, compileRules([first, sized]), { path: null });
  expect(plan.withheld).toEqual([
    expect.objectContaining({
      variable: 'join_buffer_size',
      reason: expect.stringMatching(/^Too little memory is left for it once sort_buffer_size is 128M/),
    }),
  ]);
});

test('rules that undo each other end in a plan, not in a loop', () => {
  const down = rule('much', 'variable.sort_buffer_size >= 2 * MiB', {
    advice: set('sort_buffer_size', '262144'),
  });
  const plan = planOf(little, down);
  expect(plan.changes).toEqual([]);
  expect(plan.caused).toEqual([]);
});

test('a plan begins with a paragraph: what is wrong, what changes, what it brings, what it risks, how to go back', () => {
  expect(planOf(little).summary).toBe(
    'Rule a-little: It costs something. The plan changes sort_buffer_size from 256K to 2M. No restart is needed. ' +
      'The gain cannot be predicted: no share of time was measured for it. Compare a later snapshot ' +
      'with this one. Risks: It takes memory. To undo it, apply the rollback that comes with the plan: it restores ' +
      'the current values.',
  );
  expect(planOf(rule('much', 'variable.sort_buffer_size >= 2 * MiB')).summary).toBe('');
});

const samples = readdirSync('samples').filter((name) => name.endsWith('.lks'));
const rules = productRules();

test.each(samples)(
  'the plan of %s, put into the snapshot itself, brings nothing about that it does not name',
  async (name) => {
    const present = await readSnapshot(join('samples', name));
    const before = analyze(present, rules, { path: null });
    const after = analyze(withSettings(present, before.plan), rules, { path: null });
    const named = new Set([...before.findings, ...before.plan.caused].map(({ ruleId }) => ruleId));
    const brought = after.findings.filter(
      ({ ruleId, standing }) => standing === 'finding' && !named.has(ruleId),
    );
    expect(brought.map(({ ruleId }) => ruleId)).toEqual([]);
  },
);

/** The snapshot with the planned values in the place of the server's own. */
function withSettings(present: Snapshot, { changes }: TuningPlan): Snapshot {
  const copy = structuredClone(present);
  const table = copy.sections.variables?.data?.end?.table;
  const columns = table?.columns.map((column) => column.toLowerCase()) ?? [];
  const [nameAt, valueAt] = [columns.indexOf('name'), columns.indexOf('value')];
  for (const row of table?.rows ?? []) {
    const change = changes.find(({ variable }) => variable === String(row[nameAt]).toLowerCase());
    if (change === undefined) continue;
    row[valueAt] =
      typeof change.stored === 'boolean' ? (change.stored ? 'ON' : 'OFF') : String(change.stored);
  }
  return copy;
}

test('advice on a symptom is not named as left out where the plan sets the same variable for the cause', async () => {
  const snapshot = await readSnapshot(join(import.meta.dirname, '../../samples/mysql-8.0-before-plan.lks'));
  const { plan, findings } = analyze(snapshot, productRules(), { path: null });
  const symptom = findings.find(({ ruleId }) => ruleId === 'free-pages-exhausted');
  expect(symptom?.explainedBy.map(({ ruleId }) => ruleId)).toContain('buffer-pool-too-small');
  expect(symptom?.advice.map(({ variable }) => variable)).toContain('innodb_buffer_pool_size');
  const set = plan.changes.map(({ variable }) => variable);
  expect(set).toContain('innodb_buffer_pool_size');
  expect(plan.withheld.map(({ ruleId }) => ruleId)).toContain('free-pages-exhausted');
  expect(withheldBesides(plan).filter(({ variable }) => set.includes(variable))).toEqual([]);
});
