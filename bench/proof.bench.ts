import { defineBench } from './bench.ts';
import {
  classOf,
  describeNoise,
  type NoiseClass,
  noiseClasses,
  noiseNamed,
  noiseNames,
} from './calibration/noises.ts';
import type { ProofCell, ProofTally } from './calibration/proof.ts';
import { clopperPearson } from './calibration/proportion.ts';
import { switchTimesFor } from './calibration/switchings.ts';
import { sourceModule } from './source.ts';

const minutes = 25;
interface Cell extends ProofCell {
  runs: number;
  /** The first seed; absent: 1. */
  from?: number;
  /** Absent: all classes. */
  noise?: NoiseClass;
}

const nothing = Array.from({ length: 8 }, () => 0);
/**
 * The null in 1,000 runs of each class of noise, power in 200. Of six cells some pass 5 % by chance: the one that did has
 * three times as many runs of other seeds beside it.
 */
const cells: Readonly<Record<string, Cell>> = {
  'no effect in 4 changes': { effects: [0, 0, 0, 0], minutes, runs: 1000 },
  'no effect in 8 changes': { effects: nothing, minutes, runs: 1000 },
  'no effect in 8 changes, other seeds': {
    ...{ effects: nothing, minutes, runs: 3000 },
    ...{ from: 100_000, noise: 'quiet' },
  },
  '+5 % in each of 4 changes': { effects: [5, 5, 5, 5], minutes, runs: 200 },
  '+5 % in each of 8 changes': { effects: Array.from({ length: 8 }, () => 5), minutes, runs: 200 },
};

const items = Object.entries(cells).flatMap(([cell, { noise: only }]) =>
  noiseClasses.flatMap((noise) => (only === undefined || only === noise ? [`${cell}: ${noise}`] : [])),
);

export const proofBench = defineBench<ProofTally>({
  id: 'proof',
  title: 'Calibration of proofs of plans',
  budget: 'at most 5 % of plans without effect, and of families of changes without effect, called otherwise',
  items,
  measure: async (item) => {
    const [name = '', noise = ''] = item.split(': ');
    const cell = cells[name];
    const recordings = namesOf(noise as NoiseClass);
    if (cell === undefined || recordings.length === 0) throw new Error(`nothing recorded for ${item}`);
    const each = Math.ceil(cell.runs / recordings.length);
    const tallies: ProofTally[] = [];
    for (const [index, recording] of recordings.entries()) {
      const seeds = Array.from({ length: each }, (_, seed) => index * each + seed + (cell.from ?? 1));
      tallies.push(
        await sourceModule<typeof import('./calibration/proof.ts'), ProofTally>(
          '/bench/calibration/proof.ts',
          ({ simulateProofs }) =>
            simulateProofs(cell, noiseNamed(recording), switchTimesFor(recording), seeds),
        ),
      );
    }
    return tallies.reduce(added);
  },
  table: (results) => [
    [
      'Plan, noise',
      'Runs',
      'Families called otherwise',
      'Plans called otherwise',
      'Changes found',
      'Intervals that hold',
      'Interactions called where there is none',
    ],
    ...items.flatMap((item) => {
      const tally = results.get(item);
      return tally === undefined ? [] : [rowOf(item, tally)];
    }),
  ],
  verdict: (results) => {
    const nulls = [...results].filter(([item]) => item.startsWith('no effect'));
    const above = nulls.flatMap(([item, { runs, falseFamily, falsePlan }]) =>
      // Above 5 % beyond what chance explains.
      [falseFamily, falsePlan].some((count) => clopperPearson(count, runs).low > 0.05) ? [item] : [],
    );
    const missing = items.length - results.size;
    const text = [
      ...(missing === 0 ? [] : [`${missing} of ${items.length} cells not measured`]),
      ...(above.length === 0 ? [] : [`above 5 %: ${above.join('; ')}`]),
      ...[...results]
        .filter(([item]) => item.startsWith('+5'))
        .map(([item, { good, found }]) => `${item}: ${share(found, good)} found`),
    ].join('; ');
    return { met: missing === 0 && above.length === 0, text };
  },
});

function namesOf(noise: NoiseClass): string[] {
  return noiseNames().filter((name) => classOf(describeNoise(noiseNamed(name))) === noise);
}

function added(one: ProofTally, other: ProofTally): ProofTally {
  return {
    runs: one.runs + other.runs,
    falseFamily: one.falseFamily + other.falseFamily,
    falsePlan: one.falsePlan + other.falsePlan,
    good: one.good + other.good,
    found: one.found + other.found,
    intervals: one.intervals + other.intervals,
    covered: one.covered + other.covered,
    together: one.together + other.together,
    falseTogether: one.falseTogether + other.falseTogether,
  };
}

function rowOf(
  item: string,
  { runs, falseFamily, falsePlan, good, found, intervals, covered, together, falseTogether }: ProofTally,
): string[] {
  const isNull = good === 0;
  return [
    item,
    String(runs),
    isNull ? share(falseFamily, runs) : '',
    isNull ? share(falsePlan, runs) : '',
    isNull ? '' : share(found, good),
    share(covered, intervals),
    together === 0 ? 'none measured' : `${falseTogether} of ${together}`,
  ];
}

function share(count: number, all: number): string {
  return `${((100 * count) / Math.max(1, all)).toFixed(1)} %`;
}
