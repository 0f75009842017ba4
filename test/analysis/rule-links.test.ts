import { expect, test } from 'vitest';
import { analyze, compileRules, compileRulesWith } from '../../src/analysis';
import { readRules } from './rule-files';
import { buildSnapshot } from './snapshot-builder';

interface Parts {
  explains?: string;
  fields?: string;
  severity?: string;
}

function file(id: string, { explains = '[]', fields = '', severity = 'notice' }: Parts = {}) {
  const text = `id: ${id}
title: Rule ${id}
area: queries
severity: ${severity}
basis: measured
optional: [rate.Sort_scan]
when: rate.Slow_queries > 1
impact: { text: '{{ known(rate.Sort_scan) ? 1 : 0 }}' }
evidence:
  - { label: Slow, value: rate.Slow_queries, thresholdSource: ours }
explains: ${explains}
${fields}
explain: It explains.
refutedBy: Something that would refute it.
sources: [ours]
examples:
  - { name: slow, server: mysql 8.4.8, given: { rate.Slow_queries: 5 }, expect: fires, because: of it }
  - { name: fine, server: mysql 8.4.8, given: { rate.Slow_queries: 0 }, expect: silent, because: of it }
`;
  return { path: `${id}.yaml`, text };
}

const link = (rule: string, more = '') => `{ rule: ${rule}, because: 'of {{ rate.Slow_queries }}'${more} }`;

test('a rule that explains what does not exist, itself, or one thing twice is refused with its line', () => {
  expect(() => compileRules([file('a', { explains: `[${link('b')}]` })])).toThrow(
    /^a\.yaml:11: explains\.0: there is no rule b\./,
  );
  expect(() => compileRules([file('a', { explains: `[${link('a')}]` })])).toThrow(/its own cause: a -> a\./);
  const twice = file('a', { explains: `[${link('b')}, ${link('b')}]` });
  expect(() => compileRules([twice, file('b')])).toThrow(/explains\.1: b is explained twice/);
});

test('a cycle through several rules is refused and named', () => {
  const a = file('a', { explains: `[${link('b')}]` });
  const b = file('b', { explains: `[${link('c')}]` });
  const c = file('c', { explains: `[${link('a')}]` });
  expect(() => compileRules([a, b, c])).toThrow(
    /^c\.yaml:11: explains\.0: nothing is its own cause: c -> a -> b -> c/,
  );
});

test("a user's rule may explain those that come with Latchkey; faulty links leave only the rules at fault out", () => {
  const pack = readRules();
  const good = file('own-cause', { explains: `[${link('cpu-exhausted')}, ${link('own-effect')}]` });
  const effect = file('own-effect');
  const circle = [file('x', { explains: `[${link('y')}]` }), file('y', { explains: `[${link('x')}]` })];
  const follower = file('z', { explains: `[${link('y')}]` });
  const set = compileRulesWith(pack, [good, effect, ...circle, follower]);
  const own = set.rules.filter(({ path }) => !path.startsWith('rules/')).map(({ id }) => id);
  // Without y, x and z name a rule that is not there.
  expect(own).toEqual(['own-cause', 'own-effect']);
  expect(set.faults.map(({ path }) => path).sort()).toEqual(['x.yaml', 'y.yaml', 'z.yaml']);
});

test('a link holds where its condition does; what is not known does not hold', () => {
  const snapshot = buildSnapshot({ counters: { Slow_queries: [0, 20, 40] } });
  const explainedBy = (more: string) => {
    const set = compileRules([file('a', { explains: `[${link('b', more)}]` }), file('b')]);
    return analyze(snapshot, set, { path: null }).findings.find(({ ruleId }) => ruleId === 'b')?.explainedBy;
  };
  expect(explainedBy('')).toEqual([{ ruleId: 'a', text: 'of 20/s' }]);
  expect(explainedBy(', when: rate.Slow_queries > 10')).toHaveLength(1);
  expect(explainedBy(', when: rate.Slow_queries > 100')).toEqual([]);
  expect(explainedBy(', when: rate.Sort_scan >= 0')).toEqual([]);
});

test('a muted cause explains nothing', () => {
  const set = compileRules([file('a', { explains: `[${link('b')}]` }), file('b')]);
  const snapshot = buildSnapshot({ counters: { Slow_queries: [0, 20, 40] } });
  const mutes = [{ ruleId: 'a', reason: 'known', at: '2026-01-01T00:00:00Z' }];
  expect(analyze(snapshot, set, { path: null, mutes }).findings).toMatchObject([
    { ruleId: 'b', explainedBy: [] },
  ]);
});

test('a remark is only ever a notice, and only a resource measures something', () => {
  const remark = file('a', { severity: 'warning', fields: 'standing: remark' });
  expect(() => compileRules([remark])).toThrow(/standing: what is a remark/);
  expect(() => compileRules([file('a', { fields: 'measure: busy' })])).toThrow(/measure: only a resource/);
  expect(compileRules([file('a', { fields: 'role: resource\nmeasure: busy' })]).rules[0]).toMatchObject({
    role: 'resource',
    standing: 'finding',
  });
});
