import { expect, test } from 'vitest';
import { analyseBlocks } from './block-design';
import { blockNoise, blocksToDetect, minimumDetectablePercent, power, slotNoiseOfSamples } from './power';
import { seededRandom } from './random';
import { simulatedBlocks } from './simulation';

// One-sample t test with effect d: a slot noise that makes the noise of a block 1.
const unit = 1 / blockNoise(1);

test('power and sample size are the published ones', () => {
  // R, ?power.t.test: a paired design with 34 pairs is what power.t.test(delta = .5, sd = 1, power = .8, type = "paired") rounds up to
  // (n = 33.36713); G*Power 3.1 manual, dependent means: dz = 0.5, n = 34 gives 0.8077775.
  expect(power(0.5, { slotNoise: unit, blocks: 34, level: 0.05 })).toBeCloseTo(0.8077775, 5);
  expect(blocksToDetect(0.5, { slotNoise: unit, level: 0.05 })).toBe(34);
});

test('without an effect the chance of one on a given side is half the level', () => {
  expect(power(0, { slotNoise: 0.1, blocks: 9, level: 0.05 })).toBeCloseTo(0.025, 4);
});

test('what is detectable shrinks with blocks and grows with noise, and is found with the wanted power', () => {
  const detectable = [3, 6, 12, 48].map((blocks) =>
    minimumDetectablePercent({ slotNoise: 0.1, blocks, level: 0.05 }),
  );
  expect(detectable).toEqual([...detectable].sort((a, b) => b - a));
  const plan = { slotNoise: 0.1, blocks: 12, level: 0.05 };
  expect(minimumDetectablePercent({ ...plan, slotNoise: 0.2 })).toBeGreaterThan(
    minimumDetectablePercent(plan),
  );
  expect(power(Math.log1p(minimumDetectablePercent(plan) / 100), plan)).toBeCloseTo(0.8, 6);
  expect(
    power(Math.log1p(minimumDetectablePercent({ ...plan, blocks: 2, level: 0.01 }) / 100), {
      ...plan,
      blocks: 2,
      level: 0.01,
    }),
  ).toBeCloseTo(0.8, 6);
});

test('one block finds nothing; an effect beyond reach is null', () => {
  expect(power(1, { slotNoise: 0.1, blocks: 1, level: 0.05 })).toBe(0);
  expect(minimumDetectablePercent({ slotNoise: 0.1, blocks: 1, level: 0.05 })).toBe(Number.POSITIVE_INFINITY);
  expect(blocksToDetect(1e-6, { slotNoise: 1, level: 0.05 })).toBeNull();
});

test('a longer slot is quieter, but correlated samples help less', () => {
  expect(slotNoiseOfSamples(0.2, 1, 16)).toBeCloseTo(0.05, 12);
  expect(slotNoiseOfSamples(0.2, 0.25, 16)).toBeCloseTo(0.1, 12);
});

test('simulated runs find the effect as often as promised', () => {
  const random = seededRandom(21);
  const plan = { slotNoise: 0.1, blocks: 8, level: 0.05 };
  const effect = 0.15;
  const runs = 2000;
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const [arm] = analyseBlocks(
      simulatedBlocks(random, { blocks: 8, noise: 0.1, effects: { one: effect } }),
    ).arms;
    if (arm !== undefined && arm.logRatio.low > 0) found += 1;
  }
  const promised = power(effect, plan);
  expect(Math.abs(found / runs - promised)).toBeLessThan(4 * Math.sqrt((promised * (1 - promised)) / runs));
});
