import { expect, test } from 'vitest';
import { normalDraw, simulatedBlocks } from '../../../test/experiment/simulation';
import { seededRandom } from '../../shared/base/random';
import { analyseBlocks } from './block-design';
import { blockNoise, minimumDetectablePercent, power, slotNoiseOfBaseline } from './power';

// One-sample t test with effect d: a slot noise that makes the noise of a block 1.
const unit = 1 / blockNoise(1);

test('power is the published one, and 34 pairs are the fewest that reach 0.8', () => {
  // R, ?power.t.test: a paired design with 34 pairs is what power.t.test(delta = .5, sd = 1, power = .8, type = "paired") rounds up to
  // (n = 33.36713); G*Power 3.1 manual, dependent means: dz = 0.5, n = 34 gives 0.8077775.
  expect(power(0.5, { slotNoise: unit, blocks: 34, level: 0.05 })).toBeCloseTo(0.8077775, 5);
  expect(power(0.5, { slotNoise: unit, blocks: 33, level: 0.05 })).toBeLessThan(0.8);
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
});

test('the noise of a slot is found from a baseline period, by slots or by correlated samples', () => {
  const random = seededRandom(41);
  let state = 0;
  // AR(1) with phi 0.6: a mean of 20 samples has about (1 + phi) / (1 - phi) = 4 times the variance of independent ones.
  const samples = Array.from({ length: 6000 }, () => {
    state = 0.6 * state + 0.08 * normalDraw(random);
    return 1000 * Math.exp(state);
  });
  const sampleDeviation = 0.08 / Math.sqrt(1 - 0.36);
  const expected = sampleDeviation * Math.sqrt(4 / 20);
  const long = slotNoiseOfBaseline(samples, 20);
  expect(long?.basis).toBe('slots');
  expect((long?.slotNoise ?? 0) / expected).toBeGreaterThan(0.8);
  expect((long?.slotNoise ?? 0) / expected).toBeLessThan(1.15);
  const short = slotNoiseOfBaseline(samples.slice(0, 110), 20);
  expect(short?.basis).toBe('samples');
  expect((short?.slotNoise ?? 0) / expected).toBeGreaterThan(0.5);
  expect((short?.slotNoise ?? 0) / expected).toBeLessThan(1.6);
});

test('slow drift is no noise, a stalled second is left out, and too little shows nothing', () => {
  const drifting = Array.from({ length: 200 }, (_, second) => 1000 * 1.001 ** second);
  expect(slotNoiseOfBaseline(drifting, 10)?.slotNoise).toBeLessThan(0.01);
  expect(slotNoiseOfBaseline([100, 0, 100, 100, 100], 1)?.slotNoise).toBe(0);
  expect(slotNoiseOfBaseline([100, 0, 100, 100], 1)).toBeUndefined();
});

test('simulated runs find the effect as often as promised', { timeout: 30_000 }, () => {
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
