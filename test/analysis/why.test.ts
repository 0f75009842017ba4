import { expect, test } from 'vitest';
import { analyze, compileRules, explainRule } from '../../src/analysis';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { readRules } from './rule-files';

const files = readRules();
const set = compileRules(files);
// Its pool is too small, and pages are short because of it.
const snapshot = await readSnapshot('samples/mysql-8.0-before-plan.lks');
const analysis = analyze(snapshot, set, { path: null });

function why(ruleId: string, judged = analysis) {
  const rule = set.rules.find(({ id }) => id === ruleId);
  const file = files.find(({ path }) => path.endsWith(`/${ruleId}.yaml`));
  if (rule === undefined || file === undefined) throw new Error(`no rule ${ruleId}`);
  const { onSnapshot } = explainRule(rule, file, set, snapshot, judged);
  if (onSnapshot === null) throw new Error('not judged');
  return onSnapshot;
}

test('a finding says why it ranks where it does, what explains it and what it explains', () => {
  const cause = why('buffer-pool-too-small');
  expect(cause.place).toMatch(
    /^Rank 1 of \d+: no other finding explains it; a warning, before notices; something that can be changed/,
  );
  expect(cause.effects).toMatchObject([{ ruleId: 'free-pages-exhausted' }]);
  const symptom = why('free-pages-exhausted');
  expect(symptom.place).toMatch(
    /it follows from "innodb_buffer_pool_size too small.*Its advice is not in the plan: It treats a symptom/,
  );
  expect(symptom.causes[0]).toMatchObject({ ruleId: 'buffer-pool-too-small' });
});

test('a rule that one might expect says which part of its condition is false, with the values', () => {
  const { outcome, because, place } = why('row-lock-waits');
  expect(outcome).toBe('passed');
  expect(because).toMatch(
    /^This does not hold: fact\.row_lock_wait_rate >= 0\.2 \(fact\.row_lock_wait_rate is .*\); \(known\(fact\.row_lock_share\) .* \(fact\.row_lock_share is .*\)\.$/,
  );
  expect(place).toBeNull();
});

test('a muted finding says that it has no rank', () => {
  const mutes = [{ ruleId: 'buffer-pool-too-small', reason: 'a test', at: '2026-01-01T00:00:00Z' }];
  const judged = analyze(snapshot, set, { path: null, mutes });
  expect(why('buffer-pool-too-small', judged).place).toContain('It is muted (a test)');
});
