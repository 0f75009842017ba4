import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { compileCondition } from '../../analysis';
import { makeFolder } from '../../files/make-folder';
import {
  collectSnapshot,
  SeriesBuilder,
  type Session,
  sampledVariable,
  sampleSource,
  sampleWindow,
} from '../../server';
import type { Clock } from '../../shared/base/clock';
import { LatchkeyError } from '../../shared/base/error';
import type { JobContext } from '../../shared/progress';
import type { WatchRequest } from '../../shared/rpc/watch';
import type { Samples, Snapshot, SnapshotSummary } from '../../shared/snapshot';
import { fileName as writtenFileName } from '../../shared/writers/file-name';
import { withSession } from '../base/session';
import { texts } from './texts';

export interface WatchOptions {
  createdBy: string;
  clock: Clock;
  /** @param path where it is written; null: where the history keeps its own */
  keep(snapshot: Snapshot, path: string | null): Promise<SnapshotSummary>;
}

const longestMs = 30 * 86_400_000;
/** Of the samples before the trigger, as text: the snapshot has those of its own window too. */
const mostBytesBefore = 8 * 1024 ** 2;

/**
 * Samples the server until a condition holds, then takes a snapshot with the samples before it; again, after the
 * cool-down, up to the limit. Ends there, when its time is over, or when it is cancelled.
 * @throws LatchkeyError usage for a condition that cannot be watched on this server; connection failures
 */
export async function watch(
  request: WatchRequest,
  options: WatchOptions,
  job: JobContext,
): Promise<SnapshotSummary[]> {
  const condition = compileCondition(request.when);
  const { folder } = request;
  if (folder !== null) makeFolder(folder);
  const taken: SnapshotSummary[] = [];
  const watching = async (session: Session) => {
    const started = options.clock.monotonicMs();
    const endMs = request.seconds === null ? longestMs : request.seconds * 1000;
    const left = () => endMs - (options.clock.monotonicMs() - started);
    let quietUntil = Number.NEGATIVE_INFINITY;
    while (taken.length < request.limit && left() > 0 && !job.signal.aborted) {
      const watcher = new Watcher(session, request, condition, options.clock, quietUntil);
      const before = await watcher.untilTriggered(left(), job, taken.length);
      if (before === 'over') return;
      const snapshot = await takeTriggered(session, request, options, job, before);
      const path = folder === null ? null : resolve(join(folder, fileName(snapshot, taken.length + 1)));
      taken.push(await options.keep(snapshot, path));
      quietUntil = options.clock.monotonicMs() + request.coolDownSeconds * 1000;
    }
  };
  await withSession(request, job, watching, { renewable: 'own' });
  return taken;
}

interface Sample {
  timeMs: number;
  values: ReadonlyMap<string, string> | null;
}

/**
 * Looks at every sample until the condition has held long enough.
 * @internal exported to its test
 */
export class Watcher {
  readonly #session: Session;
  readonly #request: WatchRequest;
  readonly #condition: ReturnType<typeof compileCondition>;
  readonly #clock: Clock;
  readonly #quietUntil: number;
  readonly #startedAt: number;
  #samples: Sample[] = [];
  #heldSinceMs: number | null = null;

  constructor(
    session: Session,
    request: WatchRequest,
    condition: ReturnType<typeof compileCondition>,
    clock: Clock,
    quietUntil: number,
  ) {
    this.#session = session;
    this.#request = request;
    this.#condition = condition;
    this.#clock = clock;
    this.#quietUntil = quietUntil;
    this.#startedAt = clock.now().getTime();
  }

