import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/base/random';
import { baselineName, blockOrder, blockSeconds, designProbe, leastSeconds, slotsOfBlock } from './schedule';

const times = fc.record({
  settleSeconds: fc.integer({ min: 1, max: 10 }),
  measureSeconds: fc.integer({ min: 2, max: 50 }),
  blocks: fc.integer({ min: 4, max: 12 }),
  explores: fc.boolean(),
});

test('a design never takes more time than it was given, and has enough blocks for a verdict', () => {
  fc.assert(
    fc.property(
      times,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 5, max: 3600 }),
      (wanted, arms, maxSeconds) => {
        const design = designProbe({ times: wanted, arms, maxSeconds });
        if (design === null) return;
        expect(design.totalSeconds).toBeLessThanOrEqual(maxSeconds * 1.001);
        expect(design.verdictBlocks).toBeGreaterThanOrEqual(4);
        // Settling is what the slots are apart for.
        expect(design.settleSeconds).toBe(wanted.settleSeconds);
        expect(design.measureSeconds).toBeGreaterThanOrEqual(0.5);
        expect(design.measureSeconds).toBeLessThanOrEqual(wanted.measureSeconds);
        const last = design.looks.at(-1);
        expect(last?.blocks).toBe(design.verdictBlocks);
        expect(last?.spent).toBeCloseTo(design.familyLevel / design.verdictArms, 6);
      },
    ),
    { numRuns: 15 },
  );
}, 30_000);

test.each([30, 31, 60, 300])(
  'of %i s the guards know what is usual before the first variant',
  (maxSeconds) => {
    const wanted = { settleSeconds: 1, measureSeconds: 2.5, blocks: 24, explores: true };
    const design = designProbe({ times: wanted, arms: 1, maxSeconds });
    if (design === null) throw new Error('It does not fit.');
    expect(design.stretchSeconds / design.sampleSeconds).toBeGreaterThan(7.5);
  },
);

test('neither settling nor the least measuring is cut to fit: what does not fit is refused with the time that it needs', () => {
  const wanted = {
    ...{ settleSeconds: 10, measureSeconds: 50, blocks: 6, explores: false, leastMeasureSeconds: 15 },
    outer: { variable: 'x', settleSeconds: 10 },
  };
  const least = leastSeconds({ times: wanted, arms: 1 });
  expect(designProbe({ times: wanted, arms: 1, maxSeconds: least - 5 })).toBeNull();
  const shortest = designProbe({ times: wanted, arms: 1, maxSeconds: least });
  expect(shortest).toMatchObject({ settleSeconds: 10, outerSettleSeconds: 10 });
  expect(shortest?.measureSeconds).toBeGreaterThanOrEqual(15);
});

test('more time is never fewer blocks', () => {
  const wanted = { settleSeconds: 2, measureSeconds: 8, blocks: 8, explores: true };
  const blocks = [60, 120, 300, 600].map((maxSeconds) => designProbe({ times: wanted, arms: 7, maxSeconds }));
  const counts = blocks.map((design) => design?.verdictBlocks ?? 0);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  const least = leastSeconds({ times: wanted, arms: 7 });
  expect(designProbe({ times: wanted, arms: 7, maxSeconds: least })).not.toBeNull();
  expect(designProbe({ times: wanted, arms: 7, maxSeconds: least - 5 })).toBeNull();
});

test('orders are drawn from the seed, and each holds the baseline twice', () => {
  const draw = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 20 }, () => blockOrder(['a', 'b'], random));
  };
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  for (const order of draw(3)) expect(order.filter((name) => name === baselineName)).toHaveLength(2);
});

test('the fewest blocks have room for slots that take longer than planned, within the time announced', () => {
  const times = { settleSeconds: 1, measureSeconds: 2.5, blocks: 24, explores: false };
  for (const [arms, immediate] of [
    [1, false],
    [1, true],
    [3, false],
  ] as const) {
    const wanted = { ...times, immediate };
    const least = leastSeconds({ times: wanted, arms });
    let maxSeconds = least - 5;
    let design = designProbe({ times: wanted, arms, maxSeconds });
    while (design === null) {
      maxSeconds += 0.1;
      design = designProbe({ times: wanted, arms, maxSeconds });
    }
    expect(design.verdictBlocks).toBe(4);
    const slots = design.verdictBlocks * slotsOfBlock(arms, design);
    const planned = design.verdictBlocks * blockSeconds(arms, design) + design.stretchSeconds;
    expect(design.totalSeconds - planned).toBeGreaterThanOrEqual(0.2 * slots);
    expect(design.totalSeconds).toBeLessThanOrEqual(maxSeconds + 1e-9);
  }
});
