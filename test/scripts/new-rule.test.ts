import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleScaffold, writeNewRule } from '../../scripts/new-rule.ts';
import { checkExamples, compileRules } from '../../src/analysis';
import { areas } from '../../src/shared/analysis';

test('a new rule passes every check in every area', () => {
  for (const area of areas) {
    const rules = compileRules([{ path: `rules/${area}/my-rule.yaml`, text: ruleScaffold(area, 'my-rule') }]);
    expect(checkExamples(rules)).toEqual([]);
  }
});

test('it is written once, into the folder of its area, and a wrong area or id is reported', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-new-rule-'));
  const file = join(folder, 'redo', 'my-rule.yaml');
  expect(writeNewRule(['redo', 'my-rule', folder], areas)).toEqual({ file });
  expect(readFileSync(file, 'utf8')).toBe(ruleScaffold('redo', 'my-rule'));
  expect(writeNewRule(['redo', 'my-rule', folder], areas)).toEqual({ problem: `${file} is there already.` });
  expect(writeNewRule(['nowhere', 'my-rule', folder], areas)).toEqual({
    problem: expect.stringMatching(/Areas: memory/),
  });
  expect(writeNewRule(['redo', '../My Rule', folder], areas)).toEqual({
    problem: expect.stringMatching(/is no id/),
  });
  rmSync(folder, { recursive: true });
});
