import { derivableSeries } from '../evidence/series/derived-series';
import { writeSnapshot } from '../files/snapshot/snapshot-file';
import { toLatchkeyError } from '../shared/base/error';
import type { RecordingSummary } from '../shared/recording';
import type { RecordRequest, recordingContract } from '../shared/rpc/recording';
import { derivedPrefix } from '../shared/series-names';
import { summarise } from '../shared/snapshot';
import type { HandlersOf } from './base/calls';
import { record } from './recordings/record';
import {
  derivedSamples,
  findRecording,
  recordedContext,
  recordedRange,
  recordedStalls,
} from './recordings/recorded-range';
import type { Services } from './services';
import { drawSamples } from './snapshots/drawn-samples';

/** A recording that goes on in the background. */
interface Running {
  stop: AbortController;
  done: Promise<RecordingSummary>;
  /** How long it is to take, ms; null: until it is stopped. */
  plannedMs: number | null;
  /** Monotonic time at which its series were last asked for. */
  shownMs: number;
}

/** Whoever looks at a recording asks for its series once a second. */
const shownForMs = 5_000;

/** The calls on recordings; those of this engine end when it closes. */
export function recordingCalls({ databases, createdBy, clock, decisions, endings }: Services) {
  const running = new Map<string, Running>();
  /** Begun to look at: deleted when this engine closes. */
  const live = new Set<string>();
  const repository = async () => (await databases.recordings()).recordings;

  /** Resolves when the first sample is about to be taken, or fails as the first connection does. */
  async function start(request: RecordRequest, signal: AbortSignal): Promise<RecordingSummary> {
    const recordings = await repository();
    const explain = await decisions.explaining();
    const stop = new AbortController();
    const cancel = () => stop.abort();
    signal.addEventListener('abort', cancel);
    let own: Running | undefined;
    const id = await new Promise<string>((resolve, reject) => {
      const done = record(
        request,
        {
          recordings,
          createdBy,
          clock,
          explain,
          isShown: () => clock.monotonicMs() - (own?.shownMs ?? Number.NEGATIVE_INFINITY) < shownForMs,
          onBegun: (begun) => {
            const plannedMs = request.seconds === null ? null : request.seconds * 1000;
            own = { stop, done, plannedMs, shownMs: clock.monotonicMs() };
            running.set(begun, own);
            if (request.live === true) live.add(begun);
            resolve(begun);
          },
        },
        { signal: stop.signal, report: () => {} },
      );
      // A failure later on is in the recording as its last gap; `stop` shows it as well.
      done.catch(reject);
    });
    signal.removeEventListener('abort', cancel);
    return findRecording(recordings, id);
  }

  async function finish(id: string): Promise<RecordingSummary> {
    const one = running.get(id);
    running.delete(id);
    one?.stop.abort();
    await one?.done;
    return findRecording(await repository(), id);
  }

  const calls = {
    'recording.run': async (request, job) =>
      record(
        request,
        { recordings: await repository(), createdBy, clock, explain: await decisions.explaining() },
        job,
      ),
    'recording.start': (request, job) => start(request, job.signal),
    'recording.stop': ({ id }) => finish(id),
    'recording.keep': async ({ id }) => {
      const kept = findRecording(await repository(), id);
      live.delete(kept.id);
      return kept;
    },
    'recording.list': async () =>
      (await repository()).list().map((one) => {
        const own = one.endedAt === null ? running.get(one.id) : undefined;
        return { ...one, running: own !== undefined, plannedMs: own?.plannedMs ?? null };
      }),
    'recording.names': async ({ id }) => {
      const recordings = await repository();
      const names = recordings.names(findRecording(recordings, id).id);
      const context = await recordedContext(recordings, findRecording(recordings, id).id);
      return [
        ...derivableSeries(
          names.map(({ name }) => name),
          context,
        ),
        ...names,
      ];
    },
    'recording.series': async ({ id, names, fromMs, toMs, pixels, averagesMs }) => {
      const recordings = await repository();
      const { id: whole, lengthMs } = findRecording(recordings, id);
      const own = running.get(whole);
      if (own !== undefined) own.shownMs = clock.monotonicMs();
      const range = { id: whole, fromMs: fromMs ?? 0, toMs: toMs ?? lengthMs };
      const stored = recordings.draw(whole, names, range.fromMs, range.toMs, pixels, averagesMs);
      const samples = await derivedSamples(recordings, { ...range, names, averagesMs });
      if (samples === null) return stored;
      const derived = names.filter((name) => name.startsWith(derivedPrefix));
      return [...stored, ...drawSamples(samples, { ...range, names: derived, pixels, averagesMs })];
    },
    'recording.stalls': async ({ id, fromMs, toMs }) => {
      const recordings = await repository();
      return recordedStalls(recordings, { id: findRecording(recordings, id).id, fromMs, toMs });
    },
    'recording.export': async ({ id, fromMs, toMs, path }) => {
      const recordings = await repository();
      const whole = findRecording(recordings, id).id;
      const snapshot = await recordedRange(recordings, { id: whole, fromMs, toMs });
      await writeSnapshot(path, snapshot);
      return summarise(path, snapshot);
    },
    'recording.delete': async ({ id }) => {
      const recordings = await repository();
      const whole = findRecording(recordings, id).id;
      if (running.has(whole)) await finish(whole);
      live.delete(whole);
      recordings.delete(whole);
      return {};
    },
  } satisfies HandlersOf<typeof recordingContract>;
  endings.add(async () => {
    for (const id of [...running.keys()]) await finish(id).catch((error: unknown) => toLatchkeyError(error));
    if (live.size === 0) return;
    const recordings = await repository();
    for (const id of live) recordings.delete(id);
  });
  return calls;
}
