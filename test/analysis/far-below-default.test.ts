import { expect, test } from 'vitest';
import { evaluateRule } from '../../src/analysis/rules/evaluate';
import { ExampleInputs } from '../../src/analysis/rules/example-inputs';
import { productRules } from './rule-files';

const rules = productRules();

/** What the limit of dirty pages is called where it drove the flushing in some of nine seconds. */
function judged(limit: number, fired: number) {
  const rule = rules.rules.find(({ id }) => id === 'dirty-page-limit-low');
  if (rule === undefined) throw new Error('There is no such rule.');
  const given = {
    'variable.innodb_max_dirty_pages_pct': limit,
    'fact.flush_page_rate': 150,
    'fact.peak_dirty_share': limit / 100,
    'seconds.fired': fired,
    'seconds.seen': 9,
  };
  const example = { name: '', server: 'mysql 8.0.40', given, expect: 'fires' as const, because: '' };
  const outcome = evaluateRule(rule, new ExampleInputs(example), rules);
  return outcome.kind === 'fired'
    ? { severity: outcome.finding.severity, times: outcome.timesBelowDefault }
    : outcome;
}

test('a notice about a value at a quarter of its default or less is a warning where its effect was seen', () => {
  expect(judged(2, 6)).toEqual({ severity: 'warning', times: 45 });
  expect(judged(2, 0)).toEqual({ severity: 'notice', times: 45 });
});
