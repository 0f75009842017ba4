import { planProof } from '../../src/experiment/design/proof-design';
import { normalQuantile } from '../../src/experiment/statistics/distributions';
import { ProofTaken } from '../../src/server/probe/proof/proof-taken';
import { runProtocol } from '../../src/server/probe/proof/protocol';
import type { MeterReading } from '../../src/server/workload/meter-reading';
import { LatchkeyError } from '../../src/shared/base/error';
import { seededRandom } from '../../src/shared/base/random';
import type { ProofChange } from '../../src/shared/proof';
import { SteppedClock } from './model-bench.ts';

export interface ProofModel {
  /** By change: its factor on 1,000 statements a second. */
  changes: Record<string, number>;
  /** The same of changes that act over tens of seconds. */
  held?: Record<string, number>;
  /** The same of changes that fill over minutes. */
  slow?: Record<string, number>;
  /** Further changes that are not tried, with the reason. */
  untested?: Record<string, string>;
  maxSeconds: number;
  /** Standard deviation of the log of what is done between two readings. */
  noise?: number;
  /** Seconds that a switch takes, the same or by how many came before. */
  switchSeconds?: number | ((count: number) => number);
  errors?: (on: readonly string[]) => number;
  /** What stands in force together, as a factor on top. */
  together?: (on: readonly string[]) => number;
  /** Share of a setting's gain that the slot after it repays. */
  repays?: number;
  seed?: number;
  /** Called before anything is set; cancels by its signal. */
  entering?: (count: number) => void;
}

/** Runs the steps of a proof on a server that is nothing but rates and noise. */
export async function runProofModel(model: ProofModel, signal = new AbortController().signal) {
  const names = Object.keys(model.changes);
  const held = Object.keys(model.held ?? {});
  const design = planProof({
    ...{ maxSeconds: model.maxSeconds, changes: names.length, held: held.length },
    observed: Object.keys(model.slow ?? {}).length,
    reconnects: false,
  });
  if (design === null) throw new Error('The design does not fit.');
  const changes = [
    ...names.map((name) => changeNamed(name, null)),
    ...held.map((name) => ({ ...changeNamed(name, null), class: 'medium' as const })),
    ...Object.keys(model.slow ?? {}).map((name) => ({ ...changeNamed(name, null), class: 'slow' as const })),
    ...Object.entries(model.untested ?? {}).map(([name, reason]) => changeNamed(name, reason)),
  ];
  const taken = new ProofTaken(design, 'throughput', { live: false, memoryBytes: undefined });
  const world = new ProofWorld(model);
  let error: unknown = null;
  await runProtocol(
    {
      ...{ design, changes, metric: 'throughput' as const },
      ...{ freshConnections: false, cpus: 4, timesStatements: false },
    },
    {
      ...{
        clock: world.clock,
        random: seededRandom(model.seed ?? 1),
        arms: world,
        load: world,
        meter: world,
      },
      report: () => undefined,
    },
    taken,
    signal,
  ).catch((thrown: unknown) => {
    error = thrown;
  });
  return { taken, changes, world, error };
}

function changeNamed(name: string, untested: string | null): ProofChange {
  return { name, class: 'fast', settings: [], untested, staysFor: null };
}

class ProofWorld {
  readonly clock = new SteppedClock();
  readonly entered: (readonly string[])[] = [];
  readonly program = 'model';
  readonly processors = null;
  readonly #model: ProofModel;
  readonly #random: () => number;
  #on: readonly string[] = [];
  #before: readonly string[] = [];
  #last = 0;
  #operations = 0;
  #errors = 0;

  constructor(model: ProofModel) {
    this.#model = model;
    this.#random = seededRandom((model.seed ?? 1) + 1000);
  }

  async enter(arm: string | readonly string[] | null, signal: AbortSignal) {
    this.#model.entering?.(this.entered.length);
    if (signal.aborted) throw new LatchkeyError('cancelled', 'Cancelled.');
    this.#flow();
    this.#before = this.#on;
    this.#on = arm === null ? [] : typeof arm === 'string' ? [arm] : arm;
    this.entered.push(this.#on);
    const { switchSeconds = 0.02 } = this.#model;
    const takes = typeof switchSeconds === 'number' ? switchSeconds : switchSeconds(this.entered.length);
    this.clock.at += 1000 * takes;
    return { settings: [], alsoChanged: [] };
  }

  async read(): Promise<MeterReading> {
    this.#flow();
    return {
      ...{ at: this.clock.at, operations: this.#operations, cpuSeconds: this.#operations * 1e-4 },
      ...{ clientCpuSeconds: 0, busySeconds: null, errors: this.#errors, threadsRunning: 4 },
      ...{
        replicaLagSeconds: null,
        freeMemoryBytes: null,
        ended: null,
        checkpointAge: null,
        dirtyPages: null,
      },
      counters: new Map(),
    };
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
  reconnect = async () => undefined;

  #factor(on: readonly string[]): number {
    const factors = { ...this.#model.changes, ...this.#model.held, ...this.#model.slow };
    const alone = on.reduce((product, name) => product * (factors[name] ?? 1), 1);
    return alone * (this.#model.together?.(on) ?? 1);
  }

  #flow(): void {
    const seconds = (this.clock.at - this.#last) / 1000;
    this.#last = this.clock.at;
    if (seconds === 0) return;
    const repaid = this.#factor(this.#before) ** -(this.#model.repays ?? 0);
    const noise = Math.exp((this.#model.noise ?? 0.02) * normalQuantile(Math.max(1e-12, this.#random())));
    this.#operations += Math.round(1000 * this.#factor(this.#on) * repaid * seconds * noise);
    this.#errors += (this.#model.errors?.(this.#on) ?? 0) * seconds;
  }
}
