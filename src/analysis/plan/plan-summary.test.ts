import { expect, test } from 'vitest';
import { findingOf } from '../../../test/analysis/finding';
import type { Finding } from '../../shared/analysis';
import type { PlanChange } from '../../shared/plan';
import { planSummary } from './plan-summary';

test('the gain is bounded by what was measured of all causes together', () => {
  expect(gainOf([finding('a', 0.3)])).toContain('At best it removes 30 % of the time');
  expect(gainOf([finding('a', 0.3), finding('b', 0.2)])).toContain('At best it removes 50 % of the time');
  expect(gainOf([finding('a', 0.8), finding('b', 0.7)])).toContain('cannot be predicted');
  expect(gainOf([finding('a', 0.0024)])).toContain('At best it removes less than 1 % of the time');
});

test('a cause of which no time was measured leaves the whole without a bound', () => {
  const gain = gainOf([finding('a', 0.0024), finding('b', null), finding('c', null)]);
  expect(gain).not.toContain('At best');
  expect(gain).toContain('less than 1 % of the time');
  expect(gain).toContain('for 2 of 3 findings no share of time was measured');
  expect(gainOf([finding('a', null)])).toContain('cannot be predicted');
});

test('what a cause explains bounds it where it has no share of its own, and safety is asked for none', () => {
  const wait: Finding = { ...finding('w', 0.4), explainedBy: [{ ruleId: 'a', text: '' }] };
  expect(gainOf([finding('a', null)], [wait])).toContain('At best it removes 40 % of the time');
  const safety: Finding = { ...finding('s', null), area: 'durability' };
  expect(gainOf([finding('a', 0.3), safety])).toContain('At best it removes 30 % of the time');
  expect(gainOf([safety])).toContain('It improves safety, not speed.');
});

/** The summary of a plan with one change for each finding that is served. */
function gainOf(served: Finding[], others: Finding[] = []): string {
  const changes = served.map(({ ruleId }): PlanChange => change(ruleId));
  const memoryCheck = { status: 'fits', text: '' } as const;
  return planSummary({ changes, memoryCheck }, [...served, ...others]);
}

function change(ruleId: string): PlanChange {
  return {
    variable: `set_${ruleId}`,
    from: 1,
    to: 2,
    stored: 2,
    group: 'mysqld',
    when: 'now',
    why: [ruleId],
    neededBy: [],
    alsoWished: [],
    stopWhen: [],
    through: 'option file',
  };
}

function finding(ruleId: string, share: number | null): Finding {
  const impact = { share, basis: share === null ? 'estimated' : 'measured', text: '' } as const;
  return { ...findingOf(ruleId, { impact }), rank: 1, explainedBy: [] };
}
