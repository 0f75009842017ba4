import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { seriesContext, stallSeries, stallsOf } from '../../analysis';
import { type DerivedContext, partsOfDerived, withDerivedSeries } from '../../evidence/series/derived-series';
import { unpackDocument } from '../../files/snapshot/snapshot-encoding';
import { sessionSeries } from '../../knowledge/waits/session-waits';
import { LatchkeyError } from '../../shared/base/error';
import type { DrawnStall, RecordingSummary } from '../../shared/recording';
import { derivedPrefix } from '../../shared/series-names';
import { type Capture, type Cell, type Samples, type Snapshot, snapshotSchema } from '../../shared/snapshot';
import type { RecordingRepository } from '../../store';
import { texts } from './texts';

/** Beside the samples: of what was read when the recording began; nothing is known where it ended before that was kept. */
export async function recordedContext(recordings: RecordingRepository, id: string): Promise<DerivedContext> {
  if (recordings.base(id) === undefined) return { redoSyncLimit: null };
  return seriesContext(await recordedBase(recordings, id));
}

/** A day at 1 s; of more every second, third ... sample is taken. */
const mostDerivedSamples = 86_400;

/**
 * The samples of a range of a recording with the derived series that are named, made of the samples of their parts; times
 * since the start of the recording. null: none of them is derived, or nothing is stored there.
 */
export async function derivedSamples(
  recordings: RecordingRepository,
  request: {
    id: string;
    names: readonly string[];
    fromMs: number;
    toMs: number;
    averagesMs?: readonly number[] | undefined;
  },
): Promise<Samples | null> {
  const { id, names, fromMs, toMs, averagesMs = [] } = request;
  const derived = names.filter((name) => name.startsWith(derivedPrefix));
  if (derived.length === 0) return null;
  const { intervalMs, startedAt } = findRecording(recordings, id);
  const held = new Set(recordings.names(id).map(({ name }) => name));
  const parts = new Set(partsOfDerived(derived, (name) => held.has(name)));
  // Averages need the whole of each range that is cut by the ends, and rates the sample before.
  const margin = Math.max(0, ...averagesMs) + 2 * intervalMs;
  const step = Math.max(1, Math.ceil((toMs - fromMs) / intervalMs / mostDerivedSamples));
  const samples = recordings.samples(id, Math.max(0, fromMs - margin), toMs + margin, step, (name) =>
    parts.has(name),
  );
  if (samples === undefined) return null;
  const shift = Date.parse(samples.startedAt) - Date.parse(startedAt);
  const placed = { ...samples, times: samples.times.map((time) => time + shift) };
  return withDerivedSeries(placed, await recordedContext(recordings, id), derived);
}

/** More samples than this are thinned: an hour at 1 s. Counters stay exact, levels are those of the moments kept. */
const mostSamples = 3600;

/**
 * A range of a recording as a snapshot: what was read when the recording began, with the samples of the range and
 * the status at both its ends.
 * @throws LatchkeyError not-found where there is no such recording, or nothing in that range
 */
export async function recordedRange(
  recordings: RecordingRepository,
  { id, fromMs, toMs }: { id: string; fromMs?: number | undefined; toMs?: number | undefined },
): Promise<Snapshot> {
  const summary = findRecording(recordings, id);
  const from = fromMs ?? 0;
  const to = toMs ?? summary.lengthMs;
  const step = Math.max(1, Math.ceil((to - from) / summary.intervalMs / mostSamples));
  const samples = recordings.samples(id, from, to, step);
  if (samples === undefined) {
    throw new LatchkeyError('not-found', texts.theRecordingHoldsNothingFrom(from, to));
  }
  const base = await recordedBase(recordings, id);
  const first = samples.times[0] ?? 0;
  const last = samples.times[samples.times.length - 1] ?? 0;
  return {
    ...base,
    id: randomUUID(),
    createdAt: samples.startedAt,
    complete: true,
    windowSeconds: last > first ? (last - first) / 1000 : null,
    samples,
    sections: { ...base.sections, ...statusSection(base, samples) },
  };
}

