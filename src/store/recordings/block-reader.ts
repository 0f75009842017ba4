import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { DrawnSeries } from '../../shared/recording';
import { type Carry, drawnValues, type Extent, readSummary, summarySamples } from './drawn-values';
import { AverageRow, averagedSpan, PixelRow, type PointRow, type TimeSpan } from './point-rows';
import { keySpan } from './recorder';
import { decodeValues, type StoredValue } from './value-codec';

/** With so many stored pairs for each pixel, samples would show nothing more. */
const enough = 0.75;

const nothing: Extent = { low: null, high: null };

const timeRow = z.object({
  key: z.number(),
  from_ms: z.number(),
  to_ms: z.number(),
  count: z.number(),
  starts: z.instanceof(Buffer),
  times: z.instanceof(Buffer),
});
const valueRow = z.object({
  key: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  summary: z.instanceof(Buffer).nullable(),
  data: z.instanceof(Buffer),
});
type TimeRow = z.infer<typeof timeRow>;
/** The rows of one series by number of the block. */
type StoredRows = ReadonlyMap<number, z.infer<typeof valueRow>>;

export interface StoredSeries {
  key: number;
  name: string;
  kind: 'counter' | 'gauge';
  unit: string;
}

/** A range of one recording: its blocks of time, and the restarts. */
export interface RecordedRange {
  fromMs: number;
  toMs: number;
  blocks: TimeRow[];
  restarts: ReadonlySet<number>;
}

