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
import { sourceModule } from './source.ts';

const minutes = 25;
/** The null in 1,000 runs of each class of noise, power in 200. */
const cells: Readonly<Record<string, ProofCell & { runs: number }>> = {
  'no effect in 4 changes': { effects: [0, 0, 0, 0], minutes, runs: 1000 },
  'no effect in 8 changes': { effects: Array.from({ length: 8 }, () => 0), minutes, runs: 1000 },
  '+5 % in each of 4 changes': { effects: [5, 5, 5, 5], minutes, runs: 200 },
  '+5 % in each of 8 changes': { effects: Array.from({ length: 8 }, () => 5), minutes, runs: 200 },
};

const items = Object.keys(cells).flatMap((cell) => noiseClasses.map((noise) => `${cell}: ${noise}`));

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
      const seeds = Array.from({ length: each }, (_, seed) => index * each + seed + 1);
      tallies.push(
        await sourceModule<typeof import('./calibration/proof.ts'), ProofTally>(
          '/bench/calibration/proof.ts',
          ({ simulateProofs }) => simulateProofs(cell, noiseNamed(recording), seeds),
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
  };
}

function rowOf(
  item: string,
  { runs, falseFamily, falsePlan, good, found, intervals, covered }: ProofTally,
): string[] {
  const isNull = good === 0;
  return [
    item,
    String(runs),
    isNull ? share(falseFamily, runs) : '',
    isNull ? share(falsePlan, runs) : '',
    isNull ? '' : share(found, good),
    share(covered, intervals),
  ];
}

function share(count: number, all: number): string {
  return `${((100 * count) / Math.max(1, all)).toFixed(1)} %`;
}
