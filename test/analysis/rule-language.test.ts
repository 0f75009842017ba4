import { expect, test } from 'vitest';
import { analyze, compileRules } from '../../src/analysis';
import { evaluateRule } from '../../src/analysis/rules/evaluate';
import { ExampleInputs } from '../../src/analysis/rules/example-inputs';
import { buildSnapshot } from './snapshot-builder';

const complete = {
  when: 'fact.sort_rate > 10 && variable.sort_buffer_size > 1000',
  evidence: '{ label: Sorts, value: fact.sort_rate, threshold: 10, thresholdSource: test }',
  rest: '',
  given: '{ fact.sort_rate: 20, variable.sort_buffer_size: 2000 }',
  silent: '{ fact.sort_rate: 1, variable.sort_buffer_size: 2000 }',
};

/** A small rule with parts replaced. */
function ruleText(parts: Partial<typeof complete> = {}): string {
  const { when, evidence, rest, given, silent } = { ...complete, ...parts };
  return `id: some-rule
title: Some rule
area: sorting
severity: warning
basis: measured
when: ${when}
impact: { text: '{{ fact.sort_rate | count }} sorts' }
evidence:
  - ${evidence}
explain: Because of {{ variable.sort_buffer_size }}.
refutedBy: Nothing.
sources: [test]
${rest}
examples:
  - { name: fires, server: mysql 8.0.40, given: ${given}, expect: fires, because: yes it does }
  - { name: silent, server: mysql 8.0.40, given: ${silent}, expect: silent, because: no it does not }
`;
}
const compile = (text: string) => compileRules([{ path: 'rules/x.yaml', text }]);
const outcomeOf = (text: string, given: Record<string, number | string | boolean>) => {
  const set = compile(text);
  const [rule] = set.rules;
  if (rule === undefined) throw new Error('no rule');
  const example = { name: 'x', server: 'mysql 8.0.40', given, expect: 'fires' as const, because: 'x' };
  return evaluateRule(rule, new ExampleInputs(example), set);
};

test.each([
  [
    'a fact that does not exist',
    { when: 'fact.sort_rat > 10' },
    /^rules\/x\.yaml:6: when: there is no fact sort_rat/,
  ],
  [
    'a variable that does not exist',
    { when: 'variable.sort_bufer_size > 10' },
    /^rules\/x\.yaml:6: .*sort_bufer_size/,
  ],
  [
    'a status variable that does not exist',
    { when: 'rate.Sorts > 10' },
    /^rules\/x\.yaml:6: .*no status variable Sorts/,
  ],
  ['a status variable in the wrong case', { when: 'rate.sort_scan > 10' }, /spelt Sort_scan/],
  [
    'a threshold on a total since the start',
    { when: 'status.Sort_scan > 10' },
    /counts since the server started/,
  ],
  ['a rate of a level', { when: 'rate.Threads_running > 10' }, /is a level/],
  ['a comparison of a text with a number', { when: 'fact.top_latch > 10' }, /:6: when: .*no such overload/],
  ['a condition that is no condition', { when: 'fact.sort_rate * 2' }, /must give a bool/],
  ['broken syntax', { when: '"fact.sort_rate >"' }, /^rules\/x\.yaml:6: when/],
  [
    'known() of what is not optional',
    { when: 'known(fact.sort_rate)' },
    /needs fact\.sort_rate under "optional"/,
  ],
  [
    'an optional input that is not used',
    { rest: 'optional: [fact.redo_rate]' },
    /optional input fact\.redo_rate is not used/,
  ],
  [
    'a key that is not in the schema',
    { rest: 'wehn: true' },
    /^rules\/x\.yaml:\d+: the rule: Unrecognized key/,
  ],
  [
    'an unknown unit',
    { evidence: '{ label: x, value: fact.sort_rate, unit: furlongs, thresholdSource: x }' },
    /^rules\/x\.yaml:9: evidence\.0\.unit/,
  ],
  [
    'a version that lacks a needed variable',
    { when: 'variable.query_cache_size > 0' },
    /needs variable\.query_cache_size, which mysql 8\.0\.28 does not have/,
  ],
])('%s is refused with its place', (_, parts, message) => {
  expect(() => compile(ruleText(parts))).toThrow(message);
});