/** Reads blocks of values back: drawn at the resolution of a screen, or as they were stored. */
export class BlockReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The blocks that reach into a range of time, both ends included. */
  range(recording: number, fromMs: number, toMs: number): RecordedRange {
    const blocks = this.#database
      .prepare(
        'SELECT * FROM time_blocks WHERE key >= ? AND key < ? AND to_ms >= ? AND from_ms <= ? ORDER BY key',
      )
      .all(recording * keySpan, (recording + 1) * keySpan, fromMs, toMs)
      .map((row) => timeRow.parse(row));
    const restarts = this.#database
      .prepare("SELECT at_ms FROM events WHERE recording = ? AND kind = 'restart'")
      .pluck()
      .all(recording)
      .map(Number);
    return { fromMs, toMs, blocks, restarts: new Set(restarts) };
  }

  /**
   * The series and, after it, its means over ranges of the given lengths: of each at most one pair of smallest and
   * largest value for each pixel. Where a pixel is wide, the pairs that were stored beside each block do for the
   * series itself, and without means nothing is inflated.
   */
  draw(
    series: StoredSeries,
    range: RecordedRange,
    pixels: number,
    averagesMs: readonly number[] = [],
  ): DrawnSeries[] {
    const samples = range.blocks.reduce((total, { count }) => total + count, 0);
    const around = this.#around(range, averagedSpan(range, averagesMs));
    const row = () => new PixelRow(range.fromMs, Math.max(1, (range.toMs - range.fromMs) / pixels));
    const points = row();
    const means = averagesMs.map((averageMs) => ({
      averageMs,
      row: new AverageRow(row(), averageMs, range),
    }));
    const rows = this.#rows(series, range);
    const summed = samples >= enough * pixels * summarySamples;
    if (summed) this.#drawSummaries(rows, range, points);
    if (!summed) this.#drawSamples(series, rows, range, [points]);
    if (means.length > 0) {
      const wide = around === range ? rows : this.#rows(series, around);
      this.#drawSamples(
        series,
        wide,
        around,
        means.map((one) => one.row),
      );
    }
    const { name, kind, unit } = series;
    return [
      { name, kind, unit, ...points.done() },
      ...means.map((one) => ({ name, kind, unit, averageMs: one.averageMs, ...one.row.done() })),
    ];
  }

  /** The same recording over a wider range. */
  #around(range: RecordedRange, { fromMs, toMs }: TimeSpan): RecordedRange {
    const [first] = range.blocks;
    if (first === undefined || (fromMs === range.fromMs && toMs === range.toMs)) return range;
    return this.range(Math.floor(first.key / keySpan), fromMs, toMs);
  }

  /** The stored values of the range, one for each time; [] where the series has none. */
  values(series: StoredSeries, range: RecordedRange): StoredValue[] {
    const rows = this.#rows(series, range);
    return range.blocks.flatMap((block) => {
      const data = rows.get(block.key % keySpan)?.data;
      const times = decodeTimes(block);
      const values = data === undefined ? [] : decodeValues(data);
      return times.flatMap((timeMs, index) =>
        timeMs >= range.fromMs && timeMs <= range.toMs ? [values[index] ?? null] : [],
      );
    });
  }

  times({ blocks, fromMs, toMs }: RecordedRange): number[] {
    return blocks.flatMap((block) => decodeTimes(block).filter((time) => time >= fromMs && time <= toMs));
  }

  #drawSummaries(rows: StoredRows, { blocks, fromMs, toMs }: RecordedRange, points: PixelRow): void {
    for (const block of blocks) {
      const row = rows.get(block.key % keySpan);
      decodeNumbers(block.starts).forEach((startMs, bucket) => {
        if (startMs < fromMs || startMs > toMs) return;
        const { low, high } =
          row === undefined ? nothing : row.summary === null ? row : readSummary(row.summary, bucket);
        points.add(startMs, low, high);
      });
    }
  }

  #drawSamples(
    series: StoredSeries,
    rows: StoredRows,
    { blocks, fromMs, toMs, restarts }: RecordedRange,
    lines: readonly PointRow[],
  ): void {
    let carry = this.#carryInto(series, blocks[0]);
    let previousMs = carry?.timeMs;
    for (const block of blocks) {
      const times = decodeTimes(block);
      const data = rows.get(block.key % keySpan)?.data;
      const values = data === undefined ? [] : decodeValues(data);
      while (values.length < times.length) values.push(null);
      const drawn = drawnValues(series.kind, times, values, carry, restarts);
      times.forEach((timeMs, index) => {
        const lengthMs = timeMs - (previousMs ?? timeMs);
        previousMs = timeMs;
        if (timeMs < fromMs || timeMs > toMs) return;
        const value = drawn[index] ?? null;
        for (const line of lines) line.add(timeMs, value, value, lengthMs);
      });
      carry = { timeMs: times[times.length - 1] ?? 0, value: values[values.length - 1] ?? null };
    }
  }

  /** The last sample before the first block: its rate begins there. */
  #carryInto(series: StoredSeries, first: TimeRow | undefined): Carry | null {
    if (first === undefined || first.key % keySpan === 0 || series.kind === 'gauge') return null;
    const before = this.#database.prepare('SELECT * FROM time_blocks WHERE key = ?').get(first.key - 1);
    const data = this.#database
      .prepare('SELECT data FROM value_blocks WHERE key = ?')
      .pluck()
      .get(series.key * keySpan + (first.key % keySpan) - 1);
    if (before === undefined || !Buffer.isBuffer(data)) return null;
    const times = decodeTimes(timeRow.parse(before));
    return { timeMs: times[times.length - 1] ?? 0, value: decodeValues(data)[times.length - 1] ?? null };
  }

  #rows(series: StoredSeries, { blocks }: Pick<RecordedRange, 'blocks'>): StoredRows {
    const first = blocks[0]?.key ?? 0;
    const last = blocks[blocks.length - 1]?.key ?? 0;
    const rows = this.#database
      .prepare('SELECT * FROM value_blocks WHERE key BETWEEN ? AND ?')
      .all(series.key * keySpan + (first % keySpan), series.key * keySpan + (last % keySpan))
      .map((row) => valueRow.parse(row));
    return new Map(rows.map((row) => [row.key % keySpan, row]));
  }
}

function decodeTimes(block: TimeRow): number[] {
  return decodeNumbers(block.times);
}

function decodeNumbers(bytes: Buffer): number[] {
  return decodeValues(bytes).map(Number);
}
