import type { StatusVariable } from '../../knowledge/catalog/status/status-catalog';
import { type UptimeReading, wasRestarted } from '../../shared/base/restart';
import type { Samples, Series } from '../../shared/snapshot';
import { mostSampleBytes } from '../../shared/window-samples';
import { everySecondRestart, everySecondValue } from './every-second';

export type SampledVariable = Pick<StatusVariable, 'name' | 'kind' | 'unit'>;

/** What a name means; undefined: unknown, left out. */
export type Catalog = (name: string) => SampledVariable | undefined;

/** Series kept even when nothing moved: pages and rules look for them by name. */
const mustKeep: ReadonlySet<string> = new Set([
  'Aborted_clients',
  'Aborted_connects',
  'Com_commit',
  'Com_delete',
  'Com_insert',
  'Com_rollback',
  'Com_select',
  'Com_update',
  'Connections',
  'Created_tmp_disk_tables',
  'Innodb_buffer_pool_reads',
  'Innodb_buffer_pool_wait_free',
  'Innodb_data_fsyncs',
  'Innodb_log_waits',
  'Innodb_row_lock_waits',
  'Queries',
  'Questions',
  'Slow_queries',
  'Threads_created',
]);

/** Up to this many samples gauges that stood still are kept too: a level is worth knowing even when constant. */
const constantGaugeLimit = 3600;

/** A value needs memory too, however short it is. */
const leastValueBytes = 5;

/** Samples that are still being taken, without their values. */
export interface GrowingOutline extends Pick<Samples, 'startedAt' | 'intervalMs'> {
  /** Time of the last sample. */
  lengthMs: number;
  series: SampledVariable[];
}

/** Samples that are still being taken, to be looked at. */
export type GrowingSamples = Pick<SeriesBuilder, 'outline' | 'build'>;

/** What is known of one series so far. Until its value first changes, no array is held. */
interface Growing {
  variable: SampledVariable;
  /** Index of the first sample that had it. */
  firstIndex: number;
  /** Integer part of the first value of a counter; 0n for gauges. */
  base: bigint;
  /** The text of the last value, and its difference from the base. */
  last: { text: string; value: number | null };
  first: number;
  previous: number;
  values: (number | null)[] | null;
}

/**
 * Collects samples into series. Pure: times and values come in, the document goes out. Of a window with more than a
 * snapshot can hold every second sample is kept, then every fourth, and so on: the interval says which. Counters are held as exact differences from their first value; one that went down is null at that sample.
 */
export class SeriesBuilder {
  readonly #catalog: Catalog;
  readonly #startedAt: string;
  readonly #intervalMs: number;
  readonly #mostBytes: number;
  #times: number[] = [];
  #missed = new Set<number>();
  #restarts: number[] = [];
  readonly #series = new Map<string, Growing>();
  #uptime: UptimeReading | null = null;
  /** Samples that were given, those among them that were not kept. */
  #given = 0;
  /** Every how manieth is kept. */
  #stride = 1;
  #bytes = 0;

  /** `startedAt`: ISO 8601, UTC, of time 0. `mostBytes`: of their text. */
  constructor(startedAt: string, intervalMs: number, catalog: Catalog, mostBytes = mostSampleBytes) {
    this.#mostBytes = mostBytes;
    this.#startedAt = startedAt;
    this.#intervalMs = intervalMs;
    this.#catalog = catalog;
  }

  /** Number of samples so far, missed ones among them. */
  get length(): number {
    return this.#times.length;
  }

