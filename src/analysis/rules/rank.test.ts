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
