// Whether the statistics of probes keep their word: simulated on recorded noise, and live on the servers.
import { type ServerId, serverIds } from '../scripts/servers/index.ts';
import type { Interval } from '../src/experiment/statistics/interval.ts';
import type { ProbeRequest } from '../src/shared/probe.ts';
import { defineBench } from './bench.ts';
import { type LiveRun, liveRuns } from './calibration/live-runs.ts';
import {
  classLimits,
  classOf,
  describeNoise,
  keepNoise,
  type NoiseClass,
  noiseClasses,
  noiseNamed,
  noiseNames,
  noiseRequests,
} from './calibration/noises.ts';
import { planted } from './calibration/planted.ts';
import { clopperPearson } from './calibration/proportion.ts';
import { recordNoise } from './calibration/record-noise.ts';
import { recordSwitching } from './calibration/record-switching.ts';
import { referenceRatios } from './calibration/reference.ts';
import type { SimulatedKind, SimulatedRun } from './calibration/simulate.ts';
import { keepSwitching, switchingRequests, switchingRows, switchTimesFor } from './calibration/switchings.ts';
import { sourceModule } from './source.ts';

/** Of Clopper and Pearson. */
type ExactInterval = (count: number, runs: number) => Interval;

type Tally = {
  runs: number;
  /** Runs in which an arm was called better, or worse, with no right to it. */
  winners: number;
  wrong: number;
  /** Right calls of an arm that is better. */
  found: number;
  /** Own 95 % intervals of arms in the verdict, and those that hold the true change. */
  intervals: number;
  covered: number;
};
type Result =
  | { kind: 'noise'; seconds: number }
  | { kind: 'switching'; count: number }
  | { kind: 'tally'; tally: Tally }
  | { kind: 'power'; cells: { effect: number; minutes: number | null; tally: Tally }[] }
  | { kind: 'live'; runs: LiveRun[] }
  /** Change in percent with its 95 % interval. */
  | { kind: 'reference'; percent: Interval };

const nothing = { a: 0 };
const shapes: Record<string, SimulatedKind> = {
  'one setting': { maxSeconds: null, metric: 'throughput', effects: nothing },
  // As the live runs are, the shortest that are worth having.
  'one setting in 15 s': { maxSeconds: 15, metric: 'throughput', effects: nothing },
  'one setting in a minute': { maxSeconds: 60, metric: 'throughput', effects: nothing },
  'sweep of six': {
    maxSeconds: null,
    metric: 'throughput',
    effects: { a: 0, b: 0, c: 0, d: 0, e: 0, f: 0 },
  },
  'CPU time': { maxSeconds: null, metric: 'cpu-per-operation', effects: nothing },
};
const runsEach = 200;
const powerRuns = 40;
const effects = [5, 10, 20, 50];
/** null: the default time. */
const minutes = [1, 2, null, 10];
const liveBatches = 5;
const liveRunsEach = 5;

const simulated = Object.keys(shapes).flatMap((shape) =>
  Object.keys(noiseRequests).map((noise) => `A/A ${shape}: ${noise}`),
);
const powered = Object.keys(noiseRequests).map((noise) => `power: ${noise}`);
const live = Array.from({ length: liveBatches }, (_, batch) =>
  serverIds.map((id) => `live A/A: ${id} ${batch + 1}`),
).flat();

/** What a saturated machine makes of these is not certain beforehand: they are measured by sysbench alone as well. */
const referenced = Object.entries(planted).flatMap(([name, { request }]) =>
  ['thread-concurrency', 'commit-durability'].includes(request.probe) ? [name] : [],
);
const references = referenced.map((name) => `reference: ${name}`);
const plantedItems = Object.keys(planted).map((name) => `planted: ${name}`);