  /** Time of the last sample that was read, ms; null: none was. */
  get lastReadMs(): number | null {
    for (let index = this.#times.length - 1; index >= 0; index -= 1) {
      if (!this.#missed.has(index)) return this.#times[index] ?? null;
    }
    return null;
  }

  /** Adds the sample at `timeMs` since the start; `values` as the server printed them, null: none was taken. */
  add(timeMs: number, values: ReadonlyMap<string, string> | null): void {
    this.#given += 1;
    if ((this.#given - 1) % this.#stride !== 0) return;
    const index = this.#times.length;
    this.#times.push(timeMs);
    this.#bytes += bytesOf(timeMs);
    if (values === null) this.#missed.add(index);
    else this.#noteRestart(index, values);
    for (const [name, text] of values ?? []) if (!this.#series.has(name)) this.#begin(name, text, index);
    for (const [name, series] of this.#series) this.#append(name, series, index, values?.get(name));
    // Where the last one is kept too, the following ones stand at the same distance.
    if (this.#bytes > this.#mostBytes && index > 0 && index % 2 === 0) this.#thin();
  }

  /** Drops every second sample. */
  #thin(): void {
    this.#stride *= 2;
    this.#times = this.#times.filter((_, index) => index % 2 === 0);
    this.#missed = new Set([...this.#missed].filter((index) => index % 2 === 0).map((index) => index / 2));
    this.#restarts = everySecondRestart(this.#restarts, this.#times.length);
    this.#bytes = sumOfBytes(this.#times);
    for (const [name, series] of this.#series) {
      series.firstIndex = Math.ceil(series.firstIndex / 2);
      if (series.values !== null) {
        series.values = everySecondValue(series.values, series.variable.kind, this.#restarts);
        this.#bytes += sumOfBytes(series.values);
      } else if (mustKeep.has(name)) this.#bytes += this.#times.length * bytesOf(series.first);
    }
  }

  /** What there is so far, without the values. */
  outline(): GrowingOutline {
    const series = [...this.#series].flatMap(([name, growing]) =>
      this.#isWorthKeeping(name, growing) ? [{ ...growing.variable, name }] : [],
    );
    return {
      startedAt: this.#startedAt,
      intervalMs: this.#intervalMs * this.#stride,
      lengthMs: this.#times[this.#times.length - 1] ?? 0,
      series,
    };
  }

  /**
   * The document: series that moved, those that must be there, and levels.
   * @param wanted only series of these names
   */
  build(wanted: Iterable<string> = this.#series.keys()): Samples {
    const series: Record<string, Series> = {};
    for (const name of [...wanted].sort()) {
      const growing = this.#series.get(name);
      if (growing === undefined || !this.#isWorthKeeping(name, growing)) continue;
      const { variable, base } = growing;
      const values = this.#materialise(growing, this.#times.length);
      series[name] = { kind: variable.kind, unit: variable.unit, base: base.toString(), values };
    }
    return {
      startedAt: this.#startedAt,
      intervalMs: this.#intervalMs * this.#stride,
      times: [...this.#times],
      series,
      restarts: [...this.#restarts],
    };
  }

  #noteRestart(index: number, values: ReadonlyMap<string, string>): void {
    const uptimeSeconds = Number(values.get('Uptime') ?? Number.NaN);
    if (!Number.isFinite(uptimeSeconds)) return;
    const reading = { timeMs: this.#times[index] ?? 0, uptimeSeconds };
    if (this.#uptime !== null && wasRestarted(this.#uptime, reading)) this.#restarts.push(index);
    this.#uptime = reading;
  }

  #begin(name: string, text: string, index: number): void {
    const variable = this.#catalog(name);
    if (variable === undefined) return;
    const base = variable.kind === 'counter' ? integerPart(text) : 0n;
    const first = base === null ? null : difference(text, base);
    if (base === null || first === null) return;
    this.#series.set(name, {
      variable,
      firstIndex: index,
      base,
      first,
      previous: first,
      values: null,
      last: { text, value: first },
    });
  }

  #append(name: string, series: Growing, index: number, text: string | undefined): void {
    const value = text === undefined ? null : valueIn(series, text);
    const isFirst = index === series.firstIndex;
    const restarted = this.#restarts.at(-1) === index;
    const fell =
      series.variable.kind === 'counter' && value !== null && value < series.previous && !restarted;
    const stored = fell ? null : value;
    if (value !== null) series.previous = value;
    const constant = isFirst || stored === series.first || (stored === null && this.#missed.has(index));
    if (series.values === null && constant) {
      if (mustKeep.has(name)) this.#bytes += bytesOf(series.first);
      return;
    }
    if (series.values === null) {
      series.values = this.#materialise(series, index);
      if (!mustKeep.has(name)) this.#bytes += index * bytesOf(series.first);
    }
    series.values.push(stored);
    this.#bytes += bytesOf(stored);
  }

  /** The values up to `end` (exclusive) of a series that has not moved, or a copy of those of one that has. */
  #materialise(series: Growing, end: number): (number | null)[] {
    if (series.values !== null) return [...series.values];
    return Array.from({ length: end }, (_, index) =>
      index < series.firstIndex || this.#missed.has(index) ? null : series.first,
    );
  }

  #isWorthKeeping(name: string, series: Growing): boolean {
    if (series.values !== null || mustKeep.has(name)) return true;
    return series.variable.kind === 'gauge' && this.#times.length <= constantGaugeLimit;
  }
}

/** Most series stand still from one sample to the next. */
function valueIn(series: Growing, text: string): number | null {
  if (text !== series.last.text) series.last = { text, value: difference(text, series.base) };
  return series.last.value;
}

function bytesOf(value: number | null): number {
  // What most are, without a text of each.
  if (value === null || (Number.isInteger(value) && value >= 0 && value < 10_000)) return leastValueBytes;
  return Math.max(leastValueBytes, String(value).length + 1);
}

function sumOfBytes(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + bytesOf(value), 0);
}

const shortWhole = /^\d{1,15}$/;
/** Its difference from 15 digits can be held exactly. */
const largestExact = 8_000_000_000_000_000n;

const numeric = /^([+-]?\d+)(\.\d+)?$/;

/** `12345678901234567890.5` -> 12345678901234567890n; null when the text is no plain number. */
function integerPart(text: string): bigint | null {
  const match = numeric.exec(text);
  return match === null ? null : BigInt(match[1] ?? '0');
}

/** `text - base`, exact for integers; null when it is no number or the difference cannot be held exactly. */
function difference(text: string, base: bigint): number | null {
  // What nearly all are: exact without integers of any length.
  if (base <= largestExact && base >= -largestExact && shortWhole.test(text))
    return Number(text) - Number(base);
  const match = numeric.exec(text);
  if (match === null) {
    const other = Number(text);
    return text !== '' && base === 0n && Number.isFinite(other) ? other : null;
  }
  const whole = Number(BigInt(match[1] ?? '0') - base);
  if (match[2] === undefined) return Number.isSafeInteger(whole) || base === 0n ? whole : null;
  const fraction = Number(`0${match[2]}`);
  return text.startsWith('-') ? whole - fraction : whole + fraction;
}
