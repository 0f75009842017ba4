import { samplesOfBreach } from '../../../experiment/design/schedule';
import { standardDeviation } from '../../../experiment/statistics/descriptive';
import type { ProbeGuard, ProbeSample } from '../../../shared/probe';

type GuardId = ProbeGuard['guard'];
export interface Breach {
  guard: GuardId;
  value: number;
  limit: number;
  /** Whether dropping the arm in force is enough. */
  ofArm: boolean;
}

/** Baseline samples that make the envelope: the latest so many. */
const envelopeSamples = 60;
/** A single bad second is noise; so many in a row are not. */
const inARow = samplesOfBreach;
const fewest = 5;

export interface GuardedRun {
  /** How many statements come is up to the clients: fewer of them alone are no breach. */
  live: boolean;
  /** Memory of the server's machine; undefined: not known. */
  memoryBytes: number | undefined;
}

interface Envelope {
  guard: GuardId;
  text: string;
  value(sample: ProbeSample): number | null;
  /** The value from which on a sample is outside, by the recent samples of the baseline. */
  limit(recent: readonly number[], run: GuardedRun): number;
  outside(value: number, limit: number): boolean;
  /** Only this one is judged by arm; all others are of the server's safety. */
  ofArm: boolean;
  /** With live traffic up to the clients too: outside is then a breach only where the server holds them up. */
  ofClients?: true;
  whileSettling: boolean;
}

const above = (value: number, limit: number) => value > limit;
const spread = (values: readonly number[]) => (values.length < 2 ? 0 : standardDeviation(values));

const envelopes: readonly Envelope[] = [
  {
    guard: 'throughput',
    text: 'statements per second: below the lowest second of the recent baseline by four standard deviations of its logarithm, at least by half, for three samples in a row; with live traffic only while more statements run at once than in the recent baseline, or take longer than the guard of latency allows',
    value: ({ operations, seconds }) => operations / seconds,
    limit: (recent) => {
      const logs = recent.filter((value) => value > 0).map(Math.log);
      return logs.length === 0 ? 0 : Math.exp(Math.min(...logs) - Math.max(Math.LN2, 4 * spread(logs)));
    },
    outside: (value, limit) => value < limit,
    ofClients: true,
    ofArm: true,
    whileSettling: false,
  },
  {
    guard: 'latency',
    text: 'mean statement time: above the longest second of the recent baseline by four standard deviations of its logarithm, at least twice as long, for three samples in a row',
    value: ({ statementMs = null }) => statementMs,
    limit: (recent) => {
      const logs = recent.filter((value) => value > 0).map(Math.log);
      return logs.length === 0
        ? Infinity
        : Math.exp(Math.max(...logs) + Math.max(Math.LN2, 4 * spread(logs)));
    },
    outside: above,
    ofArm: true,
    whileSettling: false,
  },
  {
    guard: 'errors',
    text: 'failed statements per second: above the most of the recent baseline by four standard deviations, at least by 5, for three samples in a row',
    value: ({ errors, seconds }) => (errors === null ? null : errors / seconds),
    limit: (recent) => Math.max(0, ...recent) + Math.max(5, 4 * spread(recent)),
    outside: above,
    ofArm: false,
    whileSettling: true,
  },
  {
    guard: 'threads-running',
    text: 'Threads_running: above the most of the recent baseline by four standard deviations, at least by 16, for three samples in a row',
    value: ({ threadsRunning }) => threadsRunning,
    limit: (recent) => Math.max(0, ...recent) + Math.max(16, 4 * spread(recent)),
    outside: above,
    ofArm: false,
    whileSettling: true,
  },
  {
    guard: 'replica-lag',
    text: 'lag of this replica: above the most of the recent baseline by 10 s, for three samples in a row',
    value: ({ replicaLagSeconds }) => replicaLagSeconds,
    limit: (recent) => Math.max(0, ...recent) + 10,
    outside: above,
    ofArm: false,
    whileSettling: true,
  },
  {
    guard: 'free-memory',
    text: 'available memory of the machine: below 5 % of its memory and below 1 GiB, whichever is more; where the recent baseline is near that, below 80 % of its least; for three samples in a row',
    value: ({ freeMemoryBytes }) => freeMemoryBytes,
    limit: (recent, { memoryBytes = 0 }) =>
      Math.min(Math.max(0.05 * memoryBytes, 1024 ** 3), 0.8 * Math.min(...recent)),
    outside: (value, limit) => value < limit,
    ofArm: false,
    whileSettling: true,
  },
];

const connectionGuard = { guard: 'connection', text: 'connection to the server: lost' } as const;

/** What guards watch, for those who have to consent. */
export function guardTexts(): { guard: GuardId; text: string }[] {
  return [...envelopes.map(({ guard, text }) => ({ guard, text })), connectionGuard];
}

