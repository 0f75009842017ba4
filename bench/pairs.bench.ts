// One setting that acts at once, in pairs of short slots, in the default time: simulated on recorded noise, with recorded switches.
import { defineBench } from './bench.ts';
import {
  classOf,
  describeNoise,
  type NoiseClass,
  noiseClasses,
  noiseNamed,
  noiseNames,
} from './calibration/noises.ts';
import { clopperPearson } from './calibration/proportion.ts';
import type { SimulatedRun } from './calibration/simulate.ts';
import { switchTimesFor } from './calibration/switchings.ts';
import { sourceModule } from './source.ts';

interface Tally {
  runs: number;
  better: number;
  worse: number;
  untrusted: number;
}

/** True change in percent, and runs in each class of noise. */
const cells = { 'no effect': [0, 600], '+5 %': [5, 200], '+10 %': [10, 200] } as const;
type Cell = keyof typeof cells;
const items = (Object.keys(cells) as Cell[]).flatMap((cell) =>
  noiseClasses.map((noise) => `${cell}: ${noise}`),
);
const wanted: Readonly<Record<NoiseClass, readonly [number, number]>> = {
  quiet: [0.7, 0.95],
  busy: [0.45, 0.8],
  stalling: [0.3, 0.6],
};

export const pairsBench = defineBench<Tally>({
  id: 'pairs',
  title: 'Probes of one setting in pairs',
  budget:
    'false winners at most 5 %; +5 % found in the default time: quiet 70 %, busy 45 %, stalling 30 %; +10 %: 95, 80, 60 %',
  items,
  measure: async (item) => {
    const [cell = '', noise = ''] = item.split(': ');
    const [effect, runs] = cells[cell as Cell];
    const recordings = noiseNames().filter((name) => classOf(describeNoise(noiseNamed(name))) === noise);
    const each = Math.ceil(runs / recordings.length);
    const all: SimulatedRun[] = [];
    for (const [index, recording] of recordings.entries()) {
      const seeds = Array.from({ length: each }, (_, seed) => index * each + seed + 1);
      all.push(
        ...(await sourceModule<typeof import('./calibration/simulate.ts'), Promise<SimulatedRun[]>>(
          '/bench/calibration/simulate.ts',
          ({ simulate }) =>
            simulate(
              { maxSeconds: null, metric: 'throughput', effects: { a: effect }, pairs: true },
              noiseNamed(recording),
              switchTimesFor(recording),
              seeds,
            ),
        )),
      );
    }
    const count = (verdict: string) => all.filter(({ arms: [, arm] }) => arm?.verdict === verdict).length;
    const untrusted = all.filter(({ outcome }) => outcome !== 'completed').length;
    return { runs: all.length, better: count('better'), worse: count('worse'), untrusted };
  },
  table: (results) => [
    ['Setting, noise', 'Runs', 'Called better', 'Called worse', 'Unstable or carry-over'],
    ...[...results].map(([item, { runs, better, worse, untrusted }]) => [
      item,
      String(runs),
      share(better, runs),
      share(worse, runs),
      share(untrusted, runs),
    ]),
  ],
  verdict: (results) => {
    const of = (cell: Cell, noise: NoiseClass) => results.get(`${cell}: ${noise}`);
    const above = noiseClasses.filter((noise) => {
      const idle = of('no effect', noise);
      return idle !== undefined && clopperPearson(idle.better, idle.runs).low > 0.05;
    });
    const found = noiseClasses.flatMap((noise) =>
      (['+5 %', '+10 %'] as const).flatMap((cell, place) => {
        const tally = of(cell, noise);
        if (tally === undefined) return [];
        return [
          {
            text: `${cell} ${noise} ${share(tally.better, tally.runs)}`,
            met: tally.better / tally.runs >= (wanted[noise][place] ?? 1),
          },
        ];
      }),
    );
    const missing = items.length - results.size;
    return {
      met: missing === 0 && above.length === 0 && found.every(({ met }) => met),
      text: [
        ...(missing === 0 ? [] : [`${missing} of ${items.length} cells not measured`]),
        ...(above.length === 0 ? [] : [`false winners above 5 %: ${above.join(', ')}`]),
        `found: ${found.map(({ text }) => text).join('; ')}`,
      ].join('; '),
    };
  },
});

function share(count: number, all: number): string {
  return `${((100 * count) / Math.max(1, all)).toFixed(1)} %`;
}
