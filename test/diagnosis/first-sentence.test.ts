import { expect, test } from 'vitest';
import { workedSnapshots } from '../../bench/diagnosis/production/run-cases.ts';
import { analyze } from '../../src/analysis';
import { productRules } from '../analysis/rule-files.ts';

const rules = productRules();

/** The first sentence of a production case, before the load. */
function firstSentence(id: string): string {
  const [made] = workedSnapshots([id]);
  if (made === undefined) throw new Error(`no such case: ${id}`);
  return analyze(made[1], rules, { path: null }).headline.text.split(' Load: ')[0] ?? '';
}

test('a cause that holds up commits stands behind the resource that it takes', () => {
  expect(firstSentence('group-commit-delay-57')).toContain(
    'and commits wait for binlog_group_commit_sync_delay: each of them takes at least 50 ms',
  );
});

test('a cause behind what everybody sees names what to change, and gives one reason', () => {
  const text = firstSentence('idle-connections-mariadb118');
  expect(text).toContain('(Most connections have been idle for ten minutes)');
  expect(text.match(/\bbecause\b/g)).toHaveLength(1);
});

test('a rule whose headline is empty on purpose does not speak', () => {
  expect(firstSentence('healthy-64-thread-writes-97')).toMatch(/^No bottleneck /);
});
