import { type StoredValue, storedDifference } from './value-codec';

/** Samples that one pair of the summary stands for. */
export const summarySamples = 15;

/** The sample before a block: a rate needs it. */
export interface Carry {
  timeMs: number;
  value: StoredValue;
}

/**
 * What is drawn of stored values: levels as they are; of a counter the rate per second since the sample before. null
 * where either is not known, where the server restarted, and where the counter fell (a reset or a wrap).
 * @param restarts times of samples at which the server was found restarted
 */
export function drawnValues(
  kind: 'counter' | 'gauge',
  times: readonly number[],
  values: readonly StoredValue[],
  before: Carry | null,
  restarts: ReadonlySet<number>,
): (number | null)[] {
  if (kind === 'gauge') return values.map((value) => (value === null ? null : Number(value)));
  let previous = before;
  return values.map((value, index) => {
    const timeMs = times[index] ?? 0;
    const rate = restarts.has(timeMs) ? null : rateSince(previous, timeMs, value);
    previous = { timeMs, value };
    return rate;
  });
}

function rateSince(before: Carry | null, timeMs: number, value: StoredValue): number | null {
  if (before === null || before.value === null || value === null || timeMs <= before.timeMs) return null;
  const increase = storedDifference(value, before.value);
  return increase < 0 ? null : (increase * 1000) / (timeMs - before.timeMs);
}

export interface Extent {
  low: number | null;
  high: number | null;
}

export function extentOf(values: readonly (number | null)[], from = 0, to = values.length): Extent {
  let low: number | null = null;
  let high: number | null = null;
  for (let index = from; index < to; index += 1) {
    const value = values[index];
    if (value == null) continue;
    if (low === null || value < low) low = value;
    if (high === null || value > high) high = value;
  }
  return { low, high };
}

/** Smallest and largest drawn value of every 15 samples, as pairs of 32-bit floats: enough for a screen. NaN: none. */
export function encodeSummary(values: readonly (number | null)[]): Buffer {
  const buckets = Math.ceil(values.length / summarySamples);
  const bytes = Buffer.alloc(buckets * 8);
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const end = Math.min(values.length, (bucket + 1) * summarySamples);
    const { low, high } = extentOf(values, bucket * summarySamples, end);
    bytes.writeFloatLE(low ?? Number.NaN, bucket * 8);
    bytes.writeFloatLE(high ?? Number.NaN, bucket * 8 + 4);
  }
  return bytes;
}

/** The pair of one bucket. */
export function readSummary(bytes: Buffer, bucket: number): Extent {
  if (bucket * 8 + 8 > bytes.length) return { low: null, high: null };
  const low = bytes.readFloatLE(bucket * 8);
  const high = bytes.readFloatLE(bucket * 8 + 4);
  return Number.isNaN(low) ? { low: null, high: null } : { low, high };
}
