import { expect, test } from 'vitest';
import { compileRules } from '../../src/analysis';
import { compileRulesWith } from '../../src/analysis/rules/compile';

/** A valid rule with another condition, and more YAML before it. */
function ruleWith(when: string, before = '') {
  const text = `${before}id: bomb
title: A rule
area: queries
severity: notice
basis: measured
when: >-
  ${when}
impact: { text: some }
evidence:
  - { label: Slow, value: rate.Slow_queries, thresholdSource: ours }
explain: It explains.
refutedBy: Something that would refute it.
sources: [ours]
examples:
  - { name: slow, server: mysql 8.4.8, given: { rate.Slow_queries: 5 }, expect: fires, because: of it }
  - { name: fine, server: mysql 8.4.8, given: { rate.Slow_queries: 0 }, expect: silent, because: of it }
`;
  return { path: 'bomb.yaml', text };
}
const list = (length: number) => `[${Array.from({ length }, (_, index) => index).join(', ')}]`;
const condition = 'rate.Slow_queries > 1';

test('a plain condition, and a small list, are within the limits', () => {
  for (const when of [condition, `${condition} && [1, 2, 3].exists(x, x < rate.Slow_queries)`]) {
    expect(compileRules([ruleWith(when)]).rules).toHaveLength(1);
  }
});

test.each([
  ['too many nodes', `${condition}${' && rate.Slow_queries > 1'.repeat(300)}`, /maxAstNodes/],
  ['too deep', `${'('.repeat(200)}${condition}${')'.repeat(200)}`, /maxDepth/],
  ['a list too long', `${list(500)}.exists(x, x > rate.Slow_queries)`, /maxListElements/],
  [
    'nested macros over lists',
    `${list(50)}.exists(a, ${list(50)}.exists(b, ${list(50)}.exists(c, a + b + c > rate.Slow_queries)))`,
    /may take [\d,]+ steps to evaluate, more than the 5000 allowed/,
  ],
  [
    'a macro over a computed list',
    '[[1], [2]].all(x, x.all(y, y > 0)) && rate.Slow_queries > 1',
    /written out/,
  ],
  [
    'lists that grow',
    '[[1]].map(x, x + x).map(x, x + x).size() > 1 && rate.Slow_queries > 1',
    /map\(\) is not available/,
  ],
  [
    'values bound and doubled',
    'cel.bind(a, "x" + "x", a + a != "") && rate.Slow_queries > 1',
    /cel\.bind\(\) is not available/,
  ],
  [
    'a pattern that takes for ever',
    '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".matches("(a+)+$") && rate.Slow_queries > 1',
    /matches\(\) is not available/,
  ],
])('%s: refused with file and line', (_what, when, problem) => {
  expect(() => compileRules([ruleWith(when)])).toThrowError(problem);
  expect(() => compileRules([ruleWith(when)])).toThrowError(/^bomb\.yaml:\d+: when: /);
});

test('the expressions of one rule are limited together', () => {
  const big = `${list(150)}.exists(x, x + x + x + x + x + x + x + x + x + x > 1)`;
  const advice = Array.from({ length: 40 }, () => `{{ ${big} }}`).join(' ');
  const rule = ruleWith(condition);
  expect(() =>
    compileRules([{ ...rule, text: rule.text.replace('It explains.', `'${advice}'`) }]),
  ).toThrowError(/may take more than 50000 steps together/);
});

const levels = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    index === 0
      ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]\n'
      : `a${index}: &a${index} [${`*a${index - 1}, `.repeat(9)}x]\n`,
  ).join('');

test.each([
  ['an alias bomb', ruleWith(condition, levels(9)), /bomb\.yaml:1: .*alias/i],
  ['endless nesting', { path: 'bomb.yaml', text: `id: ${'['.repeat(50_000)}` }, /bomb\.yaml:\d+: /],
  [
    'a file far too long',
    { path: 'bomb.yaml', text: `# ${'x'.repeat(300 * 1024)}` },
    /bomb\.yaml:1: it is longer than 32 KiB/,
  ],
  ['no YAML at all', { path: 'bomb.yaml', text: '\u0000\u0001{{{' }, /bomb\.yaml:\d+: /],
])('%s is an error of that rule, and the others run', (_what, bomb, message) => {
  expect(() => compileRules([bomb])).toThrowError(message);
  const good = { ...ruleWith(condition), path: 'good.yaml' };
  const set = compileRulesWith([], [bomb, good]);
  expect(set.rules).toHaveLength(1);
  expect(set.faults).toMatchObject([{ path: 'bomb.yaml', message: expect.stringMatching(message) }]);
});