export const calibrationBench = defineBench<Result>({
  id: 'calibration',
  title: 'Calibration of probes',
  budget:
    'false winners at most 5 % of at least 2,000 simulated runs, coverage of 95 % intervals 93 to 97 %, +20 % found in at least 90 % within the default time at the noise of a quiet machine, planted effects with the right sign',
  items: [
    ...Object.keys(noiseRequests).map((name) => `noise: ${name}`),
    ...Object.keys(switchingRequests).map((name) => `switching: ${name}`),
    ...simulated,
    ...powered,
    ...plantedItems,
    ...references,
    ...live,
  ],
  measure: (item) => {
    const [kind = '', name = ''] = /^([^:]*): (.*)$/.exec(item)?.slice(1) ?? [];
    if (kind === 'noise') return measureNoise(name);
    if (kind === 'switching') return measureSwitching(name);
    if (kind === 'power') return measurePower(name);
    if (kind === 'planted') return measurePlanted(name);
    if (kind === 'reference') return measureReference(name);
    if (kind === 'live A/A') return measureLive(name);
    return measureNothing(kind.replace('A/A ', ''), name);
  },
  table: (results) => [
    ['What', 'Runs', 'Outcome'],
    ...noiseRows(),
    ...switchingRows(),
    ...simulatedRows(results, clopperPearson),
    ...powerRows(results),
    ...plantedRows(results),
    ...liveRows(results, clopperPearson),
  ],
  verdict: (results) => {
    const all = tallies(results);
    const found = powerOf(results, 'quiet');
    const signs = plantedSigns(results);
    const falseLive = falseWinners(results);
    const missed = [
      ...missing(results),
      ...rowsOutside(results),
      ...(all.runs < 2000 ? ['fewer than 2,000 simulated runs'] : []),
      ...(found === null ? ['no recording of a quiet machine'] : []),
      ...(found !== null && found < 0.9 ? [`+20 % found in only ${percent(found)}`] : []),
      ...signs.notFound.map((name) => `planted effect not found: ${name}`),
      ...(falseLive.runs < 100 ? ['fewer than 100 live runs'] : []),
    ];
    const busy = noiseClasses.filter((machine) => machine !== 'quiet');
    const others = busy.flatMap((machine) => {
      const power = powerOf(results, machine);
      return power === null ? [] : [`${percent(power)} on a ${machine} one`];
    });
    const text = [
      ...(missed.length === 0 ? [] : [`what is missed: ${missed.join(', ')}`]),
      `${percent(all.winners / Math.max(1, all.runs))} false winners of ${all.runs} simulated runs`,
      `${percent(all.covered / Math.max(1, all.intervals))} of ${all.intervals} intervals hold the true change`,
      found === null
        ? 'power on a quiet machine not measured'
        : `+20 % found in ${percent(found)} within the default time on a quiet machine${others.length === 0 ? '' : ` (${others.join(', ')})`}`,
      `${signs.right} of ${signs.all} planted effects found with the sign that sysbench alone gives, or that was expected where it was not asked, ${signs.wrong} with the other; ${signs.foreseen} of them with the sign expected before anything was measured`,
      `live: ${falseLive.winners} false winners of ${falseLive.runs} runs`,
    ].join('; ');
    return { met: missed.length === 0, text };
  },
});

/** Kinds of which not everything was measured. */
function missing(results: Map<string, Result>): string[] {
  const kinds = { 'A/A': simulated, power: powered, planted: plantedItems, reference: references, live };
  return Object.entries(kinds).flatMap(([kind, items]) => {
    const absent = items.filter((item) => !results.has(item)).length;
    return absent === 0 ? [] : [`${absent} of ${items.length} items of ${kind} not measured`];
  });
}

/** Kinds of simulated runs that are outside the budget, each with all its recordings. */
function rowsOutside(results: Map<string, Result>): string[] {
  return Object.keys(shapes).flatMap((shape) => {
    const { runs, winners, intervals, covered } = tallies(results, shape);
    const coverage = covered / Math.max(1, intervals);
    if (runs === 0) return [];
    return [
      ...(winners / runs > 0.05 ? [`false winners of “${shape}” ${percent(winners / runs)}`] : []),
      ...(coverage < 0.93 || coverage > 0.97 ? [`coverage of “${shape}” ${percent(coverage)}`] : []),
    ];
  });
}

async function measureNoise(name: string): Promise<Result> {
  const requested = noiseRequests[name];
  if (requested === undefined) throw new Error(`no such noise: ${name}`);
  keepNoise(name, await recordNoise(requested));
  return { kind: 'noise', seconds: requested.seconds };
}

async function measureSwitching(name: string): Promise<Result> {
  const requested = switchingRequests[name];
  if (requested === undefined) throw new Error(`no such switching: ${name}`);
  const recorded = await recordSwitching(requested.server, requested.kind);
  keepSwitching(name, recorded);
  return { kind: 'switching', count: recorded.seconds.length };
}

