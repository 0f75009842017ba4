import { randomUUID } from 'node:crypto';
import { packSnapshot } from '../../files/snapshot/snapshot-encoding';
import {
  collectSnapshot,
  openHostSampler,
  type Session,
  sampledVariable,
  sampleSource,
  sampleWindow,
} from '../../server';
import type { Clock } from '../../shared/base/clock';
import { defined } from '../../shared/base/defined';
import { LatchkeyError, toLatchkeyError } from '../../shared/base/error';
import { counted } from '../../shared/base/units';
import { describeTarget } from '../../shared/connection';
import type { JobContext } from '../../shared/progress';
import type { RecordingSummary } from '../../shared/recording';
import type { RecordRequest } from '../../shared/rpc/recording';
import type { Sampling } from '../../shared/snapshot';
import type { RecordingRepository } from '../../store';
import { heldTo, withSession } from '../base/session';
import { texts } from './texts';

export interface RecordOptions {
  recordings: RecordingRepository;
  createdBy: string;
  clock: Clock;
  /** Whether statements may be explained. */
  explain: boolean;
  /** Whether somebody looks at it, so that every sample has to be in the store at once. */
  isShown?: () => boolean;
  /** Called once, when the first sample is about to be taken. */
  onBegun?: (id: string) => void;
}

/** What a crash of Latchkey may lose; at the beginning less, so that the first samples can be looked at soon. */
const flushEveryMs = 30_000;
const firstFlushMs = 2_000;
/** Of a recording that is looked at while it runs; the block in hand is written again each time. */
const liveFlushMs = 900;
/** Retention: what is older or beyond this goes when a recording begins. */
const retention = { maxAgeDays: 30, maxBytes: 2 * 1024 ** 3 };
const longestMs = 30 * 86_400_000;
/** Longest pause between attempts to connect again. */
const longestPauseMs = 15_000;
/** Progress of recordings longer than this is reported every ten seconds only. */
const quietAboveMs = 600_000;
const quietEveryMs = 10_000;

/** The server may come back after these; anything else ends the recording. */
const passing = ['connection-lost', 'server-unreachable', 'too-many-connections', 'timeout', 'tls-failed'];

/**
 * Records into the store until its time is over or the job is cancelled: both keep everything. A lost connection is a
 * gap: it connects again until then, and the schedule stands.
 * @throws LatchkeyError when the first connection fails, or for a failure that no waiting fixes (what was recorded
 *   stays)
 */
export async function record(
  request: RecordRequest,
  options: RecordOptions,
  job: JobContext,
): Promise<RecordingSummary> {
  const run = new RecordingRun(request, options, job);
  try {
    await run.untilOver();
  } finally {
    run.finish();
  }
  const summary = options.recordings.get(run.id);
  if (summary === undefined) throw new LatchkeyError('cancelled', texts.cancelledBeforeAnythingWasRecorded);
  return summary;
}

class RecordingRun {
  readonly id = randomUUID();
  #request: RecordRequest;
  readonly #options: RecordOptions;
  readonly #job: JobContext;
  readonly #windowMs: number;
  #recorder: ReturnType<RecordingRepository['begin']> | undefined;
  #sampling: Sampling = {};
  #serverKey: string | undefined;
  #startedMs = 0;
  #flushedMs = 0;
  #reportedMs = Number.NEGATIVE_INFINITY;
  #samples = 0;
  #gaps = 0;
  #inGap = false;

  constructor(request: RecordRequest, options: RecordOptions, job: JobContext) {
    this.#request = request;
    this.#options = options;
    this.#job = job;
    this.#windowMs = request.seconds === null ? longestMs : request.seconds * 1000;
  }

  async untilOver(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const sampling = async (session: Session) => {
          attempt = 0;
          this.#request = heldTo(this.#request, session);
          await this.#sample(session);
        };
        await withSession(this.#request, this.#quietJob(), sampling, { renewable: 'own' });
        return;
      } catch (thrown) {
        const error = toLatchkeyError(thrown);
        if (this.#recorder === undefined) throw error;
        if (error.code === 'cancelled') return;
        if (!passing.includes(error.code)) throw error;
        this.#beginGap(error);
        await this.#options.clock.sleep(Math.min(longestPauseMs, 500 * 2 ** attempt), this.#job.signal);
        if (this.#job.signal.aborted || this.#elapsedMs() >= this.#windowMs) return;
      }
    }
  }

  finish(): void {
    if (this.#recorder === undefined) return;
    this.#recorder.flush();
    this.#options.recordings.finish(this.id, this.#options.clock.now().toISOString(), this.#sampling);
  }

  #elapsedMs(): number {
    return this.#options.clock.monotonicMs() - this.#startedMs;
  }

  /** Connecting again is no news while samples are being reported. */
  #quietJob(): JobContext {
    return this.#recorder === undefined ? this.#job : { signal: this.#job.signal, report: () => {} };
  }

