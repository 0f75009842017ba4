// Whole proofs on a server that exists as numbers and wanders as a recorded one did. Loaded through Vite (see bench/source.ts).
import { planProof } from '../../src/experiment/design/proof-design';
import { mean } from '../../src/experiment/statistics/descriptive';
import { seededRandom } from '../../src/shared/base/random';
import { simulateProof } from '../../test/experiment/proof-simulation';
import { drawnFrom, type Recording, resampled } from './simulate';

export interface ProofCell {
  /** True change of throughput of each change of the plan, percent. */
  effects: readonly number[];
  minutes: number;
}

/** What came of the runs of a cell, in counts. */
export interface ProofTally {
  runs: number;
  /** Runs in which a change without effect was called proven or harmful. */
  falseFamily: number;
  /** Runs in which a plan without effect was. */
  falsePlan: number;
  /** Of the changes with an effect, how many there were and how many were proven. */
  good: number;
  found: number;
  /** Intervals of changes, and those that hold the true change. */
  intervals: number;
  covered: number;
  /** Interactions that were measured, where there is none, and those called one. */
  together: number;
  falseTogether: number;
}

const noProofs: ProofTally = {
  ...{ runs: 0, falseFamily: 0, falsePlan: 0, good: 0, found: 0, intervals: 0, covered: 0 },
  ...{ together: 0, falseTogether: 0 },
};

export function simulateProofs(
  { effects, minutes }: ProofCell,
  recording: Recording,
  /** Seconds that real switches took, of which each one is drawn. */
  switchTimes: readonly number[],
  seeds: readonly number[],
): ProofTally {
  const design = planProof({
    ...{ maxSeconds: minutes * 60, changes: effects.length, reconnects: false },
    switchSeconds: mean(switchTimes),
  });
  if (design === null) throw new Error('the time is too short');
  const claims = (verdict: string | undefined) => verdict === 'proven' || verdict === 'harms';
  const idle = effects.every((effect) => effect === 0);
  return seeds.reduce((tally, seed) => {
    const { work } = resampled(recording, minutes * 90, seededRandom(seed + 9_000_000));
    const { changes, whole, interactions } = simulateProof(
      design,
      { effects, work, switching: drawnFrom(switchTimes, seed) },
      seed,
    );
    const wrong = changes.some(({ verdict }, place) => effects[place] === 0 && claims(verdict));
    const good = changes.filter((_, place) => effects[place] !== 0);
    const held = changes.filter(({ low, high }, place) => {
      const effect = effects[place] ?? 0;
      return low !== null && high !== null && low <= effect && effect <= high;
    });
    return {
      runs: tally.runs + 1,
      falseFamily: tally.falseFamily + Number(wrong),
      falsePlan: tally.falsePlan + Number(idle && claims(whole?.verdict)),
      good: tally.good + good.length,
      found: tally.found + good.filter(({ verdict }) => verdict === 'proven').length,
      intervals: tally.intervals + changes.length,
      covered: tally.covered + held.length,
      together: tally.together + (interactions?.length ?? 0),
      falseTogether:
        tally.falseTogether + (interactions ?? []).filter(({ verdict }) => verdict === 'interact').length,
    };
  }, noProofs);
}
