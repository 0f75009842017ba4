import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { shortText } from '../../shared/base/short-text';
import { type DrawnSeries, type RecordingSummary, recordingEventSchema } from '../../shared/recording';
import { serverIdentitySchema } from '../../shared/server';
import { type Samples, type Sampling, type Series, samplingSchema } from '../../shared/snapshot';
import { readable, readableRows } from '../readable-rows';
import { BlockReader, type RecordedRange, type StoredSeries } from './block-reader';
import { type DescribeSeries, keySpan, Recorder } from './recorder';
import { type StoredValue, storedDifference } from './value-codec';

const documentSchema = z.object({
  title: z.string(),
  target: z.string(),
  server: serverIdentitySchema,
  ...samplingSchema.shape,
});
const rowSchema = z.object({
  key: z.number(),
  id: z.string(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  interval_ms: z.number(),
  length_ms: z.number(),
  samples: z.number(),
  bytes: z.number(),
  document: z.string(),
});
type Row = z.infer<typeof rowSchema>;
const seriesRow = z.object({
  key: z.number(),
  name: z.string(),
  kind: z.enum(['counter', 'gauge']),
  unit: z.string(),
});

/** A server that restarts every few seconds for days; the first of its restarts tell as much as all of them. */
const mostEvents = 1000;

export type NewRecording = Pick<RecordingSummary, 'id' | 'startedAt' | 'intervalMs'> &
  z.infer<typeof documentSchema>;

export interface Retention {
  /** Recordings that ended longer ago than this go. */
  maxAgeDays: number;
  /** Above this the oldest go, whole; the newest one always stays. */
  maxBytes: number;
}

/** Hours of samples: sessions by wait and status, in blocks. */
export interface RecordingRepository {
  /** Newest first. */
  list(): RecordingSummary[];
  get(id: string): RecordingSummary | undefined;
  /** Begins a recording. `describe` says what a name means; others are not stored. */
  begin(recording: NewRecording, describe: DescribeSeries): Recorder;
  /** Marks it as ended, and how its samples were taken. */
  finish(id: string, endedAt: string, sampling: Sampling): void;
  /** The snapshot taken at its start, as a packed document. */
  saveBase(id: string, packed: Buffer): void;
  base(id: string): Buffer | undefined;
  names(id: string): Pick<StoredSeries, 'name' | 'kind' | 'unit'>[];
  /** Series as they are drawn, at most two values a pixel; names that it does not have are left out. */
  draw(
    id: string,
    names: readonly string[],
    fromMs: number,
    toMs: number,
    pixels: number,
    /** Each series also as means over ranges of these lengths. */
    averagesMs?: readonly number[],
  ): DrawnSeries[];
  /**
   * The samples of a range as a snapshot holds them, every `step`-th; differences are exact.
   * @param isWanted which series; absent: all
   */
  samples(
    id: string,
    fromMs: number,
    toMs: number,
    step: number,
    isWanted?: (name: string) => boolean,
  ): Samples | undefined;
  delete(id: string): boolean;
  /** Deletes what is too old or too much, and releases its space; the ids of what went. */
  retain(retention: Retention, now: Date): string[];
}

export function recordingRepository(database: Database): RecordingRepository {
  const reader = new BlockReader(database);
  const rows = () =>
    readableRows(
      database.prepare('SELECT * FROM recordings ORDER BY started_at DESC, key DESC').all(),
      parseRow,
    );
  const find = (id: string): Row | undefined => {
    const row = database.prepare('SELECT * FROM recordings WHERE id = ?').get(id);
    return row === undefined ? undefined : readable(row, parseRow);
  };
  const seriesOf = (row: Row): StoredSeries[] =>
    database
      .prepare('SELECT key, name, kind, unit FROM series WHERE recording = ? ORDER BY name')
      .all(row.key)
      .map((one) => seriesRow.parse(one));

  const remove = database.transaction((row: Row) => {
    for (const { key } of seriesOf(row)) {
      database
        .prepare('DELETE FROM value_blocks WHERE key BETWEEN ? AND ?')
        .run(key * keySpan, (key + 1) * keySpan - 1);
    }
    database
      .prepare('DELETE FROM time_blocks WHERE key BETWEEN ? AND ?')
      .run(row.key * keySpan, (row.key + 1) * keySpan - 1);
    database.prepare('DELETE FROM recordings WHERE key = ?').run(row.key);
  });
  const releaseSpace = () => database.exec('PRAGMA incremental_vacuum');

  return {
    list: () => readableRows(rows(), (row) => summary(database, parseRow(row))),
    get: (id) => {
      const row = find(id);
      return row === undefined ? undefined : readable(row, () => summary(database, row));
    },
    begin: ({ id, startedAt, intervalMs, ...document }, describe) => {
      const { lastInsertRowid } = database
        .prepare('INSERT INTO recordings (id, started_at, interval_ms, document) VALUES (?, ?, ?, ?)')
        .run(id, startedAt, intervalMs, JSON.stringify(documentSchema.parse(document)));
      return new Recorder(database, Number(lastInsertRowid), describe);
    },
    finish: (id, endedAt, sampling) => {
      const row = find(id);
      if (row === undefined) return;
      const document = documentSchema.parse(JSON.parse(row.document));
      database
        .prepare('UPDATE recordings SET ended_at = ?, document = ? WHERE id = ?')
        .run(endedAt, JSON.stringify({ ...document, ...sampling }), id);
    },
    saveBase: (id, packed) =>
      void database.prepare('UPDATE recordings SET base = ? WHERE id = ?').run(packed, id),
    base: (id) => {
      const packed = database.prepare('SELECT base FROM recordings WHERE id = ?').pluck().get(id);
      return Buffer.isBuffer(packed) ? packed : undefined;
    },
    names: (id) => {
      const row = find(id);
      return row === undefined ? [] : seriesOf(row).map(({ name, kind, unit }) => ({ name, kind, unit }));
    },
    draw: (id, names, fromMs, toMs, pixels, averagesMs = []) => {
      const row = find(id);
      if (row === undefined) return [];
      const range = reader.range(row.key, fromMs, toMs);
      return seriesOf(row)
        .filter(({ name }) => names.includes(name))
        .flatMap((series) => reader.draw(series, range, pixels, averagesMs));
    },
    samples: (id, fromMs, toMs, step, isWanted = () => true) => {
      const row = find(id);
      if (row === undefined) return undefined;
      const range = reader.range(row.key, fromMs, toMs);
      const wanted = seriesOf(row).filter(({ name }) => isWanted(name));
      return samplesOf(row, reader, range, wanted, step);
    },
    delete: (id) => {
      const row = find(id);
      if (row === undefined) return false;
      remove(row);
      releaseSpace();
      return true;
    },
    retain: ({ maxAgeDays, maxBytes }, now) => {
      const oldest = now.getTime() - maxAgeDays * 86_400_000;
      const gone: string[] = [];
      const ofAge = rows().slice(1).reverse();
      for (const row of ofAge) {
        const endedMs =
          Date.parse(row.ended_at ?? row.started_at) + (row.ended_at === null ? row.length_ms : 0);
        if (endedMs >= oldest && usedBytes(database) <= maxBytes) continue;
        remove(row);
        gone.push(row.id);
      }
      if (gone.length > 0) releaseSpace();
      return gone;
    },
  };
}

function parseRow(row: unknown): Row {
  return rowSchema.parse(row);
}

function usedBytes(database: Database): number {
  const pragma = (name: string) => Number(database.pragma(name, { simple: true }));
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}

function summary(database: Database, row: Row): RecordingSummary {
  const document = documentSchema.parse(JSON.parse(row.document));
  const series = database.prepare('SELECT count(*) FROM series WHERE recording = ?').pluck().get(row.key);
  const events = database
    .prepare('SELECT at_ms AS atMs, kind, text FROM events WHERE recording = ? ORDER BY at_ms LIMIT ?')
    .all(row.key, mostEvents);
  return {
    id: row.id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    intervalMs: row.interval_ms,
    ...document,
    title: shortText(document.title),
    target: shortText(document.target),
    server: { ...document.server, comment: shortText(document.server.comment) },
    lengthMs: row.length_ms,
    samples: row.samples,
    series: Number(series),
    bytes: row.bytes,
    events: readableRows(events, (event) => {
      const { atMs, kind, text } = recordingEventSchema.parse(event);
      return { atMs, kind, text: shortText(text) };
    }),
  };
}

function samplesOf(
  row: Row,
  reader: BlockReader,
  range: RecordedRange,
  series: readonly StoredSeries[],
  step: number,
): Samples | undefined {
  const all = reader.times(range);
  // A restart must not be stepped over: counters start again there.
  const taken = all.flatMap((time, index) => (index % step === 0 || range.restarts.has(time) ? [index] : []));
  const first = all[0];
  if (first === undefined) return undefined;
  const document = documentSchema.parse(JSON.parse(row.document));
  return {
    startedAt: new Date(Date.parse(row.started_at) + first).toISOString(),
    intervalMs: row.interval_ms * step,
    times: taken.map((index) => (all[index] ?? 0) - first),
    series: Object.fromEntries(
      series.flatMap((one) => {
        const values = reader.values(one, range);
        const kept = taken.map((index) => values[index] ?? null);
        return kept.every((value) => value === null) ? [] : [[one.name, seriesFrom(one, kept)]];
      }),
    ),
    restarts: taken.flatMap((index, position) => (range.restarts.has(all[index] ?? -1) ? [position] : [])),
    ...samplingSchema.parse(document),
  };
}

function seriesFrom({ kind, unit }: StoredSeries, values: readonly StoredValue[]): Series {
  const first = values.find((value) => value !== null) ?? 0;
  // What fits into a number is subtracted as one: hours of samples are many values.
  const from = kind === 'gauge' ? 0 : typeof first === 'number' ? Math.trunc(first) : first;
  return {
    kind,
    unit,
    base: BigInt(from).toString(),
    values: values.map((value) => {
      if (value === null) return null;
      const difference = storedDifference(value, from);
      return kind === 'gauge' ? Number(value) : Number.isFinite(difference) ? difference : null;
    }),
  };
}
