import { sections } from '../../evidence/sections';
import { type GrowingSamples, SeriesBuilder } from '../../evidence/series/series';
import { stackSection } from '../../knowledge/stacks/stack-section';
import type { Clock } from '../../shared/base/clock';
import { defined } from '../../shared/base/defined';
import { type LatchkeyError, toLatchkeyError } from '../../shared/base/error';
import { type DeclaredHost, describeTarget } from '../../shared/connection';
import type { JobContext } from '../../shared/progress';
import type { Reason } from '../../shared/reason';
import type { Host, Samples, Section, Snapshot } from '../../shared/snapshot';
import { snapshotSchemaName } from '../../shared/snapshot';
import { readAccount } from '../connect/account/account';
import type { Session } from '../connect/session';
import { type HostAccess, openHost } from '../machine/access';
import { readHost, unknownHost, withDeclared } from '../machine/facts';
import { type Machine, thisMachine } from '../machine/machine';
import { type ProfilePlan, planProfile, recordProfile } from '../machine/perf';
import { hostSampler } from '../machine/sample';
import { sampleWindow } from '../sample/sampler';
import { type SampleSource, sampledVariable, sampleSource } from '../sample/status-source';
import type { CollectContext, Collector } from './collector';
import { planExplains } from './collectors/statements/explains';
import { Explaining } from './explaining';
import { SnapshotProgress } from './progress';
import { SharedReadings } from './reading/shared-reads';
import { collectors } from './registry';
import { type Outcome, runCollector } from './run';

export interface CollectOptions {
  /** UUID of the snapshot. */
  id: string;
  createdBy: string;
  /** Seconds to sample; 0: one moment only. */
  windowSeconds: number;
  intervalMs: number;
  /** Status variables to sample besides those that short intervals have; default: all, at 1 s or more. */
  counters?: readonly string[];
  keepLiterals: boolean;
  /** Whether statements may be explained; default: yes. */
  explain?: boolean;
  declaredHost: DeclaredHost;
  clock: Clock;
  /** Above this number of tables their sizes are not read; default 5,000. */
  tableLimit?: number;
  /** Default: the machine that this process runs on. */
  machine?: Machine;
  /** Given the samples before the first of them is taken. */
  onSampling?: (samples: GrowingSamples) => void;
  /** Samples the stacks of the server with perf, once this was agreed to. */
  profile?: { seconds: number; consent: (plan: ProfilePlan) => Promise<boolean> };
}

const defaultTableLimit = 5000;

/**
 * After a cancel in the window what belongs to its end is still read, in this time at most: what was sampled is worth
 * it, and who cancels waits for no more than a second in all.
 */
const closingMs = 350;

/**
 * Takes a snapshot: counters at the start, samples for the window, everything at the end; one statement at a time on
 * the one connection of the session. Never throws for what the server or the user does: a cancelled run, a lost
 * connection and refused statements give a valid snapshot that says what is missing and why. A cancel while sampling
 * ends the window there and still reads what belongs to its end.
 */
export async function collectSnapshot(
  session: Session,
  options: CollectOptions,
  job: JobContext,
): Promise<Snapshot> {
  const run = new SnapshotRun(session, options, job);
  let incomplete: Reason | null = null;
  try {
    await run.all();
  } catch (thrown) {
    incomplete = reasonToStop(thrown, run.secondsSoFar());
  }
  return run.document(incomplete);
}

class SnapshotRun {
  readonly #session: Session;
  readonly #options: CollectOptions;
  readonly #job: JobContext;
  readonly #outcomes = new Map<string, { start?: Outcome; end?: Outcome }>();
  readonly #progress: SnapshotProgress;
  readonly #startedMs: number;
  readonly #createdAt: string;
  #samples: SeriesBuilder | null = null;
  #source: SampleSource | null = null;
  #stacks: Section | null = null;
  #host: Host = unknownHost('Not reached before the snapshot ended.');

