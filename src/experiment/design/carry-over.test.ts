import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/base/random';
import { normalQuantile } from '../statistics/distributions';
import { carryOver, type TimedSlot } from './carry-over';
import { blockOrder } from './schedule';

interface Truth {
  blocks: number;
  arms: readonly string[];
  noise: number;
  /** Log ratios: in a slot of its own, and in the slot after it. */
  own: number;
  left: number;
}

/** A run in which every arm acts alike. */
function run(seed: number, { blocks, arms, noise, own, left }: Truth): TimedSlot[] {
  const random = seededRandom(seed);
  const normal = () => normalQuantile(Math.min(1 - 1e-9, Math.max(1e-9, random())));
  let before = 'baseline';
  return Array.from({ length: blocks }, (_, block) => {
    const level = 7 + 0.1 * normal();
    return blockOrder(arms, random).map((arm): TimedSlot => {
      const log =
        level + (arm === 'baseline' ? 0 : own) + (before === 'baseline' ? 0 : left) + noise * normal();
      before = arm;
      return { block, arm, value: Math.exp(log) };
    });
  }).flat();
}

const runs = 300;
const detected = (truth: Truth) =>
  Array.from({ length: runs }, (_, seed) => carryOver(run(seed, truth))).filter(
    (found) => found?.detected === true,
  ).length;

test('an arm that repays in the next slot what it gained in its own is seen', () => {
  const truth = { blocks: 20, arms: ['on'], noise: 0.03, own: Math.log(1.2), left: -Math.log(1.2) };
  expect(detected(truth)).toBeGreaterThan(0.98 * runs);
  const [arm] = carryOver(run(1, truth))?.arms ?? [];
  expect(arm?.direct.estimate).toBeGreaterThan(15);
  expect(arm?.withCarry.low).toBeLessThan(0);
  expect(arm?.withCarry.high).toBeGreaterThan(0);
});

test.each([{ arms: ['on'] }, { arms: ['16M', '64M', '256M'] }])(
  'a true gain is carried over in one run of a hundred: $arms',
  ({ arms }) => {
    // Four standard deviations above 1 %.
    const most = runs * 0.01 + 4 * Math.sqrt(runs * 0.01 * 0.99);
    expect(detected({ blocks: 10, arms, noise: 0.05, own: 0.2, left: 0 })).toBeLessThanOrEqual(most);
  },
);

test('too few slots tell nothing', () => {
  expect(carryOver([])).toBeNull();
  expect(carryOver(run(1, { blocks: 1, arms: ['on'], noise: 0.01, own: 0, left: 0 }))).toBeNull();
  const unmeasured = run(1, { blocks: 8, arms: ['on'], noise: 0.01, own: 0, left: 0 }).map((slot) => ({
    ...slot,
    value: null,
  }));
  expect(carryOver(unmeasured)).toBeNull();
});

test('without any noise what is left behind is certain, and nothing is nothing', () => {
  const exact = { blocks: 6, arms: ['on'], noise: 0, own: 0.1 };
  expect(carryOver(run(2, { ...exact, left: -0.1 }))?.detected).toBe(true);
  expect(carryOver(run(2, { ...exact, left: 0 }))?.detected).toBe(false);
});
