import { describe, expect, test } from 'vitest';
import {
  leastProofSeconds,
  pairSeconds,
  planProof,
  secondsOfPlot,
} from '../../src/experiment/design/proof-design';
import { normalQuantile } from '../../src/experiment/statistics/distributions';
import { seededRandom } from '../../src/shared/base/random';
import { simulateProof } from './proof-simulation.ts';

const designFor = (changes: number, maxSeconds = 300) => {
  const design = planProof({ maxSeconds, changes, reconnects: false });
  if (design === null) throw new Error('too short');
  return design;
};
/** A server on which the log of each slot has this standard deviation. */
const noisy = (effects: number[], slotNoise: number, seed: number) => {
  const random = seededRandom(seed + 1000);
  const work = (from: number, to: number) =>
    ((to - from) / 1000) * Math.exp(slotNoise * normalQuantile(Math.max(1e-12, random())));
  return { effects, work };
};
const runs = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the design of a proof', () => {
  test.each([1, 2, 5, 8, 12])('for %i changes it keeps to its time and uses most of it', (changes) => {
    for (const maxSeconds of [leastProofSeconds({ changes, reconnects: true }), 900, 1500]) {
      const design = planProof({ maxSeconds, changes, reconnects: true });
      expect(design).not.toBeNull();
      if (design === null) continue;
      const { baselineSeconds, dryRunSeconds, switchSeconds, whole, which } = design;
      const dryRun = changes * (dryRunSeconds + switchSeconds);
      const taken = baselineSeconds + dryRun + (whole.extended + which.pairs) * pairSeconds(design);
      expect(taken).toBeLessThanOrEqual(maxSeconds);
      if (maxSeconds >= 900) expect(taken).toBeGreaterThan(0.75 * maxSeconds);
    }
  });

  test.each([
    [0, 1],
    [3, 1],
    [5, 3],
  ])('%i changes with %i more that need whole plots keep to their time', (changes, held) => {
    const least = leastProofSeconds({ changes, held, reconnects: false });
    expect(planProof({ maxSeconds: least - 10, changes, held, reconnects: false })).toBeNull();
    for (const maxSeconds of [least, 1500, 3000]) {
      const design = planProof({ maxSeconds, changes, held, reconnects: false });
      expect(design?.plots?.count).toBeGreaterThanOrEqual(8);
      expect(design?.plots).toMatchObject({ settleSeconds: 15 });
      expect(design?.plots?.seconds).toBeGreaterThanOrEqual(45);
      if (design === null) continue;
      const { baselineSeconds, dryRunSeconds, switchSeconds, whole, plots } = design;
      const dryRun = (changes + held) * (dryRunSeconds + switchSeconds);
      const inPlots = (plots?.count ?? 0) * secondsOfPlot(design);
      const taken = baselineSeconds + dryRun + whole.extended * pairSeconds(design) + inPlots;
      expect(taken).toBeLessThanOrEqual(maxSeconds);
    }
  });

  test('a switch that takes longer leaves fewer and longer slots', () => {
    const quick = designFor(5);
    const slow = planProof({ maxSeconds: 300, changes: 5, reconnects: false, switchSeconds: 2 });
    expect(slow?.whole.pairs).toBeLessThan(quick.whole.pairs);
    expect(slow?.measureSeconds).toBeGreaterThan(quick.measureSeconds);
  });
});

describe('verdicts on a server that exists as numbers', () => {
  test('two good changes are proven, the harmful one is dropped, idle ones are neither', () => {
    const effects = [12, 0, 15, -12, 0];
    const design = designFor(5);
    const judged = runs(10).map((seed) => simulateProof(design, noisy(effects, 0.04, seed), seed));
    for (const { changes, kept, whole } of judged) {
      expect(changes.map(({ verdict }) => verdict).filter((_, index) => [0, 2, 3].includes(index))).toEqual([
        'proven',
        'proven',
        'harms',
      ]);
      expect(changes[3]?.advice).toBe('drop');
      expect(whole?.verdict).toBe('proven');
      expect(kept?.verdict).toBe('proven');
      // What is kept leaves the harmful change out: 1.12 * 1.15.
      expect(Math.abs((kept?.estimatePercent ?? 0) - 28.8)).toBeLessThan(6);
    }
  });

  test('without any effect at most one run in twenty finds one, in the changes and in the plan', () => {
    const design = designFor(5);
    const judged = runs(300).map((seed) => simulateProof(design, noisy([0, 0, 0, 0, 0], 0.05, seed), seed));
    const claims = (verdict: string) => verdict === 'proven' || verdict === 'harms';
    const family = judged.filter(({ changes }) => changes.some((each) => claims(each.verdict)));
    const plan = judged.filter(({ whole }) => whole !== null && claims(whole.verdict));
    // Of a true 5 %, 300 runs give more than 24 in one case of a hundred.
    expect(family.length).toBeLessThanOrEqual(24);
    expect(plan.length).toBeLessThanOrEqual(24);
    // Of a true 1 %, more than 10 in one case of a thousand.
    expect(judged.filter(({ carryOver }) => carryOver).length).toBeLessThanOrEqual(10);
  });

  test('an estimate lies around the true effect, and its interval holds it', () => {
    const effects = [8, -5, 0, 3];
    const design = designFor(4);
    const judged = runs(60).map((seed) => simulateProof(design, noisy(effects, 0.06, seed), seed));
    for (const [place, effect] of effects.entries()) {
      const of = judged.map(({ changes }) => changes[place]);
      const centre = of.reduce((sum, each) => sum + (each?.estimatePercent ?? 0), 0) / of.length;
      expect(Math.abs(centre - effect)).toBeLessThan(1.5);
      const held = of.filter((each) => (each?.low ?? 0) <= effect && effect <= (each?.high ?? 0));
      expect(held.length).toBeGreaterThan(54);
    }
  });

  test('a change that is alone is judged by the plan', () => {
    const { changes, whole } = simulateProof(designFor(1), noisy([10], 0.03, 3), 3);
    expect(whole?.verdict).toBe('proven');
    expect(changes[0]).toMatchObject({ verdict: 'proven', advice: 'keep' });
  });

  test('what is undecided says how long it would take', () => {
    const minutes = [0.1, 0.2].map((slotNoise) => {
      const { changes } = simulateProof(designFor(3, 120), noisy([6, 0, 0], slotNoise, 5), 5);
      return changes.flatMap(({ verdict, moreMinutes }) =>
        verdict === 'undecided' ? [moreMinutes ?? 0] : [],
      );
    });
    expect(minutes.flat().length).toBeGreaterThan(0);
    expect(Math.min(...minutes.flat())).toBeGreaterThan(0);
  });
});