async function measureNothing(shape: string, noise: string): Promise<Result> {
  const kind = shapes[shape];
  if (kind === undefined) throw new Error(`no such shape: ${shape}`);
  return { kind: 'tally', tally: await tally(kind, noise, runsEach) };
}

async function measurePower(noise: string): Promise<Result> {
  const cells = [];
  for (const effect of effects) {
    for (const length of minutes) {
      const maxSeconds = length === null ? null : 60 * length;
      const kind = { maxSeconds, metric: 'throughput', effects: { a: effect } } as const;
      cells.push({ effect, minutes: length, tally: await tally(kind, noise, powerRuns) });
    }
  }
  return { kind: 'power', cells };
}

async function tally(kind: SimulatedKind, noise: string, runs: number): Promise<Tally> {
  const recording = noiseNamed(noise);
  const seeds = Array.from({ length: runs }, (_, index) => index + 1);
  const done = await sourceModule<typeof import('./calibration/simulate.ts'), Promise<SimulatedRun[]>>(
    '/bench/calibration/simulate.ts',
    ({ simulate }) => simulate(kind, recording, switchTimesFor(noise), seeds),
  );
  return done.reduce((sum, run) => add(sum, tallyOf(run, kind)), none);
}

const none: Tally = { runs: 0, winners: 0, wrong: 0, found: 0, intervals: 0, covered: 0 };

function add(a: Tally, b: Tally): Tally {
  return {
    runs: a.runs + b.runs,
    winners: a.winners + b.winners,
    wrong: a.wrong + b.wrong,
    found: a.found + b.found,
    intervals: a.intervals + b.intervals,
    covered: a.covered + b.covered,
  };
}

function tallyOf({ arms }: SimulatedRun, { effects: truth }: SimulatedKind): Tally {
  const judged = arms.filter(({ verdict }) => verdict !== 'baseline');
  const called = (verdict: string, right: (effect: number) => boolean) =>
    judged.some((arm) => arm.verdict.startsWith(verdict) && right(truth[arm.name] ?? 0));
  const own = judged.flatMap(({ name, stage, metrics: [found] }) =>
    stage !== 'verdict' || found === undefined || found.low === null || found.high === null
      ? []
      : [found.low <= (truth[name] ?? 0) && (truth[name] ?? 0) <= found.high],
  );
  return {
    runs: 1,
    winners: called('better', (effect) => effect <= 0) ? 1 : 0,
    wrong: called('worse', (effect) => effect >= 0) ? 1 : 0,
    found: called('better', (effect) => effect > 0) ? 1 : 0,
    intervals: own.length,
    covered: own.filter((holds) => holds).length,
  };
}

async function measurePlanted(name: string): Promise<Result> {
  const known = planted[name];
  if (known === undefined) throw new Error(`nothing planted is called ${name}`);
  return { kind: 'live', runs: await liveRuns(known.server, known.options, [known.request]) };
}

async function measureReference(name: string): Promise<Result> {
  const known = planted[name];
  if (known === undefined) throw new Error(`nothing planted is called ${name}`);
  const ratios = await referenceRatios(known);
  const blocks = ratios.map((ratio) => ({ baselines: [1, 1] as const, arms: { changed: Math.exp(ratio) } }));
  const found = await sourceModule<
    typeof import('../src/experiment/design/block-design.ts'),
    Interval | undefined
  >('/src/experiment/design/block-design.ts', ({ analyseBlocks }) => analyseBlocks(blocks).arms[0]?.percent);
  if (found === undefined) throw new Error('nothing was measured');
  return { kind: 'reference', percent: found };
}

/** `slow_launch_time` only decides what is counted as slow to start: setting it changes nothing that is measured. */
async function measureLive(name: string): Promise<Result> {
  const [id = '', batch = ''] = name.split(' ');
  const requests = Array.from(
    { length: liveRunsEach },
    (_, index): ProbeRequest => ({
      probe: 'custom',
      arms: [{ name: 'nothing', settings: [{ variable: 'slow_launch_time', value: '3' }] }],
      workload: { kind: 'sysbench', preset: 'update-index', threads: 4, tables: 1, rows: 1000 },
      maxSeconds: 15,
      seed: 100 * Number(batch) + index,
    }),
  );
  return {
    kind: 'live',
    runs: await liveRuns(id as ServerId, { innodb_flush_log_at_trx_commit: 2 }, requests),
  };
}

