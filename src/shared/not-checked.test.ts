import { expect, test } from 'vitest';
import type { NotChecked } from './analysis';
import { groupTitle, notCheckedGroups, shortGroups } from './not-checked';

const rule = (ruleId: string, ...unlocks: (string | undefined)[]): NotChecked => ({
  ruleId,
  title: ruleId,
  reasons: unlocks.map((unlock, at) => ({
    input: `fact.${at}`,
    code: 'no-window',
    text: 'Why.',
    ...(unlock === undefined ? {} : { unlock }),
  })),
});

test('what one step unlocks comes first, the most first; then several steps; last what nothing unlocks', () => {
  const groups = notCheckedGroups([
    rule('nothing', undefined),
    rule('half', 'A', undefined),
    rule('both', 'B', 'A'),
    rule('one', 'A'),
    rule('two', 'B', 'B'),
    rule('three', 'B'),
  ]);
  expect(groups.map(groupTitle)).toEqual([
    '2 checks: B',
    '1 check: A',
    '1 check: A; B',
    '2 checks: not on this server, or nothing to judge by',
  ]);
  expect(groups.map(({ rules }) => rules.map(({ ruleId }) => ruleId))).toEqual([
    ['two', 'three'],
    ['one'],
    ['both'],
    ['nothing', 'half'],
  ]);
});

test('analyses of older versions name no step', () => {
  expect(notCheckedGroups([rule('old', undefined)])).toMatchObject([{ steps: [] }]);
  expect(notCheckedGroups([])).toEqual([]);
});

test('what needs several steps is one group where there are several of them', () => {
  const rules = [rule('ab', 'A', 'B'), rule('bc', 'B', 'C'), rule('a', 'A'), rule('none', undefined)];
  expect(shortGroups(rules).map(({ title, group }) => [title, group.rules.length])).toEqual([
    ['1 check: A', 1],
    ['2 checks: more than one of these steps', 2],
    ['1 check: not on this server, or nothing to judge by', 1],
  ]);
  expect(shortGroups([rule('ab', 'A', 'B')]).map(({ title }) => title)).toEqual(['1 check: A; B']);
});