  async #sample(session: Session): Promise<void> {
    const recorder = this.#recorder ?? (await this.#begin(session));
    if (this.#inGap) this.#endGap(session);
    const { clock } = this.#options;
    const { intervalMs, counters } = this.#request;
    const source = sampleSource(session, {
      intervalMs,
      clock,
      host: await openHostSampler(session, clock, this.#job.signal),
      ...defined({ counters }),
    });
    try {
      await sampleWindow({
        read: source.read,
        builder: {
          add: (timeMs, values) => {
            recorder.append(timeMs, values);
            this.#samples += values === null ? 0 : 1;
          },
        },
        windowMs: this.#windowMs,
        intervalMs,
        clock,
        signal: this.#job.signal,
        startedMs: this.#startedMs,
        onSample: (elapsedMs) => {
          // The log of statements would grow for hours.
          session.statements.splice(0);
          this.#afterSample(elapsedMs);
        },
      });
    } finally {
      this.#sampling = source.sampling();
    }
  }

  async #begin(session: Session): Promise<ReturnType<RecordingRepository['begin']>> {
    const { recordings, clock, createdBy, explain, onBegun } = this.#options;
    recordings.retain(retention, clock.now());
    // Everything else that a snapshot holds is read once: an exported range carries it.
    const base = await collectSnapshot(
      session,
      {
        id: this.id,
        createdBy,
        windowSeconds: 0,
        intervalMs: this.#request.intervalMs,
        keepLiterals: false,
        explain,
        declaredHost: {},
        clock,
      },
      this.#job,
    );
    if (this.#job.signal.aborted) throw new LatchkeyError('cancelled', 'Cancelled.');
    const target = describeTarget(session.target);
    const recorder = recordings.begin(
      {
        id: this.id,
        title: this.#request.title ?? target,
        startedAt: clock.now().toISOString(),
        intervalMs: this.#request.intervalMs,
        target,
        server: session.identity,
      },
      sampledVariable,
    );
    recordings.saveBase(this.id, await packSnapshot({ ...base, statements: [] }));
    this.#serverKey = session.identity.serverKey;
    this.#startedMs = clock.monotonicMs();
    this.#recorder = recorder;
    onBegun?.(this.id);
    return recorder;
  }

  #afterSample(elapsedMs: number): void {
    // After 2, 4, 8 and 16 s, then twice a minute: each flush writes the block in hand again.
    const pauseMs =
      this.#request.live || this.#options.isShown?.()
        ? liveFlushMs
        : Math.min(flushEveryMs, Math.max(firstFlushMs, this.#flushedMs));
    if (elapsedMs - this.#flushedMs >= pauseMs) {
      this.#recorder?.flush();
      this.#flushedMs = elapsedMs;
    }
    this.#tell(elapsedMs, '');
  }

  #tell(elapsedMs: number, remark: string): void {
    if (this.#windowMs > quietAboveMs && elapsedMs - this.#reportedMs < quietEveryMs && remark === '') return;
    this.#reportedMs = elapsedMs;
    const seconds = Math.round(elapsedMs / 1000);
    const total = this.#request.seconds;
    const gaps = this.#gaps === 0 ? '' : `, ${this.#gaps} ${this.#gaps === 1 ? 'gap' : 'gaps'}`;
    this.#job.report({
      done: total === null ? seconds : Math.min(seconds, total),
      total,
      phase: 'record',
      note: `${counted(this.#samples, 'sample')}${gaps}${remark}`,
      ...(total === null ? {} : { secondsLeft: Math.max(0, total - seconds) }),
    });
  }

  #beginGap(error: LatchkeyError): void {
    const atMs = this.#elapsedMs();
    if (!this.#inGap) {
      this.#inGap = true;
      this.#gaps += 1;
      this.#recorder?.append(atMs, null);
      this.#recorder?.event({ atMs: Math.round(atMs), kind: 'gap', text: error.message });
      this.#recorder?.flush();
    }
    this.#tell(atMs, `; no connection: ${error.message}`);
  }

  #endGap(session: Session): void {
    if (session.identity.serverKey !== this.#serverKey) {
      throw new LatchkeyError('unsupported-server', texts.anotherServerAnswersAtThis, {
        hint: texts.startANewRecordingFor,
      });
    }
    this.#inGap = false;
    const atMs = Math.round(this.#elapsedMs());
    this.#recorder?.event({ atMs, kind: 'resumed', text: 'Connected again.' });
  }
}
