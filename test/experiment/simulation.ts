import type { Block } from '../../src/experiment/design/block-design';
import type { RandomSource } from '../../src/shared/base/random';

/** A draw from the standard normal distribution (Box and Muller, 1958). */
export function normalDraw(random: RandomSource): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Blocks of a closed-loop load around 1,000 operations per second whose level wanders from block to block. */
export function simulatedBlocks(
  random: RandomSource,
  run: {
    blocks: number;
    /** Standard deviation of the log of one slot. */
    noise: number;
    /** Log ratio to the baseline by arm. */
    effects: Readonly<Record<string, number>>;
    /** Log ratio of the second baseline to the first, as drift would make it. */
    drift?: number;
  },
): Block[] {
  const { blocks, noise, effects, drift = 0 } = run;
  let level = Math.log(1000);
  return Array.from({ length: blocks }, () => {
    level += 0.2 * normalDraw(random);
    const slot = (effect: number) => Math.exp(level + effect + noise * normalDraw(random));
    return {
      baselines: [slot(0), slot(drift)],
      arms: Object.fromEntries(Object.entries(effects).map(([arm, effect]) => [arm, slot(effect)])),
    };
  });
}
