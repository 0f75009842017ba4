import { defaultSeconds, designProbe, type ProbeTimes } from '../../src/experiment/design/schedule';
import { type ExperimentPlan, Measured, runExperiment } from '../../src/server/probe/runner/experiment';
import type { MeterReading } from '../../src/server/workload/meter-reading';
import type { Clock } from '../../src/shared/base/clock';
import { LatchkeyError } from '../../src/shared/base/error';
import { type RandomSource, seededRandom } from '../../src/shared/base/random';
import type { ProbeDesign } from '../../src/shared/probe';

export interface ModelBench {
  times: ProbeTimes;
  /** Absent: the default. */
  maxSeconds?: number;
  /** Statements per second of each arm; `baseline` too. */
  rates: Record<string, number>;
  /** Standard deviation of the log of a second. */
  noise: number;
  seed: number;
  /** CPU seconds of the client for each statement; the server takes 100 us. */
  clientCpu?: number;
  /** Processors that the client can use; absent: all. */
  clientProcessors?: number;
  /** Growth of the load by the time that has gone, in ms. */
  drift?: (at: number) => number;
  /** In place of the noise: what a recorded server did from one moment to another, against its mean, in seconds. */
  recorded?: (fromMs: number, toMs: number) => number;
  /** Beside `recorded`: CPU seconds that the server used between two moments, and by how much each arm changes them. */
  recordedCpu?: (fromMs: number, toMs: number) => number;
  cpuFactors?: Record<string, number>;
  /** What each arm makes of the rate of the slot after its own. */
  left?: Record<string, number>;
  metric?: 'throughput' | 'cpu-per-operation';
  threadsRunning?: (arm: string, at: number) => number;
  errors?: (arm: string) => number;
  lacksLoad?: string | null;
  freshConnections?: boolean;
  outer?: { variable: string; original: string; of(arm: string): string };
  /** Seconds that a switch takes, the same or by how many came before; absent: 0.02. */
  switching?: number | ((count: number) => number);
  /** Variants are values of variables, whose present ones are these. */
  best?: readonly number[];
  /** Called at each step: before an arm is entered, at each reading. */
  step?: (name: string) => void;
}

/** Time that passes only where somebody sleeps. */
export class SteppedClock implements Clock {
  at = 0;
  now = () => new Date(this.at);
  monotonicMs = () => this.at;
  sleep = async (ms: number, signal?: AbortSignal) => {
    if (signal?.aborted !== true) this.at += ms;
  };
}

export interface BenchRun {
  measured: Measured;
  /** Arms as they were entered; null: the originals. */
  entered: (string | null)[];
  reconnects: number;
  error: unknown;
  plan: ExperimentPlan;
}

/** Runs an experiment on a server that is nothing but rates and noise. */
export async function runModel(model: ModelBench, signal = new AbortController().signal): Promise<BenchRun> {
  const names = Object.keys(model.rates).filter((name) => name !== 'baseline');
  const design = designOf(model, names.length);
  const random = seededRandom(model.seed);
  const world = new World(model, seededRandom(model.seed + 1));
  const measured = new Measured(design, model.metric ?? 'throughput', {
    live: false,
    memoryBytes: undefined,
  });
  const plan: ExperimentPlan = {
    design,
    replan: (timed) => designOrNull({ ...model, ...timed }, names.length),
    metric: model.metric ?? 'throughput',
    arms: names.map((name) => ({
      name,
      settings: [
        { variable: 'x', value: name },
        ...(model.outer === undefined
          ? []
          : [{ variable: model.outer.variable, value: model.outer.of(name) }]),
      ],
    })),
    freshConnections: model.freshConnections ?? false,
    outerOriginal: model.outer?.original ?? null,
    lacksLoad: () => model.lacksLoad ?? null,
    cpus: 4,
    timesStatements: false,
    best: model.best ?? null,
  };
  let error: unknown = null;
  try {
    await runExperiment(
      plan,
      { clock: world.clock, random, arms: world, load: world, meter: world, report: () => undefined },
      measured,
      signal,
    );
  } catch (thrown) {
    error = thrown;
  }
  return { measured, entered: world.entered, reconnects: world.reconnects, error, plan };
}

function maxSecondsOf({ times, maxSeconds }: ModelBench, arms: number): number {
  return maxSeconds ?? defaultSeconds(times, Math.max(1, arms));
}