function tallies(results: Map<string, Result>, shape?: string): Tally {
  return [...results]
    .filter(([item]) => item.startsWith(shape === undefined ? 'A/A ' : `A/A ${shape}: `))
    .flatMap(([, result]) => (result.kind === 'tally' ? [result.tally] : []))
    .reduce(add, none);
}

function simulatedRows(results: Map<string, Result>, interval: ExactInterval): string[][] {
  return Object.keys(shapes).flatMap((shape) => {
    const { runs, winners, wrong, intervals, covered } = tallies(results, shape);
    if (runs === 0) return [];
    const text = `false winners ${shareText(winners, runs, interval)}, called worse ${percent(wrong / runs)}; own 95 % intervals that hold the true change ${percent(covered / Math.max(1, intervals))}${byRecording(results, shape)}`;
    return [[`Nothing differs, simulated: ${shape}`, String(runs), text]];
  });
}

/** The recordings with the fewest and the most: with 200 runs of each, single ones are some percent off by chance. */
function byRecording(results: Map<string, Result>, shape: string): string {
  const each = [...results].flatMap(([item, result]) =>
    result.kind === 'tally' && item.startsWith(`A/A ${shape}: `) ? [result.tally] : [],
  );
  const range = (shares: number[]) => `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`;
  const winners = range(each.map((tally) => tally.winners / tally.runs));
  const covered = range(each.map((tally) => tally.covered / Math.max(1, tally.intervals)));
  return `; by recording: false winners ${winners}, intervals ${covered}`;
}

/** The recordings that the simulated runs are made of, with what puts each into its class. */
function noiseRows(): string[][] {
  return noiseNames().map((name) => {
    const noise = noiseNamed(name);
    const described = describeNoise(noise);
    const { seconds, variationPercent, stalledPercent, othersPercent } = described;
    const niceness = noiseRequests[name]?.niceness ?? 0;
    const others =
      othersPercent === null ? 'other programs not counted' : `other programs ${othersPercent.toFixed(1)} %`;
    return [
      `Noise: ${name} (${noise.version})`,
      `${seconds} s`,
      `${classOf(described)}: ${others}${niceness < 0 ? ` (server, load and recorder at nice ${niceness})` : ''}; work of a second varies by ${percent(variationPercent / 100)}; below half of the mean in ${percent(stalledPercent / 100)} of the seconds`,
    ];
  });
}

const classTexts: Readonly<Record<NoiseClass, string>> = {
  quiet: `quiet machine (other programs at most ${classLimits.quietOthersPercent} % of the processors’ time)`,
  busy: `busy machine (more than that, or not counted)`,
  stalling: `busy and stalling machine (half of the mean not reached in more than ${classLimits.stalledPercent} % of the seconds)`,
};

function powerRows(results: Map<string, Result>): string[][] {
  return noiseClasses.flatMap((machine) => {
    const cells = cellsOf(results, machine);
    return effects.flatMap((effect) => {
      const row = minutes.map((length) =>
        cells
          .filter((cell) => cell.effect === effect && cell.minutes === length)
          .map((cell) => cell.tally)
          .reduce(add, none),
      );
      if ((row[0]?.runs ?? 0) === 0) return [];
      const text = row.map(
        (cell, index) =>
          `${minutes[index] === null ? 'default time' : `${minutes[index]} min`} ${percent(cell.found / Math.max(1, cell.runs))}`,
      );
      return [
        [
          `+${effect} % found, simulated, ${classTexts[machine]}`,
          String(row.reduce(add, none).runs),
          text.join(', '),
        ],
      ];
    });
  });
}

function cellsOf(results: Map<string, Result>, machine: NoiseClass) {
  return [...results].flatMap(([item, result]) =>
    result.kind === 'power' && classOf(describeNoise(noiseNamed(item.replace('power: ', '')))) === machine
      ? result.cells
      : [],
  );
}

function powerOf(results: Map<string, Result>, machine: NoiseClass): number | null {
  const { found, runs } = cellsOf(results, machine)
    .filter(({ effect, minutes: length }) => effect === 20 && length === null)
    .map((cell) => cell.tally)
    .reduce(add, none);
  return runs === 0 ? null : found / runs;
}