/** Watches every sample against what the baseline looked like lately. */
export class Guards {
  readonly #recent: ProbeSample[] = [];
  /** Samples outside in a row, by guard; where the guard judges arms, by guard and arm. */
  readonly #streak = new Map<string, number>();
  #arm = '';
  readonly #breaches = new Map<GuardId, NonNullable<ProbeGuard['breach']>>();
  readonly #without = new Set<GuardId>();
  readonly #run: GuardedRun;

  constructor(run: GuardedRun) {
    this.#run = run;
  }

  /**
   * Takes a sample of the baseline that counts into the envelope; not one that is outside it. A lag that an arm began goes on
   * after its slot, and a stall may reach across the end of one: both would be what is usual then. With live traffic, fewer
   * statements that the clients want fewer of are within.
   */
  learn(sample: ProbeSample): void {
    if (envelopes.some((envelope) => this.#isBreach(envelope, sample))) return;
    this.#recent.push(sample);
    if (this.#recent.length > envelopeSamples) this.#recent.shift();
  }

  /**
   * A slot of an arm begins. Slots of a short probe may hold fewer samples than it takes to be sure: those of an arm count
   * on from slot to slot, and what endangers the server counts on whichever arm is in force.
   */
  begin(arm: string): void {
    this.#arm = arm;
  }

  /** @returns the breach that ends the slot; null: all is within the envelope, or too little is known to tell */
  watch(sample: ProbeSample, settling: boolean): Breach | null {
    for (const envelope of envelopes) {
      const { guard, value, outside, ofArm, ofClients, whileSettling } = envelope;
      if (settling && !whileSettling) continue;
      const now = value(sample);
      if (now === null) this.#without.add(guard);
      const limit = this.#limit(envelope);
      if (now === null || limit === null) continue;
      const key = this.#streakOf(guard, ofArm);
      const breached = outside(now, limit) && (ofClients !== true || this.#isHeldUp(sample));
      const streak = breached ? (this.#streak.get(key) ?? 0) + 1 : 0;
      this.#streak.set(key, streak);
      if (streak >= inARow) return { guard, value: now, limit, ofArm };
    }
    return null;
  }

  /** Fewer statements are done because the server holds them up, as far as is known: they pile up, or take long. */
  #isHeldUp(sample: ProbeSample): boolean {
    const { threadsRunning } = sample;
    if (!this.#run.live || threadsRunning === null) return true;
    const most = Math.max(...this.#recent.map((each) => each.threadsRunning ?? 0));
    return (
      threadsRunning > most ||
      envelopes.some((each) => each.guard === 'latency' && this.#isOutside(each, sample))
    );
  }

  /** null: too few samples of the baseline hold its value. */
  #limit({ value, limit }: Envelope): number | null {
    const recent = this.#recent.flatMap((each) => value(each) ?? []);
    return recent.length < fewest ? null : limit(recent, this.#run);
  }

  #isOutside(envelope: Envelope, sample: ProbeSample): boolean {
    const [now, limit] = [envelope.value(sample), this.#limit(envelope)];
    return now !== null && limit !== null && envelope.outside(now, limit);
  }

  /** Outside, and not by the clients' own will. */
  #isBreach(envelope: Envelope, sample: ProbeSample): boolean {
    return this.#isOutside(envelope, sample) && (envelope.ofClients !== true || this.#isHeldUp(sample));
  }

  #streakOf(guard: GuardId, ofArm: boolean): string {
    return ofArm ? `${guard} in ${this.#arm}` : guard;
  }

  note(breach: Breach, at: number, arm: string, action: 'arm-dropped' | 'run-ended'): void {
    const { guard, value, limit } = breach;
    this.#breaches.set(guard, { at, arm, value, limit, action });
  }

  noteLostConnection(at: number, arm: string): void {
    this.#breaches.set('connection', { at, arm, value: 0, limit: 1, action: 'run-ended' });
  }

  /** For those who look on. */
  states(): { guard: string; state: 'watching' | 'near' | 'breached' | 'off' }[] {
    return envelopes.map(({ guard, ofArm }) => ({
      guard,
      state: this.#breaches.has(guard)
        ? 'breached'
        : this.#without.has(guard)
          ? 'off'
          : (this.#streak.get(this.#streakOf(guard, ofArm)) ?? 0) > 0
            ? 'near'
            : 'watching',
    }));
  }

  report(): ProbeGuard[] {
    const found = envelopes.map(({ guard, text }): ProbeGuard => {
      const breach = this.#breaches.get(guard) ?? null;
      const off = this.#without.has(guard) && breach === null;
      return {
        guard,
        text,
        breach,
        ...(off
          ? { off: { code: 'absent' as const, text: 'It is not available on this server or machine.' } }
          : {}),
      };
    });
    return [
      ...found,
      {
        ...connectionGuard,
        breach: this.#breaches.get('connection') ?? null,
      },
    ];
  }
}
