import { expect, test } from 'vitest';
import { findingOf, firedOf } from '../../../test/analysis/finding';
import type { Advice } from '../../shared/analysis';
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

test('of notices, what was counted since the start comes before what is only set so; of warnings a certain setting stays first', () => {
  const counted = (severity: 'notice' | 'warning') => {
    const one = finding('z-counted', severity, { level: 'low', firedSeconds: null });
    return { ...one, finding: { ...one.finding, averagedOver: 86_400 } };
  };
  const set = (severity: 'notice' | 'warning') =>
    finding('a-set', severity, { level: 'high', firedSeconds: null });
  const order = (...fired: FiredRule[]) => rankFindings(fired).map(({ ruleId }) => ruleId);
  expect(order(set('notice'), counted('notice'))).toEqual(['z-counted', 'a-set']);
  expect(order(counted('warning'), set('warning'))).toEqual(['a-set', 'z-counted']);
});

test('of warnings, a setting that endangers data or replicas comes after what holds statements up; a critical one does not', () => {
  const hazard = (severity: 'warning' | 'critical') => {
    const one = finding('a-hazard', severity, { level: 'high', firedSeconds: null });
    return { ...one, finding: { ...one.finding, hazard: true as const } };
  };
  const cause = (severity: 'warning' | 'critical') =>
    finding('b-cause', severity, { level: 'low', firedSeconds: null });
  const order = (...fired: FiredRule[]) => rankFindings(fired).map(({ ruleId }) => ruleId);
  expect(order(hazard('warning'), cause('warning'))).toEqual(['b-cause', 'a-hazard']);
  expect(order(cause('critical'), hazard('critical'))).toEqual(['a-hazard', 'b-cause']);
});

test('what else is alike goes by how far beyond its threshold it lies', () => {
  const beyond = (id: string, value: number, threshold: number): FiredRule => {
    const one = finding(id, 'warning', { level: 'low', firedSeconds: null });
    const evidence = [
      { label: '', value, threshold, unit: 'none' as const, formula: '', thresholdSource: '' },
    ];
    return { ...one, finding: { ...one.finding, evidence } };
  };
  const ranked = rankFindings([
    beyond('a-little', 24, 30),
    beyond('b-far', 36, 10),
    beyond('c-farthest', 1, 8),
  ]);
  expect(ranked.map(({ ruleId }) => ruleId)).toEqual(['c-farthest', 'b-far', 'a-little']);
});

test('a resource comes after every lever above a notice, also one whose share is small', () => {
  const small = withShare(finding('b-small', 'warning', { level: 'high', firedSeconds: 9 }), 0.04);
  const busy = finding('a-busy', 'warning', { level: 'high', firedSeconds: 9 });
  const resource = { ...busy, finding: { ...busy.finding, role: 'resource' as const } };
  expect(rankFindings([resource, small]).map(({ ruleId }) => ruleId)).toEqual(['b-small', 'a-busy']);
});

test('a setting far below its default is no consequence of statements, and comes before them where it takes a good part of the time', () => {
  const statement = (severity: 'warning' | 'critical', share: number): FiredRule => {
    const rule = withShare(finding('a-statement', severity, { level: 'high', firedSeconds: 9 }), share);
    return {
      ...rule,
      finding: { ...rule.finding, area: 'queries' },
      explains: [{ rule: 'b-setting', text: 'it sorts' }],
    };
  };
  const setting = withShare(finding('b-setting', 'warning', { level: 'high', firedSeconds: 9 }), 0.4);
  const far = { ...setting, timesBelowDefault: 4 };
  expect(rankFindings([statement('critical', 1), far])).toMatchObject([
    { ruleId: 'b-setting', explainedBy: [] },
    { ruleId: 'a-statement' },
  ]);
  expect(rankFindings([statement('critical', 1), setting])).toMatchObject([
    { ruleId: 'a-statement' },
    { ruleId: 'b-setting', explainedBy: [{ ruleId: 'a-statement' }] },
  ]);
  const little = { ...withShare(far, 0.12), timesBelowDefault: 4 };
  expect(rankFindings([statement('warning', 0.9), little])).toMatchObject([
    { ruleId: 'a-statement' },
    { ruleId: 'b-setting' },
  ]);
});

test('a setting far below its default is loud once anybody feels it; what takes a thousandth of the time comes last of the warnings', () => {
  const warning = (id: string) => finding(id, 'warning', { level: 'high', firedSeconds: 9 });
  const far = (share: number) => ({ ...withShare(warning('a-far'), share), timesBelowDefault: 4 });
  const order = (...fired: FiredRule[]) => rankFindings(fired).map(({ ruleId }) => ruleId);
  expect(order(far(0.05), warning('b-unmeasured'))).toEqual(['a-far', 'b-unmeasured']);
  expect(order(far(0.001), warning('b-unmeasured'))).toEqual(['b-unmeasured', 'a-far']);
});

test('a setting far below its default leads statements by the share of what it explains, where it has none of its own', () => {
  const statement = {
    ...withShare(finding('a-statement', 'critical', { level: 'high', firedSeconds: 9 }), 1),
  };
  statement.finding.area = 'queries';
  const setting = {
    ...finding('b-setting', 'warning', { level: 'high', firedSeconds: 9 }),
    timesBelowDefault: 500,
    explains: [{ rule: 'c-symptom', text: 'it is full' }],
  };
  const symptom = withShare(finding('c-symptom', 'warning', { level: 'high', firedSeconds: 9 }), 0.8);
  const first = (...fired: FiredRule[]) => rankFindings(fired)[0]?.ruleId;
  expect(first(statement, setting, symptom)).toBe('b-setting');
  expect(first(statement, setting)).toBe('a-statement');
});

test('an absurd setting is no consequence of anything but of a finding on the same setting', () => {
  const cause = {
    ...finding('a-cause', 'critical', { level: 'high', firedSeconds: 9 }),
    explains: [{ rule: 'b-setting', text: 'the log is full' }],
  };
  const setting = (timesBelowDefault: number) => ({
    ...advising('log_buffer', finding('b-setting', 'warning', { level: 'high', firedSeconds: 9 })),
    timesBelowDefault,
  });
  const causesOf = (fired: FiredRule[]) =>
    rankFindings(fired).find(({ ruleId }) => ruleId === 'b-setting')?.explainedBy;
  expect(causesOf([cause, setting(32)])).toEqual([]);
  expect(causesOf([cause, setting(8)])).toHaveLength(1);
  expect(causesOf([advising('log_buffer', cause), setting(32)])).toHaveLength(1);
  expect(causesOf([advising('log_files', cause), setting(32)])).toEqual([]);
});

function advising(variable: string, rule: FiredRule): FiredRule {
  const advice: Advice = {
    variable,
    current: 1,
    proposed: 2,
    unit: 'count',
    scope: 'global',
    dynamic: true,
    restart: false,
    stopWhen: '',
    memoryEffect: null,
    risk: '',
    sideEffects: '',
  };
  return { ...rule, finding: { ...rule.finding, advice: [advice] } };
}

function withShare(rule: FiredRule, share: number): FiredRule {
  return { ...rule, finding: { ...rule.finding, impact: { ...rule.finding.impact, share } } };
}

function finding(
  ruleId: string,
  severity: UnrankedFinding['severity'],
  seen: Pick<UnrankedFinding['confidence'], 'level' | 'firedSeconds'>,
): FiredRule {
  return firedOf(findingOf(ruleId, { severity, confidence: { reason: '', seenSeconds: null, ...seen } }));
}