  /** The samples before the trigger, null where none are wanted; `over`: it was not triggered in its time, or cancelled. */
  async untilTriggered(leftMs: number, job: JobContext, taken: number): Promise<Samples | null | 'over'> {
    const triggered = new AbortController();
    const stop = () => triggered.abort();
    job.signal.addEventListener('abort', stop);
    if (job.signal.aborted) stop();
    let hasTriggered = false;
    const source = sampleSource(this.#session, {
      intervalMs: this.#request.intervalMs,
      clock: this.#clock,
      ...(this.#request.intervalMs < 1000 ? { counters: this.#condition.names } : {}),
    });
    try {
      await sampleWindow({
        read: source.read,
        builder: {
          add: (timeMs, values) => {
            // Gaps of a reading that took longer than the interval come after it; what it saw stays seen.
            if (hasTriggered) return;
            hasTriggered = this.#look({ timeMs, values });
            if (hasTriggered) triggered.abort();
          },
        },
        windowMs: leftMs,
        intervalMs: this.#request.intervalMs,
        clock: this.#clock,
        signal: triggered.signal,
        onSample: (elapsedMs) => {
          this.#session.statements.splice(0);
          job.report({
            done: taken,
            total: this.#request.limit,
            phase: 'watch',
            note: `${this.#condition.source}: ${this.#state(elapsedMs)}`,
          });
        },
      });
    } catch (error) {
      if (!(error instanceof LatchkeyError) || error.code !== 'cancelled') throw error;
    } finally {
      job.signal.removeEventListener('abort', stop);
    }
    return hasTriggered ? this.#before() : 'over';
  }

  #state(elapsedMs: number): string {
    if (this.#heldSinceMs === null) return 'does not hold';
    return `holds for ${Math.round((elapsedMs - this.#heldSinceMs) / 100) / 10} s`;
  }

  /** Whether this sample completes the trigger. */
  #look(sample: Sample): boolean {
    const previous = this.#samples[this.#samples.length - 1];
    const oldest = sample.timeMs - Math.max(this.#request.beforeSeconds * 1000, this.#request.intervalMs);
    this.#samples = [...this.#samples.filter(({ timeMs }) => timeMs >= oldest), sample];
    const { values } = sample;
    if (values === null) {
      this.#heldSinceMs = null;
      return false;
    }
    for (const name of this.#condition.names) {
      if (values.has(name)) continue;
      throw new LatchkeyError('usage', texts.thisServerHasNoStatus(name), {
        hint: texts.showGlobalStatusListsThose,
      });
    }
    const holds = this.#condition.holds({
      status: (name) => numberOrText(values.get(name)),
      rate: (name) => rateOf(name, previous, sample),
    });
    if (holds !== true) this.#heldSinceMs = null;
    else this.#heldSinceMs ??= sample.timeMs;
    const isQuiet = this.#clock.monotonicMs() < this.#quietUntil;
    return (
      !isQuiet && this.#heldSinceMs !== null && sample.timeMs - this.#heldSinceMs >= this.#condition.holdMs
    );
  }

  #before(): Samples | null {
    const first = this.#samples[0];
    if (first === undefined || this.#request.beforeSeconds === 0) return null;
    const startedAt = new Date(this.#startedAt + first.timeMs).toISOString();
    const builder = new SeriesBuilder(startedAt, this.#request.intervalMs, sampledVariable, mostBytesBefore);
    for (const { timeMs, values } of this.#samples) builder.add(timeMs - first.timeMs, values);
    return builder.build();
  }
}

function numberOrText(text: string | undefined): number | string | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? text : value;
}

/** Per second since the sample before; undefined: there is none, or the counter fell. */
function rateOf(name: string, previous: Sample | undefined, sample: Sample): number | undefined {
  const before = Number(previous?.values?.get(name) ?? Number.NaN);
  const after = Number(sample.values?.get(name) ?? Number.NaN);
  const seconds = (sample.timeMs - (previous?.timeMs ?? sample.timeMs)) / 1000;
  return seconds > 0 && after >= before ? (after - before) / seconds : undefined;
}

async function takeTriggered(
  session: Session,
  request: WatchRequest,
  { createdBy, clock }: WatchOptions,
  job: JobContext,
  before: Samples | null,
): Promise<Snapshot> {
  const at = clock.now().toISOString();
  const snapshot = await collectSnapshot(
    session,
    {
      id: randomUUID(),
      createdBy,
      windowSeconds: request.windowSeconds,
      intervalMs: request.intervalMs,
      keepLiterals: request.keepLiterals,
      explain: request.explain !== false,
      declaredHost: request.declaredHost,
      clock,
    },
    job,
  );
  return { ...snapshot, trigger: { when: request.when, at, before } };
}

/** `watch-2026-11-21T03-04-05-1.lks` */
function fileName({ createdAt }: Snapshot, number: number): string {
  return writtenFileName(`watch-${createdAt.slice(0, 19)}-${number}`, 'lks');
}
