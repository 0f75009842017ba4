import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ArmVerdict, type ProbeResult, probeResultSchema } from '../../shared/probe';
import { armChoice, bestArm } from './probe-arm';

const recorded = probeResultSchema.parse(JSON.parse(readFileSync('samples/probes/sort-buffer.json', 'utf8')));
const judged = (verdicts: Record<string, ArmVerdict>, changed: Partial<ProbeResult> = {}): ProbeResult => ({
  ...recorded,
  outcome: 'completed',
  ...changed,
  arms: recorded.arms.map((arm) => ({
    ...arm,
    verdict: verdicts[arm.name] ?? arm.verdict,
    ...(verdicts[arm.name] === 'better' ? { estimatePercent: 12, low: 8, high: 16.04 } : {}),
  })),
});

test('the values of a better variant go into the plan, with what was measured as their reason', () => {
  const result = judged({ '32 KiB': 'better' });
  expect(bestArm(result)).toBe('32 KiB');
  const choice = armChoice(result, '32 KiB');
  expect(choice).toMatchObject({
    refusal: null,
    set: { sort_buffer_size: '32768', join_buffer_size: '32768' },
    remark: null,
  });
  if (choice.refusal !== null) throw new Error(choice.refusal);
  expect(choice.measured.sort_buffer_size?.text).toMatch(/better: .*\+12\.0 % \(\+8\.0 % to \+16\.0 %\)/);
});

test('what proves nothing is refused, and what is not shown to be better says so', () => {
  const refusal = (result: ProbeResult, arm: string) => armChoice(result, arm).refusal;
  expect(refusal(judged({ '32 KiB': 'worse' }), '32 KiB')).toMatch(/worse/);
  expect(refusal(judged({ '32 KiB': 'better' }, { outcome: 'unstable' }), '32 KiB')).toMatch(
    /proves nothing/,
  );
  expect(refusal(judged({}), 'baseline')).toMatch(/nothing to change/);
  expect(refusal(judged({}), '3 MiB')).toMatch(/"32 KiB"/);
  expect(bestArm(judged({ '32 KiB': 'inconclusive', '256 KiB': 'equivalent', '1 MiB': 'worse' }))).toBeNull();
  expect(armChoice(judged({ '32 KiB': 'equivalent' }), '32 KiB')).toMatchObject({
    remark: expect.stringMatching(/no difference/),
  });
  expect(armChoice(judged({ '32 KiB': 'inconclusive' }), '32 KiB')).toMatchObject({
    remark: expect.stringMatching(/does not prove/),
  });
});
