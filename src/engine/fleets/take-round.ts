import path from 'node:path';
import { readRounds, writeRounds } from '../../files/fleet/rounds';
import { makeFolder } from '../../files/make-folder';
import { writeSnapshot } from '../../files/snapshot/snapshot-file';
import { LatchkeyError, toLatchkeyError } from '../../shared/base/error';
import { formatSeconds } from '../../shared/base/units';
import {
  type FleetRound,
  type FleetRounds,
  fleetRoundsSchemaName,
  type RoundServer,
} from '../../shared/fleet-rounds';
import type { JobContext } from '../../shared/progress';
import type { FleetSnapshotRequest } from '../../shared/rpc/fleet';
import type { Snapshot } from '../../shared/snapshot';
import { fileName } from '../../shared/writers/file-name';
import type { TakeRequest } from '../snapshots/take';
import type { StoreReading } from './round-stores';
import { texts } from './texts';

/** How one snapshot is taken, and what time it is. */
interface Taking {
  take(request: TakeRequest, job: JobContext): Promise<Snapshot>;
  /** Of what a metrics store holds. */
  read(reading: StoreReading, job: JobContext, roundSignal: AbortSignal): Promise<Snapshot>;
  now(): Date;
}

/** Rounds that a folder remembers. */
const roundsKept = 100;

type Wanted = FleetSnapshotRequest['servers'][number];

/**
 * Takes a snapshot of each server, a few at a time, into one folder a server. What one server makes of it is no failure of
 * the round: its reason is kept beside the snapshots. A cancelled round keeps what it has.
 */
export async function takeRound(
  { take, read, now }: Taking,
  request: FleetSnapshotRequest,
  job: JobContext,
): Promise<FleetRound> {
  const folder = path.resolve(request.folder);
  makeFolder(folder);
  const before = await readRounds(folder);
  const { round, rounds } = begun(before, request, now());
  const waiting = request.servers.filter(({ name }) => outcomeOf(round, name) !== 'taken');
  const write = oneAtATime(() => writeRounds(folder, rounds));
  await write();
  const note = (server: RoundServer) => {
    const at = round.servers.findIndex(({ name }) => name === server.name);
    round.servers[at] = server;
    return write();
  };
  const say = (name: string, state: RoundServer['outcome'] | 'running', text: string) =>
    job.report({
      done: round.servers.filter(({ outcome }) => outcome !== 'waiting').length,
      total: round.servers.length,
      phase: 'fleet',
      note: `${name}: ${text}`,
      server: { name, state, text },
    });
  const next = async (): Promise<void> => {
    for (let server = waiting.shift(); server !== undefined; server = waiting.shift()) {
      const done = await takeOne(server, { take, read, now, folder, request, job, say });
      await note(done);
      say(server.name, done.outcome, done.error?.message ?? done.file ?? done.outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(request.concurrency, waiting.length) }, next));
  round.endedAt = now().toISOString();
  await writeRounds(folder, rounds);
  return round;
}

/** Each writes the whole list: what is noted while one is written waits for one more, together. */
function oneAtATime(write: () => Promise<void>): () => Promise<void> {
  let underway = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= underway.then(() => {
      next = null;
      underway = write();
      return underway;
    });
    return next;
  };
}

/** The round that goes on, or a new one, in the list of the folder. */
function begun(
  before: FleetRounds | null,
  { servers, resume, ignore, baseline }: FleetSnapshotRequest,
  now: Date,
): { round: FleetRound; rounds: FleetRounds } {
  const last = before?.rounds.at(-1);
  const goesOn =
    resume && last?.servers.some(({ outcome }) => outcome !== 'taken') === true ? last : undefined;
  const round: FleetRound = {
    startedAt: goesOn?.startedAt ?? now.toISOString(),
    endedAt: null,
    servers: servers.map(({ name }) => {
      const known = goesOn?.servers.find((server) => server.name === name);
      return known?.outcome === 'taken' ? known : { name, outcome: 'waiting' };
    }),
  };
  const earlier = (before?.rounds ?? []).filter((one) => one !== goesOn);
  return {
    round,
    rounds: {
      schema: fleetRoundsSchemaName,
      servers: servers.map(({ name, labels }) => ({ name, labels })),
      ignore,
      baseline,
      rounds: [...earlier, round].slice(-roundsKept),
    },
  };
}

