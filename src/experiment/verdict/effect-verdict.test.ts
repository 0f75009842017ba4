import { expect, test } from 'vitest';
import { simulatedBlocks } from '../../../test/experiment/simulation';
import { seededRandom } from '../../shared/base/random';
import { analyseBlocks } from '../design/block-design';
import { judgeArm } from './effect-verdict';

/** One arm whose log ratio and noise over blocks are exactly these. */
function arm(percent: number, blockDeviation: number, blocks = 10) {
  const centre = Math.log1p(percent / 100);
  const side = blockDeviation * Math.sqrt((blocks - 1) / blocks);
  const run = Array.from({ length: blocks }, (_, index) => ({
    baselines: [100, 100] as const,
    arms: { arm: 100 * Math.exp(centre + (index % 2 === 0 ? side : -side)) },
  }));
  const [found] = analyseBlocks(run).arms;
  if (found === undefined) throw new Error('one variant was measured');
  return found;
}

const throughput = { higherIsBetter: true };

test.each([
  ['a clear gain', arm(10, 0.05), 'better'],
  ['a clear loss', arm(-10, 0.05), 'worse'],
  ['hardly any change, measured well', arm(0.5, 0.02), 'equivalent'],
  ['a real change below the margin', arm(2, 0.005), 'equivalent'],
  ['noise', arm(2, 0.2), 'inconclusive'],
  ['a large change in more noise', arm(10, 0.3), 'inconclusive'],
  ['an interval across the margin, an estimate within it', arm(2.5, 0.02), 'inconclusive'],
])('%s', (_name, estimate, verdict) => {
  expect(judgeArm(estimate, throughput).verdict).toBe(verdict);
});

test('where lower is better, more is worse', () => {
  expect(judgeArm(arm(10, 0.05), { higherIsBetter: false }).verdict).toBe('worse');
  expect(judgeArm(arm(-10, 0.05), { higherIsBetter: false }).verdict).toBe('better');
});

test('the margin counts in percent as shown, and can be chosen', () => {
  expect(judgeArm(arm(8, 0.02), { ...throughput, marginPercent: 10 }).verdict).toBe('equivalent');
  expect(judgeArm(arm(-2.95, 0.0002), throughput).verdict).toBe('equivalent');
});

test('as many more blocks as are named do decide', () => {
  for (const [percent, deviation] of [
    [10, 0.3],
    [1, 0.1],
    [-6, 0.2],
  ] as const) {
    const { moreBlocks } = judgeArm(arm(percent, deviation), throughput);
    expect(moreBlocks).toBeGreaterThan(0);
    const even = 2 * Math.ceil((10 + (moreBlocks ?? 0)) / 2);
    expect(judgeArm(arm(percent, deviation, even), throughput).verdict).not.toBe('inconclusive');
    const fewer = 2 * Math.floor((10 + (moreBlocks ?? 0)) / 2) - 2;
    expect(judgeArm(arm(percent, deviation, fewer), throughput).verdict).toBe('inconclusive');
  }
});

test('an effect at the margin would take for ever; a single block promises nothing', () => {
  expect(judgeArm(arm(2.9999, 0.1), throughput).moreBlocks).toBeNull();
  const [single] = analyseBlocks([{ baselines: [100, 100], arms: { arm: 130 } }]).arms;
  if (single === undefined) throw new Error('one variant was measured');
  expect(judgeArm(single, throughput)).toEqual({
    verdict: 'inconclusive',
    equivalenceP: 1,
    moreBlocks: null,
  });
});

test('variants at the very margin are called equivalent in at most half the level', () => {
  const random = seededRandom(31);
  const runs = 1500;
  let equivalent = 0;
  for (let run = 0; run < runs; run++) {
    const blocks = simulatedBlocks(random, { blocks: 12, noise: 0.015, effects: { arm: Math.log(1.03) } });
    const [found] = analyseBlocks(blocks).arms;
    if (found !== undefined && judgeArm(found, throughput).verdict === 'equivalent') equivalent += 1;
  }
  expect(equivalent / runs).toBeLessThan(0.025 + 4 * Math.sqrt((0.025 * 0.975) / runs));
});
