import { type KeptDigest, type ReplayStep, replayPass } from '../../knowledge/sql/replay';
import type { Clock } from '../../shared/base/clock';
import { type ErrorCode, LatchkeyError, throwIfCancelled, toLatchkeyError } from '../../shared/base/error';
import { type RandomSource, seededRandom } from '../../shared/base/random';
import type { ReportProgress } from '../../shared/progress';
import type { GatedStatement } from '../connect/gated-statement';
import type { Session } from '../connect/session';
import { watchGlobalVariables } from '../foreign/moved-variables';
import type { Load } from './load';
import type { DigestSums, Histogram } from './meter-reading';
import { texts } from './texts';

export interface ReplayOptions {
  /** Each table of their statements is one by the gate; a view of its name is refused by the server when they run. */
  digests: readonly KeptDigest<GatedStatement>[];
  threads: number;
  /** Statements per second of all connections; null: as fast as answers come. */
  rate: number | null;
  /** Of the order of the statements. */
  seed: number;
  clock: Clock;
  /** A connection that reads only and keeps no list of statements. */
  open(signal: AbortSignal): Promise<Session>;
  /** CPU seconds of this process so far. */
  cpuSeconds(): number;
}

/** What takes longer when it is tried, or gives more rows, is not replayed: a slot has to hold many statements. */
export const longestTrialMs = 2000;
export const mostRows = 20_000;
/** A setting may slow a statement down; this long one may run then before the server ends it. */
const statementLimitMs = 10_000;
/** Failures of one statement, after which the connection takes the next; any other one ends the load. */
const ofStatement: readonly ErrorCode[] = ['query-failed', 'privilege-missing', 'timeout', 'too-large'];
/** Buckets of the histogram, each so many times as wide as the one before; the first begins at 10 us. */
const growth = 1.05;
const firstMs = 0.01;

/** Kept SELECTs over connections of this process, read-only and with a limit of time. */
export function replayLoad(options: ReplayOptions): ReplayLoad {
  return new ReplayLoad(options);
}

export class ReplayLoad implements Load {
  readonly program = null;
  /** All connections are served by one thread of JavaScript. */
  readonly processors = 1;
  readonly #options: ReplayOptions;
  readonly #random: RandomSource;
  #usable: readonly KeptDigest<GatedStatement>[] = [];
  #pass: ReplayStep<GatedStatement>[] = [];
  #next = 0;
  #runners: Runner[] = [];
  #halt = new AbortController();
  readonly #sums = new Map<string, { executions: number; seconds: number }>();
  readonly #buckets = new Map<number, number>();
  #errors = 0;
  #lost: string | null = null;
  #paceStart = 0;
  #paced = 0;
  /** How many digests of the plan were found unfit when they were tried, and why. */
  readonly unfit = new Map<string, number>();

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  async start(signal: AbortSignal, report: ReportProgress): Promise<void> {
    const session = await this.#options.open(signal);
    try {
      await requireReadOnly(session, signal);
      const moved = await watchGlobalVariables({ session, signal });
      this.#usable = await this.#try(session, signal, report);
      requireUnmoved(await moved());
    } finally {
      await session.close();
    }
    if (this.#usable.length === 0) {
      throw new LatchkeyError('query-failed', texts.noneOfTheStatementsCan(this.unfitText()), {
        hint: texts.nothingWasSetTheAccount,
      });
    }
    this.#pass = replayPass(this.#usable, this.#random);
    await this.#run(signal);
  }

  async reconnect(signal: AbortSignal): Promise<void> {
    await this.#end();
    throwIfCancelled(signal);
    await this.#run(signal);
  }

  async clientCpuSeconds(): Promise<number> {
    return this.#options.cpuSeconds();
  }

