import type { Database } from 'better-sqlite3';
import { type UptimeReading, wasRestarted } from '../../shared/base/restart';
import type { RecordingEvent } from '../../shared/recording';
import { type Carry, drawnValues, encodeSummary, extentOf, summarySamples } from './drawn-values';
import { encodeValues, type StoredValue, storedValue } from './value-codec';

/** Samples in one block: 15 minutes at 1 s. */
export const blockSamples = 900;
/** Keys leave room for so many blocks of one series. */
export const keySpan = 2 ** 20;

/** What a sampled name means; undefined: it is not stored. */
export type DescribeSeries = (name: string) => { kind: 'counter' | 'gauge'; unit: string } | undefined;

interface OpenSeries {
  key: number;
  kind: 'counter' | 'gauge';
  carry: Carry | null;
  values: StoredValue[];
}

/** Writes one recording, sample by sample. Nothing is on disk until `flush`, which writes the block in hand again. */
export class Recorder {
  readonly #database: Database;
  readonly #recording: number;
  readonly #describe: DescribeSeries;
  readonly #series = new Map<string, OpenSeries | null>();
  readonly #restarts = new Set<number>();
  #times: number[] = [];
  #block = 0;
  #uptime: UptimeReading | null = null;
  #unwritten = 0;
  /** Of the blocks before the one in hand, and of that one as it was written last. */
  #closedBytes = 0;
  #blockBytes = 0;

  constructor(database: Database, recording: number, describe: DescribeSeries) {
    this.#database = database;
    this.#recording = recording;
    this.#describe = describe;
  }

  /** Samples that a crash would lose. */
  get unwritten(): number {
    return this.#unwritten;
  }

  /** @param exactMs since the start, kept in whole milliseconds
   * @param values as the server printed them, by series name; null: nothing could be read at that time */
  append(exactMs: number, values: ReadonlyMap<string, string> | null): void {
    const timeMs = Math.round(exactMs);
    if (this.#times.length === blockSamples) this.#nextBlock();
    const index = this.#times.length;
    this.#times.push(timeMs);
    this.#noteRestart(timeMs, values);
    for (const [name, text] of values ?? []) {
      const series = this.#series.get(name) ?? this.#begin(name, storedValue(text));
      if (series === null) continue;
      while (series.values.length < index) series.values.push(null);
      series.values.push(storedValue(text));
    }
    this.#unwritten += 1;
  }

  event(event: RecordingEvent): void {
    this.#database
      .prepare('INSERT INTO events (recording, at_ms, kind, text) VALUES (?, ?, ?, ?)')
      .run(this.#recording, event.atMs, event.kind, event.text);
  }

  /** Writes what is in hand, in one transaction. */
  flush(): void {
    if (this.#unwritten === 0) return;
    this.#database.transaction(() => this.#write())();
    this.#unwritten = 0;
  }

  /** Null: not in the catalog, or no number. */
  #begin(name: string, first: StoredValue): OpenSeries | null {
    const described = first === null ? undefined : this.#describe(name);
    let series: OpenSeries | null = null;
    if (described !== undefined) {
      const { lastInsertRowid } = this.#database
        .prepare('INSERT INTO series (recording, name, kind, unit) VALUES (?, ?, ?, ?)')
        .run(this.#recording, name, described.kind, described.unit);
      series = { key: Number(lastInsertRowid), kind: described.kind, carry: null, values: [] };
    }
    // What is no number now may be one later; what the catalog does not know stays unknown.
    if (first !== null) this.#series.set(name, series);
    return series;
  }

  #noteRestart(timeMs: number, values: ReadonlyMap<string, string> | null): void {
    const uptimeSeconds = Number(values?.get('Uptime') ?? Number.NaN);
    if (Number.isNaN(uptimeSeconds)) return;
    const reading = { timeMs, uptimeSeconds };
    if (this.#uptime !== null && wasRestarted(this.#uptime, reading)) {
      this.#restarts.add(timeMs);
      const text = `The server was restarted; it is up for ${uptimeSeconds} s.`;
      this.event({ atMs: timeMs, kind: 'restart', text });
    }
    this.#uptime = reading;
  }

  #nextBlock(): void {
    this.flush();
    const timeMs = this.#times[blockSamples - 1] ?? 0;
    for (const series of this.#series.values()) {
      if (series === null) continue;
      series.carry = { timeMs, value: series.values[blockSamples - 1] ?? null };
      series.values = [];
    }
    this.#times = [];
    this.#block += 1;
    this.#closedBytes += this.#blockBytes;
  }

  #write(): void {
    const times = this.#times;
    const last = times[times.length - 1] ?? 0;
    this.#blockBytes = this.#writeTimes(times, last) + this.#writeValues(times);
    this.#database
      .prepare('UPDATE recordings SET length_ms = ?, samples = ?, bytes = ? WHERE key = ?')
      .run(
        last,
        this.#block * blockSamples + times.length,
        this.#closedBytes + this.#blockBytes,
        this.#recording,
      );
  }

  #writeTimes(times: readonly number[], last: number): number {
    const starts = encodeValues(times.filter((_, index) => index % summarySamples === 0));
    const packed = encodeValues(times);
    this.#database
      .prepare(
        `INSERT INTO time_blocks (key, from_ms, to_ms, count, starts, times) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET to_ms = excluded.to_ms, count = excluded.count, starts = excluded.starts,
         times = excluded.times`,
      )
      .run(this.#recording * keySpan + this.#block, times[0] ?? 0, last, times.length, starts, packed);
    return starts.length + packed.length;
  }

  #writeValues(times: readonly number[]): number {
    const insert = this.#database.prepare(
      `INSERT INTO value_blocks (key, low, high, summary, data) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET low = excluded.low, high = excluded.high, summary = excluded.summary,
       data = excluded.data`,
    );
    let bytes = 0;
    for (const series of this.#series.values()) {
      if (series === null || series.values.length === 0) continue;
      const { key, kind, carry, values } = series;
      const drawn = drawnValues(kind, times, values, carry, this.#restarts);
      const { low, high } = extentOf(drawn);
      const isFlat = low === high && values.length === times.length && !drawn.includes(null);
      const summary = isFlat || low === null ? null : encodeSummary(drawn);
      const data = encodeValues(values);
      insert.run(key * keySpan + this.#block, low, high, summary, data);
      bytes += data.length + (summary?.length ?? 0);
    }
    return bytes;
  }
}