/** What is expected, unless sysbench alone says the opposite of it on this machine. */
function plantedRuns(results: Map<string, Result>) {
  return Object.entries(planted).flatMap(([name, { expected }]) => {
    const result = results.get(`planted: ${name}`);
    const [run] = result?.kind === 'live' ? result.runs : [];
    const measured = results.get(`reference: ${name}`);
    const reference = measured?.kind === 'reference' ? measured.percent : null;
    const truth =
      reference === null || (reference.low <= 0 && reference.high >= 0)
        ? expected
        : reference.estimate > 0
          ? ('better' as const)
          : ('worse' as const);
    return run === undefined ? [] : [{ name, expected, truth, run, reference }];
  });
}

function plantedSigns(results: Map<string, Result>): {
  all: number;
  right: number;
  wrong: number;
  foreseen: number;
  /** Those of `all` that are not `right`, with what came out. */
  notFound: string[];
} {
  const runs = plantedRuns(results);
  const opposite = { better: 'worse', worse: 'better' } as const;
  const right = runs.filter(({ truth, run }) => run.verdict.startsWith(truth)).length;
  const wrong = runs.filter(({ truth, run }) => run.verdict.startsWith(opposite[truth])).length;
  const foreseen = runs.filter(({ expected, run }) => run.verdict.startsWith(expected)).length;
  const notFound = runs
    .filter(({ truth, run }) => !run.verdict.startsWith(truth))
    .map(
      ({ name, truth, run }) =>
        `${name} (${truth}, found ${run.verdict} at an interval from ${shown(run.low)} to ${shown(run.high)} after at most ${planted[name]?.request.maxSeconds} s)`,
    );
  return { all: runs.length, right, wrong, foreseen, notFound };
}

function plantedRows(results: Map<string, Result>): string[][] {
  return plantedRuns(results).map(({ name, expected, truth, run, reference }) => {
    const alone =
      reference === null
        ? '; sysbench alone was not asked'
        : `; sysbench alone: ${shown(reference.estimate)} (${shown(reference.low)} to ${shown(reference.high)})`;
    return [
      `Planted: ${name}`,
      '1',
      `expected ${expected}${truth === expected ? '' : `, but ${truth} by sysbench alone`}; found ${run.verdict}: ${run.metric} ${shown(run.estimatePercent)}${intervalText(run)}, ${run.outcome}${run.text === undefined ? '' : ` (${run.text})`}${alone}`,
    ];
  });
}

function falseWinners(results: Map<string, Result>) {
  const runs = live.flatMap((item) => {
    const result = results.get(item);
    return result?.kind === 'live' ? result.runs : [];
  });
  const count = (verdict: string) => runs.filter((run) => run.verdict.startsWith(verdict)).length;
  const outcomes = new Map<string, number>();
  for (const { outcome } of runs) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const intervals = runs.filter(({ low, high }) => low !== null && high !== null);
  const covered = intervals.filter(({ low, high }) => (low ?? 0) <= 0 && (high ?? 0) >= 0).length;
  return {
    ...{ runs: runs.length, winners: count('better'), worse: count('worse'), outcomes },
    ...{ intervals: intervals.length, covered },
  };
}

function liveRows(results: Map<string, Result>, interval: ExactInterval): string[][] {
  const { runs, winners, worse, outcomes, intervals, covered } = falseWinners(results);
  if (runs === 0) return [];
  const ends = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
  return [
    [
      'Nothing differs, live, 15 s each',
      String(runs),
      `false winners ${shareText(winners, runs, interval)}, called worse ${worse}; intervals that hold no change ${shareText(covered, intervals, interval)}; ${ends}`,
    ],
  ];
}

function shareText(count: number, runs: number, interval: ExactInterval): string {
  const { low, high } = interval(count, runs);
  return `${percent(count / runs)} (${percent(low)} to ${percent(high)})`;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

/** Empty where a guard ended the arm before there was one. */
function intervalText({ low, high }: LiveRun): string {
  return low === null && high === null ? '' : ` (${shown(low)} to ${shown(high)})`;
}

function shown(value: number | null): string {
  return value === null ? '?' : `${value > 0 ? '+' : ''}${value.toFixed(1)} %`;
}
