import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulatedBlocks } from '../../../test/experiment/simulation';
import { seededRandom } from '../../shared/base/random';
import { analyseBlocks, type Block } from './block-design';

const noEffects = { a: 0, b: 0, c: 0 };

test('each variant is compared with the geometric mean of both baselines of its block', () => {
  const blocks: Block[] = [
    { baselines: [100, 400], arms: { on: 220 } },
    { baselines: [50, 50], arms: { on: 55 } },
    { baselines: [10, 10], arms: { on: 11 } },
  ];
  const { arms, placebo } = analyseBlocks(blocks);
  expect(arms[0]?.percent.estimate).toBeCloseTo(10, 10);
  expect(arms[0]?.percent.low).toBeCloseTo(10, 6);
  expect(placebo?.unstable).toBe(false);
});

// Student, "The probable error of a mean", Biometrika 6 (1908): ten patients, hours of sleep gained with drug 2 over drug 1; R's sleep
// data: t.test(extra ~ group, paired = TRUE) gives t = 4.0621, p = 0.002833, interval 0.7001142 to 2.4598858.
test('one variant is a paired t test on logs', () => {
  const gains = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4];
  const [arm] = analyseBlocks(
    gains.map((gain) => ({ baselines: [1, 1], arms: { drug: Math.exp(gain) } })),
  ).arms;
  expect(arm?.logRatio.estimate).toBeCloseTo(1.58, 10);
  expect(arm?.logRatio.low).toBeCloseTo(0.7001142, 6);
  expect(arm?.logRatio.high).toBeCloseTo(2.4598858, 6);
  expect(arm?.p).toBeCloseTo(0.002833, 6);
});

test('the unit of the metric does not matter, turning it over turns the sign', { timeout: 30_000 }, () => {
  const seed = fc.integer({ min: 0, max: 1e6 });
  fc.assert(
    fc.property(seed, fc.double({ min: 0.001, max: 1000, noNaN: true }), (from, scale) => {
      const blocks = simulatedBlocks(seededRandom(from), {
        blocks: 5,
        noise: 0.1,
        effects: { a: 0.1, b: 0 },
      });
      const mapped = (change: (value: number) => number): Block[] =>
        blocks.map(({ baselines: [first, second], arms }) => ({
          baselines: second === undefined ? [change(first)] : [change(first), change(second)],
          arms: Object.fromEntries(Object.entries(arms).map(([arm, value]) => [arm, change(value)])),
        }));
      const plain = analyseBlocks(blocks).arms;
      const scaled = analyseBlocks(mapped((value) => value * scale)).arms;
      const turned = analyseBlocks(mapped((value) => 1 / value)).arms;
      for (const [index, { logRatio }] of plain.entries()) {
        expect(logRatio.low <= logRatio.estimate && logRatio.estimate <= logRatio.high).toBe(true);
        expect(scaled[index]?.logRatio.low).toBeCloseTo(logRatio.low, 8);
        expect(turned[index]?.logRatio.low).toBeCloseTo(-logRatio.high, 8);
      }
    }),
    { numRuns: 20 },
  );
});

test('without an effect some variant of three seems different in at most one of twenty runs', {
  timeout: 30_000,
}, () => {
  const runs = 2000;
  const random = seededRandom(17);
  let wrong = 0;
  let wrongByP = 0;
  for (let run = 0; run < runs; run++) {
    const { arms } = analyseBlocks(simulatedBlocks(random, { blocks: 6, noise: 0.15, effects: noEffects }));
    if (arms.some(({ logRatio }) => logRatio.low > 0 || logRatio.high < 0)) wrong += 1;
    if (arms.some(({ adjustedP }) => adjustedP < 0.05)) wrongByP += 1;
  }
  const deviation = Math.sqrt((0.05 * 0.95) / runs);
  expect(wrong / runs).toBeLessThan(0.05 + 4 * deviation);
  expect(wrong / runs).toBeGreaterThan(0.03 - 3 * deviation);
  expect(wrongByP).toBe(wrong);
});

test('the A/A control is unstable in 1 % of quiet runs and nearly always under drift', () => {
  const random = seededRandom(23);
  const unstable = (drift: number) =>
    Array.from({ length: 1000 }, () =>
      analyseBlocks(simulatedBlocks(random, { blocks: 8, noise: 0.05, effects: {}, drift })),
    ).filter(({ placebo }) => placebo?.unstable === true).length;
  // Four standard deviations above 10.
  expect(unstable(0)).toBeLessThan(23);
  expect(unstable(0.3)).toBeGreaterThan(950);
});

test('a variant that was dropped keeps its own blocks, a stalled slot is left out', () => {
  const blocks: Block[] = [
    { baselines: [100, 101], arms: { a: 110, b: 50 } },
    { baselines: [102, 100], arms: { a: 112, b: 48 } },
    { baselines: [99, 100], arms: { a: 0 } },
    { baselines: [0, 100], arms: { a: 111 } },
    { baselines: [101, 100], arms: { a: 109 } },
  ];
  const analysis = analyseBlocks(blocks);
  expect([analysis.blocks, analysis.leftOut]).toEqual([4, 1]);
  expect(analysis.arms.map(({ arm, blocks: own }) => [arm, own])).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
});

test('one block says nothing about noise', () => {
  const analysis = analyseBlocks([{ baselines: [100, 101], arms: { a: 150 } }]);
  expect(analysis.arms[0]).toMatchObject({ p: 1, adjustedP: 1, logRatio: { low: Number.NEGATIVE_INFINITY } });
  expect(analysis.placebo).toBeUndefined();
  expect(analysis.slotNoise).toBeUndefined();
  expect(analyseBlocks([]).arms).toEqual([]);
});

test('variants of the plan that never ran still cost their part of the error', () => {
  const blocks = simulatedBlocks(seededRandom(4), { blocks: 6, noise: 0.1, effects: { a: 0.2 } });
  const alone = analyseBlocks(blocks).arms[0];
  const ofThree = analyseBlocks(blocks, { comparisons: 3 }).arms[0];
  expect(ofThree?.adjustedP).toBeCloseTo(3 * (alone?.p ?? 0), 10);
  expect(ofThree?.logRatio.low).toBeLessThan(alone?.logRatio.low ?? 0);
});

test('the noise of a slot is found from the baselines', () => {
  const { slotNoise } = analyseBlocks(
    simulatedBlocks(seededRandom(6), { blocks: 4000, noise: 0.15, effects: {} }),
  );
  expect(slotNoise).toBeCloseTo(0.15, 2);
});