function outcomeOf({ servers }: FleetRound, name: string): RoundServer['outcome'] | undefined {
  return servers.find((server) => server.name === name)?.outcome;
}

interface OneTaking extends Taking {
  folder: string;
  request: FleetSnapshotRequest;
  job: JobContext;
  say(name: string, state: 'running', text: string): void;
}

/** Never rejects for what a server or its connection does. */
async function takeOne(server: Wanted, taking: OneTaking): Promise<RoundServer> {
  const { name, problem, target, secrets, declaredHost, store } = server;
  const { folder, request, job, say } = taking;
  if (job.signal.aborted) return { name, outcome: 'cancelled' };
  if (problem !== undefined) return { name, outcome: 'failed', error: problem };
  const limit = timeLimit(job.signal, request.timeLimitSeconds);
  try {
    const context: JobContext = {
      signal: limit.signal,
      report: sparse((text) => say(name, 'running', text)),
      ...(job.warn === undefined ? {} : { warn: (text: string) => job.warn?.(`${name}: ${text}`) }),
      ...(job.connecting === undefined ? {} : { connecting: job.connecting }),
    };
    const snapshot =
      store?.isSource === true
        ? await taking.read({ ...store, declaredHost }, context, job.signal)
        : await taking.take(
            {
              ...{ target, secrets, declaredHost, keepLiterals: false },
              windowSeconds: request.windowSeconds,
              intervalMs: request.intervalMs,
              ...(store?.hours == null ? {} : { history: { ...store, hours: store.hours } }),
            },
            context,
          );
    const own = fileName(name, '');
    const file = path.posix.join(own, fileName(stampOf(taking.now()), 'lks'));
    await makeFolder(path.join(folder, own));
    await writeSnapshot(path.join(folder, file), snapshot);
    if (snapshot.complete) return { name, outcome: 'taken', file };
    const why = limit.wasReached() ? limitError(request.timeLimitSeconds, 'cut short') : null;
    const error =
      why ?? new LatchkeyError('connection-lost', snapshot.incomplete?.text ?? texts.theSnapshotIsPartial);
    return { name, outcome: 'partial', file, error: error.toDocument() };
  } catch (thrown) {
    if (job.signal.aborted) return { name, outcome: 'cancelled' };
    const error = limit.wasReached()
      ? limitError(request.timeLimitSeconds, 'given up')
      : toLatchkeyError(thrown);
    // A full disk is full for the next server too.
    if (error.code === 'disk-full' || error.code === 'internal') throw error;
    return { name, outcome: 'failed', error: error.toDocument() };
  } finally {
    limit.end();
  }
}

/** Of many servers at once nobody reads each collector: what a server is at, and each second of its window. */
function sparse(say: (text: string) => void): JobContext['report'] {
  let last = '';
  return ({ phase, note, secondsLeft }) => {
    const left = secondsLeft === undefined ? '' : `, ${formatSeconds(Math.ceil(secondsLeft))} left`;
    const key = `${phase}${left}`;
    if (key === last) return;
    last = key;
    say(`${note}${left}`);
  };
}

/** `20261121T030405Z` */
function stampOf(now: Date): string {
  return now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

function limitError(seconds: number, what: 'cut short' | 'given up'): LatchkeyError {
  return new LatchkeyError('timeout', texts.itWasAfterItsTime(what, formatSeconds(seconds)), {
    hint: texts.seeWhatKeepsTheServer,
  });
}

/** A signal that fires with another one, or when the time is over. */
function timeLimit(outer: AbortSignal, seconds: number) {
  const own = new AbortController();
  let reached = false;
  const timer = setTimeout(() => {
    reached = true;
    own.abort();
  }, seconds * 1000);
  const pass = () => own.abort();
  outer.addEventListener('abort', pass, { once: true });
  return {
    signal: own.signal,
    wasReached: () => reached,
    end: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', pass);
    },
  };
}