/** The levels of the looks take a tenth of a second to find; runs of one kind share them. */
const designs = new Map<string, ProbeDesign>();

function designOf(model: ModelBench, arms: number): ProbeDesign {
  const design = designOrNull(model, arms);
  if (design === null) throw new Error('The design does not fit.');
  return design;
}

function designOrNull(
  model: ModelBench & { switchSeconds?: number; spentSeconds?: number },
  arms: number,
): ProbeDesign | null {
  const { times, switchSeconds, spentSeconds } = model;
  const maxSeconds = maxSecondsOf(model, arms);
  const key = JSON.stringify([times, maxSeconds, arms, switchSeconds, spentSeconds]);
  const design = designs.get(key) ?? designProbe({ times, arms, maxSeconds, switchSeconds, spentSeconds });
  if (design !== null) designs.set(key, design);
  return design;
}

class World {
  readonly clock = new SteppedClock();
  readonly entered: (string | null)[] = [];
  readonly program = 'model';
  reconnects = 0;
  readonly #model: ModelBench;
  readonly #random: RandomSource;
  #arm = 'baseline';
  #before = 'baseline';
  #last = 0;
  #operations = 0;
  #cpuSeconds = 0;
  #errors = 0;

  constructor(model: ModelBench, random: RandomSource) {
    this.#model = model;
    this.#random = random;
  }

  async enter(arm: string | null, signal: AbortSignal) {
    this.#model.step?.(`enter ${arm}`);
    if (signal.aborted) throw new LatchkeyError('cancelled', 'Cancelled.');
    this.#flow();
    this.entered.push(arm);
    this.#before = this.#arm;
    this.#arm = arm ?? 'baseline';
    const { switching = 0.02 } = this.#model;
    this.clock.at += 1000 * (typeof switching === 'number' ? switching : switching(this.entered.length));
    const settings = arm === null ? [] : [{ variable: 'x', asked: arm, stored: arm, remarks: [] }];
    return { settings, alsoChanged: [] };
  }

  async read(): Promise<MeterReading> {
    this.#model.step?.('read');
    this.#flow();
    return {
      at: this.clock.at,
      operations: this.#operations,
      cpuSeconds: this.#model.recorded === undefined ? this.#operations * 1e-4 : this.#cpuSeconds,
      clientCpuSeconds: this.#operations * (this.#model.clientCpu ?? 5e-5),
      busySeconds: null,
      errors: this.#errors,
      threadsRunning: this.#model.threadsRunning?.(this.#arm, this.clock.at) ?? 4,
      replicaLagSeconds: null,
      freeMemoryBytes: null,
      ended: null,
      checkpointAge: null,
      dirtyPages: null,
      counters: new Map(),
    };
  }

  get processors(): number | null {
    return this.#model.clientProcessors ?? null;
  }

  ownDigests = () => null;
  ownHistogram = () => null;
  digests = async () => null;
  histogram = async () => null;
  start = async () => undefined;
  stop = async () => undefined;
  errors = () => this.#errors;
  failure = () => null;
  clientCpuSeconds = async () => null;
  reconnect = async () => {
    this.reconnects += 1;
  };

  /** Statements since the last time anybody looked, with a fresh draw of the noise. */
  #flow(): void {
    const { recorded, rates } = this.#model;
    if (recorded !== undefined) {
      const work = (rates[this.#arm] ?? 0) * recorded(this.#last, this.clock.at);
      this.#operations += work;
      const spent = this.#model.recordedCpu?.(this.#last, this.clock.at) ?? work * 1e-4;
      this.#cpuSeconds += spent * (this.#model.cpuFactors?.[this.#arm] ?? 1);
      this.#last = this.clock.at;
      return;
    }
    const seconds = (this.clock.at - this.#last) / 1000;
    this.#last = this.clock.at;
    const left = this.#model.left?.[this.#before] ?? 1;
    const rate = left * (this.#model.rates[this.#arm] ?? 0) * (this.#model.drift?.(this.clock.at) ?? 1);
    this.#operations += Math.round(rate * seconds * Math.exp(this.#model.noise * this.#normal()));
    this.#errors += (this.#model.errors?.(this.#arm) ?? 0) * seconds;
  }

  /** Box and Muller. */
  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
  }
}