/** What was read when the recording began. @throws LatchkeyError not-found where it ended before that was kept */
async function recordedBase(recordings: RecordingRepository, id: string): Promise<Snapshot> {
  const packed = recordings.base(id);
  if (packed === undefined) throw new LatchkeyError('not-found', texts.theRecordingHoldsNoSnapshot);
  return snapshotSchema.parse(await unpackDocument(packed, `recording ${id}`));
}

/** Ranges of a day are looked through one after the other, so that other calls are answered in between. */
const pieceSamples = 2000;
/** A stall is compared with what lies around it. */
const surroundingsMs = 60_000;

/**
 * The stalls of a range at its full resolution, times since the start of the recording; null: nothing was recorded
 * in which one could show.
 * @throws LatchkeyError not-found where there is no such recording
 */
export async function recordedStalls(
  recordings: RecordingRepository,
  { id, fromMs, toMs }: { id: string; fromMs?: number | undefined; toMs?: number | undefined },
): Promise<DrawnStall[] | null> {
  const { intervalMs, lengthMs, startedAt } = findRecording(recordings, id);
  const base = await recordedBase(recordings, id);
  const margin = Math.max(surroundingsMs, 60 * intervalMs);
  const end = toMs ?? lengthMs;
  let found: DrawnStall[] | null = null;
  for (let from = fromMs ?? 0; from <= end; from += pieceSamples * intervalMs) {
    const to = Math.min(end + 1, from + pieceSamples * intervalMs);
    const samples = recordings.samples(id, from - margin, to + margin, 1, (name) =>
      stallSeries.has(name.toLowerCase()),
    );
    if (samples === undefined) continue;
    const shift = Date.parse(samples.startedAt) - Date.parse(startedAt);
    const stalls = stallsOf({ ...base, samples })?.map((one) => ({ ...one, startMs: one.startMs + shift }));
    if (stalls === undefined) continue;
    found = [...(found ?? []), ...stalls.filter(({ startMs }) => startMs >= from && startMs < to)];
    await setImmediate();
  }
  return found;
}

export function findRecording(recordings: RecordingRepository, id: string): RecordingSummary {
  const exact = recordings.get(id);
  if (exact !== undefined) return exact;
  const begun = id.length < 4 ? [] : recordings.list().filter((one) => one.id.startsWith(id));
  if (begun.length === 1 && begun[0] !== undefined) return begun[0];
  throw new LatchkeyError('not-found', texts.thereIsNoRecording(id), {
    hint: texts.latchkeyRecordListShowsThem,
  });
}

/** Status at both ends of the range; what was not sampled is as it was when the recording began. */
function statusSection(base: Snapshot, samples: Samples): Snapshot['sections'] {
  const section = base.sections.status;
  const before = section?.data?.end;
  if (section === undefined || before?.table === undefined) return {};
  const capture = (position: number): Capture => ({
    at: new Date(Date.parse(samples.startedAt) + (samples.times[position] ?? 0)).toISOString(),
    tookMs: 0,
    table: { columns: ['name', 'value'], rows: statusRows(before, samples, position) },
  });
  const data = { start: capture(0), end: capture(samples.times.length - 1) };
  return { status: { ...section, data } };
}

function statusRows(before: Capture, samples: Samples, position: number): Cell[][] {
  const values = new Map<string, Cell>();
  for (const row of before.table?.rows ?? []) values.set(String(row[0]), row[1] ?? null);
  for (const [name, { kind, base, values: sampled }] of Object.entries(samples.series)) {
    const value = sampled[position];
    if (value == null || name.includes('.') || name.startsWith(sessionSeries.prefix)) continue;
    const isWhole = kind === 'counter' && Number.isInteger(value);
    values.set(name, isWhole ? (BigInt(base) + BigInt(value)).toString() : String(Number(base) + value));
  }
  return [...values];
}