  ownDigests(): DigestSums {
    return new Map([...this.#sums].map(([digest, sums]) => [digest, { ...sums }]));
  }

  ownHistogram(): Histogram {
    return [...this.#buckets]
      .sort(([a], [b]) => a - b)
      .map(([index, count]) => ({
        low: index === 0 ? 0 : firstMs * growth ** (index - 1),
        high: firstMs * growth ** index,
        count,
      }));
  }

  errors(): number {
    return this.#errors;
  }

  failure(): string | null {
    return this.#lost;
  }

  async stop(): Promise<void> {
    await this.#end();
  }

  /** `2 the account may not read, 1 took longer than 2 s`; empty where all could be replayed. */
  unfitText(): string {
    return [...this.unfit].map(([why, count]) => `${count} ${why}`).join(', ');
  }

  /** Each digest once: what fails, takes too long or gives too many rows is left out. */
  async #try(
    session: Session,
    signal: AbortSignal,
    report: ReportProgress,
  ): Promise<KeptDigest<GatedStatement>[]> {
    const { digests } = this.#options;
    const usable: KeptDigest<GatedStatement>[] = [];
    for (const [index, digest] of digests.entries()) {
      report({
        done: 0,
        total: null,
        phase: 'probe',
        note: `trying statement ${index + 1} of ${digests.length}`,
      });
      const why = await this.#whyUnfit(session, digest, signal);
      if (why === null) usable.push(digest);
      else this.unfit.set(why, (this.unfit.get(why) ?? 0) + 1);
    }
    return usable;
  }

  async #whyUnfit(
    session: Session,
    { examples }: KeptDigest<GatedStatement>,
    signal: AbortSignal,
  ): Promise<string | null> {
    const [example] = examples;
    if (example === undefined) return 'failed';
    try {
      const table = await session.queryForeign(example, {
        timeoutMs: longestTrialMs,
        signal,
        logAs: 'a kept statement',
      });
      return table.rows.length > mostRows ? `gave more than ${mostRows} rows` : null;
    } catch (error) {
      const { code } = toLatchkeyError(error);
      if (code === 'timeout') return `took longer than ${longestTrialMs / 1000} s`;
      if (code === 'privilege-missing') return 'the account may not read';
      if (code === 'query-failed') return 'failed';
      if (code === 'too-large') return 'gave too large an answer';
      throw error;
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { threads, clock } = this.#options;
    this.#halt = new AbortController();
    const opened: Session[] = [];
    try {
      for (let each = 0; each < threads; each++) opened.push(await this.#options.open(signal));
    } catch (error) {
      await Promise.all(opened.map((session) => session.close()));
      throw error;
    }
    this.#paceStart = clock.monotonicMs();
    this.#paced = 0;
    this.#runners = opened.map((session) => ({ session, over: this.#serve(session) }));
  }

  async #end(): Promise<void> {
    this.#halt.abort();
    const runners = this.#runners;
    this.#runners = [];
    await Promise.all(
      runners.map(async ({ session, over }) => {
        await over;
        await session.close().catch(() => undefined);
      }),
    );
  }

  /** One connection: the next statement of the pass, again and again. */
  async #serve(session: Session): Promise<void> {
    const { signal } = this.#halt;
    while (!signal.aborted) {
      await this.#due(signal);
      const step = this.#pass[this.#next % this.#pass.length];
      this.#next += 1;
      if (signal.aborted || step === undefined) return;
      try {
        await this.#send(session, step, signal);
      } catch (error) {
        const failure = toLatchkeyError(error);
        if (failure.code === 'cancelled') return;
        if (!ofStatement.includes(failure.code)) {
          this.#lost ??= failure.message;
          return;
        }
        this.#errors += 1;
      }
    }
  }

  async #send(
    session: Session,
    { digest, statement }: ReplayStep<GatedStatement>,
    signal: AbortSignal,
  ): Promise<void> {
    const kept = this.#usable[digest];
    const { clock } = this.#options;
    const before = clock.monotonicMs();
    await session.queryForeign(statement, {
      timeoutMs: statementLimitMs,
      signal,
      logAs: 'a kept statement',
    });
    const took = clock.monotonicMs() - before;
    const key = `${kept?.schema ?? ''} ${kept?.digest ?? ''}`;
    const sums = this.#sums.get(key) ?? { executions: 0, seconds: 0 };
    sums.executions += 1;
    sums.seconds += took / 1000;
    this.#sums.set(key, sums);
    const bucket = took < firstMs ? 0 : 1 + Math.floor(Math.log(took / firstMs) / Math.log(growth));
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1);
  }

  /** Waits until the pace allows one more. What could not be sent in time is not made up for by a burst. */
  async #due(signal: AbortSignal): Promise<void> {
    const { rate, clock } = this.#options;
    if (rate === null) return;
    const now = clock.monotonicMs();
    if (now - this.#paceStart - (1000 * this.#paced) / rate > 1000) {
      this.#paceStart = now;
      this.#paced = 0;
    }
    const at = this.#paceStart + (1000 * this.#paced) / rate;
    this.#paced += 1;
    if (at > now) await clock.sleep(at - now, signal);
  }
}

interface Runner {
  session: Session;
  over: Promise<void>;
}
function requireUnmoved(moved: readonly string[]): void {
  if (moved.length === 0) return;
  throw new LatchkeyError('change-refused', texts.globalVariablesWereChangedBy(moved.join('; ')), {
    hint: texts.nothingWasSetLookWho,
  });
}

/** Should a statement not be what it seems after all, it must not be able to write. */
async function requireReadOnly(session: Session, signal: AbortSignal): Promise<void> {
  const { rows } = await session.query(
    "SHOW SESSION VARIABLES WHERE Variable_name IN ('tx_read_only', 'transaction_read_only')",
    { signal },
  );
  if (rows.some(([, value]) => value === 'ON') && rows.every(([, value]) => value === 'ON')) return;
  throw new LatchkeyError('change-refused', texts.theSessionCouldNotBe);
}