  constructor(session: Session, options: CollectOptions, job: JobContext) {
    this.#session = session;
    this.#options = options;
    this.#job = job;
    this.#startedMs = options.clock.monotonicMs();
    this.#createdAt = options.clock.now().toISOString();
    const atStart = options.windowSeconds > 0 ? runsAt('start').length : 0;
    this.#progress = new SnapshotProgress(
      job.report,
      options.id,
      atStart,
      options.windowSeconds,
      runsAt('end').length,
    );
  }

  secondsSoFar(): number {
    return Math.round((this.#options.clock.monotonicMs() - this.#startedMs) / 1000);
  }

  async all(): Promise<void> {
    const closing = new AbortController();
    const close = () => setTimeout(() => closing.abort(), closingMs).unref();
    this.#job.signal.addEventListener('abort', close, { once: true });
    try {
      await this.#within(closing.signal);
    } finally {
      this.#job.signal.removeEventListener('abort', close);
    }
  }

  async #within(closing: AbortSignal): Promise<void> {
    const access = await openHost(this.#session, this.#options.machine ?? thisMachine(), this.#job.signal);
    this.#host = await readHost(access);
    const context = await this.#context(access);
    // Nothing is sampled before the person has answered.
    const profile = (await this.#agreedProfile(access))?.();
    let cancelled: LatchkeyError | undefined;
    if (this.#options.windowSeconds > 0) {
      // The cheapest and most time-bound one comes last before the window and first after it.
      await this.#collect([...runsAt('start')].reverse(), 'start', context);
      planExplains(context);
      cancelled = await this.#sample(access).then(() => undefined, cancelledOrThrow);
    }
    await profile;
    const signal = cancelled === undefined ? this.#job.signal : closing;
    try {
      await this.#collect(runsAt('end'), 'end', { ...context, signal });
    } catch (error) {
      throw cancelled ?? error;
    }
    if (cancelled !== undefined) throw cancelled;
  }

  async #context(host: HostAccess): Promise<CollectContext> {
    const { signal } = this.#job;
    return {
      session: this.#session,
      server: this.#session.identity,
      account: await readAccount(this.#session, { signal }),
      clock: this.#options.clock,
      keepLiterals: this.#options.keepLiterals,
      explaining: new Explaining(this.#options.explain ?? true, (texts) => this.#progress.explaining(texts)),
      tableLimit: this.#options.tableLimit ?? defaultTableLimit,
      host,
      shared: new SharedReadings(),
      signal,
    };
  }

  async #collect(list: readonly Collector[], end: 'start' | 'end', context: CollectContext): Promise<void> {
    for (const collector of list) {
      this.#progress.collecting(sections[collector.id].title, end);
      const earlier = this.#outcomes.get(collector.id)?.start;
      // What the server refused or lacked at the start it will not have at the end.
      const settled = end === 'end' && earlier?.status === 'skipped' && earlier.reason.code !== 'timeout';
      const outcome = settled ? earlier : await runCollector(collector, context);
      this.#outcomes.set(collector.id, { ...this.#outcomes.get(collector.id), [end]: outcome });
    }
  }

  async #sample(access: HostAccess): Promise<void> {
    const { clock, intervalMs, windowSeconds } = this.#options;
    const builder = new SeriesBuilder(clock.now().toISOString(), intervalMs, sampledVariable);
    this.#samples = builder;
    this.#options.onSampling?.(builder);
    const host = hostSampler({
      access,
      host: this.#host,
      ssh: this.#session.ssh,
      monotonicMs: () => clock.monotonicMs(),
    });
    const source = sampleSource(this.#session, { ...this.#options, host });
    this.#source = source;
    await sampleWindow({
      read: source.read,
      builder,
      windowMs: windowSeconds * 1000,
      intervalMs,
      clock,
      signal: this.#job.signal,
      onSample: (elapsedMs) => this.#progress.sampled(elapsedMs / 1000),
    });
  }

  /** Starts sampling stacks, which goes on beside the window; its section says what came of it. */
  async #agreedProfile(access: HostAccess): Promise<(() => Promise<void>) | undefined> {
    const { profile, clock } = this.#options;
    if (profile === undefined) return undefined;
    const plan = planProfile(access, profile.seconds);
    const skip = (reason: Reason) => {
      this.#stacks = { status: 'skipped', reason, tookMs: 0 };
      return undefined;
    };
    if ('reason' in plan) return skip(plan.reason);
    if (!(await profile.consent(plan))) return skip({ code: 'cancelled', text: 'It was not agreed to.' });
    return async () => {
      const started = clock.monotonicMs();
      const outcome = await recordProfile(plan, this.#job.signal).catch((error: unknown) => ({
        reason: { code: 'error' as const, text: toLatchkeyError(error).message },
      }));
      const tookMs = Math.round(clock.monotonicMs() - started);
      if ('reason' in outcome) {
        this.#stacks = { status: 'failed', reason: outcome.reason, tookMs };
        return;
      }
      const { table } = outcome;
      const end = { at: clock.now().toISOString(), tookMs, table };
      this.#stacks = { status: 'ok', tookMs, rows: table.rows.length, data: { end } };
    };
  }

  #sampled(): Samples | null {
    return this.#samples === null ? null : { ...this.#samples.build(), ...this.#source?.sampling() };
  }

  document(incomplete: Reason | null): Snapshot {
    const options = this.#options;
    const lastMs = this.#samples?.lastReadMs ?? null;
    const sections = collectors.map((collector): [string, Section] => [
      collector.id,
      section(collector, this.#outcomes.get(collector.id) ?? {}, incomplete, options.keepLiterals),
    ]);
    return {
      schema: snapshotSchemaName,
      id: options.id,
      createdAt: this.#createdAt,
      createdBy: options.createdBy,
      origin: {
        kind: 'live',
        target: describeTarget(this.#session.target),
        transport: this.#session.transport,
      },
      complete: incomplete === null,
      ...(incomplete === null ? {} : { incomplete }),
      literals: options.keepLiterals ? 'kept' : 'removed',
      windowSeconds: lastMs === null || lastMs === 0 ? null : Math.round(lastMs) / 1000,
      server: this.#session.identity,
      host: withDeclared(this.#host, options.declaredHost),
      sections: {
        ...Object.fromEntries(sections),
        ...(this.#stacks === null ? {} : { [stackSection]: this.#stacks }),
      },
      samples: lastMs === null ? null : this.#sampled(),
      statements: [...this.#session.statements],
    };
  }
}

function runsAt(end: 'start' | 'end'): readonly Collector[] {
  return collectors.filter(({ when }) => when === 'start+end' || when === end);
}

/** Both captures of a collector as one section. What the run did not reach is skipped for the reason that ended it. */
function section(
  collector: Collector,
  outcomes: { start?: Outcome; end?: Outcome },
  incomplete: Reason | null,
  keepLiterals: boolean,
): Section {
  const { start, end } = outcomes;
  const tookMs = Math.round(((start?.tookMs ?? 0) + (end?.tookMs ?? 0)) * 1000) / 1000;
  const data = {
    ...(start?.status === 'ok' ? { start: start.capture } : {}),
    ...(end?.status === 'ok' ? { end: end.capture } : {}),
  };
  const hasData = Object.keys(data).length > 0;
  const decisive = end ?? start;
  if (decisive?.status === 'ok' && (end !== undefined || collector.when === 'start')) {
    const captured = decisive.capture;
    return {
      status: 'ok',
      tookMs,
      ...(captured.table === undefined ? {} : { rows: captured.table.rows.length }),
      ...reasonOf(decisive, keepLiterals),
      data,
    };
  }
  const unreached: Reason = incomplete ?? { code: 'error', text: 'Not reached.' };
  return {
    status: end === undefined ? 'skipped' : end.status === 'ok' ? 'ok' : end.status,
    reason: end !== undefined && end.status !== 'ok' ? end.reason : unreached,
    tookMs,
    ...(hasData ? { data } : {}),
  };
}

/** What is missing from a section that was read: rows before literals, since those can be had. */
function reasonOf(
  { reason, redacted: changed }: Outcome & { status: 'ok' },
  keepLiterals: boolean,
): { reason?: Reason } {
  if (reason !== undefined) return { reason };
  if (!changed) return {};
  return { reason: keepLiterals ? passwordsRedacted : redacted };
}

const redacted: Reason = {
  code: 'redacted',
  text: 'Values in statements and rows are replaced by ?.',
  remedy: 'Take the snapshot with --keep-literals.',
};

const passwordsRedacted: Reason = {
  code: 'redacted',
  text: 'Statements that may hold a password have their values replaced by ?.',
};

function cancelledOrThrow(thrown: unknown): LatchkeyError {
  const error = toLatchkeyError(thrown);
  if (error.code === 'cancelled') return error;
  throw error;
}

function reasonToStop(thrown: unknown, seconds: number): Reason {
  const error: LatchkeyError = toLatchkeyError(thrown);
  if (error.code === 'cancelled') return { code: 'cancelled', text: `Cancelled after ${seconds} s.` };
  const text = `${error.message} (${seconds} s after the start)`;
  return { code: 'error', text, ...defined({ remedy: error.hint }) };
}