test('a rule without an example that fires is refused', () => {
  const text = ruleText().replaceAll('expect: fires', 'expect: silent');
  expect(() => compile(text)).toThrow(/an example that fires and one that stays silent/);
});

test('YAML that cannot be read is refused with its line', () => {
  expect(() => compile('id: a\ntitle: [unclosed\n')).toThrow(/^rules\/x\.yaml:\d+: /);
});

test('two rules with one id are refused', () => {
  const text = ruleText();
  expect(() =>
    compileRules([
      { path: 'a.yaml', text },
      { path: 'b.yaml', text },
    ]),
  ).toThrow(/already has a rule some-rule/);
});

test('an unknown input leaves a rule undecided only where it matters', () => {
  const text = ruleText();
  expect(outcomeOf(text, { 'fact.sort_rate': 1 }).kind).toBe('passed');
  const undecided = outcomeOf(text, { 'fact.sort_rate': 20 });
  expect(undecided).toMatchObject({ kind: 'not-checked', reasons: [{ input: 'variable.sort_buffer_size' }] });
});

test('numbers are doubles whatever their form, also inside functions and beside text with digits', () => {
  const when = '\'max(fact.sort_rate, 3) >= 20 && fact.sort_rate / 2 == 10.0 && "v 10" != "v 10.0"\'';
  expect(outcomeOf(ruleText({ when }), { 'fact.sort_rate': 20, 'variable.sort_buffer_size': 1 }).kind).toBe(
    'fired',
  );
});

test('a value in a text has its unit, its own or the one asked for', () => {
  const outcome = outcomeOf(ruleText(), { 'fact.sort_rate': 20, 'variable.sort_buffer_size': 2_097_152 });
  expect(outcome).toMatchObject({
    kind: 'fired',
    finding: { impact: { text: '20 sorts' }, explanation: 'Because of 2 MiB.' },
  });
});

test('a condition per second counts the seconds that could be judged', () => {
  const text = ruleText({ when: 'seconds.fired >= 2', rest: 'perSecond: rate.Sort_scan >= 10' });
  const snapshot = buildSnapshot({ counters: { Sort_scan: [0, 20, 25, null, 60, 80, 5, 30] } });
  const { findings } = analyze(snapshot, compile(text), { path: null });
  // 20, 5, gap, gap, 20, reset, 25
  expect(findings[0]?.confidence).toMatchObject({ firedSeconds: 3, seenSeconds: 4 });
});

test('findings rank by severity, then by measured share, and the order never depends on the order of files', () => {
  const variant = (id: string, severity: string, share: string) => ({
    path: `${id}.yaml`,
    text: ruleText({ when: 'rate.Sort_scan > 0' })
      .replace('id: some-rule', `id: ${id}`)
      .replace('severity: warning', `severity: ${severity}`)
      .replace('impact: {', `impact: { share: ${share},`),
  });
  const files = [
    variant('a', 'notice', '0.9'),
    variant('b', 'warning', '0.1'),
    variant('c', 'warning', '0.5'),
    variant('d', 'critical', '0.01'),
  ];
  const snapshot = buildSnapshot({ counters: { Sort_scan: [0, 1] }, variables: { sort_buffer_size: 1 } });
  for (const order of [files, [...files].reverse()]) {
    const { findings } = analyze(snapshot, compileRules(order), { path: null });
    expect(findings.map(({ ruleId, rank }) => `${rank} ${ruleId}`)).toEqual(['1 d', '2 c', '3 b', '4 a']);
  }
});
