import { expect, test } from 'vitest';
import { diagnosisLines, faultLines, faults, type Judged, verdicts } from './faults';

const finding = (ruleId: string, standing = 'finding') => ({
  ruleId,
  standing,
  title: `Title of ${ruleId}`,
  severity: 'warning',
  impact: { text: `Impact of ${ruleId}.` },
});
const change = (variable: string) => ({ variable, from: 1, to: 2, when: 'now' });
const judged: Judged = {
  headline: { text: 'The redo log is full.' },
  findings: [
    finding('redo-log-too-small'),
    finding('cpu-stolen'),
    finding('table-cache-overflow'),
    finding('buffer-pool-too-small', 'remark'),
  ],
  plan: { changes: [change('innodb_redo_log_capacity')] },
};

test('a fault counts only where a finding names it and the plan changes it', () => {
  expect(faultLines(verdicts(judged)).map((line) => line.replace(/^.*: /, '').trim())).toEqual([
    'finding 1, in the plan',
    'not named, not in the plan',
    'not named, not in the plan',
    'finding 3, not in the plan',
    '1 of 4 named and in the plan',
  ]);
});

test('the diagnosis in brief is the headline and the findings, without remarks', () => {
  const lines = diagnosisLines(judged);
  expect(lines[0]).toBe('The redo log is full.');
  expect(lines.join('\n')).toContain('  2. Title of cpu-stolen (warning)\n     Impact of cpu-stolen.');
  expect(lines.join('\n')).not.toContain('buffer-pool-too-small');
});

test('each fault is planted by the variable that the plan has to change', () => {
  for (const { options, variable } of faults) expect(Object.keys(options)).toContain(variable);
});
