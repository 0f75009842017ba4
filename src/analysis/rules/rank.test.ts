import { expect, test } from 'vitest';
import type { FiredRule, UnrankedFinding } from './evaluate';
import { rankFindings } from './rank';

test('of two notices without a share, what was seen happening comes before what was read from a setting', () => {
  const setting = finding('a-setting', 'notice', { level: 'high', firedSeconds: null });
  const seen = finding('b-seen', 'notice', { level: 'low', firedSeconds: 2 });
  const quiet = finding('c-quiet', 'notice', { level: 'medium', firedSeconds: 0 });
  const warning = finding('d-warning', 'warning', { level: 'low', firedSeconds: null });
  expect(rankFindings([setting, quiet, seen, warning]).map(({ ruleId }) => ruleId)).toEqual([
    'd-warning',
    'b-seen',
    'a-setting',
    'c-quiet',
  ]);
});

test('a notice that takes most of the measured time comes before a warning that takes hardly any, and after others', () => {
  const statement = withShare(finding('a-statement', 'notice', { level: 'high', firedSeconds: 9 }), 0.9);
  const small = withShare(finding('b-small', 'warning', { level: 'high', firedSeconds: 9 }), 0.04);
  const unmeasured = finding('c-unmeasured', 'warning', { level: 'high', firedSeconds: null });
  const large = withShare(finding('d-large', 'warning', { level: 'high', firedSeconds: 9 }), 0.3);
  const notice = withShare(finding('e-notice', 'notice', { level: 'high', firedSeconds: 9 }), 0.5);
  const ranked = rankFindings([notice, small, statement, unmeasured, large]);
  expect(ranked.map(({ ruleId }) => ruleId)).toEqual([
    'd-large',
    'c-unmeasured',
    'a-statement',
    'b-small',
    'e-notice',
  ]);
});

function withShare(rule: FiredRule, share: number): FiredRule {
  return { ...rule, finding: { ...rule.finding, impact: { ...rule.finding.impact, share } } };
}

function finding(
  ruleId: string,
  severity: UnrankedFinding['severity'],
  seen: Pick<UnrankedFinding['confidence'], 'level' | 'firedSeconds'>,
): FiredRule {
  const finding: UnrankedFinding = {
    ruleId,
    area: 'memory',
    title: ruleId,
    severity,
    role: 'lever',
    standing: 'finding',
    confidence: { reason: '', seenSeconds: null, ...seen },
    impact: { share: null, basis: 'estimated', text: '' },
    evidence: [],
    explanation: '',
    refutedBy: '',
    advice: [],
    actions: [],
    probe: null,
    sources: [],
  };
  return { finding, headline: null, measure: null, explains: [] };
}
