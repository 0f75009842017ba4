import { expect, test } from 'vitest';
import type { PlanChange } from '../../../shared/plan';
import { keptRows } from './kept-rows';

const row = (variable: string, to = 1): PlanChange => ({
  variable,
  from: 0,
  to,
  stored: to,
  group: 'mysqld',
  when: 'now',
  why: [],
  neededBy: [],
  alsoWished: [],
  stopWhen: [],
  through: 'option file',
});
const names = (rows: readonly PlanChange[]) => rows.map(({ variable }) => variable);

test('a row whose value was refused stays where it stood, as it was; others follow the plan', () => {
  const before = [row('a'), row('b'), row('c')];
  const after = keptRows(before, [row('a', 2), row('c')], new Set(['b']));
  expect(names(after)).toEqual(['a', 'b', 'c']);
  expect(after[0]?.to).toBe(2);
  expect(after[1]).toEqual(row('b'));
});

test('a row that nobody asks for any more goes, and a new one comes last', () => {
  expect(names(keptRows([row('a'), row('b')], [row('c'), row('a')], new Set()))).toEqual(['a', 'c']);
  expect(names(keptRows([], [row('a')], new Set(['b'])))).toEqual(['a']);
});
