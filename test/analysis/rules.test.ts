import { expect, test } from 'vitest';
import { checkExamples, compileRules } from '../../src/analysis';
import { readRules } from './rule-files';

const rules = compileRules(readRules());

test('every example of every rule turns out as its file says', () => {
  expect(checkExamples(rules)).toEqual([]);
});
